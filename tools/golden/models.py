#!/usr/bin/env python3
"""Write what transformers computes for models: tests/golden/model_configs.json and four other files.

    python3 -m venv /tmp/golden-venv
    /tmp/golden-venv/bin/pip install -r tools/golden/requirements.txt
    /tmp/golden-venv/bin/python tools/golden/models.py

assets/models holds the positional keys of published config.json files. The class of each model
in transformers reads them, and builds its rotary embedding with every f32 replaced by f64, so that
only the formula matters and not its rounding. families.json holds, for each class that rotates, the
frequencies of an almost empty configuration. rules.json holds rules with extreme numbers, which no
published model has. rule_examples.json holds the examples of crates/encoding, which a test of
crates/model-files stores there without their numbers. rules_everywhere.json puts every rule, in the
old and the new style, into every published file whose class accepts them all, unless another file
gives the same numbers.
"""
import contextlib
import copy
import importlib
import inspect
import json
import logging
import math
import re
import sys
import warnings
from pathlib import Path

import torch
import transformers
from layers import pairing_of
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS
from transformers.models.auto.configuration_auto import CONFIG_MAPPING
from transformers.models.auto.modeling_auto import MODEL_MAPPING

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)
OUT = Path(__file__).resolve().parents[2] / "tests" / "golden"
VERSIONS = {"transformers": transformers.__version__, "torch": torch.__version__.split("+")[0]}

# Types whose code is published with the model and not in transformers, and the class from which
# their rotary part was copied.
STANDS_FOR = {"baichuan": "llama", "chatglm": "glm", "deepseek": "llama", "exaone": "llama", "internlm2": "llama",
              "kimi_k2": "deepseek_v3", "mimo": "qwen2", "minicpm": "llama", "nemotron-nas": "llama", "orion": "llama",
              "phi3_v": "phi3", "qwen": "gpt_neox", "xverse": "llama"}
# What a class needs that does not rotate by default.
ROTATES_WITH = {"granitemoehybrid": {"position_embedding_type": "rope"}, "zamba2": {"use_mem_rope": True}}
# Types of other modalities, whose positions are not positions in a text.
NO_TEXT = re.compile("vision|audio|video|vit|encoder|dino|sam|edgetam|loftr|mimi|codec|timesfm|moonshine|musicflamingo|"
                     "pocket|phonon|dia|csm|mlcd|omni_dit|transcribe|diarization|esm")
# Classes that take three positions for each token.
AXIAL = ("Qwen2VL", "Qwen3VL")
ROTARY = re.compile(r"Rotary(Positional)?Embedding$|RopePositionEmbedding$")


@contextlib.contextmanager
def all_f64():
    """Replace every f32 of torch by f64."""
    kept = torch.float, torch.float32, torch.Tensor.float, torch.FloatTensor
    torch.float = torch.float32 = torch.float64
    torch.Tensor.float, torch.FloatTensor = torch.Tensor.double, torch.DoubleTensor
    torch.set_default_dtype(torch.float64)
    try:
        yield
    finally:
        torch.float, torch.float32, torch.Tensor.float, torch.FloatTensor = kept
        torch.set_default_dtype(torch.float32)


def modeling(kind):
    """The module with the model of a configuration class, which may have that of another one; None if it has none."""
    with contextlib.suppress(ImportError):
        return importlib.import_module(kind.__module__.replace("configuration_", "modeling_"))
    with contextlib.suppress(ImportError, KeyError, AttributeError):
        return importlib.import_module(MODEL_MAPPING[kind].__module__)


def first_parameter(kind):
    """The annotation of the first parameter of a constructor."""
    with contextlib.suppress(TypeError, ValueError, IndexError):
        return list(inspect.signature(kind.__init__).parameters.values())[1].annotation


def rotary_class(kind):
    """The class of the rotary embedding of the text model in the module of a configuration class."""
    module = modeling(kind)
    members = inspect.getmembers(module, inspect.isclass)
    found = [member for label, member in members if ROTARY.search(label) and not re.search("Vision(?!Text)|SaProt", label)
             and member.__module__ == module.__name__]
    return min(found, key=lambda one: (first_parameter(one) is not kind, "Audio" in one.__name__), default=None)


