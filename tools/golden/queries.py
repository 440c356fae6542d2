#!/usr/bin/env python3
"""Write tests/golden/queries.json: by which factor the queries of each class grow with their position.

    /tmp/golden-venv/bin/python tools/golden/queries.py [TYPE ...]

A small model reads one token again and again, at positions far apart. Its attention adds nothing, so the inputs of all
layers are alike at all positions, and a rotation keeps the norms of queries. The norm of a query divided by that of one at
position 0 is therefore the factor of its position. Some tokens come before these, because convolutions see how far the text
has begun. Classes whose queries keep their norms are only named. With types, their rows are computed and printed, and
nothing is written.
"""
import json
import multiprocessing
import sys

import torch
from classes import small_model
from layers import traced
from models import OUT, VERSIONS

POSITIONS = [0, 1, 3, 4, 7, 8, 40, 8190, 8191, 16384, 131072, 300000]
# The tokens before these, all at position 0.
BEFORE = 40
# Classes that count the tokens and take no positions, and the number of these.
COUNTING, LENGTH = ("llama4_text", "inkling_text"), 24
# An f32 has 24 binary digits, and a norm is a sum.
TOLERANCE = 1e-5

# Classes with such factors, and keys of their files.
CASES = [
    ("llama4_text", {"attn_temperature_tuning": True, "attn_scale": 0.3, "floor_scale": 4}),
    ("llama4_text", {"attn_temperature_tuning": False, "attn_scale": 0.3, "floor_scale": 4}),
    ("llama4_text", {"no_rope_layers": [1, 0, 0, 1, 1, 1, 1, 0], "floor_scale": 8}),
    *((name, {"rope_parameters": {**rope, "llama_4_scaling_beta": beta, "original_max_position_embeddings": length}})
      for name, rope in (("ministral3", {"rope_type": "default", "rope_theta": 1e4}),
                         ("mistral4", {"rope_type": "yarn", "rope_theta": 1e4, "factor": 128.0}))
      for beta, length in ((0.2, 4), (0.0, 4), (0.1, 8192))),
    *(("inkling_text", {"log_scaling_n_floor": floor, "log_scaling_alpha": 0.3}) for floor in (4, 8192, None)),
    *(("inkling2_text", {"log_scaling_n_floor": floor, "log_scaling_alpha": 0.3}) for floor in (4, 8192)),
]


def growth(name, model):
    """The positions, and the factor of each in each layer that has queries."""
    positions = list(range(LENGTH)) if name in COUNTING else POSITIONS
    given = positions if name in COUNTING else [0] * BEFORE + positions
    with traced(model, attends=False) as trace, torch.no_grad():
        model(input_ids=torch.ones(1, len(given), dtype=torch.long), position_ids=torch.tensor([given]))
    factors = {}
    for place, norms in trace.queries:
        if place is not None and norms.shape[-1] == len(given):
            norms = norms[:, -len(positions):]
            ratios = norms / norms[:, :1]
            if (ratios - ratios[:1]).abs().max() > TOLERANCE * ratios.abs().max():
                raise ValueError("its heads have factors of their own")
            factors.setdefault(place, [float(f"{ratio:.7g}") for ratio in ratios[0].tolist()])
    return positions, factors


def row(task):
    """The row of a class, or why there is none."""
    name, more = task
    torch.manual_seed(0)
    try:
        model, keys, _ = small_model(name, more)
        positions, factors = growth(name, model)
    except Exception as error:  # any class may refuse in its own way
        return {"type": name, "not_run": (str(error).strip() or type(error).__name__).splitlines()[0][:60]}
    if not factors:
        return {"type": name, "not_run": "its attention is not traced"}
    grows = any(abs(factor - 1) > TOLERANCE for all in factors.values() for factor in all)
    file = {"model_type": name, **keys, **(more or {})}
    return {"type": name, "file": file, "positions": positions, "factors": factors if grows else {}}


def main():
    """Write all classes whose layers were traced, and all cases."""
    only = sys.argv[1:]
    classes = json.loads((OUT / "classes.json").read_text())["cases"]
    names = [case["type"] for case in classes if "layers" in case]
    tasks = [(name, None) for name in only or names] + [task for task in CASES if not only or task[0] in only]
    with multiprocessing.get_context("spawn").Pool(initializer=torch.set_num_threads, initargs=(1,)) as pool:
        rows = pool.map(row, tasks, chunksize=1)
    if only:
        print(*map(json.dumps, rows), sep="\n")
        return
    of_class, of_case = rows[:len(names)], [one for one in rows if "file" in one]
    content = {"id": "queries", "source": "the models' own classes", "versions": VERSIONS, "tolerance": {"rel": TOLERANCE},
               "keep": [one["type"] for one in of_class if one.get("factors") == {}],
               "not_run": {one["type"]: one["not_run"] for one in of_class if "not_run" in one}}
    shown = [one for place, one in enumerate(rows) if one in of_case and (place >= len(names) or one["factors"])]
    lines = ",\n  ".join(json.dumps(one, separators=(",", ":")) for one in shown)
    (OUT / "queries.json").write_text(json.dumps(content)[:-1] + ',\n "cases": [\n  ' + lines + "\n ]}\n", encoding="utf-8")
    print(f"queries.json: {len(shown)} cases, {len(content['keep'])} classes keep, {len(content['not_run'])} not run")


if __name__ == "__main__":
    main()
