#!/usr/bin/env python3
"""Write tests/golden/axes.json: how image and video models rotate a vector at some patches of a small grid.

    /tmp/golden-venv/bin/python tools/golden/axes.py

Each case has the vector, the patches as (frame, row, column), and the rotated vectors, by the classes of diffusers, timm and
transformers. They compute in f32; here every f32 of torch is an f64 (`all_f64`), also in the default arguments of their
functions, so they are imported under it. Z-Image's table is complex64, here complex128. Rules for larger pictures and longer
videos follow the published code of their authors, in numpy, as no library has them.
"""
import contextlib
import math
from types import SimpleNamespace

import numpy as np
import torch
import transformers
from attention import seeded
from formulas import VERSIONS, check, write
from models import all_f64

with all_f64():
    import diffusers
    import timm
    from diffusers.models.embeddings import apply_rotary_emb
    from diffusers.models.transformers import (transformer_cosmos, transformer_flux, transformer_flux2,
                                               transformer_hunyuan_video, transformer_ideogram4, transformer_qwenimage,
                                               transformer_wan, transformer_z_image)
    from diffusers.pipelines.flux2.pipeline_flux2 import Flux2Pipeline
    from diffusers.pipelines.flux.pipeline_flux import FluxPipeline
    from timm.layers import pos_embed_sincos as timm_rope

from transformers import Qwen2VLTextConfig, Qwen3VLTextConfig
from transformers.models.dinov3_vit import DINOv3ViTConfig, modeling_dinov3_vit
from transformers.models.qwen2_vl import modeling_qwen2_vl
from transformers.models.qwen3_vl import modeling_qwen3_vl
from transformers.models.sam2_video import Sam2VideoConfig, modeling_sam2_video

VIDEO, PICTURE = (3, 4, 5), (1, 4, 5)
WHY = "angles up to 2 pi or 65,540 in f64: 6e-16 of the angle, twice, times the longest pair"


@contextlib.contextmanager
def doubled():
    """Everything in f64, and complex numbers with two of them."""
    narrow = torch.complex64
    torch.complex64 = torch.complex128
    try:
        with all_f64():
            yield
    finally:
        torch.complex64 = narrow


def places(grid):
    """All patches of a grid in the order of tokens, as (frame, row, column)."""
    return [(f, r, c) for f in range(grid[0]) for r in range(grid[1]) for c in range(grid[2])]


