#!/usr/bin/env python3
"""Write tests/golden/classes.json: how every class of transformers carries the order of its input.

    /tmp/golden-venv/bin/python tools/golden/classes.py

Each type of CONFIG_MAPPING is built from its defaults on the meta device, where nothing has values. The source of the
modules that are really in it says whether they call a function that rotates, and its parameters what else it has. The
rotary embedding of a class is then built in f64 from two numbers and called at position 1; its frequencies are the
angles of the cosines and sines that it returns. Which components make a pair is judged by the source of the functions
that rotate. A class that is made around a text model only names that model. Where a class cannot be built, or where
what is in it misleads, its order was judged by hand, and the file says why.

A small model of the class also reads a text of 24 tokens, and each layer is asked what its queries see and what it
rotates. Its M-RoPE is called with a position on one axis alone. The scale of its attention is compared with and without
`mscale_all_dim`, beside each rule with a factor.
"""
import ast
import contextlib
import copy
import datetime
import inspect
import json
import multiprocessing
import re
import sys
from functools import cache

import torch
from carriers import CARRIERS, beside, carriers, own_modules, source
from layers import LATENT, SMALL, traced
from models import (
    CONFIG_MAPPING,
    OUT,
    ROTATES_WITH,
    VERSIONS,
    all_f64,
    first_parameter,
    modeling,
    pairing,
    rotary_class,
    softmax_factor,
)
from torch import nn
from transformers import PreTrainedModel
from transformers.initialization import no_init_weights
from transformers.models.auto.modeling_auto import MODEL_MAPPING

# Heads of 48 components, which no default fits by chance.
TWO_NUMBERS = {"num_attention_heads": 8, "hidden_size": 8 * 48}
# What some classes cannot do without, or need to rotate.
MORE = {
    **ROTATES_WITH,
    "autoformer": {"prediction_length": 8}, "informer": {"prediction_length": 8},
    "time_series_transformer": {"prediction_length": 8},
    # They fail if more components rotate than a head has.
    "codegen": {"rotary_dim": 32}, "gptj": {"rotary_dim": 32},
    "bamba": {"attn_layer_indices": [1], "num_hidden_layers": 2},
    "clvp_encoder": {"num_attention_heads": 12, "hidden_size": 768},  # read by its published sizes alone
    "chameleon": {"vocabulary_map": {"<image>": 3}},
    "cohere_compass_text": {"rope_parameters": {"full_attention": {"rope_type": "default", "rope_theta": 10_000.0}}},
    "deepseek_ocr2_text": {"mlp_layer_types": ["dense"] * 2, "num_hidden_layers": 2},
    "dots1": {"n_routed_experts": 4, "num_experts": 4},
    "dots3_note_audio_encoder": {"adapter_input_size": 384},
    "dots3_note_text": {"num_key_value_heads": 8},
    # Its sections are for 64 pairs.
    "ernie4_5_vl_moe_text": {"hidden_size": 8 * 128, "num_attention_heads": 8, "num_key_value_heads": 8},
    "esm": {"vocab_size": 33, "position_embedding_type": "rotary"},
    "gradium_phonon_tts": {"flow_head_config": {"condition_dim": 384}},
    "lfm2_moe": {"layer_types": ["full_attention", "conv"], "num_hidden_layers": 2},
    # 36 of 40 components; an odd number of them is made even in a way of its own.
    "moonshine": {"hidden_size": 320},
    "pocket_tts": {"flow_head_config": {"condition_dim": 384}},
    "seamless_m4t": {"position_embeddings_type": "rotary", "speech_encoder_attention_heads": 8},
    "wav2vec2-bert": {"position_embeddings_type": "rotary"},
    "wav2vec2-conformer": {"position_embeddings_type": "rotary"},
}
SWITCHES = ("position_embedding_type", "position_embeddings_type", "use_mem_rope")

# Calls that rotate a vector.
ROTATES = re.compile(r"(_?apply_\w*(rotary|rope|rotation)\w*|rotate_(half|every_two)|view_as_complex)$")
GRID = re.compile(r"vision|vqgan|vqmodel|perceiver|geometry_encoder|mask_decoder|prompt_encoder|adapter|spectrogram|"
                  r"clap_audio|timm_")
