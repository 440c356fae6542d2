#!/usr/bin/env python3
"""Write what transformers computes with small language models: tests/golden/decoder and tests/golden/decoder.json.

    python3 -m venv /tmp/golden-venv
    /tmp/golden-venv/bin/pip install -r tools/golden/requirements.txt
    /tmp/golden-venv/bin/python tools/golden/decoder.py [SmolLM2-135M-Instruct.Q4_1.gguf]

Each small model has random weights. It is written as transformers writes it, and, where llama.cpp has the class, as a GGUF
file with the names and the order of rows of its converter. formats.json holds blocks of quantized weights, which the library
`gguf` reads; words.json holds texts that the library `tokenizers` splits and encodes, and pieces.json texts that the library
`sentencepiece` encodes. With the path of the real model, its numbers are written too, to smollm2.json.
"""
import copy
import functools
import io
import json
import re
import sys
import tempfile
from pathlib import Path

import gguf
import numpy as np
import sentencepiece
import tokenizers
import torch
import transformers
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import AutoModelForCausalLM, AutoTokenizer

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "tests" / "golden" / "decoder"
VERSIONS = {"transformers": transformers.__version__, "torch": torch.__version__.split("+")[0],
            "tokenizers": tokenizers.__version__, "gguf": "0.19.0", "sentencepiece": sentencepiece.__version__}
VOCABULARY = 288
TEXT = (ROOT / "assets" / "race" / "alice.txt").read_text()

# The patterns of the files that these models publish.
LLAMA3 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
          r"|\s+(?!\S)|\s+")
QWEN2 = LLAMA3.replace(r"\p{N}{1,3}", r"\p{N}")
SPLITS = {
    "gpt-2": pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
    "smollm": pre_tokenizers.Sequence([pre_tokenizers.Digits(individual_digits=True),
                                       pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)]),
    "llama-bpe": pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(LLAMA3), "isolated"),
                                          pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)]),
    "qwen2": pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(QWEN2), "isolated"),
                                      pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)]),
}
TEXTS = [
    "The Queen's tarts, it's 1865!", "  two blanks,\ttab\n\n  lines \r\n end  ", "I'LL we'Ve don't 'tis", "12345 67 8,901.5",
    "naïve café — “quoted” …", "日本語のテキスト、です。", "हिन्दी में", "x=3*(y+1);//go\n\n\n", "e\u0301\u0301 ½ Ⅷ ²", " ", "",
    "\n", "a\u00a0b\u2003c\u200bd", "🙂👍🏽 ok", "#!/bin/sh\n\tls -la | wc", "'s's 's\n's", "...\r\n\r\nnext", "  12  ab",
]

# One model for each way in which the classes differ.
SMALL = {
    "llama": ("LlamaConfig", {"num_key_value_heads": 2}, "gpt-2"),
    "llama-pieces": ("LlamaConfig", {"num_hidden_layers": 1, "vocab_size": 420}, "pieces"),
    "llama3-rule": ("LlamaConfig", {"num_key_value_heads": 1, "rope_parameters": {
        "rope_type": "llama3", "rope_theta": 500000.0, "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
        "original_max_position_embeddings": 16}, "tie_word_embeddings": True}, "llama-bpe"),
    "yarn": ("LlamaConfig", {"rope_parameters": {"rope_type": "yarn", "rope_theta": 10000.0, "factor": 4.0,
                                                 "original_max_position_embeddings": 16}}, "gpt-2"),
    "mistral-window": ("MistralConfig", {"num_key_value_heads": 2, "sliding_window": 7}, "gpt-2"),
    "qwen2-biases": ("Qwen2Config", {"num_key_value_heads": 2, "rope_parameters": {
        "rope_type": "default", "rope_theta": 1000000.0}}, "qwen2"),
    "qwen3-norms": ("Qwen3Config", {"num_key_value_heads": 2, "head_dim": 16, "tie_word_embeddings": True}, "qwen2"),
    "smollm3-without-rotation": ("SmolLM3Config", {"num_key_value_heads": 2, "num_hidden_layers": 4, "pad_token_id": 0},
                                 "llama-bpe"),
}


def numbers(values):
    """Numbers of f32, short but exact."""
    return [float(f"{float(value):.9g}") for value in np.asarray(values).ravel()]


