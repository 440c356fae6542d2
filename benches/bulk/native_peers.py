"""Times bulk RoPE of numpy and torch beside a copy of as many bytes, in turns and on one thread.

One line of JSON for each; the number of rounds is the only argument. numpy's `out=` writes to
memory that is there, everything else to new memory, as each is usually called.
"""

import json
import sys
import time

import numpy as np

try:
    import torch
except ImportError:
    torch = None

BASE = 10_000.0
# As in crates/bulk/benches/bulk.rs: sizes, and how many times one is timed together.
SIZES = [
    ("64 MiB", (1, 32, 4096, 128), 1),
    ("8 MiB", (1, 8, 2048, 128), 4),
    ("512 KiB", (1, 8, 256, 64), 50),
]


def angles(positions, head_dim):
    frequencies = BASE ** (-np.arange(0, head_dim, 2) / head_dim)
    return np.arange(positions)[:, None] * frequencies


def largest_error(x, turned, pairing):
    """How far a component of the first or last head is at most from float64."""
    half = x.shape[-1] // 2
    x, turned = (np.asarray(every, np.float64)[:, [0, -1]] for every in (x, turned))
    turn = np.exp(1j * angles(*x.shape[-2:]))

    def pairs(vectors):
        if pairing == "interleaved":
            return vectors[..., 0::2] + 1j * vectors[..., 1::2]
        return vectors[..., :half] + 1j * vectors[..., half:]

    apart = pairs(turned) - pairs(x) * turn
    return float(max(np.abs(apart.real).max(), np.abs(apart.imag).max()))


def numpy_cases(x, out, exact):
    half = x.shape[-1] // 2
    cos, sin = np.cos(exact).astype(np.float32), np.sin(exact).astype(np.float32)
    turn = (cos + 1j * sin).astype(np.complex64)

    def half_split():
        a, b = x[..., :half], x[..., half:]
        return np.concatenate([a * cos - b * sin, a * sin + b * cos], axis=-1)

    def interleaved():
        np.multiply(x.view(np.complex64), turn, out=out.view(np.complex64))
        return out

    return {
        ("numpy, halves joined", "half-split"): half_split,
        ("numpy, complex numbers, out=", "interleaved"): interleaved,
    }


def torch_cases(x, exact):
    torch.set_num_threads(1)
    shape, half = x.shape, x.shape[-1] // 2
    vectors = torch.from_numpy(x)
    tables = (np.cos(exact), np.sin(exact))
    cos, sin = (torch.from_numpy(np.concatenate([table, table], -1)).float() for table in tables)
    turn = torch.from_numpy(np.exp(1j * exact)).to(torch.complex64)

    def half_split():  # as transformers has it
        rotated = torch.cat((-vectors[..., half:], vectors[..., :half]), dim=-1)
        return vectors * cos + rotated * sin

    def interleaved():  # as Llama's own code has it
        numbers = torch.view_as_complex(vectors.view(*shape[:-1], half, 2))
        return torch.view_as_real(numbers * turn).view(shape)

    return {
        ("torch, eager, as transformers", "half-split"): half_split,
        ("torch, eager, complex numbers", "interleaved"): interleaved,
    }


def main(rounds):
    for size, shape, repeats in SIZES:
        count = np.arange(np.prod(shape), dtype=np.float32)
        x = np.sin(count * np.float32(0.37)).reshape(shape)
        out, exact = np.empty_like(x), angles(*shape[-2:])
        turns = numpy_cases(x, out, exact) | (torch_cases(x, exact) if torch else {})
        cases = {("copy: np.copyto", None): lambda: np.copyto(out, x)} | turns
        seconds = {case: [] for case in cases}
        for turn in range(rounds + 1):  # the first round warms up
            for case, work in cases.items():
                start = time.perf_counter()
                for _ in range(repeats):
                    work()
                if turn:
                    seconds[case].append((time.perf_counter() - start) / repeats)
        for (name, pairing), work in cases.items():
            error = largest_error(x, work(), pairing) if pairing else None
            line = {"size": size, "name": name, "pairing": pairing, "error": error}
            print(json.dumps(line | {"seconds": seconds[name, pairing]}))


main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