# What was judged by hand, and why.
UNBUILT = "it is not built without packages or files that are not installed; judged by hand"
PART = "it is only built inside of another model; judged by hand"
SIZES = "its defaults build no model; judged by hand"
HAND = {
    "blt": ("rotation", "each of its four parts rotates"), "esmfold2": ("parts", "its parts rotate"),
    "clvp_decoder": ("table", "its attention rotates only in the encoder"),
    "cohere_asr": ("table", "the relative scores are those of its encoder, the table is the decoder's"),
    "imagegpt": ("table", "its pixels are a sequence"),
    "moshi_depth": ("none", "its attention rotates only outside of the depth decoder"),
    "nemotron3_5_transcribe_audio": ("parts", "its parts rotate"), "neucodec": ("parts", "its parts rotate"),
    "xcodec": ("parts", "it is made of two models"), "xcodec2": ("parts", "its parts rotate"),
    "sam3_lite_text_text_model": ("table", "its input is text"), "pp_formulanet_text": ("table", "its input is text"),
    "timesfm": ("sines", "TimesFmPositionalEmbedding makes sines"),
    "videoprism_text_model": ("sines", "the table is a buffer of sines"),
    **{name: ("grid", UNBUILT) for name in ("dinat", "edgetam", "edgetam_vision_model", "gemma3n_vision", "timm_backbone",
                                         "timm_wrapper", "vitmatte")},
    **{name: ("grid", PART) for name in ("gemma4_unified_vision", "idefics_perciever", "idefics_vision",
                                       "pp_chart2table_vision", "sapiens2_head")},
    **{name: ("grid", SIZES) for name in ("pp_ocrv5_server_det", "pp_ocrv6_medium_det")},
    **{name: ("table", UNBUILT) for name in ("layoutlmv2", "layoutxlm")},
    **{name: ("rotation", UNBUILT) for name in ("pe_audio_video_encoder", "pe_video_encoder")},
    **{name: ("rotation", SIZES) for name in (
        "dbrx", "diffusion_gemma_text", "dots1", "hunyuan_v1_dense", "hunyuan_v1_moe", "hunyuan_vl_text", "ministral",
        "moonshine_streaming", "nemotron", "qwen3_omni_moe_talker_text", "qwen4_exp_text", "t5gemma2_decoder",
        "t5gemma2_text", "dots3_note_text", "voxtral_realtime_text")},
    "t5_gemma_module": ("rotation", PART), "higgs_audio_v2_tokenizer": ("parts", UNBUILT),
    "gemma4_unified_audio": ("none", PART), "vibevoice_diffusion": ("none", PART),
}
# Text models of configurations that do not tell theirs.
TEXT = {"gemma4_assistant": "gemma4_text", "musicgen": "musicgen_decoder", "musicgen_melody": "musicgen_melody_decoder",
        "nougat": "mbart"}


def model_classes(kind):
    """The classes that may be built from a configuration, the best first."""
    found = []
    with contextlib.suppress(Exception):  # some classes are not in the mapping, or not where it says
        mapped = MODEL_MAPPING[kind]
        found += list(mapped) if isinstance(mapped, (tuple, list)) else [mapped]
    module = modeling(kind)
    classes = [member for _, member in inspect.getmembers(module, inspect.isclass)
               if module and member.__module__ == module.__name__ and issubclass(member, nn.Module)]
    whole = [one for one in classes if issubclass(one, PreTrainedModel) and getattr(one, "config_class", None) is kind
             and not one.__name__.endswith("PreTrainedModel")]
    parts = [one for one in classes if not issubclass(one, PreTrainedModel) and first_parameter(one) is kind]
    parts.sort(key=lambda one: (not re.search("Model$|Encoder$|Decoder$|Transformer$", one.__name__), one.__name__))
    found += sorted(whole, key=lambda one: (not one.__name__.endswith("Model"), one.__name__))
    return found or parts


def configurations(name):
    """The configuration of a type by its defaults, and with all sizes small."""
    kind, more = CONFIG_MAPPING[name], {key: value for key, value in MORE.get(name, {}).items() if key not in SWITCHES}
    yield kind, {key: value for key, value in more.items() if not set(more) & {"flow_head_config", "adapter_input_size"}}
    yield kind, {**small(kind), **more}


def small(kind):
    plain = kind()
    sizes = {**SMALL, "num_hidden_layers": 4}
    return {key: size for key, size in sizes.items() if hasattr(plain, key)}


