#!/usr/bin/env python3
"""Write tests/golden/positions.json: which position transformers and torch give to each token.

    /tmp/golden-venv/bin/python tools/golden/positions.py

The layouts come from seeded random numbers, the numbers from the libraries' own methods, which need neither weights
nor whole models. Those of caches follow papers, here by lists and matrices that are written out. A layout is a list of parts:

    ["text", n]  ["padding", n]  ["document"]  ["image", rows, columns, merge, ends]
    ["video", frames, rows, columns, merge, seconds, temporal_merge, stamps]

with the sizes before merging; "ends" counts the tokens at the end of each row, "stamps" those before each frame.
"""
import copy
import random
import re
from importlib import import_module
from types import MethodType, SimpleNamespace

import torch
import transformers
from formulas import VERSIONS, write
from models import all_f64
from torch.distributed.tensor.experimental._context_parallel._load_balancer import _HeadTailLoadBalancer
from transformers import masking_utils
from transformers.data.data_collator import DataCollatorWithFlattening
from transformers.generation import GenerationMixin
from transformers.models.ernie4_5_vl_moe import Ernie4_5_VLMoeConfig, Ernie4_5_VLMoeModel
from transformers.models.glm4v import Glm4vConfig, Glm4vModel
from transformers.models.hunyuan_vl import HunYuanVLConfig, HunYuanVLModel
from transformers.models.llama import modeling_llama as llama
from transformers.models.qwen2_5_omni import Qwen2_5OmniThinkerConfig, Qwen2_5OmniThinkerForConditionalGeneration
from transformers.models.qwen2_5_vl import Qwen2_5_VLConfig, Qwen2_5_VLModel
from transformers.models.qwen2_vl import Qwen2VLConfig, Qwen2VLModel
from transformers.models.qwen3_vl import Qwen3VLConfig, Qwen3VLModel

N_LAYOUTS, BATCH, MERGE = 20, 4, 2
# Seconds between frames, among them some whose products with frames lie just below a whole number.
SECONDS = (0.5, 1.0, 1.5, 0.29, 0.07, 0.35, 2.2, 1.1)
EXACT = "whole numbers"


def case(kind, given, expected):
    """One case, compared exactly."""
    return {"params": {"kind": kind}, "input": given, "expected": expected, "tolerance": {"abs": 0},
            "why_tolerance": EXACT}