@functools.cache
def small_pieces(corpus=TEXT[:20000]):
    """A vocabulary of SentencePiece with the settings of Llama's."""
    file = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(corpus.split(",")), model_writer=file, vocab_size=SMALL["llama-pieces"][1]["vocab_size"],
        model_type="bpe", byte_fallback=True, normalization_rule_name="identity", remove_extra_whitespaces=False,
        split_digits=True, allow_whitespace_only_pieces=True, minloglevel=2)
    return sentencepiece.SentencePieceProcessor(model_proto=file.getvalue())


def names_and_scores():
    pieces = small_pieces()
    return [(pieces.id_to_piece(token), pieces.get_score(token)) for token in range(pieces.vocab_size())]


def tokenizer_of_pieces():
    """The same vocabulary as merges, as files of transformers have it."""
    pieces, listed = small_pieces(), names_and_scores()
    vocabulary = {name: token for token, (name, _) in enumerate(listed)}
    merges = sorted((token, name[:cut], name[cut:]) for name, token in vocabulary.items() for cut in range(1, len(name))
                    if name[:cut] in vocabulary and name[cut:] in vocabulary and not pieces.is_byte(token))
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[(left, right) for _, left, right in merges], unk_token="<unk>",
                                     fuse_unk=True, byte_fallback=True))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    tokenizer.add_special_tokens(["<unk>", "<s>", "</s>"])
    tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", pieces.bos_id())])
    return tokenizer


def small_tokenizer(split, corpus=TEXT[:20000]):
    if split == "pieces":
        return tokenizer_of_pieces()
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = SPLITS[split]
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=VOCABULARY, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
                                  special_tokens=["<|end|>"], show_progress=False)
    tokenizer.train_from_iterator([corpus, *TEXTS], trainer)
    return tokenizer


def small_model(kind, options):
    torch.manual_seed(20261129)
    sizes = {"vocab_size": VOCABULARY, "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2,
             "num_attention_heads": 4, "max_position_embeddings": 64, "rms_norm_eps": 1e-5}
    config = getattr(transformers, kind)(**{**sizes, **options})
    config._attn_implementation = "eager"
    model = AutoModelForCausalLM.from_config(config, dtype=torch.float32).eval()
    with torch.no_grad():
        for name, weights in model.named_parameters():
            # Wider than at the beginning of training, so that attention is sharp and a wrong rotation shows.
            spread = 0.3 if "norm" not in name else 0.2
            weights.copy_(torch.randn_like(weights) * spread + (1.0 if "norm" in name else 0.0))
            weights.copy_(weights.to(torch.bfloat16).float())
    return model


def logits_of(model, ids):
    with torch.no_grad():
        return model(torch.tensor([ids])).logits[0].numpy()


ARCHITECTURES = {"LlamaConfig": "llama", "MistralConfig": "llama", "Qwen2Config": "qwen2", "Qwen3Config": "qwen3",
                 "SmolLM3Config": "smollm3"}
NAMES = [(r"model\.layers\.(\d+)\.input_layernorm", r"blk.\1.attn_norm"), (r"model\.layers\.(\d+)\.self_attn\.([qkv])_proj", r"blk.\1.attn_\2"),
         (r"model\.layers\.(\d+)\.self_attn\.o_proj", r"blk.\1.attn_output"), (r"model\.layers\.(\d+)\.self_attn\.([qk])_norm", r"blk.\1.attn_\2_norm"),
         (r"model\.layers\.(\d+)\.post_attention_layernorm", r"blk.\1.ffn_norm"), (r"model\.layers\.(\d+)\.mlp\.(gate|up|down)_proj", r"blk.\1.ffn_\2"),
         (r"model\.embed_tokens", "token_embd"), (r"model\.norm", "output_norm"), (r"lm_head", "output")]


def head_dim_of(config):
    return getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads


def add_sizes(writer, config):
    head_dim = head_dim_of(config)
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_key_length(head_dim)
    writer.add_value_length(head_dim)
    writer.add_rope_dimension_count(head_dim)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_rope_freq_base(config.rope_parameters["rope_theta"])