def built(name):
    """A model, on the meta device if that is possible."""
    errors = []
    for kind, values in configurations(name):
        for one in model_classes(kind):
            for device in ("meta", "cpu"):
                try:
                    with torch.device(device), no_init_weights():
                        return one(kind(**values))
                except Exception as error:  # any class may refuse in its own way
                    errors.append(str(error).strip().splitlines() or [repr(error)])
    raise ValueError(errors[0][0] if errors else "no class is built from this configuration alone")


@cache
def calls(kind):
    """The names of the functions and methods that a class calls."""
    tree = ast.parse(source(kind))
    # A decorator only registers a kernel.
    decorators = {id(node) for one in ast.walk(tree) for node in getattr(one, "decorator_list", [])}
    found = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call) and id(node) not in decorators]
    return {getattr(function, "id", getattr(function, "attr", None)) for function in found} - {None}


def rotates(model):
    return any(ROTATES.match(name) for one in own_modules(model) for name in calls(one))


def is_grid(name, model):
    """Whether the input of a model is an image, a video or a spectrogram."""
    first = next(iter(inspect.signature(model.forward).parameters), "")
    inputs = str(getattr(model, "main_input_name", "")), first
    if name.endswith("_text"):
        return False
    return bool(GRID.search(name)) or any(one.startswith(("pixel", "flattened_patches", "patch_")) for one in inputs)


def order_of(name, model):
    """How a model carries the order of its input, and what it has for that."""
    config, has = model.config if hasattr(model, "config") else None, carriers(model)
    has_parts = any(getattr(value, "model_type", None) for value in vars(config).values()) if config else False
    if is_grid(name, model):
        return "grid", has
    if has_parts and not hasattr(config, "hidden_size"):
        return "parts", has
    if rotates(model) and not set(MORE.get(name, ())) & set(SWITCHES):
        return "rotation", has
    # Recurrence needs no positional encoding.
    return ("none" if has[:1] in ([], ["recurrence"]) else has[0]), has


def angles(rotary, layer_type):
    """The frequencies of the cosines and sines at position 1, and the norm of each pair."""
    positions, made = torch.tensor([[0, 1]]), None
    for place in ([positions], [positions[None].expand(3, -1, -1)], []):
        with contextlib.suppress(Exception):  # M-RoPE has positions on three axes, and one class counts them itself
            made = rotary(torch.zeros(1, 2, 8, dtype=torch.float64), *place, *([layer_type] if layer_type else []))
            break
    if made is None:  # the sections of M-RoPE do not fit into so few pairs
        return getattr(rotary, f"{layer_type}_inv_freq" if layer_type else "inv_freq"), rotary.attention_scaling
    if isinstance(made, torch.Tensor) and len(made) == 1:  # complex numbers, or angles
        made = torch.polar(torch.ones_like(made), made) if made.is_floating_point() else made
        made = made.real, made.imag
    cos, sin = made
    cos, sin = cos.reshape(-1, 2, cos.shape[-1])[0, 1], sin.reshape(-1, 2, sin.shape[-1])[0, 1]
    half = len(cos) // 2
    if len(cos) % 2 == 0 and torch.equal(cos[:half], cos[half:]):
        cos, sin = cos[:half], sin[:half]
    elif torch.equal(cos[::2], cos[1::2]):
        cos, sin = cos[::2], sin[::2]
    return torch.atan2(sin, cos), float(torch.hypot(cos, sin)[0])


def tabled(config):
    """The same for a class that keeps a table of sines, then cosines, of all positions."""
    model = MODEL_MAPPING[type(config)](config)
    table = next(module.embed_positions for module in model.modules() if hasattr(module, "embed_positions"))
    sin, cos = (table.create_weight() if isinstance(table, nn.Module) else table)[1].chunk(2)
    return torch.atan2(sin, cos), float(torch.hypot(cos, sin)[0])


