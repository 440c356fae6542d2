#!/usr/bin/env python3
"""Write tests/golden/train.json: losses and gradients of tiny transformers by the automatic differentiation of torch, and
losses while torch's AdamW trains them.

    python3 -m venv ~/golden-venv
    ~/golden-venv/bin/pip install -r tools/golden/requirements.txt
    ~/golden-venv/bin/python tools/golden/train.py

The models are written here once more, from the description in crates/train/src/lib.rs, with functions of torch. Their numbers and
texts come from a formula, so that the file only holds results. Everything is computed in 64-bit floating point.
"""
import json
import math
from pathlib import Path

import torch

OUT = Path(__file__).resolve().parents[2] / "tests" / "golden" / "train.json"
DIM, HEADS, TOKENS, ANSWERS, LENGTH, TEXTS, LAYERS = 8, 2, 5, 4, 6, 2, 2
POSITIONS, BUCKETS, FARTHEST, BASE = 7, 4, 5, 100.0
STEPS = 50
DECAYING = ("qkv", "out", "up", "down", "output")
torch.set_default_dtype(torch.float64)


def numbers(place, shape):
    """The numbers of a group: a wave, rounded to f32 as in the program that is tested."""
    count = math.prod(shape)
    wave = 0.4 * torch.sin(1.7 * torch.arange(count) + place + 1.0)
    return wave.float().double().reshape(shape).requires_grad_()


def groups(name):
    """Every group of numbers in the order of `Parameters::groups`; gains are near 1."""
    shapes = [("embedding", (TOKENS, DIM)),
              ("positions", (POSITIONS if name == "learned" else 0, DIM)),
              ("buckets", (HEADS, BUCKETS) if name == "t5" else (0, 0))]
    for layer in range(LAYERS):
        shapes += [(f"layers.{layer}.{group}", shape) for group, shape in (
            ("norm", (1, DIM)), ("qkv", (DIM, 3 * DIM)), ("out", (DIM, DIM)),
            ("second_norm", (1, DIM)), ("up", (DIM, 2 * DIM)), ("down", (2 * DIM, DIM)))]
    shapes += [("norm", (1, DIM)), ("output", (DIM, ANSWERS))]
    return {group: numbers(place, shape) for place, (group, shape) in enumerate(shapes)}


def norm(x, gain):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5) * gain


def bucket(offset, causal):
    """T5's bucket of a relative position (key minus query): mesh_tensorflow's `_relative_position_bucket`."""
    n, first = BUCKETS, 0
    if causal:
        distance = max(-offset, 0)
    else:
        n //= 2
        first, distance = (n if offset > 0 else 0), abs(offset)
    exact = n // 2
    if distance < exact:
        return first + distance
    far = exact + int(math.log(distance / exact) / math.log(FARTHEST / exact) * (n - exact))
    return first + min(far, n - 1)


def told(name, p, causal):
    """What is added to the tokens, the angles of RoPE, and what is added to scores."""
    width = DIM // HEADS
    places = torch.arange(LENGTH, dtype=torch.float64)
    added, angles, bias = 0.0, None, torch.zeros(HEADS, LENGTH, LENGTH)
    offsets = places[None] - places[:, None]
    if name == "learned":
        added = p["positions"][:LENGTH]
    if name == "sinusoidal":
        angle = places[:, None] * BASE ** (-torch.arange(0, DIM, 2) / DIM)
        added = 0.5 * torch.stack([angle.sin(), angle.cos()], -1).reshape(LENGTH, DIM)
    if name == "rope":
        angles = places[:, None] * BASE ** (-torch.arange(0, width, 2) / width)
    if name == "alibi":
        slopes = 2.0 ** (-8.0 / HEADS * torch.arange(1, HEADS + 1))
        bias = -slopes[:, None, None] * offsets.abs()
    if name == "t5":
        places_of = torch.tensor([[bucket(int(o), causal) for o in row] for row in offsets])
        bias = 10.0 * p["buckets"][:, places_of]
    if causal:
        bias = bias.masked_fill(offsets > 0, -math.inf)
    return added, angles, bias