def pairing(config):
    """How the model's code pairs components, judged by the source of its rotation functions."""
    module = modeling(type(config))
    name = re.compile("(rotate_(half|every)|_?apply_rotary)(?!.*vision)")
    classes = [member for _, member in inspect.getmembers(module, inspect.isclass) if member.__module__ == module.__name__]
    functions = [member for one in [module, *classes] for label, member in inspect.getmembers(one, inspect.isfunction)
                 if name.match(label)]
    return pairing_of(functions)


def layer(config, layer_type, seq_len):
    """inv_freq and the factors of one layer type for a sequence of seq_len tokens."""
    with all_f64():
        rotary = rotary_class(type(config))(config)
        prefix = f"{layer_type}_" if layer_type else ""
        positions = torch.tensor([[0, (seq_len or 2) - 1]])
        if rotary_class(type(config)).__name__.startswith(AXIAL):
            positions = positions[None].expand(3, -1, -1)
        made = rotary(torch.zeros(1, dtype=torch.float64), positions, *([layer_type] if layer_type else []))
        # At position 0 every cosine is 1 and every sine 0, so what remains is the factor.
        factor = (made[0] if isinstance(made, tuple) else made).flatten()[0].abs()
        inv_freq = getattr(rotary, f"{prefix}inv_freq").tolist()
        return {"inv_freq": inv_freq, "attention_factor": float(factor)}


def softmax_factor(config):
    """What the rule multiplies the scores of the class's attention by, apart from cosines and sines."""
    plain = copy.deepcopy(config)
    plain.rope_parameters = {"rope_type": "default", "rope_theta": config.rope_parameters["rope_theta"]}
    attention = attention_class(config)
    place = [0] if "layer_idx" in inspect.signature(attention).parameters else []
    with torch.device("meta"):
        scaled, unscaled = (attention(one, *place).scaling for one in (config, plain))
    return scaled / unscaled


def attention_class(config):
    """The class whose scores the rotary embedding of the configuration's model serves."""
    module = modeling(type(config))
    return next(member for label, member in inspect.getmembers(module, inspect.isclass)
                if label.endswith(("Attention", "MLA")) and member.__module__ == module.__name__
                and not re.search("Vision|Audio|Cross|Linear|Text.*Cross", label))


def text_config(values):
    """The text model's configuration as its class reads it."""
    model_type = values.get("model_type")
    for part in ("thinker_config", "text_config"):
        if part in values and "num_attention_heads" not in values:
            return text_config(values[part])
    model_type = STANDS_FOR.get(model_type, model_type)
    if model_type in ("qwen2_vl", "qwen2_5_vl"):
        model_type += "_text"
    kept = {key: value for key, value in values.items() if key != "model_type"}
    if "layer_types" in kept:
        kept["num_hidden_layers"] = len(kept["layer_types"])
    return CONFIG_MAPPING[model_type](**json.loads(json.dumps(kept)))


def model_case(path):
    """One real file at lengths on both sides of its original length."""
    config = text_config(json.loads(path.read_text()))
    rope = config.rope_parameters
    nested = sorted(key for key, value in rope.items() if isinstance(value, dict))
    cases = []
    for layer_type in nested or [None]:
        rule = (rope[layer_type] if layer_type else rope)["rope_type"]
        lengths = {"longrope": [None, 131_072], "dynamic": [None, 2 * config.max_position_embeddings]}
        for seq_len in lengths.get(rule, [None]):
            case = {"layer_type": layer_type, "rule": rule, "seq_len": seq_len, **layer(config, layer_type, seq_len)}
            if not layer_type and rule != "default":
                case["softmax_factor"] = softmax_factor(config)
            cases.append(case)
    return {"file": path.name, "pairing": pairing(config), "cases": cases}


