#!/usr/bin/env python3
"""Time what numpy and scipy offer for the work of crates/encoding/benches/core.rs; write JSON.

    python3 benches/peers.py table            every peer of one group
    python3 benches/peers.py matrix gram      those whose name begins so

`npm run bench:core` runs this in turn with the core. A time is seconds for one call, after
one call that is not counted.
"""
import json
import sys
from time import perf_counter

import numpy as np
import scipy
from numpy.lib.stride_tricks import sliding_window_view
from scipy.linalg import toeplitz
from scipy.spatial.distance import cdist

BASE, DIM, HEAD_DIM, LENGTH = 10_000.0, 512, 128, 4096
FEWEST, SECONDS = 3, 0.6


def textbook():
    """The table as tutorials write it, in f64."""
    positions = np.arange(LENGTH, dtype=np.float64)[:, None]
    angles = positions / BASE ** (np.arange(0, DIM, 2) / DIM)
    codes = np.empty((LENGTH, DIM))
    codes[:, 0::2] = np.sin(angles)
    codes[:, 1::2] = np.cos(angles)
    return codes


def cosines():
    """The cosine distance of every offset by its formula."""
    inv_freq = BASE ** (-np.arange(0, DIM, 2) / DIM)
    return 1 - np.cos(np.arange(LENGTH)[:, None] * inv_freq).mean(axis=1)


def rope():
    inv_freq = BASE ** (-np.arange(0, HEAD_DIM, 2) / HEAD_DIM)
    angles = np.outer(np.arange(LENGTH), inv_freq)
    return np.cos(angles), np.sin(angles)


def table_peers():
    return {"textbook": textbook}


def curve_peers():
    def gram_row():
        codes = textbook()
        return 1 - codes @ codes[0] / (DIM / 2)

    def cdist_row():
        codes = textbook()
        return cdist(codes[:1], codes, "cosine")[0]

    return {"cosines": cosines, "gram_row": gram_row, "cdist_row": cdist_row}


def matrix_peers():
    """All are given the codes or the curve, so what they are timed for is the matrix alone."""
    codes, curve = textbook(), cosines()
    diagonals = np.concatenate([curve[:0:-1], curve])
    values = np.empty((LENGTH, LENGTH))

    def gram():
        norms = np.linalg.norm(codes, axis=1)
        return 1 - codes @ codes.T / np.outer(norms, norms)

    def gram_into():
        np.matmul(codes, codes.T, out=values)
        np.multiply(values, -2 / DIM, out=values)
        np.add(values, 1, out=values)

    return {
        "gram": gram,
        "gram_into": gram_into,
        "cdist": lambda: cdist(codes, codes, "cosine", out=values),
        "toeplitz": lambda: toeplitz(curve),
        "windows_into": lambda: np.copyto(values, sliding_window_view(diagonals, LENGTH)[::-1]),
    }


def rope_peers():
    return {"rope": rope}


GROUPS = {"table": table_peers, "curve": curve_peers, "matrix": matrix_peers, "rope": rope_peers}


def measure(work):
    work()
    times = []
    while len(times) < FEWEST or sum(times) < SECONDS:
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return {"minimum": min(times), "median": float(np.median(times)), "calls": len(times)}


def main():
    group, begin = (sys.argv[1:] + [""])[:2]
    peers = GROUPS[group]().items()
    times = {name: measure(work) for name, work in peers if name.startswith(begin)}
    python = "{}.{}.{}".format(*sys.version_info)
    versions = {"python": python, "numpy": np.__version__, "scipy": scipy.__version__}
    print(json.dumps({"versions": versions, "times": times}))


if __name__ == "__main__":
    main()