def sizes(part):
    """The numbers of tokens of a part, as (kind, number) in their order: 0 text, 1 image, 2 video, None padding."""
    name, *numbers = part
    if name in ("text", "padding"):
        return [(0 if name == "text" else None, numbers[0])]
    if name == "image":
        rows, columns, merge, ends = numbers
        return [(1, rows // merge * (columns // merge + ends))]
    if name == "video":
        frames, rows, columns, merge, _, temporal, stamps = numbers
        one = [(0, stamps)] * (stamps > 0) + [(2, rows // merge * (columns // merge))]
        return one * (frames // temporal)
    return []


def flat(layout):
    """The kind of each token."""
    return [kind for part in layout for kind, number in sizes(part) for _ in range(number)]


def padded(layouts, side):
    """Layouts of one batch, filled up to one length on one side."""
    longest = max(len(flat(layout)) for layout in layouts)
    filled = []
    for layout in layouts:
        missing = longest - len(flat(layout))
        padding = [["padding", missing]] * (missing > 0)
        filled.append(padding + layout if side == "left" else layout + padding)
    return filled


def image(rng, ends):
    """A small image."""
    return ["image", MERGE * rng.randint(1, 4), MERGE * rng.randint(1, 4), MERGE, ends]


def video(rng, temporal, stamps):
    """A small video, sometimes longer than it is wide."""
    frames, most = rng.choice([(1, 3), (2, 3), (3, 2), (5, 1), (11, 1)])
    return ["video", frames * temporal, MERGE * rng.randint(1, most), MERGE * rng.randint(1, most), MERGE,
            rng.choice(SECONDS), temporal, rng.randint(1, 4) if stamps else 0]


def pictures(rng, ends=0, temporal=(1,), stamps=False, videos=True):
    """Text with one to four images and videos, between which there is text."""
    layout = [["text", rng.randint(1, 5)]]
    for _ in range(rng.randint(1, 4)):
        is_video = videos and rng.random() < 0.5
        layout.append(video(rng, rng.choice(temporal), stamps) if is_video else image(rng, ends))
        layout.append(["text", rng.randint(1, 5)])
    return layout


def grids(layouts, name):
    """Frames, rows and columns of all images or videos, as the processors give them."""
    parts = [part for layout in layouts for part in layout if part[0] == name]
    if name == "image":
        rows = [[1, part[1], part[2]] for part in parts]
    else:
        rows = [[part[1] // part[6], part[2], part[3]] for part in parts]
    return torch.tensor(rows) if rows else None


def seconds(layouts):
    """Seconds from one merged frame to the next, in f32, as a processor returns them."""
    return torch.tensor([part[5] * part[6] for layout in layouts for part in layout if part[0] == "video"])


class Bare:
    """What the methods need of a model: its configuration."""

    def __init__(self, of, config):
        self.of, self.config = of, config
        self.get_vision_position_ids = MethodType(of.get_vision_position_ids, self)

    def rope_index(self, layouts, types=None, **more):
        """Position ids of each layout, and the difference of the next position from the number of tokens."""
        kinds = [flat(layout) for layout in layouts]
        mask = torch.tensor([[int(kind is not None) for kind in row] for row in kinds])
        types = torch.tensor([[kind or 0 for kind in row] for row in kinds]) if types is None else types
        position_ids, deltas = self.of.get_rope_index(
            self, torch.zeros_like(mask), mm_token_type_ids=types, attention_mask=mask,
            image_grid_thw=grids(layouts, "image"), **more)
        return [(position_ids[:, row].tolist(), deltas[row].item()) for row in range(len(layouts))]


def family(kind, bare, make, **more):
    """Cases of a class, in batches that are filled up on either side."""
    rng, cases = random.Random(kind), []
    for start in range(0, N_LAYOUTS, BATCH):
        layouts = padded([make(rng) for _ in range(BATCH)], ("left", "right")[start // BATCH % 2])
        given = {name: of(layouts) for name, of in more.items()}
        for layout, (ids, delta) in zip(layouts, bare.rope_index(layouts, **given)):
            cases.append(case(kind, {"layout": layout}, {"position_ids": ids, "delta": delta}))
    return cases


def alike(of, config, make, classes):
    """Cases for classes whose ids are those of another one, in batches of other layouts. Stops if they are not."""
    cases = []
    for name in classes:
        package = import_module(f"transformers.models.{name}")
        model, = (getattr(package, name) for name in dir(package) if re.fullmatch(r"(?!.*(Text|Vision|PreTrained)).*Model", name))
        other = model.config_class()
        rng = random.Random(name)
        for side in ("left", "right"):
            layouts = padded([make(rng) for _ in range(BATCH)], side)
            given = {"video_grid_thw": grids(layouts, "video")}
            expected = Bare(of, config).rope_index(layouts, **copy.deepcopy(given))
            if Bare(model, other).rope_index(layouts, **given) != expected:
                raise SystemExit(f"{name} has other ids than {config.model_type}")
        cases.append(case("alike", {"class": other.model_type}, {"like": config.model_type}))
    return cases


def qwen2_5_vl(tokens_per_second, make=lambda rng: pictures(rng, temporal=(1, 2))):
    """Seconds as steps of time."""
    config = Qwen2_5_VLConfig(vision_config={"tokens_per_second": tokens_per_second, "spatial_merge_size": MERGE})
    cases = family("qwen2_5_vl", Bare(Qwen2_5_VLModel, config), make,
                   video_grid_thw=lambda layouts: grids(layouts, "video"), second_per_grid_ts=seconds)
    for one in cases:
        one["params"]["tokens_per_second"] = tokens_per_second
    return cases


def hunyuan():
    """Hunyuan-VL, each layout alone, since a batch goes on counting images. Half of the images come with their borders."""
    config = HunYuanVLConfig(text_config={"rope_parameters": {
        "rope_type": "default", "rope_theta": 10000.0, "mrope_section": [16, 16, 16, 16]}, "head_dim": 128})
    bare, rng, cases = Bare(HunYuanVLModel, config), random.Random("hunyuan_vl"), []
    for place in range(N_LAYOUTS):
        layout = pictures(rng, ends=1, videos=False)
        layout = [[["padding", 3]] + layout, layout + [["padding", 2]], layout][place % 3]
        types = [kind or 0 for kind in flat(layout)]
        if place % 2:
            # The tokens around an image have its type in some texts, and keep the positions of words.
            layout = [["text", 2 * part[1] + 1] if part[0] == "text" else part for part in layout]
            types = [kind or 0 for kind in flat(layout)]
            edges = [at for at, kind in enumerate(types) if 1 in types[max(at - 1, 0):at + 2] and kind == 0]
            types = [1 if at in edges else kind for at, kind in enumerate(types)]
        (ids, delta), = bare.rope_index([layout], types=torch.tensor([types]))
        cases.append(case("hunyuan_vl", {"layout": layout}, {"position_ids": ids, "delta": delta}))
    return cases


def omni():
    """Qwen2.5-Omni, where text goes on after the largest position of a video. Its padding has the id 1."""
    config = Qwen2_5OmniThinkerConfig(position_id_per_seconds=2)
    start, end = 1, 2
    config.vision_start_token_id = start
    bare = SimpleNamespace(config=config, spatial_merge_size=MERGE)
    of = Qwen2_5OmniThinkerForConditionalGeneration
    bare.get_llm_pos_ids_for_vision = MethodType(of.get_llm_pos_ids_for_vision, bare)
    rng, cases = random.Random("largest"), []
    names = {0: 5, 1: config.image_token_id, 2: config.video_token_id, None: 5}
    for first in range(0, N_LAYOUTS, BATCH):
        layouts = [[["text", part[1] + 1] if part[0] == "text" else part for part in pictures(rng, temporal=(1, 2))]
                   for _ in range(BATCH)]
        layouts = padded(layouts, ("left", "right")[first // BATCH % 2])
        kinds = [flat(layout) for layout in layouts]
        ids = [[names[kind] for kind in row] for row in kinds]
        for row, tokens in zip(kinds, ids):
            for at in range(1, len(row)):
                if row[at] and not row[at - 1]:
                    tokens[at - 1] = start
                elif row[at - 1] and not row[at] and not (at + 1 < len(row) and row[at + 1]):
                    tokens[at] = end
        mask = torch.tensor([[int(kind is not None) for kind in row] for row in kinds])
        positions, deltas = of.get_rope_index(bare, torch.tensor(ids), grids(layouts, "image"), grids(layouts, "video"), mask,
                                              second_per_grids=seconds(layouts))
        for row, layout in enumerate(layouts):
            cases.append(case("largest_position", {"layout": layout}, {"position_ids": positions[:, row].tolist(),
                                                                       "delta": deltas[row].item()}))
    return cases


def from_mask():
    """The cumulative sum of the attention mask."""
    rng, cases = random.Random("mask"), []
    for _ in range(N_LAYOUTS):
        parts = [["padding", rng.randint(1, 4)], ["text", rng.randint(1, 6)], ["padding", rng.randint(1, 3)],
                 ["text", rng.randint(1, 6)], ["padding", rng.randint(1, 4)]]
        layout = [part for part in parts if part[0] == "text" or rng.random() < 0.6]
        mask = torch.tensor([[int(kind is not None) for kind in flat(layout)]])
        ids = GenerationMixin._prepare_position_ids_for_generation(None, mask, {"attention_mask": mask})
        unfilled = (mask.cumsum(-1) - 1).tolist()
        counted = GenerationMixin._prepare_position_ids_for_generation(None, mask, {}).tolist()
        cases.append(case("from_mask", {"layout": layout}, {"position_ids": ids.tolist(), "unfilled": unfilled,
                                                            "counted": counted}))
    return cases


def packed():
    """Documents in one sequence, and those that are found from the ids alone."""
    rng, cases = random.Random("packed"), []
    for _ in range(N_LAYOUTS):
        lengths = [rng.randint(1, 6) for _ in range(rng.randint(1, 5))]
        layout = [part for length in lengths for part in (["document"], ["text", length])][1:]
        batch = DataCollatorWithFlattening()([{"input_ids": [5] * length} for length in lengths], return_tensors="pt")
        ids = batch["position_ids"]
        found = masking_utils.find_packed_sequence_indices(ids)
        found = torch.zeros_like(ids) if found is None else found
        cases.append(case("packed", {"layout": layout}, {"position_ids": ids.tolist(), "documents": found[0].tolist()}))
    return cases


def borders():
    """Documents that are found from ids which also jump forward and stand still."""
    rng, cases = random.Random("borders"), []
    for _ in range(N_LAYOUTS):
        steps = torch.tensor([[rng.choice([1, 1, 1, 0, 2, -1, -4]) for _ in range(rng.randint(2, 12))]])
        ids = steps.cumsum(-1)
        found = masking_utils.find_packed_sequence_indices(ids)
        found = torch.zeros_like(ids) if found is None else found
        cases.append(case("borders", {"position_ids": ids[0].tolist()}, {"documents": found[0].tolist()}))
    return cases


def visible():
    """Which keys each query sees, for layouts with padding and documents."""
    rng, cases = random.Random("visible"), []
    for place in range(N_LAYOUTS):
        layout = [["padding", rng.randint(1, 3)]] * (place % 2)
        for document in range(rng.randint(1, 3)):
            layout += [["document"]] * (document > 0) + [["text", rng.randint(1, 5)]]
        layout += [["padding", 2]] * (place % 3 == 0)
        kinds, window = flat(layout), rng.choice([None, 1, 2, 4])
        direction = ("causal", "bidirectional")[place // 2 % 2]
        documents = ("masked", "open")[place // 4 % 2]
        of_token, document = [], 0
        for part in layout:
            document += part[0] == "document"
            of_token += [document] * sum(number for _, number in sizes(part))
        padding = torch.tensor([[kind is not None for kind in kinds]])
        base = {("causal", True): masking_utils.causal_mask_function,
                ("bidirectional", True): masking_utils.bidirectional_mask_function,
                ("causal", False): masking_utils.sliding_window_causal_mask_function(window or 0),
                ("bidirectional", False): masking_utils.sliding_window_bidirectional_mask_function(window or 0)}
        functions = [base[direction, window is None], masking_utils.padding_mask_function(padding)]
        if documents == "masked":
            functions.append(masking_utils.packed_sequence_mask_function(torch.tensor([of_token])))
        mask = masking_utils.and_masks(*functions)
        places = torch.arange(len(kinds))
        rows = ["".join(str(int(mask(0, 0, query, key))) for key in places) for query in places]
        rows = [row if kinds[query] is not None else "0" * len(kinds) for query, row in enumerate(rows)]
        cases.append(case("visible", {"layout": layout, "direction": direction, "documents": documents, "window": window},
                          {"rows": rows}))
    return cases


def ranks():
    """The tokens of each rank: equal chunks by torch.chunk, zigzag by torch's context parallelism."""
    cases = []
    for n_ranks in (1, 2, 3, 4, 8):
        for size in (1, 2, 3, 5):
            n_tokens = 2 * n_ranks * size
            zigzag = _HeadTailLoadBalancer(n_tokens, n_ranks, "cpu")._generate_indices()[0]
            contiguous = torch.arange(n_tokens).chunk(n_ranks)
            cases.append(case("ranks", {"n_tokens": n_tokens, "n_ranks": n_ranks},
                              {"contiguous": [tokens.tolist() for tokens in contiguous],
                               "zigzag": [tokens.tolist() for tokens in zigzag.chunk(n_ranks)]}))
    return cases


def offsets(kind, n_tokens, params, offset):
    """One case: the offset of each key from each query, null where the query does not see it."""
    rows = [[offset(query, key) for key in range(query + 1)] for query in range(n_tokens)]
    return case(kind, {"n_tokens": n_tokens, **params}, {"offsets": rows})


def sinks():
    """StreamingLLM, as a list that loses its first token after the sinks at each step in which it is full."""
    rng, cases = random.Random("sinks"), []
    for _ in range(N_LAYOUTS):
        n_sinks, n_recent, n_tokens = rng.randint(0, 4), rng.randint(1, 5), rng.randint(4, 14)
        cache, steps = [], []
        for token in range(n_tokens):
            if len(cache) == n_sinks + n_recent:
                del cache[n_sinks]
            cache.append(token)
            steps.append(list(cache))
        cases.append(offsets("sinks", n_tokens, {"n_sinks": n_sinks, "n_recent": n_recent}, lambda query, key: (
            steps[query].index(key) - steps[query].index(query) if key in steps[query] else None)))
    return cases


def shift():
    """The context shift of llama.cpp: a stretch is removed, and a number is added to the positions after it."""
    rng, cases = random.Random("shift"), []
    for _ in range(N_LAYOUTS):
        n_keep, n_discard, n_after, n_new = rng.randint(0, 3), rng.randint(1, 4), rng.randint(0, 4), rng.randint(1, 3)
        cells = [[token, token] for token in range(n_keep + n_discard + n_after)]
        n_cached = len(cells)
        cells = [cell for cell in cells if not n_keep <= cell[1] < n_keep + n_discard]
        stale = dict(map(tuple, cells))
        for cell in cells:
            cell[1] -= n_discard if cell[1] >= n_keep + n_discard else 0
        moved = dict(map(tuple, cells))
        for _ in range(n_new):
            token, position = n_cached + len(moved) - len(cells), len(moved)
            moved[token] = stale[token] = position
        given = {"n_cached": n_cached, "discarded": [n_keep, n_keep + n_discard], "n_new": n_new}
        rows = {name: [[of[key] - of[query] if key in of else None for key in range(query + 1)]
                       for query in range(n_cached, n_cached + n_new)]
                for name, of in (("rotated_again", moved), ("unchanged", stale))}
        cases.append(case("shift", given, rows))
    return cases


def self_extend():
    """Jin et al. 2024, algorithm 1: two matrices of offsets, of which the second holds from the window on."""
    rng, cases = random.Random("self_extend"), []
    for _ in range(N_LAYOUTS):
        size, window, n_tokens = rng.randint(1, 4), rng.randint(1, 6), rng.randint(6, 14)
        places = torch.arange(n_tokens)
        normal = places[None] - places[:, None]
        grouped = places[None] // size - (places[:, None] // size + window - window // size)
        merged = torch.where(normal <= -window, grouped, normal).tolist()
        cases.append(offsets("self_extend", n_tokens, {"group_size": size, "window": window},
                             lambda query, key: merged[query][key]))
    return cases


def dual_chunk():
    """An et al. 2024, section 3: the positions of queries for three cases, written out chunk by chunk."""
    rng, cases = random.Random("dual_chunk"), []
    for _ in range(N_LAYOUTS):
        size, n_tokens = rng.randint(1, 5), rng.randint(6, 16)
        length = size + rng.randint(1, 5)
        local = length - size
        of_key = [place for _ in range(n_tokens) for place in range(size)][:n_tokens]
        following = [size + place if place < local else length - 1 for place in range(size)]
        of_query = [of_key, (following * n_tokens)[:n_tokens], [length - 1] * n_tokens]
        cases.append(offsets("dual_chunk", n_tokens, {"training_length": length, "chunk_size": size}, lambda query, key: (
            of_key[key] - of_query[min(query // size - key // size, 2)][query])))
    return cases


def growing():
    """Scores of the last token with the keys in a cache, each rotated by transformers at its own step, in f64.

    Component i of the key of a token is cos(token + i).
    """
    cases, dim, longest = [], 8, 8
    query, keys = torch.linspace(-1, 1, dim, dtype=torch.float64), torch.arange(32.0, dtype=torch.float64)[:, None]
    keys = torch.cos(keys + torch.arange(dim))
    for rule in ({"rope_type": "dynamic", "factor": 2.0},
                 {"rope_type": "longrope", "factor": 4.0, "original_max_position_embeddings": longest,
                  "short_factor": [1.0, 1.0, 1.1, 1.2], "long_factor": [1.0, 1.5, 3.0, 4.0]}):
        for n_prompt in (1, 5, 8, 9, 12):
            for n_tokens in (n_prompt, 20):
                with all_f64():
                    config = llama.LlamaConfig(hidden_size=dim, num_attention_heads=1, max_position_embeddings=longest,
                                               rope_parameters={"rope_theta": 10_000.0, **rule})
                    rotary = llama.LlamaRotaryEmbedding(config)
                    steps = [range(n_prompt), *([token] for token in range(n_prompt, n_tokens))]
                    cache = []
                    for step in steps:
                        step = list(step)
                        cos, sin = rotary(query, torch.tensor([step]))
                        asks, added = llama.apply_rotary_pos_emb(query.expand(1, 1, len(step), -1), keys[step][None, None],
                                                                 cos, sin)
                        cache.extend(added[0, 0])
                    scores = [float(asks[0, 0, -1] @ key) for key in cache]
                cases.append({**case("growing", {"rule": rule, "n_prompt": n_prompt, "longest": longest, "query": query.tolist()},
                                     {"scores": scores}),
                              "tolerance": {"abs": 1e-12}, "why_tolerance": "angles up to 20, and sums of eight products"})
    return cases


def positions():
    """get_rope_index of the models' classes, GenerationMixin, DataCollatorWithFlattening, masking_utils; torch"""
    videos = {"video_grid_thw": lambda layouts: grids(layouts, "video")}
    text = (lambda rng: pictures(rng, temporal=(1, 2), stamps=True))
    cases = [
        *from_mask(), *packed(), *borders(), *visible(), *ranks(), *sinks(), *shift(), *self_extend(), *dual_chunk(), *growing(),
        *family("qwen2_vl", Bare(Qwen2VLModel, Qwen2VLConfig()), lambda rng: pictures(rng, temporal=(1, 2)), **videos),
        *qwen2_5_vl(2), *qwen2_5_vl(25), *omni(),
        # 100 x 0.29 is 29 in f32, and just below it in f64.
        qwen2_5_vl(1, lambda _: [["text", 1], ["video", 102, 2, 2, 2, 0.29, 1, 0], ["text", 2]])[0],
        *family("qwen3_vl", Bare(Qwen3VLModel, Qwen3VLConfig()), text, **videos),
        *family("glm4v", Bare(Glm4vModel, Glm4vConfig()), text, **videos),
        # This class gets the frames before it merges them.
        *family("ernie4_5_vl_moe", Bare(Ernie4_5_VLMoeModel, Ernie4_5_VLMoeConfig()),
                lambda rng: pictures(rng, temporal=(2,)),
                video_grid_thw=lambda layouts: before_merging(grids(layouts, "video"))),
        *hunyuan(),
        *alike(Qwen2VLModel, Qwen2VLConfig(), lambda rng: pictures(rng, temporal=(1, 2)), ["paddleocr_vl"]),
        *alike(Qwen3VLModel, Qwen3VLConfig(), text, ["qwen3_vl_moe", "qwen3_5", "qwen3_5_moe", "qwen4_exp", "cohere_compass",
                                                     "cosmos3_edge"]),
        *alike(Glm4vModel, Glm4vConfig(), text, ["glm4v_moe", "glm46v", "glm_ocr"]),
    ]
    return "each case names its kind; position_ids: one row for each axis", cases


def before_merging(grid):
    """The frames of ERNIE's videos before each two are merged."""
    return None if grid is None else grid * torch.tensor([2, 1, 1])


if __name__ == "__main__":
    write(positions, VERSIONS | {"transformers": transformers.__version__})