def rotated(x, angles):
    first, second = x.chunk(2, -1)
    return torch.cat([first * angles.cos() - second * angles.sin(), first * angles.sin() + second * angles.cos()], -1)


def loss_of(name, p, causal, tokens, answers, weights):
    added, angles, bias = told(name, p, causal)
    x = p["embedding"][tokens] + added
    for layer in range(LAYERS):
        of = lambda group: p[f"layers.{layer}.{group}"]  # noqa: B023
        q, k, v = (part.view(TEXTS, LENGTH, HEADS, -1).transpose(1, 2)
                   for part in (norm(x, of("norm")) @ of("qkv")).chunk(3, -1))
        if angles is not None:
            q, k = rotated(q, angles), rotated(k, angles)
        scores = q @ k.transpose(-1, -2) / math.sqrt(DIM // HEADS) + bias
        x = x + (scores.softmax(-1) @ v).transpose(1, 2).reshape(TEXTS, LENGTH, DIM) @ of("out")
        x = x + torch.relu(norm(x, of("second_norm")) @ of("up")) @ of("down")
    logits = norm(x, p["norm"]) @ p["output"]
    each = torch.nn.functional.cross_entropy(logits.view(-1, ANSWERS), answers.view(-1), reduction="none")
    return (each * weights.view(-1)).sum() / weights.sum()


def batch(step):
    """The texts of a training step, with answers and weights."""
    places = torch.arange(TEXTS * LENGTH)
    tokens = (3 * places * places + (step + 1) * places + step) % TOKENS
    answers = (2 * places + 1 + step) % ANSWERS
    return tokens.view(TEXTS, LENGTH), answers, (places % 4 != 1).double()


def training(name, causal):
    """The loss at each step of a training with warm-up, clipped gradients and weight decay of the matrices."""
    p = groups(name)
    whole = {group: values for group, values in p.items() if values.numel()}
    decays = [values for group, values in whole.items() if group.split(".")[-1] in DECAYING]
    others = [values for group, values in whole.items() if group.split(".")[-1] not in DECAYING]
    optimizer = torch.optim.AdamW([{"params": decays, "weight_decay": 0.01}, {"params": others, "weight_decay": 0.0}],
                                  betas=(0.9, 0.99), eps=1e-8)
    losses = []
    for step in range(STEPS):
        cosine = 0.5 * (1 + math.cos(math.pi * step / STEPS))
        for group in optimizer.param_groups:
            group["lr"] = 3e-3 * min(1, (step + 1) / 20) * (0.05 + 0.95 * cosine)
        optimizer.zero_grad()
        loss = loss_of(name, p, causal, *batch(step))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(list(whole.values()), 1.0)
        optimizer.step()
        losses.append(float(f"{loss.item():.9g}"))
    return losses


def case(name, causal):
    p = groups(name)
    loss = loss_of(name, p, causal, *batch(0))
    loss.backward()
    # Groups without numbers have no gradient.
    gradients = {group: [float(f"{g:.9g}") for g in values.grad.flatten().tolist()]
                 for group, values in p.items() if values.numel()}
    return {"position": name, "mask": "causal" if causal else "none", "loss": loss.item(), "gradients": gradients,
            "training": training(name, causal)}


def main():
    names = ["none", "learned", "sinusoidal", "t5", "alibi", "rope"]
    cases = [case(name, True) for name in names] + [case("t5", False), case("rope", False)]
    content = {"id": "train", "source": "torch.autograd", "versions": {"torch": torch.__version__.split("+")[0]},
               "tolerance": {"gradient_rel": 1e-5, "training_abs": 5e-4}, "cases": cases}
    OUT.write_text(json.dumps(content) + "\n", encoding="utf-8")
    print(f"{OUT.name}: {len(cases)} cases, {OUT.stat().st_size} bytes")


if __name__ == "__main__":
    main()