def sets(name):
    """The frequencies of each type of layers in a file with two numbers."""
    config = CONFIG_MAPPING[name](**{**TWO_NUMBERS, **MORE.get(name, {})})
    rope = getattr(config, "rope_parameters", None) or {}
    nested = sorted(key for key, value in rope.items() if isinstance(value, dict))
    made = {}
    with all_f64():
        embedding = rotary_class(type(config))
        rotary = embedding and embedding(config)
        present = [key for key in nested if hasattr(rotary, f"{key}_inv_freq")]  # a type may have no layers
        for layer_type in present or [None]:
            freqs, factor = angles(rotary, layer_type) if rotary else tabled(config)
            made[layer_type or ""] = [len(freqs), float(freqs[1]), float(freqs[-1]), round(factor, 15)]
    return made


# The length of the text that a small model reads, and the windows and chunks of that model, all shorter.
LENGTH = 24
# A class with windows that no key shortens reads a longer one.
LENGTHS = {"neomme": 1100}
NARROW = {"sliding_window": 8, "attention_chunk_size": 8, "local_attention": 16, "window_size": 8}
LAYERS = 8
# The largest small model, in parameters.
LARGEST = 200_000_000


# Sizes of latent attention, its experts and its indexer.
LATENT_EXPERTS = {"q_lora_rank": 32, "index_n_heads": 4, "index_head_dim": 16, "index_topk": 64, "n_group": 1,
                  "topk_group": 1}
SECTIONS = {"rope_parameters": {"rope_type": "default", "rope_theta": 1e4, "mrope_section": [2, 3, 3]}}
# What some classes need to be small.
SIZES = {
    **{name: {"head_dim": 16} for name in ("hunyuan_v1_dense", "hunyuan_v1_moe", "ministral")},
    "nemotron": {"head_dim": 16, "num_key_value_heads": 2}, "dots1": {"num_key_value_heads": 2},
    "hunyuan_vl_text": {"head_dim": 16, "rope_parameters": {"rope_type": "default", "rope_theta": 1e4,
                                                            "mrope_section": [2, 2, 2, 2]}},
    **{name: {"n_group": 1, "topk_group": 1} for name in ("beam", "dots1", "unlimited_ocr_text")},
    "cosmos3_edge_text": SECTIONS, "kyutai_speech_to_text": {"vocab_size": 64, "pad_token_id": 0},
    "qwen3_omni_moe_talker_text": {"shared_expert_intermediate_size": 16},
    "qwen2_5_omni_talker": {**SECTIONS, "embedding_size": 64},
    "step3p5": {"sliding_window": 8, "num_attention_groups": 2},
    "moshi_depth": {"vocab_size": 64},
    **{name: SECTIONS for name in ("glm4v_text", "glm_image_text", "glm_ocr_text", "paddleocr_vl_text",
                                   "qwen2_5_omni_text", "qwen2_5_vl_text", "qwen2_vl_text")},
    "deepseek_v2": {"num_experts_per_tok": 2}, "kimi_linear": {"num_expert_group": 1, "topk_group": 1},
    "glm4v_moe_text": {"rope_parameters": {**SECTIONS["rope_parameters"], "mrope_section": [1, 1, 2],
                                           "partial_rotary_factor": 0.5}},
    "codegen": {"rotary_dim": 8}, "gptj": {"rotary_dim": 8},
    "ernie4_5_vl_moe_text": {"moe_intermediate_size": [16, 16], "moe_num_experts": 4},
    "zaya": {"num_experts_per_tok": 1},
}

# Lists of layers that files of some classes have.
LISTED = {
    "bamba": {"attn_layer_indices": [1, 3], "num_hidden_layers": 4},
    "granitemoehybrid": {"layer_types": ["attention", "mamba"] * 4},
    "kimi_linear": {"linear_attn_config": {"head_dim": 8, "num_heads": 3, "short_conv_kernel_size": 3,
                                           "full_attn_layers": [4, 8], "kda_layers": [1, 2, 3, 5, 6, 7]}},
    "lfm2": {"full_attn_idxs": [1, 2]}, "nemotron_h": {"hybrid_override_pattern": "M-M*-ME*"},
    "zamba2": {"layers_block_type": ["mamba", "hybrid"] * 4},
}