def family_case(model_type):
    """The defaults of one class, with unusual heads, which no default fits by chance."""
    values = {"num_attention_heads": 8, "hidden_size": 8 * 48, **ROTATES_WITH.get(model_type, {})}
    config = CONFIG_MAPPING[model_type](**values)
    if config.num_attention_heads != 8 or config.hidden_size != 8 * 48:
        return None
    rope = config.rope_parameters
    nested = sorted(key for key, value in rope.items() if isinstance(value, dict))
    with all_f64():
        # Not called: the sections of M-RoPE fit only the heads of their own class.
        rotary = rotary_class(type(config))(config)
        alone = CONFIG_MAPPING[model_type]()
        # The default sizes of some classes give no whole heads.
        sizes = [getattr(alone, name, None) for name in ("hidden_size", "num_attention_heads")]
        alone = rotary_class(type(config))(alone) if None not in sizes and sizes[0] % sizes[1] == 0 else None
    brief = {}
    for key in nested or [None]:
        inv_freq = getattr(rotary, f"{key}_inv_freq" if key else "inv_freq").tolist()
        factor = getattr(rotary, f"{key}_attention_scaling", None) or rotary.attention_scaling
        without_sizes = getattr(alone, f"{key}_inv_freq" if key else "inv_freq", None)
        brief[key or ""] = {"n_pairs": len(inv_freq), "second": inv_freq[1], "last": inv_freq[-1],
                            "attention_factor": float(factor),
                            "n_pairs_without_sizes": None if without_sizes is None else without_sizes.numel()}
    return {"model_type": model_type, "values": values, "pairing": pairing(config),
            "max_position_embeddings": getattr(config, "max_position_embeddings", None), "layers": brief}


def families():
    """Every class of a text model that rotates and can be built from two numbers."""
    cases, left = [], []
    for model_type in sorted(CONFIG_MAPPING.keys()):
        if NO_TEXT.search(model_type):
            continue
        try:
            if not getattr(CONFIG_MAPPING[model_type](), "rope_parameters", None):
                continue
            case = family_case(model_type)
        except Exception:  # a class that needs more than two numbers
            case = None
        if case:
            cases.append(case)
        else:
            left.append(model_type)
    return cases, left


YARN = {"rope_type": "yarn", "rope_theta": 10_000.0, "factor": 8.0, "original_max_position_embeddings": 4096}
LLAMA3 = {"rope_type": "llama3", "rope_theta": 500_000.0, "factor": 8.0, "original_max_position_embeddings": 8192,
          "low_freq_factor": 1.0, "high_freq_factor": 4.0}
LONGROPE = {"rope_type": "longrope", "rope_theta": 10_000.0, "original_max_position_embeddings": 4096,
            "short_factor": [1.0, 1.1, 1.2, 1.3], "long_factor": [1.5, 4.0, 16.0, 60.0]}

# head_dim and rotary parameters.
RULES = [
    (16, {**YARN, "factor": 1.5}), (16, {**YARN, "factor": 1.0}), (16, {**YARN, "factor": 0.5}),
    (16, {**YARN, "attention_factor": 0.7}), (16, {**YARN, "mscale": 0.5}), (16, {**YARN, "mscale_all_dim": 0.5}),
    (16, {**YARN, "mscale": 0.8, "mscale_all_dim": 0.3}), (16, {**YARN, "mscale": 0.0, "mscale_all_dim": 1.0}),
    # The mixed range starts before the first pair, ends after the last one, is empty, or is reversed.
    (16, {**YARN, "original_max_position_embeddings": 64}), (16, {**YARN, "beta_slow": 1e-5}),
    (16, {**YARN, "beta_fast": 1.0, "beta_slow": 1.0, "original_max_position_embeddings": 6}),
    (16, {**YARN, "beta_fast": 1.0, "beta_slow": 32.0}), (4, {**YARN, "original_max_position_embeddings": 40}),
    (16, {**YARN, "truncate": False}), (16, {**YARN, "truncate": False, "original_max_position_embeddings": 64}),
    (16, {**YARN, "beta_fast": 20.5, "beta_slow": 2.5, "truncate": False}), (16, {**YARN, "beta_fast": 0}),
    (16, {**YARN, "rope_theta": 1.5}), (16, {**YARN, "partial_rotary_factor": 0.5}),
    (16, LLAMA3), (16, {**LLAMA3, "low_freq_factor": 4.0}), (16, {**LLAMA3, "low_freq_factor": 8.0}),
    (16, {**LLAMA3, "factor": 1.0}), (16, {**LLAMA3, "original_max_position_embeddings": 50}),
    (8, LONGROPE), (8, {**LONGROPE, "factor": 1.0}), (8, {**LONGROPE, "factor": 3.0}),
    (8, {**LONGROPE, "attention_factor": 0.9}), (16, {**LONGROPE, "partial_rotary_factor": 0.5}),
    (16, {"rope_type": "linear", "rope_theta": 10_000.0, "factor": 2.5}),
    (16, {"rope_type": "linear", "rope_theta": 10_000.0, "factor": 2.5, "partial_rotary_factor": 0.25}),
    (16, {"rope_type": "dynamic", "rope_theta": 10_000.0, "factor": 3.0}),
    (16, {"rope_type": "dynamic", "rope_theta": 10_000.0, "factor": 0.9, "partial_rotary_factor": 0.5}),
    (16, {"rope_type": "proportional", "rope_theta": 10_000.0, "partial_rotary_factor": 0.3}),
    (16, {"rope_type": "proportional", "rope_theta": 10_000.0, "partial_rotary_factor": 0.05}),
]


