"""Compares phasor in Python with Rust's own time, with numpy and with torch, and prints one table.

    cargo bench -p phasor-bulk --bench python --no-run     prints the path of PROGRAM
    cd crates/python && maturin develop --profile wheel    builds the package for speed
    python benches/python/run.py --rust PROGRAM [--rounds 15]

All run alternately on one thread each, and the shortest time of each counts, because whatever else the machine does only
adds. The last column says how many times as fast phasor is, or what share of the other's time it takes.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
from collections.abc import Callable
from time import perf_counter

os.environ.update(OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1", OMP_NUM_THREADS="1")

import ml_dtypes
import numpy as np

from phasor import encoding
from phasor.encoding import Dtype

HEAD_DIM, SEQ_LENS, POSITIONS, HEADS, LENGTH, DIM = 128, (4096, 32_768), 4096, 32, 1024, 512
BASE = 10_000.0

# The first call after other work waits for memory that the system clears, whatever the work is.
REPEATS = 4

Work = Callable[[], object]
Tables = tuple[np.ndarray, np.ndarray]


def angles(seq_len: int, dtype: type) -> np.ndarray:
    inv_freq = BASE ** (-np.arange(0, HEAD_DIM, 2, dtype=dtype) / HEAD_DIM)
    return np.outer(np.arange(seq_len, dtype=dtype), inv_freq.astype(dtype))


def numpy_tables(seq_len: int, dtype: type) -> Tables:
    """The tables as models compute them."""
    both = np.concatenate([angles(seq_len, dtype)] * 2, axis=-1)
    return np.cos(both), np.sin(both)


def numpy_tables_once(seq_len: int, dtype: type) -> Tables:
    """The same with half as many cosines and sines."""
    half = angles(seq_len, dtype)
    cos, sin = np.cos(half), np.sin(half)
    return np.concatenate([cos, cos], axis=-1), np.concatenate([sin, sin], axis=-1)


def numpy_tables_rounded(seq_len: int) -> Tables:
    """Tables in float32 that are right at far positions too, as those of phasor."""
    cos, sin = numpy_tables(seq_len, np.float64)
    return cos.astype(np.float32), sin.astype(np.float32)


def numpy_similarity(dtype: type) -> np.ndarray:
    inv_freq = BASE ** (-np.arange(0, DIM, 2, dtype=dtype) / DIM)
    turned = np.outer(np.arange(LENGTH, dtype=dtype), inv_freq.astype(dtype))
    codes = np.concatenate([np.sin(turned), np.cos(turned)], axis=-1)
    similarity: np.ndarray = codes @ codes.T / (DIM / 2)
    return similarity


def torch_tables(seq_len: int, name: str) -> dict[str, Work]:
    try:
        import torch
    except ImportError:
        return {}
    torch.set_num_threads(1)
    dtype = getattr(torch, name)

    def tables() -> object:
        inv_freq = 1.0 / BASE ** (torch.arange(0, HEAD_DIM, 2, dtype=dtype) / HEAD_DIM)
        half = torch.outer(torch.arange(seq_len, dtype=dtype), inv_freq)
        both = torch.cat([half, half], dim=-1)
        return both.cos(), both.sin()

    return {"torch": tables}


def table_works(seq_len: int, name: Dtype) -> dict[str, Work]:
    rope, positions, dtype = encoding.Rope(HEAD_DIM), np.arange(seq_len), np.dtype(name).type
    works: dict[str, Work] = {
        "phasor": lambda: rope.tables(positions, dtype=name),
        "numpy": lambda: numpy_tables(seq_len, dtype),
        "numpy, half the sines": lambda: numpy_tables_once(seq_len, dtype),
    }
    if name == "float32":
        works["numpy, rounded once"] = lambda: numpy_tables_rounded(seq_len)
    return works | torch_tables(seq_len, name)


def similarity_works(name: Dtype) -> dict[str, Work]:
    dtype = np.dtype(name).type
    codes = encoding.sinusoidal(range(LENGTH), DIM, dtype=name)
    return {
        "phasor": lambda: encoding.similarity_matrix(LENGTH, DIM, dtype=name),
        "numpy": lambda: numpy_similarity(dtype),
        "numpy, encodings given": lambda: codes @ codes.T / (DIM / 2),
    }


def rotation_works(dtype: type, tables: Tables) -> dict[str, Work]:
    x: np.ndarray = np.ones((HEADS, POSITIONS, HEAD_DIM), dtype)
    bits = x.view(f"u{x.itemsize}")
    to, source = bits.copy(), bits.copy()
    return {"phasor": lambda: encoding.rotate_(x, *tables), "copy": lambda: np.copyto(to, source)}


def all_works() -> dict[str, dict[str, Work]]:
    """Returns for each line of the table what does the work, by name."""
    lines = {}
    names: tuple[Dtype, ...] = ("float64", "float32")
    for name in names:
        for seq_len in SEQ_LENS:
            lines[f"tables {seq_len} {name}"] = table_works(seq_len, name)
        lines[f"similarity {name}"] = similarity_works(name)
    tables = encoding.Rope(HEAD_DIM).tables(range(POSITIONS), dtype="float32")
    for dtype in (np.float32, np.float16, ml_dtypes.bfloat16):
        lines[f"rotate {np.dtype(dtype).name}"] = rotation_works(dtype, tables)
    return lines


def rust_times(program: str) -> dict[str, float]:
    lines = subprocess.run([program, "--bench"], check=True, capture_output=True, text=True).stdout.splitlines()
    return {name: seconds for line in lines for name, seconds in json.loads(line).items()}


def seconds(work: Work) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def measured(lines: dict[str, dict[str, Work]], rust: str | None, rounds: int) -> dict[tuple[str, str], float]:
    """Returns the shortest time of each work."""
    best: dict[tuple[str, str], float] = {}
    for _ in range(rounds):
        times = {(name, "Rust"): time for name, time in rust_times(rust).items()} if rust else {}
        for name, peers in lines.items():
            for peer, work in peers.items():
                times[name, peer] = min(seconds(work) for _ in range(REPEATS))
        best = {key: min(time, best.get(key, time)) for key, time in times.items()}
    return best


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rust", help="the program of crates/bulk/benches/python.rs")
    arguments.add_argument("--rounds", type=int, default=15)
    options = arguments.parse_args()
    lines = all_works()
    best = measured(lines, options.rust, options.rounds)
    for name in lines:
        ours = best[name, "phasor"]
        print(f"{name:22} {'phasor':24} {ours * 1e3:8.2f} ms")
        for (line, peer), time in best.items():
            if line == name and peer != "phasor":
                is_limit = peer in ("Rust", "copy")
                ratio = f"{ours / time:.2f} of its time" if is_limit else f"{time / ours:.1f} times as fast"
                print(f"{'':22} {peer:24} {time * 1e3:8.2f} ms   {ratio}")


if __name__ == "__main__":
    main()