def add_tokenizer(writer, split, tokenizer):
    if split == "pieces":
        pieces = small_pieces()
        writer.add_tokenizer_model("llama")
        writer.add_token_list([name for name, _ in names_and_scores()])
        writer.add_token_scores([score for _, score in names_and_scores()])
        writer.add_token_types([2 if pieces.is_unknown(token) else 3 if pieces.is_control(token) else
                                6 if pieces.is_byte(token) else 1 for token in range(pieces.vocab_size())])
        writer.add_bos_token_id(pieces.bos_id())
        writer.add_unk_token_id(pieces.unk_id())
        return
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(split)
    vocabulary = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    writer.add_token_list([token for token, _ in vocabulary])
    writer.add_token_types([3 if token.startswith("<|") else 1 for token, _ in vocabulary])
    merges = json.loads(tokenizer.to_str())["model"]["merges"]
    writer.add_token_merges([" ".join(merge) for merge in merges])


def gguf_name(name):
    """The name and the ending of a tensor in GGUF."""
    short, ending = name.rsplit(".", 1)
    for pattern, replacement in NAMES:
        if re.fullmatch(pattern, short):
            return re.sub(pattern, replacement, short), ending
    return short, ending


def add_weights(writer, architecture, model):
    """Adds all weights, and gives the model those that the file holds, with which transformers shall compute."""
    config = model.config
    head_dim = head_dim_of(config)
    state = model.state_dict()
    for name, weights in state.items():
        if name == "lm_head.weight" and config.tie_word_embeddings:
            continue
        short, ending = gguf_name(name)
        weights = weights.numpy()
        n_heads = {"attn_q": config.num_attention_heads, "attn_k": config.num_key_value_heads}.get(short.split(".")[-1])
        if architecture in ("llama", "smollm3") and n_heads:
            shape = weights.shape
            weights = weights.reshape(n_heads, 2, head_dim // 2, *shape[1:]).swapaxes(1, 2).reshape(shape)
        if weights.ndim == 2:
            data = gguf.quants.quantize(weights, gguf.GGMLQuantizationType.Q8_0)
            writer.add_tensor(f"{short}.{ending}", data, raw_dtype=gguf.GGMLQuantizationType.Q8_0)
            stored = gguf.quants.dequantize(data, gguf.GGMLQuantizationType.Q8_0)
            if architecture in ("llama", "smollm3") and n_heads:
                stored = stored.reshape(n_heads, head_dim // 2, 2, -1).swapaxes(1, 2).reshape(weights.shape)
            state[name].copy_(torch.from_numpy(stored))
        else:
            writer.add_tensor(f"{short}.{ending}", weights)


def write_gguf(path, kind, split, model, tokenizer):
    """The file that convert_hf_to_gguf.py of llama.cpp writes, with weights in Q8_0 where their rows allow it."""
    architecture = ARCHITECTURES[kind]
    writer = gguf.GGUFWriter(path, architecture)
    add_sizes(writer, model.config)
    add_tokenizer(writer, split, tokenizer)
    add_weights(writer, architecture, model)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def write_small():
    cases = []
    for name, (kind, options, split) in SMALL.items():
        folder = OUT / name
        folder.mkdir(parents=True, exist_ok=True)
        model, tokenizer = small_model(kind, options), small_tokenizer(split)
        ids = tokenizer.encode(TEXT[300:400]).ids[:40]
        # A copy, because frequencies would be rounded too.
        copy.deepcopy(model).to(torch.bfloat16).save_pretrained(folder)
        tokenizer.save(str(folder / "tokenizer.json"))
        (folder / "generation_config.json").unlink(missing_ok=True)
        logits = logits_of(model, ids)
        case = {"params": {"model": name}, "input": {"text": TEXT[300:400], "tokens": ids},
                "expected": {"logits_of_last": numbers(logits[-1]), "best": logits.argmax(1).tolist()},
                "tolerance": {"abs": 1e-3}, "why_tolerance": "f32 sums in another order"}
        cases.append(case)
        if "rope_type" in options.get("rope_parameters", {}) and options["rope_parameters"]["rope_type"] != "default":
            continue
        if kind in ("MistralConfig",):
            continue
        write_gguf(folder / "model.gguf", kind, split, model, tokenizer)
        logits = logits_of(model, ids)
        cases.append({**case, "params": {"model": name, "file": "model.gguf"},
                      "expected": {"logits_of_last": numbers(logits[-1]), "best": logits.argmax(1).tolist()}})
    return cases


def write_seed():
    """A model of three kilobytes, from which the fuzzer begins."""
    writer = gguf.GGUFWriter(ROOT / "fuzz" / "seeds" / "language-model" / "tiny.gguf", "llama")
    for add, number in [(writer.add_context_length, 64), (writer.add_embedding_length, 4), (writer.add_block_count, 1),
                        (writer.add_feed_forward_length, 4), (writer.add_head_count, 2), (writer.add_head_count_kv, 1),
                        (writer.add_rope_dimension_count, 2), (writer.add_layer_norm_rms_eps, 1e-5), (writer.add_rope_freq_base, 1e4)]:
        add(number)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("llama-bpe")
    writer.add_token_list(["a", "b", "ab", "Ġ", "<|end|>", "1"])
    writer.add_token_types([1, 1, 1, 1, 3, 1])
    writer.add_token_merges(["a b"])
    rng = np.random.default_rng(1)
    shapes = {"token_embd": (6, 4), "output_norm": (4,), "blk.0.attn_norm": (4,), "blk.0.attn_q": (4, 4), "blk.0.attn_k": (2, 4),
              "blk.0.attn_v": (2, 4), "blk.0.attn_output": (4, 4), "blk.0.ffn_norm": (4,), "blk.0.ffn_gate": (4, 4),
              "blk.0.ffn_up": (4, 4), "blk.0.ffn_down": (4, 4)}
    for name, shape in shapes.items():
        writer.add_tensor(f"{name}.weight", rng.standard_normal(shape).astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def write_formats():
    rng = np.random.default_rng(20261129)
    cases = []
    for name in ["F16", "BF16", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "Q4_K", "Q5_K", "Q6_K"]:
        kind = gguf.GGMLQuantizationType[name]
        block_len, block_bytes = gguf.GGML_QUANT_SIZES[kind]
        n_blocks = 3 if block_len > 1 else 32
        blocks = rng.integers(0, 256, (n_blocks, block_bytes), dtype=np.uint8)
        if name not in ("F16", "BF16"):
            # Scales are f16: numbers that a file may hold.
            places = {"Q4_K": [0, 2], "Q5_K": [0, 2], "Q6_K": [208], "Q4_1": [0, 2], "Q5_1": [0, 2]}.get(name, [0])
            for place in places:
                scales = rng.normal(0, 0.02, n_blocks).astype(np.float16)
                blocks[:, place:place + 2] = scales[:, None].view(np.uint8)
        weights = gguf.quants.dequantize(blocks.reshape(1, -1), kind)
        finite = [float(w) if np.isfinite(w) else str(w) for w in weights.ravel()]
        cases.append({"params": {"format": int(kind), "name": name}, "input": blocks.tobytes().hex(),
                      "expected": [x if isinstance(x, str) else float(f"{x:.9g}") for x in finite]})
    return cases


def write_words():
    cases = []
    for split in SPLITS:
        tokenizer = small_tokenizer(split)
        # The words themselves, as parts of the text.
        for text in TEXTS:
            words = [text[start:end] for _, (start, end) in SPLITS[split].pre_tokenize_str(text)]
            encoded = tokenizer.encode(text).ids
            cases.append({"params": {"split": split}, "input": text, "expected": {"words": words, "tokens": encoded}})
    vocabularies = {}
    for split in SPLITS:
        model = json.loads(small_tokenizer(split).to_str())["model"]
        vocabularies[split] = {"tokens": [token for token, _ in sorted(model["vocab"].items(), key=lambda item: item[1])],
                               "merges": [" ".join(merge) for merge in model["merges"]]}
    return cases, vocabularies


def write_pieces():
    pieces, tokenizer = small_pieces(), tokenizer_of_pieces()
    cases = []
    for text in TEXTS:
        tokens = pieces.encode(text)
        if tokens != tokenizer.encode(text, add_special_tokens=False).ids:
            sys.exit(f"sentencepiece and tokenizers disagree about {text!r}")
        cases.append({"params": {}, "input": text, "expected": {"tokens": tokens}})
    return cases, {"names": [name for name, _ in names_and_scores()], "scores": [score for _, score in names_and_scores()]}


PROMPTS = ["Monday, Tuesday, Wednesday, Thursday,", "The dog bit the man. The man was bitten by the",
           "To be, or not to be, that is the", "Once upon a time there was a little", "The capital of France is"]


def write_real(path):
    folder, name = str(Path(path).parent), Path(path).name
    model = AutoModelForCausalLM.from_pretrained(folder, gguf_file=name, dtype=torch.float32).eval()
    tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=name)
    cases = []
    for text in [*PROMPTS, TEXT[1000:1800]]:
        ids = tokenizer(text, add_special_tokens=False)["input_ids"]
        logits = logits_of(model, ids)
        order = np.argsort(-logits, axis=1)[:, :8]
        cases.append({"input": {"text": text, "tokens": ids},
                      "expected": {"best": order.tolist(), "logits": [numbers(logits[row, order[row]]) for row in range(len(ids))],
                                   "logits_of_last": numbers(logits[-1, ::64])},
                      "tolerance": {"abs": 1e-3}, "why_tolerance": "f32 sums in another order"})
    return cases


CHANGES = {
    "published": {}, "shift": {"shift": 100000}, "reversed": {"order": "reversed"}, "shared by two": {"order": "shared:2"},
    "gap": {"gap": 3000}, "base": {"base": 10000.0}, "no rotation": {"kept": [0, 0]}, "without the fastest": {"kept": [1, 32]},
    "the 16 fastest": {"kept": [0, 16]}, "linear": {"rule": ["linear", 2.0]}, "yarn": {"rule": ["yarn", 4.0]},
    "llama3": {"rule": ["llama3", 4.0]},
}
DECLARED = 8192
TEXT_TOKENS, GAP_AT = 257, 128


def change_model(model, change):
    """Give the model the frequencies and return the positions of a change."""
    config = copy.deepcopy(model.config)
    parameters = {"rope_type": "default", "rope_theta": change.get("base", config.rope_parameters["rope_theta"])}
    if "rule" in change:
        name, factor = change["rule"]
        parameters |= {"rope_type": name, "factor": factor, "original_max_position_embeddings": DECLARED}
        if name == "llama3":
            parameters |= {"low_freq_factor": 1.0, "high_freq_factor": 4.0}
    config.rope_parameters = parameters
    rotary = type(model.model.rotary_emb)(config)
    first, last = change.get("kept", [0, rotary.inv_freq.numel()])
    rotary.inv_freq[:first] = 0
    rotary.inv_freq[last:] = 0
    model.model.rotary_emb = rotary
    positions = torch.arange(TEXT_TOKENS)
    if change.get("order") == "reversed":
        positions = positions.flip(0)
    if change.get("order") == "shared:2":
        positions = positions // 2
    positions = positions + change.get("shift", 0)
    positions[GAP_AT:] += change.get("gap", 0)
    return positions[None]


def write_changes(path):
    folder, name = str(Path(path).parent), Path(path).name
    model = AutoModelForCausalLM.from_pretrained(folder, gguf_file=name, dtype=torch.float32).eval()
    tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=name)
    ids = tokenizer(TEXT[:4000], add_special_tokens=False)["input_ids"][:TEXT_TOKENS]
    cases = []
    for name, change in CHANGES.items():
        positions = change_model(model, change)
        with torch.no_grad():
            logits = model(torch.tensor([ids]), position_ids=positions).logits[0]
        losses = torch.nn.functional.cross_entropy(logits[:-1].double(), torch.tensor(ids[1:]), reduction="none")
        cases.append({"params": {"name": name, **change}, "expected": {"mean_loss": losses.mean().item(),
                      "last_losses": numbers(losses[-8:])}, "tolerance": {"abs": 1e-3},
                      "why_tolerance": "f32 sums in another order, and transformers' angles in f32"})
    return cases, ids


def write(name, cases, **more):
    source = "transformers and torch, gguf, tokenizers; see tools/golden/decoder.py"
    content = {"id": name, "source": source, "versions": VERSIONS, **more, "cases": cases}
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    text = text.replace('{"params"', '\n{"params"').replace('{"input":{"text"', '\n{"input":{"text"')
    (OUT / f"{name}.json").write_text(text + "\n")


OUT.mkdir(parents=True, exist_ok=True)
write("models", write_small())
(ROOT / "fuzz" / "seeds" / "language-model").mkdir(parents=True, exist_ok=True)
write_seed()
write("formats", write_formats())
words, vocabularies = write_words()
write("words", words, vocabularies=vocabularies)
pieces, vocabulary = write_pieces()
write("pieces", pieces, vocabulary=vocabulary)
if len(sys.argv) > 1:
    write("smollm2", write_real(sys.argv[1]))
    changes, ids = write_changes(sys.argv[1])
    write("changes", changes, tokens=ids, gap_at=GAP_AT)
