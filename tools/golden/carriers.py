"""What carries the order of the input of a model, judged by its parameters and by the source of its modules."""
import inspect
import re
import textwrap
from functools import cache

from torch import nn

# What else carries order: parameters of a model, and words in the source of its modules, the main one first.
CARRIERS = {
    "alibi": (None, r"build_\w*alibi_tensor"),
    "relative": (r"rel_embeddings|linear_pos\b|pos_bias_u|r_r_bias|rel_attn|relative_pos_embeddings|rel_logits_proj|"
                 r"distance_embedding|rel_pos_emb|pe_k\b|relative_k_proj|relative_position_embedding|gru_rel_pos",
                 r"relative_positional_attention|emb_rel_[kv]"),
    "bias": (r"relative_attention_bias|relative_position_bias|rel_pos_[hw]\b|continuous_position_bias|relative_bias|"
             r"attention_biases", None),
    "sines": (None, r"class \w*(Sinusoid|SinePosition|TimesFmPositional|FunAsrNano\w*Position|CanaryPosition)\w*\(|"
                    r"positional_encoding\(|get_1d_sincos|_init_pe\(|PEG_SINCOS|timescales"),
    "table": (r"(^|\.)(\w*pos(ition|itional)?s?_?emb\w*|embed_positions|wpe)", None),
    "recurrence": (None, r"class \w*(Mamba|BambaMixer|FalconH1Mixer|SSM|Ssm|Delta|LightningAttention|Rwkv|xLSTM|"
                         r"Rglru|RecurrentBlock|LSTM|LinearAttention)\w*\("),
}


@cache
def source(kind):
    try:
        return textwrap.dedent(inspect.getsource(kind))
    except OSError:
        return ""


def own_modules(model):
    return {type(module) for module in model.modules() if type(module).__module__.startswith("transformers")}


def carriers(model):
    """What else than a rotation carries order in a model, the main one first."""
    names = [name for name, _ in [*model.named_parameters(), *model.named_buffers()]]
    text = "".join(source(one) for one in own_modules(model))
    has = [label for label, (parameter, word) in CARRIERS.items()
           if parameter and any(re.search(parameter, name) for name in names) or word and re.search(word, text)]
    plain = {type(module) for module in model.modules()}
    if plain & {nn.LSTM, nn.GRU, nn.LSTMCell} and "recurrence" not in has:
        has.append("recurrence")
    if any(issubclass(one, (nn.Conv1d, nn.ConvTranspose1d)) for one in plain):
        has.append("convolution")
    return has


def beside(model):
    """Whether recurrences and convolutions carry order in a model."""
    has = carriers(model)
    # A convolution over one token is a projection.
    wide = any(isinstance(one, nn.Conv1d) and max(one.kernel_size) > 1 for one in model.modules())
    return [label for label, is_there in (("recurrence", "recurrence" in has), ("convolution", wide)) if is_there]