def small_model(name, more=None):
    """A model on the CPU whose layers may be traced, the keys of its file, `more` among them, and the windows that they
    replace."""
    kind, errors = CONFIG_MAPPING[name], []
    plain = vars(kind())
    mapped = {key: kind.attribute_map.get(key, key) for key in {**SMALL, **NARROW}}
    of_class = {key: plain.get(own) for key, own in mapped.items()}
    narrow = [key for key in NARROW if isinstance(of_class[key], int) and of_class[key]]
    windows = {mapped[key]: [of_class[key], NARROW[key]] for key in narrow}
    keys = {"num_hidden_layers": LAYERS, **{mapped[key]: NARROW[key] for key in narrow}, **MORE.get(name, {}),
            **LISTED.get(name, {}), **(more or {})}
    sizes = {key: size for key, size in SMALL.items() if of_class[key] is not None}
    if "kv_lora_rank" in plain:
        sizes = {key: size for key, size in {**sizes, **LATENT, **LATENT_EXPERTS}.items() if key in plain and key != "head_dim"}
    for one in model_classes(kind):
        try:
            values = {**sizes, **keys, **SIZES.get(name, {}), **(more or {})}
            with torch.device("meta"):
                sketch = one(kind(**copy.deepcopy(values)))
            if sum(value.numel() for value in sketch.parameters()) > LARGEST:
                raise ValueError("its small model is large")
            return one(kind(**copy.deepcopy(values))).eval(), keys, windows
        except Exception as error:  # any class may refuse in its own way
            errors.append(repr(error))
    raise ValueError(errors[0] if errors else "no class")


def letter(first):
    """How a layer attends, from the first keys of its queries, and how many tokens it sees."""
    if not any(first):
        return "f", None
    last = len(first) - 1
    size = last - first[last] + 1
    chunk = next(query for query, key in enumerate(first) if key)
    return ("c", chunk) if first[chunk] == chunk else ("w", size)


def stack(name):
    """What the layers of a small model of a class do: a letter for each, a capital if it rotates.

    f sees the whole text, w a window, c a chunk, l has no attention, and x attention that is not traced. `window` has
    the windows and chunks of the class and of the small model, `sees` what its queries see, and `beside` what carries order
    apart from positions.
    """
    model, keys, windows = small_model(name)
    ids = torch.ones(1, LENGTHS.get(name, LENGTH), dtype=torch.long)
    decoder = {"decoder_input_ids": ids} if getattr(model.config, "is_encoder_decoder", False) else {}
    with traced(model) as trace, torch.no_grad():
        model(input_ids=ids, **decoder)
    found = {}
    for place, first in trace.attentions:
        found.setdefault(place, letter(first))
    # Classes with attention of their own do not say what it sees, and some share one layer.
    found.pop(None, None)
    without = "l" if found else "x"
    letters = [found.get(layer, (without, None))[0] for layer in range(keys["num_hidden_layers"])]
    letters = [one.upper() if layer in trace.rotating() else one for layer, one in enumerate(letters)]
    made = {"layers": "".join(letters), "listed": LISTED.get(name), "sees": sorted({size for _, size in found.values() if size}), "window": windows,
            "beside": beside(model), "rotating": trace.modules(), "rotates_back": trace.rotates_back()}
    return {key: value for key, value in made.items() if value}


def axes(config, n_pairs):
    """The axis that each pair follows, if the class has M-RoPE, with sections that fit all orders."""
    run = 3 * n_pairs // 8
    sizes = [run, run, n_pairs - 2 * run]
    rope = copy.deepcopy(config.rope_parameters)
    nested = [key for key, value in rope.items() if isinstance(value, dict)]
    for one in [rope[key] for key in nested] or [rope]:
        one["mrope_section"] = sizes
    config.rope_parameters = rope
    rotary = rotary_class(type(config))(config)
    if not hasattr(rotary, "mrope_section"):
        return None
    found, of_component = [None] * n_pairs, [None] * 2 * n_pairs
    for axis in range(3):
        positions = torch.zeros(3, 1, 1)
        positions[axis] = 1
        _, sin = rotary(torch.zeros(1), positions, *nested[:1])
        sin = sin.reshape(-1)
        for component in sin.nonzero().flatten().tolist():
            of_component[component] = axis
        halves, neighbours = (sin[:n_pairs], sin[n_pairs:]), (sin[::2], sin[1::2])
        for one, other in (halves, neighbours):
            if torch.equal(one, other):
                for pair in one.nonzero().flatten().tolist():
                    found[pair] = axis
                break
    if None in found:  # HunYuan VL gives the two components of a pair to different axes
        return None if None in of_component else {"sizes": sizes, "components": "".join(map(str, of_component))}
    return {"sizes": sizes, "axes": "".join(map(str, found))}