def rule_case(head_dim, parameters):
    """A Llama with these parameters at lengths below and above its original length."""
    values = {"hidden_size": 4 * head_dim, "num_attention_heads": 4, "max_position_embeddings": 32_768,
              "rope_parameters": parameters}
    config = CONFIG_MAPPING["llama"](**json.loads(json.dumps(values)))
    lengths = {"longrope": [None, 4096, 4097], "dynamic": [None, 32_768, 50_000]}
    cases = [{"seq_len": seq_len, **layer(config, None, seq_len)}
             for seq_len in lengths.get(parameters["rope_type"], [None])]
    return {"values": values, "cases": cases}


def ntk(dim, rope_theta, factor, **_):
    """The frequencies from the base that the factor stretches (YaRN, section 3.1)."""
    base = rope_theta * factor ** (dim / (dim - 2))
    return [base ** (-2 * pair / dim) for pair in range(dim // 2)]


# The frequencies by rules that transformers does not have, from the size of the head and the rotary parameters.
FORMULAS = {"ntk": ntk}


def example_case(case):
    """An example of a rule, at the usual length and at those of the case."""
    values = case["values"]
    parameters = values["rope_parameters"]
    rule, lengths = parameters["rope_type"], [None, *case["seq_lens"]]
    if rule in FORMULAS:
        made = [{"inv_freq": FORMULAS[rule](values["head_dim"], **parameters), "attention_factor": 1.0}]
    elif rule == "default" or rule in ROPE_INIT_FUNCTIONS:
        config = CONFIG_MAPPING["llama"](**json.loads(json.dumps(values)))
        made = [layer(config, None, seq_len) for seq_len in lengths]
    else:
        raise SystemExit(f"transformers has no rule {rule}: add its formula to FORMULAS in tools/golden/models.py.")
    cases = [{"seq_len": seq_len, **numbers} for seq_len, numbers in zip(lengths, made, strict=True)]
    return {"values": values, "seq_lens": case["seq_lens"], "cases": cases}


def spread(head, longest):
    """Every rule with usual numbers, for a head of which that many components rotate."""
    original = longest // 4
    return {
        "default": {},
        "linear": {"factor": 4.0},
        "dynamic": {"factor": 2.0},
        "yarn": {"factor": 4.0, "original_max_position_embeddings": original},
        "longrope": {"short_factor": [1.0 + i / head for i in range(head // 2)],
                     "long_factor": [1.0 + 0.5 * i for i in range(head // 2)],
                     "factor": 4.0, "original_max_position_embeddings": original},
        "llama3": {"factor": 4.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
                   "original_max_position_embeddings": original},
        "proportional": {"partial_rotary_factor": 0.25},
    }


def with_rule(values, style, rule, base, numbers):
    """The file with that rule, in the old style (`rope_scaling`) or the new one (`rope_parameters`)."""
    kept = {key: value for key, value in values.items() if key not in ("rope_scaling", "rope_parameters")}
    if style == "old":
        return {**kept, "rope_theta": base, "rope_scaling": {"type": rule, **numbers}}
    kept.pop("rope_theta", None)
    return {**kept, "rope_parameters": {"rope_type": rule, "rope_theta": base, **numbers}}


def rules_of_model(path):
    """Every rule in both styles on one real file, or nothing if its class does not accept them all."""
    values = json.loads(path.read_text())
    config = text_config(values)
    rope, longest = config.rope_parameters, config.max_position_embeddings
    # The class that stands for ChatGLM knows rules and a key for the base; ChatGLM knows neither.
    if values["model_type"] == "chatglm":
        return []
    if "text_config" in values or any(isinstance(value, dict) for value in rope.values()):
        return []
    head = 2 * len(layer(config, None, None)["inv_freq"])
    cases = []
    for rule, numbers in spread(head, longest).items():
        for style in ("old", "new"):
            changed = text_config(with_rule(values, style, rule, rope["rope_theta"], numbers))
            if changed.rope_parameters["rope_type"] != rule:
                return []
            seq_len = 2 * longest if rule in ("dynamic", "longrope") else None
            made = layer(changed, None, seq_len)
            inv_freq, factor = made["inv_freq"], made["attention_factor"]
            places = [1, len(inv_freq) // 2, len(inv_freq) - 1]
            case = {"rule": rule, "seq_len": seq_len, "n_pairs": len(inv_freq), "pair_idx": places,
                    "inv_freq": [inv_freq[place] for place in places], "sum": math.fsum(inv_freq),
                    "attention_factor": factor}
            if cases and {**cases[-1], "styles": 0} == {**case, "styles": 0}:
                cases[-1]["styles"].append(style)
            else:
                cases.append({**case, "styles": [style]})
    return [{"file": path.name, "base": rope["rope_theta"], "numbers": spread(head, longest), "cases": cases}]


def rules_everywhere(paths):
    """The models whose class accepts every rule, one for all that differ in name and layers alone."""
    models = {}
    for path in paths:
        with contextlib.suppress(Exception):  # a class that refuses some rule
            for model in rules_of_model(path):
                model_type = json.loads(path.read_text())["model_type"]
                models.setdefault(json.dumps([model_type, model["base"], model["cases"]]), model)
    return list(models.values())


def write(name, content):
    """Write a file with lists of numbers on one line."""
    text = json.dumps(content, indent=1)
    text = re.sub(r"\[[-+\d.e,\s]*\]", lambda numbers: "".join(numbers[0].split()), text)
    path = OUT / f"{name}.json"
    path.write_text(text + "\n", encoding="utf-8")
    print(f"{path.name}: {len(content['cases'])} cases, {path.stat().st_size} bytes")


def model_configs(paths):
    return {"source": "modeling_rope_utils and the models' own classes", "cases": [model_case(path) for path in paths]}


def rule_examples(_):
    examples = json.loads((OUT / "rule_examples.json").read_text())["cases"]
    return {"cases": [example_case(case) for case in examples]}


def of_families(_):
    cases, left = families()
    return {"source": "the models' own classes", "tolerance": {"inv_freq_rel": 1e-14}, "cases": cases, "left_out": left}


# What is computed for each file, from the paths of the models that rotate.
FILES = {
    "model_configs": model_configs,
    "rules": lambda _: {"cases": [rule_case(*rule) for rule in RULES]},
    "rule_examples": rule_examples,
    "rules_everywhere": lambda paths: {"cases": rules_everywhere(paths)},
    "families": of_families,
}


def main(names):
    """Write the files with these names, or all."""
    paths = sorted((OUT.parent.parent / "assets" / "models").glob("*.json"))
    paths = [path for path in paths if getattr(text_config(json.loads(path.read_text())), "rope_parameters", None)]
    for name in names or FILES:
        write(name, {"id": name, "source": "modeling_rope_utils", "versions": VERSIONS,
                     "tolerance": {"inv_freq_rel": 1e-14, "attention_factor_rel": 1e-15}, **FILES[name](paths)})


if __name__ == "__main__":
    main(sys.argv[1:])
