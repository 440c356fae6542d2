#!/usr/bin/env python3
"""Write tests/golden/after_padding.json: the position ids of RoBERTa and its kin for random layouts.

    python3 -m venv /tmp/golden-venv && /tmp/golden-venv/bin/pip install numpy==2.4.6
    /tmp/golden-venv/bin/python tools/golden/after_padding.py

The formula is that of `create_position_ids_from_input_ids` in modeling_xlm_roberta.py of transformers 5.23.0, in numpy.
Unlike positions.py, this needs neither torch nor transformers. A layout is a list of parts, as there; the tokens after
["past"] are read in a second step, with the number of those before it as `past_key_values_length`.
"""
import json
import random
import sys
from pathlib import Path

import numpy as np

OUT = Path(__file__).resolve().parents[2] / "tests" / "golden" / "after_padding.json"
N_LAYOUTS = 20


def position_ids(is_token, padding_idx, n_past=0):
    """The cumulative sum over tokens plus those of the past, 0 for padding, plus the index of padding."""
    mask = np.array(is_token, dtype=np.int64)
    return ((np.cumsum(mask) + n_past) * mask + padding_idx).tolist()


def is_token(layout):
    """1 for each token of text, 0 for padding."""
    return [int(name == "text") for name, number in layout for _ in range(number)]


def parts(rng):
    """One to four runs of tokens and of padding."""
    return [[rng.choice(["text", "padding"]), rng.randint(1, 4)] for _ in range(rng.randint(1, 4))]


def cases():
    """Whole texts, and texts after a cache, whose padding then counts."""
    rng = random.Random("after_padding")
    for _ in range(N_LAYOUTS):
        before, after, padding_idx = parts(rng), parts(rng), rng.choice([0, 1, 2, 5])
        whole = position_ids(is_token(before + after), padding_idx)
        cached = position_ids(is_token(before), padding_idx)
        step = position_ids(is_token(after), padding_idx, len(cached))
        yield {
            "params": {"padding_idx": padding_idx},
            "input": {"layout": [*before, ["past"], *after]},
            "expected": {"whole": whole, "cache_length": cached + step},
            "tolerance": {"abs": 0},
            "why_tolerance": "whole numbers",
        }


def main():
    """Writes all cases, one a line."""
    head = {
        "id": "after_padding",
        "source": "create_position_ids_from_input_ids of transformers 5.23.0, in numpy",
        "versions": {"python": "{}.{}".format(*sys.version_info), "numpy": np.__version__},
        "formula": "(cumsum(mask) + past_key_values_length) mask + padding_idx",
    }
    lines = ",\n  ".join(json.dumps(case) for case in cases())
    text = json.dumps(head)[:-1] + ', "cases": [\n  ' + lines + "\n]}\n"
    OUT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