# Rules with a factor, beside which some classes read mscale_all_dim.
WITH_FACTOR = {
    "linear": {}, "dynamic": {}, "yarn": {"original_max_position_embeddings": 4096},
    "llama3": {"original_max_position_embeddings": 4096, "low_freq_factor": 1.0, "high_freq_factor": 4.0},
}


def softmax_factors(name):
    """What attention multiplies its scores by with `mscale_all_dim` beside each rule; None if it is 1 with all."""
    found = {}
    for rule, more in WITH_FACTOR.items():
        config = CONFIG_MAPPING[name](**{**TWO_NUMBERS, **MORE.get(name, {})})
        config.rope_parameters = {"rope_theta": 10_000.0, "rope_type": rule, "factor": 4.0, "mscale_all_dim": 0.7, **more}
        found[rule] = float(softmax_factor(config))
    return found if set(found.values()) != {1.0} else None


def details(name, made):
    """What the modules and the layers of a type do, and its sections and scales if it rotates."""
    found = {}
    if "sets" in made:
        with contextlib.suppress(Exception):  # the class has no sections
            n_pairs = next(iter(made["sets"].values()))[0]
            found["sections"] = axes(CONFIG_MAPPING[name](**{**TWO_NUMBERS, **MORE.get(name, {})}), n_pairs)
        with contextlib.suppress(Exception):  # its attention has no scale that a rule changes
            found["softmax"] = softmax_factors(name)
    if made.get("order") not in ("grid", "parts"):
        try:
            found |= stack(name)
        except Exception as error:  # it reads no text, or needs more than small sizes
            found["not_run"] = (str(error).strip() or type(error).__name__).splitlines()[0][:60]
    return found


def row(name):
    """All about one type."""
    kind = CONFIG_MAPPING[name]
    with contextlib.suppress(Exception):  # some defaults are refused
        config = kind()
        text = config.get_text_config()
        if text is not config:
            return {"type": name, "text": text.model_type}
    if name in TEXT:
        return {"type": name, "text": TEXT[name]}
    made = {"type": name}
    try:
        model = built(name)
        order, has = order_of(name, model)
        made |= {"class": type(model).__name__, "order": order, "has": has}
    except Exception as error:  # any class may refuse in its own way
        made["error"] = str(error).strip().splitlines()[0][:80]
    if name in HAND:
        made["order"], made["why"] = HAND[name]
    if made.get("order") == "rotation" or set(MORE.get(name, ())) & set(SWITCHES):
        if name in MORE:
            made["with"] = MORE[name]
        with contextlib.suppress(Exception):  # no rotary embedding of its own, or two numbers are not enough
            made["sets"] = sets(name)
            made["pairing"] = pairing(kind(**MORE.get(name, {})))
    made |= details(name, made)
    if made.get("order") == "table" and "class" in made:
        table = re.compile(CARRIERS["table"][0])
        shapes = [list(value.shape) for label, value in model.named_parameters() if table.search(label)]
        made["table"] = shapes[0][-2:] if shapes else None
    return {key: value for key, value in made.items() if value is not None}


def main():
    """Write all types, or only those of the command line in the place of their stored rows."""
    only, path = sys.argv[1:], OUT / "classes.json"
    # A process that forks after torch has used threads hangs in the first of them.
    with multiprocessing.get_context("spawn").Pool(initializer=torch.set_num_threads, initargs=(1,)) as pool:
        rows = pool.map(row, only or sorted(CONFIG_MAPPING.keys()), chunksize=1)
    if only:
        stored = {case["type"]: case for case in json.loads(path.read_text())["cases"]}
        rows = list({**stored, **{made["type"]: made for made in rows}}.values())
    content = {"id": "classes", "source": "the models' own classes", "versions": VERSIONS,
               "date": datetime.date.today().isoformat(), "values": TWO_NUMBERS,
               "tolerance": {"inv_freq_rel": 1e-14}}
    lines = ",\n  ".join(json.dumps(row, separators=(",", ":")) for row in rows)
    path.write_text(json.dumps(content)[:-1] + ',\n "cases": [\n  ' + lines + "\n ]}\n", encoding="utf-8")
    print(f"{path.name}: {len(rows)} cases, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
