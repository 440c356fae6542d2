"""Trains a tiny transformer of `crates/train` in torch, on one thread and without compiling it.

Prints the milliseconds and the loss of every timed step as a line of JSON. The arguments are the
task, the number of steps that warm up, and the number that are timed.
"""

import json
import math
import sys
import time

import torch
import torch.nn.functional as F
from torch import nn

N_TEXTS, LENGTH, DIM, N_HEADS, N_TOKENS = 32, 32, 48, 4, 16
HEAD_DIM, BASE = DIM // N_HEADS, 10_000.0
N_LAYERS = {"three-back": 1, "latest-value": 2}
N_ANSWERS = {"three-back": N_TOKENS, "latest-value": N_TOKENS // 2}
N_STEPS = {"three-back": 400, "latest-value": 500}
NO_ANSWER = -100  # what torch's cross-entropy leaves out


def three_back():
    tokens = torch.randint(N_TOKENS, (N_TEXTS, LENGTH))
    return tokens, F.pad(tokens[:, :-3], (3, 0), value=NO_ANSWER)


def latest_value():
    n_keys = N_TOKENS // 2
    keys, values = torch.randint(n_keys, (2, N_TEXTS, LENGTH // 2))
    tokens = torch.stack([keys, n_keys + values], -1).flatten(1)
    same = (keys[:, :, None] == keys[:, None, :]).tril(-1)
    latest = (same * torch.arange(1, LENGTH // 2 + 1)).amax(-1)
    answers = values.gather(1, (latest - 1).clamp(min=0))
    answers[latest == 0] = NO_ANSWER
    return tokens, torch.stack([answers, torch.full_like(answers, NO_ANSWER)], -1).flatten(1)


DRAW = {"three-back": three_back, "latest-value": latest_value}


def matrix(rows, columns, deviation):
    return nn.Parameter(deviation * torch.randn(rows, columns))


class Layer(nn.Module):
    def __init__(self, n_layers):
        super().__init__()
        added = (2 * n_layers) ** -0.5
        self.norm, self.second_norm = nn.RMSNorm(DIM, eps=1e-5), nn.RMSNorm(DIM, eps=1e-5)
        self.qkv = matrix(DIM, 3 * DIM, DIM**-0.5)
        self.out = matrix(DIM, DIM, DIM**-0.5 * added)
        self.up = matrix(DIM, 2 * DIM, DIM**-0.5)
        self.down = matrix(2 * DIM, DIM, (2 * DIM) ** -0.5 * added)

    def forward(self, x, cos, sin):
        parts = (self.norm(x) @ self.qkv).view(N_TEXTS, LENGTH, 3, N_HEADS, HEAD_DIM)
        queries, keys, values = parts.permute(2, 0, 3, 1, 4).unbind()
        queries, keys = rotate(queries, cos, sin), rotate(keys, cos, sin)
        sums = F.scaled_dot_product_attention(queries, keys, values, is_causal=True)
        x = x + sums.transpose(1, 2).flatten(2) @ self.out
        return x + (self.second_norm(x) @ self.up).relu() @ self.down


def rotate(x, cos, sin):  # as transformers has it
    first, second = x.chunk(2, -1)
    return x * cos + torch.cat((-second, first), -1) * sin


class Model(nn.Module):
    def __init__(self, task):
        super().__init__()
        self.embedding = matrix(N_TOKENS, DIM, 0.5)
        self.layers = nn.ModuleList(Layer(N_LAYERS[task]) for _ in range(N_LAYERS[task]))
        self.norm = nn.RMSNorm(DIM, eps=1e-5)
        self.output = matrix(DIM, N_ANSWERS[task], 0.5 * DIM**-0.5)
        frequencies = BASE ** (-torch.arange(0, HEAD_DIM, 2, dtype=torch.float64) / HEAD_DIM)
        angles = torch.outer(torch.arange(LENGTH, dtype=torch.float64), frequencies).repeat(1, 2)
        self.cos, self.sin = angles.cos().float(), angles.sin().float()

    def forward(self, tokens):
        x = F.embedding(tokens, self.embedding)
        for layer in self.layers:
            x = layer(x, self.cos, self.sin)
        return self.norm(x) @ self.output

    def optimizer(self):
        """Only matrices that multiply vectors decay."""
        others = [p for name, p in self.named_parameters() if "norm" in name or name == "embedding"]
        known = {id(p) for p in others}
        matrices = [p for p in self.parameters() if id(p) not in known]
        groups = [{"params": matrices, "weight_decay": 0.01}, {"params": others, "weight_decay": 0.0}]
        return torch.optim.AdamW(groups, lr=0.0, betas=(0.9, 0.99), eps=1e-8, fused=True)


def step_size(step, n_steps):
    """The schedule of our own race."""
    cosine = 0.5 * (1 + math.cos(math.pi * step / n_steps))
    return 3e-3 * min((step + 1) / 20, 1) * (0.05 + 0.95 * cosine)


def main(task, warm_up, timed):
    torch.set_num_threads(1)
    torch.manual_seed(1)
    model = Model(task)
    optimizer = model.optimizer()
    millis, losses = [], []
    for step in range(warm_up + timed):
        start = time.perf_counter()
        tokens, answers = DRAW[task]()
        loss = F.cross_entropy(model(tokens).flatten(0, 1), answers.flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for group in optimizer.param_groups:
            group["lr"] = step_size(step, N_STEPS[task])
        optimizer.step()
        losses.append(loss.item())
        millis.append(1e3 * (time.perf_counter() - start))
    print(json.dumps({"millis": millis[warm_up:], "losses": losses[warm_up:]}))


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