def chosen(grid):
    """The first, the last and three other patches."""
    n_patches = math.prod(grid)
    return sorted({0, n_patches // 3, n_patches // 2 + 1, n_patches - grid[2], n_patches - 1})


def vector(head_dim):
    """The vector that is rotated."""
    return seeded(71, head_dim)


def case(family, grid, rotated, positions=None, farthest=20, **params):
    """One case: rotated is of shape [n_patches, head_dim] or callable on the vector of every patch."""
    picked = chosen(grid)
    x = vector(rotated.shape[-1])
    expected = {"rotated": rotated[picked].tolist()}
    if positions is not None:
        expected["positions"] = np.asarray(positions, dtype=float)[picked].tolist()
    bound = float(f"{2 * 1.42 * np.abs(x).max() * (6e-16 * farthest + 1e-15):.3g}")
    assert bound < 1e-12 or farthest > 1000
    return {"params": {"kind": "model", "family": family, **params},
            "input": {"grid": list(grid), "patches": [list(places(grid)[at]) for at in picked], "x": x.tolist()},
            "expected": expected, "tolerance": {"abs": bound}, "why_tolerance": WHY}


def wide(grid, head_dim):
    """The vector for every patch, of shape [1, n_patches, 1, head_dim]."""
    return torch.tensor(vector(head_dim))[None, None, None].repeat(1, math.prod(grid), 1, 1)


def interleaved(grid, cos, sin):
    """diffusers' rotation with cosines and sines of shape [n_patches, head_dim]."""
    return apply_rotary_emb(wide(grid, cos.shape[-1]), (cos, sin), sequence_dim=1)[0, :, 0]


# --- diffusers ----------------------------------------------------------------------------------

def flux1():
    """FLUX.1; its pipeline makes the positions."""
    ids = FluxPipeline._prepare_latent_image_ids(1, PICTURE[1], PICTURE[2], "cpu", torch.float64)
    cos, sin = transformer_flux.FluxPosEmbed(theta=10_000, axes_dim=[16, 56, 56])(ids)
    return case("flux1", PICTURE, interleaved(PICTURE, cos, sin), ids)


def flux2(picture):
    """FLUX.2: the picture, or one of the references."""
    latents = torch.zeros(1, 1, *PICTURE[1:])
    ids = Flux2Pipeline._prepare_latent_ids(latents)[0]
    if picture:
        n_patches = math.prod(PICTURE)
        ids = Flux2Pipeline._prepare_image_ids([latents] * picture)[0][-n_patches:]
    cos, sin = transformer_flux2.Flux2PosEmbed(theta=2000, axes_dim=[32] * 4)(ids)
    return case("flux2", PICTURE, interleaved(PICTURE, cos, sin), ids, picture=picture)


def hunyuan_video():
    """HunyuanVideo, with patches of 2 x 2."""
    rope = transformer_hunyuan_video.HunyuanVideoRotaryPosEmbed(2, 1, [16, 56, 56], 256.0)
    cos, sin = rope(torch.zeros(1, 1, VIDEO[0], 2 * VIDEO[1], 2 * VIDEO[2]))
    return case("hunyuan_video", VIDEO, interleaved(VIDEO, cos, sin))


def z_image(caption_tokens):
    """Z-Image, after a caption that is filled up."""
    model = transformer_z_image.ZImageTransformer2DModel
    multiple = transformer_z_image.SEQ_MULTI_OF
    start = (caption_tokens + -caption_tokens % multiple + 1, 0, 0)
    ids = model.create_coordinate_grid(PICTURE, start).flatten(0, 2)
    table = transformer_z_image.RopeEmbedder(256.0, [32, 48, 48], [1536, 512, 512])(ids)
    rotated = apply_rotary_emb(wide(PICTURE, 128), table[None], use_real=False)[0, :, 0]
    return case("z_image", PICTURE, rotated, ids, farthest=start[0], caption_tokens=caption_tokens)


def wan():
    """Wan; its rotation is a function inside another one and equals that of diffusers."""
    rope = transformer_wan.WanRotaryPosEmbed(128, (1, 2, 2), 64)
    cos, sin = rope(torch.zeros(1, 1, VIDEO[0], 2 * VIDEO[1], 2 * VIDEO[2]))
    return case("wan", VIDEO, interleaved(VIDEO, cos[0, :, 0], sin[0, :, 0]))


def qwen_image(grid):
    """Qwen-Image, centred."""
    rope = transformer_qwenimage.QwenEmbedRope(10_000, [16, 56, 56], scale_rope=True)
    table, text = rope([grid], max_txt_seq_len=1)
    rotated = transformer_qwenimage.apply_rotary_emb_qwen(wide(grid, 128), table, use_real=False)[0, :, 0]
    one = case("qwen_image", grid, rotated)
    # The fastest pair of the first axis rotates by one radian per position.
    one["expected"]["first_text_position"] = round(text[0, 0].angle().item())
    return one


def cosmos(frames_per_second, factors):
    """Cosmos, with a factor for each axis."""
    rope = transformer_cosmos.CosmosRotaryPosEmbed(128, rope_scale=factors)
    cos, sin = rope(torch.zeros(1, 1, VIDEO[0], 2 * VIDEO[1], 2 * VIDEO[2]), fps=frames_per_second)
    rotated = apply_rotary_emb(wide(VIDEO, 128), (cos, sin), use_real_unbind_dim=-2, sequence_dim=1)[0, :, 0]
    return case("cosmos", VIDEO, rotated, frames_per_second=frames_per_second, factors=list(factors))


def ideogram4():
    """Ideogram 4, whose picture starts at 65,536."""
    start = transformer_ideogram4.IMAGE_POSITION_OFFSET
    ids = torch.tensor(places(PICTURE)) + start
    cos, sin = transformer_ideogram4.Ideogram4MRoPE(128, 5_000_000, (24, 20, 20))(ids[None])
    x = wide(PICTURE, 128)[0, :, 0]
    rotated = x * cos[0] + transformer_ideogram4._rotate_half(x) * sin[0]
    return case("ideogram4", PICTURE, rotated, ids, farthest=start + 10)


# --- transformers -------------------------------------------------------------------------------

def qwen_vl(family, module, config_class, rotary, base, sections, grid, start):
    """Qwen2-VL and Qwen3-VL: a picture or a video after some tokens of text."""
    config = config_class(hidden_size=128, num_attention_heads=1, num_key_value_heads=1, head_dim=128,
                          rope_parameters={"rope_type": "default", "rope_theta": base, "mrope_section": sections})
    ids = torch.tensor(places(grid)) + start
    x = wide(grid, 128).transpose(1, 2)
    cos, sin = getattr(module, rotary)(config)(x, ids.T[:, None])
    rotated = module.apply_rotary_pos_emb(x, x, cos, sin)[0][0, 0]
    return case(family, grid, rotated, ids, start=start)


def dinov3():
    """DINOv3, and timm's class for it."""
    config = DINOv3ViTConfig(hidden_size=128, num_attention_heads=2, patch_size=16)
    # In training, coordinates are shifted and rescaled by random numbers.
    rope = modeling_dinov3_vit.DINOv3ViTRopePositionEmbedding(config).eval()
    cos, sin = rope(torch.zeros(1, 3, 16 * PICTURE[1], 16 * PICTURE[2]))
    x = wide(PICTURE, 64).transpose(1, 2)
    rotated = modeling_dinov3_vit.apply_rotary_pos_emb(x, x, cos, sin)[0][0, 0]
    coordinates = modeling_dinov3_vit.get_patches_center_coordinates(*PICTURE[1:], torch.float64, "cpu")
    embed = timm_rope.RotaryEmbeddingDinoV3(64, temperature=100.0).get_embed(list(PICTURE[1:]))
    same = timm_rope.apply_rot_embed_cat(x[0, 0], embed, half=True)
    check(same, rotated, 1e-14, "DINOv3 in timm")
    return case("dinov3", PICTURE, rotated, coordinates)


def sam2():
    """SAM 2's memory attention; its rotation goes through the class's own function."""
    config = Sam2VideoConfig(memory_attention_rope_feat_sizes=list(PICTURE[1:][::-1]))
    check(config.rope_parameters["rope_theta"], 10_000, 0, "base of SAM 2")
    ids = modeling_sam2_video.Sam2VideoMemoryAttention.precompute_positions(config)
    cos, sin = modeling_sam2_video.Sam2VideoVisionRotaryEmbedding(config)(torch.zeros(1), ids)
    x = wide(PICTURE, 256).transpose(1, 2)
    rotated = modeling_sam2_video.apply_rotary_pos_emb_2d(x, x, cos, sin)[0][0, 0]
    return case("sam2", PICTURE, rotated, ids)


# --- timm ---------------------------------------------------------------------------------------

def eva(reference, offset, indexing, base):
    """EVA's axes."""
    rope = timm_rope.RotaryEmbeddingCat(64, in_pixels=False, temperature=base, ref_feat_shape=reference,
                                        grid_offset=offset, grid_indexing=indexing)
    x = wide(PICTURE, 64)[0, :, 0]
    rotated = timm_rope.apply_rot_embed_cat(x, rope.get_embed(list(PICTURE[1:])))
    return case("eva", PICTURE, rotated, reference=reference, offset=offset, indexing=indexing, base=base)


def mixed():
    """RoPE-Mixed as its training starts, with the angle of the first head."""
    torch.manual_seed(72)
    rope = timm_rope.RotaryEmbeddingMixed(64 * 2, depth=1, num_heads=2, temperature=10.0)
    frequencies = rope.freqs[:, 0, 0].detach()
    x = wide(PICTURE, 64)[0, :, 0]
    rotated = timm_rope.apply_rot_embed_cat(x, rope.get_embed(list(PICTURE[1:]))[0, 0].detach())
    angle = torch.atan2(frequencies[1, 0], frequencies[0, 0]).item()
    one = case("mixed", PICTURE, rotated, base=10.0, angle=angle)
    one["expected"]["directions"] = frequencies.T.tolist()
    return one


# --- larger pictures, longer videos ---------------------------------------------------------------

def riflex(base, dim, repeats_after, frames, turns):
    """riflex_utils.py of thu-ml/RIFLEx (2bff7fe): identify_k and the modified frequencies; its k counts from 1."""
    inv_freq = base ** (-np.arange(0, dim, 2) / dim)
    periods = [round(2 * np.pi / frequency) for frequency in inv_freq]
    pair = int(np.argmin([abs(period - repeats_after) for period in periods]))
    inv_freq[pair] = turns * 2 * np.pi / frames
    return {"params": {"kind": "riflex", "base": base, "dim": dim},
            "input": {"repeats_after": repeats_after, "frames": frames, "turns": turns},
            "expected": {"pair": pair, "inv_freq": inv_freq.tolist()},
            "tolerance": {"rel": 1e-15 * 4}, "why_tolerance": "powers and quotients"}


def found_pair(turns, dim, base, trained):
    """find_correction_factor of the code of DyPE."""
    return dim * math.log(trained / (turns * 2 * math.pi)) / (2 * math.log(base))


def ramp(more, fewer, dim, base, trained):
    """find_correction_range and linear_ramp_mask of the code of DyPE."""
    low = max(math.floor(found_pair(more, dim, base, trained)), 0)
    high = min(math.ceil(found_pair(fewer, dim, base, trained)), dim - 1)
    high = min(dim // 2, high)
    high = high + 0.001 if low == high else high
    return np.clip((np.arange(dim // 2) - low) / (high - low), 0, 1)


def dype(rule, length, trained, time, dim=56, base=10_000.0):
    """flux/transformer_flux.py of guyyariv/DyPE (5db5897)."""
    powers, growth = np.arange(0, dim, 2) / dim, length / trained
    plain = base ** -powers
    stretched = growth ** (dim / (dim - 2))
    factor = 1.0
    if growth <= 1:
        inv_freq = plain
    elif rule == "ntk":
        inv_freq = (base * stretched ** (2 * time ** 2)) ** -powers
    else:
        kappa = time ** 2
        slow = ramp(1.25 * kappa, 0.75 * kappa, dim, base, trained)
        fast = ramp(16 * kappa, 2 * kappa, dim, base, trained)
        changed = plain / growth * slow + (base * stretched) ** -powers * (1 - slow)
        inv_freq = changed * fast + plain * (1 - fast)
        factor = 0.1 * math.log(growth) + 1
    return {"params": {"kind": "dype", "rule": rule, "base": base, "dim": dim},
            "input": {"length": length, "trained": trained, "time": time},
            "expected": {"inv_freq": inv_freq.tolist(), "attention_factor": factor},
            "tolerance": {"rel": 1e-13}, "why_tolerance": "a stretched base, a power of it, and two mixtures"}


def check_published():
    """Numbers in the tests of diffusers' own port of DyPE, which its releases do not have yet."""
    check(found_pair(1.25, 56, 1e4, 64), 6.37763064832401, 1e-13, "DyPE, 1.25 turns")
    check(found_pair(0.75, 56, 1e4, 64), 7.9305718956385, 1e-12, "DyPE, 0.75 turns")
    check(found_pair(16, 56, 1e4, 64), -1.3728391392110684, 1e-13, "DyPE, 16 turns")
    check(1e4 * 4 ** (56 / 54), 42107.40810555822, 1e-9, "DyPE, NTK")


def axes():
    """Rotary classes of diffusers, timm and transformers in f64; the code of the authors of RIFLEx and DyPE"""
    check_published()
    qwen = SimpleNamespace(two=("qwen2_vl", modeling_qwen2_vl, Qwen2VLTextConfig, "Qwen2VLRotaryEmbedding", 1e6, [16, 24, 24]),
                           three=("qwen3_vl", modeling_qwen3_vl, Qwen3VLTextConfig, "Qwen3VLTextRotaryEmbedding", 5e6,
                                  [24, 20, 20]))
    with doubled():
        cases = [flux1(), flux2(0), flux2(2), hunyuan_video(), z_image(40), wan(), qwen_image(PICTURE), qwen_image(VIDEO),
                 cosmos(None, (2.0, 1.0, 1.0)), cosmos(16, (1.0, 3.0, 2.0)), ideogram4(),
                 qwen_vl(*qwen.two, VIDEO, 7), qwen_vl(*qwen.three, PICTURE, 7), dinov3(), sam2(),
                 eva([16, 16], 0.0, "ij", 10_000.0), eva(None, 1.0, "xy", 100.0), eva([2, 3], 1.0, "xy", 10_000.0), mixed()]
    cases += [riflex(256.0, 16, 50, 66, 1.0), riflex(256.0, 16, 50, 66, 0.9), riflex(10_000.0, 44, 20, 41, 1.0)]
    cases += [dype(rule, length, 64, time) for rule in ("ntk", "yarn") for length, time in
              ((256, 1.0), (256, 0.5), (128, 0.2), (128, 0.05), (64, 1.0))]
    return "each case names its kind and the model's family; patches as (frame, row, column)", cases


if __name__ == "__main__":
    write(axes, VERSIONS | {"transformers": transformers.__version__, "diffusers": diffusers.__version__,
                            "timm": timm.__version__})
