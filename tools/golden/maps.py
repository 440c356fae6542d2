#!/usr/bin/env python3
"""Write tests/golden/umap.json: the results of umap-learn for sinusoidal encodings.

    /tmp/golden-venv/bin/python tools/golden/maps.py

The graph does not depend on chance, so the tests compare its weights one by one. The map does, so the file
holds only the quality of a good map: the share of each point's neighbours that are still its nearest ones.
"""
import importlib.metadata
import math

import numpy as np
# A script of the name umap would hide this library.
import umap.umap_ as reference
from formulas import VERSIONS, numpy_encoding, write
from umap import UMAP

NEIGHBORS = 15
BASE = 10_000.0


def positions(length):
    """length positions, not whole ones, so that no point has two neighbours at the same distance."""
    return [place + round(0.3 * math.sin(place), 6) for place in range(length)]


def codes(length, dim):
    """The encodings of these positions, one per row."""
    return np.stack([numpy_encoding(position, BASE, dim) for position in positions(length)])


def nearest(rows):
    """The neighbours of every row, without the row itself, by exact distances."""
    apart = np.linalg.norm(rows[:, None] - rows[None], axis=-1)
    np.fill_diagonal(apart, np.inf)
    return np.argsort(apart, axis=1, kind="stable")[:, :NEIGHBORS - 1]


def kept(rows, points):
    """The share of neighbours in many dimensions that are also neighbours on the map."""
    pairs = zip(nearest(rows), nearest(points))
    return float(np.mean([len(np.intersect1d(true, shown)) / len(true) for true, shown in pairs]))


def graph(length, dim):
    """The weights of all edges, which umap-learn stores in f32."""
    rows = codes(length, dim)
    weights = reference.fuzzy_simplicial_set(rows, NEIGHBORS, np.random.RandomState(0), "euclidean")[0].toarray()
    ends = [(i, j) for i in range(length) for j in range(i + 1, length) if weights[i, j] > 0]
    return {"params": {"base": BASE, "dim": dim, "n_neighbors": NEIGHBORS},
            "input": {"position": positions(length)}, "expected": {"from": [i for i, _ in ends], "to": [j for _, j in ends],
                                      "weight": [float(weights[i, j]) for i, j in ends]},
            "tolerance": {"weight_abs": 2e-5},
            "why_tolerance": "umap-learn stops its search for a width when the sum is right to 1e-5, and keeps f32"}


def layout(length, dim, n_epochs):
    """The quality of umap-learn's map that starts from principal components."""
    rows = codes(length, dim)
    points = UMAP(n_neighbors=NEIGHBORS, n_epochs=n_epochs, init="pca", random_state=0, n_jobs=1).fit_transform(rows)
    return {"params": {"base": BASE, "dim": dim, "n_neighbors": NEIGHBORS, "n_epochs": n_epochs},
            "input": {"position": positions(length)}, "expected": {"kept": kept(rows, points)},
            "tolerance": {"kept_abs": 0.03},
            "why_tolerance": "the path through the plane depends on random numbers; over ten seeds of umap-learn the "
                             "share differs by less than 0.01; other random numbers are given three times that"}


def seeds(length, dim, n_epochs):
    """Print how much the share varies with the random numbers, which is the reason for the tolerance."""
    rows = codes(length, dim)
    shares = [kept(rows, UMAP(n_neighbors=NEIGHBORS, n_epochs=n_epochs, init="pca", random_state=seed,
                              n_jobs=1).fit_transform(rows)) for seed in range(10)]
    print("share of neighbours kept, ten seeds:", f"{min(shares):.3f} to {max(shares):.3f}")


def umap():
    """umap-learn: fuzzy_simplicial_set and UMAP (arXiv:1802.03426)."""
    a, b = reference.find_ab_params(1.0, 0.1)
    return (f"minimal distance 0.1, spread 1: a = {float(a)!r}, b = {float(b)!r}",
            [graph(60, 16), graph(80, 64), layout(300, 32, 300)])


if __name__ == "__main__":
    seeds(300, 32, 300)
    write(umap, VERSIONS | {"umap-learn": importlib.metadata.version("umap-learn")})
