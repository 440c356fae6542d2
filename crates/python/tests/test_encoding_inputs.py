"""What ``phasor.encoding`` accepts, and the sentences for what it does not."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from typing import Any, get_args

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import phasor
from phasor import encoding
from phasor.encoding import Rope


def test_tensors_of_torch() -> None:
    torch = pytest.importorskip("torch")
    expected = Rope(8).tables([[0, 1, 5]])
    for got, wanted in zip(Rope(8).tables(torch.tensor([[0, 1, 5]])), expected, strict=True):
        assert_array_equal(got, wanted)
    x = torch.ones(2, 3, 8, dtype=torch.float64)
    assert_array_equal(Rope(8).rotate(x, torch.arange(3)), Rope(8).rotate(np.ones((2, 3, 8)), range(3)))
    assert_array_equal(encoding.t5_buckets(torch.tensor([-7, 7])), encoding.t5_buckets([-7, 7]))


def test_arrays_of_jax() -> None:
    jnp = pytest.importorskip("jax.numpy")
    got = encoding.sinusoidal(jnp.arange(3), 8)
    assert_array_equal(got, encoding.sinusoidal(range(3), 8))


def test_dlpack_alone_is_enough() -> None:
    class Tensor:
        def __init__(self, values: Any) -> None:
            self.values = np.array(values)

        def __dlpack__(self, **options: Any) -> Any:
            return self.values.__dlpack__(**options)

        def __dlpack_device__(self) -> Any:
            return self.values.__dlpack_device__()

    assert_array_equal(encoding.sinusoidal(Tensor([0.0, 3.0]), 4), encoding.sinusoidal([0.0, 3.0], 4))


def test_positions_of_any_shape_and_stride() -> None:
    rope = Rope(8)
    cos, sin = rope.tables(7)
    assert cos.shape == sin.shape == (8,)
    every_other = np.arange(12).reshape(2, 6)[:, ::2]
    assert_array_equal(rope.tables(every_other)[0], rope.tables(every_other.copy())[0])
    assert rope.tables([])[0].shape == (0, 8)
    assert encoding.similarity_matrix(0, 8).shape == (0, 0)


def test_weights_in_bfloat16() -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    weight = np.arange(64).reshape(32, 2)
    assert_array_equal(encoding.t5_bias(weight.astype(ml_dtypes.bfloat16), 5), encoding.t5_bias(weight, 5))


def test_importing_the_package_imports_neither_numpy_nor_the_native_module() -> None:
    code = "import sys, phasor; print(sorted({'numpy', 'phasor._native'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


def test_numbers_of_numpy_in_rope_parameters() -> None:
    factors = np.linspace(1, 4, 4)
    rule = {
        "rope_type": "longrope",
        "short_factor": np.ones(4),
        "long_factor": factors,
        "factor": np.float32(4),
        "original_max_position_embeddings": np.int64(2048),
    }
    rope = Rope(8, rope_parameters=rule)
    np.testing.assert_allclose(Rope(8).inv_freq / rope.for_length(2049).inv_freq, factors, rtol=1e-15)


def test_tables_take_their_length_from_the_positions_as_transformers_does() -> None:
    dynamic = {"rope_type": "dynamic", "factor": 2.0}
    rope = Rope(64, rope_parameters=dynamic, max_position_embeddings=2048)
    for last, length in ((2047, 2048), (4095, 4096)):
        assert_array_equal(rope.tables([1, last])[0], rope.for_length(length).tables([1, last])[0])
    assert_array_equal(rope.tables([1], seq_len=4096)[0], rope.for_length(4096).tables([1])[0])
    assert not np.array_equal(rope.tables([1], seq_len=4096)[0], rope.tables([1])[0])


def test_an_unknown_key_is_a_warning() -> None:
    with pytest.warns(UserWarning, match="rope_parameters.fator: Unknown key, perhaps a misspelling of `factor`"):
        Rope(8, rope_parameters={"rope_type": "linear", "factor": 2.0, "fator": 4.0})


# No type checker accepts these calls.
anything: Any = encoding

WRONG: list[tuple[Any, type[Exception], str]] = [
    (lambda: anything.inv_freq(3), ValueError, "dim must be an even number from 2 to 1048576, not 3."),
    (lambda: anything.inv_freq(-2), ValueError, "dim must be a whole number from 0 to 4294967295, not -2."),
    (lambda: anything.inv_freq(4, base=-1), ValueError, "base must be a finite number above 0, not -1."),
    (lambda: anything.inv_freq(4.5), TypeError, "'float' object cannot be interpreted as an integer"),
    (lambda: anything.sinusoidal([np.inf], 4), ValueError, "position must be a finite number, not inf."),
    (lambda: anything.sinusoidal(["a"], 4), TypeError, "positions must hold numbers, not <U1."),
    (lambda: anything.sinusoidal([1], 4, dtype="float16"), ValueError, "dtype must be float32 or float64, not float16."),
    (lambda: anything.sinusoidal([1], 4, order="x"), ValueError, "`order` must be interleaved or concatenated, not `x`."),
    (lambda: anything.t5_buckets([0.5]), TypeError, "relative_position must hold whole numbers, not float64."),
    (lambda: anything.t5_buckets([1], num_buckets=3), ValueError, "n_buckets must be an even number from 4 to 65536, not 3."),
    (lambda: anything.t5_bias([1.0], 2), ValueError, "weight must have the shape [num_buckets, n_heads], not [1]."),
    (lambda: anything.alibi_bias(2, 2, past_seen_tokens=-1), ValueError, "past_seen_tokens must be a whole number from 0"),
    (lambda: anything.position_ids("a*0"), ValueError, "`a*0` in the layout must be a word and a number of tokens"),
    (lambda: anything.position_ids("a", rule="llama"), ValueError, "`rule` must be sequential, qwen2_vl,"),
    (lambda: anything.position_ids("a", past="x"), ValueError, "`past` must be continued, after-largest, cache-length or reset"),
    (lambda: anything.Rope(127), ValueError, "head_dim: The number of components that rotate must be even and at least 2, not 127."),
    (lambda: anything.Rope(8, base=-1), ValueError, "rope_parameters.rope_theta: Must be above 0, not -1."),
    (lambda: anything.Rope(8, pairing="x"), ValueError, "`pairing` must be half-split or interleaved, not `x`."),
    (lambda: anything.Rope(8, rope_parameters={"rope_type": "x"}), ValueError, "rope_parameters.rope_type: Must be default, linear,"),
    (lambda: anything.Rope(8, rope_parameters={"rope_type": "dynamic", "factor": 2}), ValueError, "max_position_embeddings: Missing"),
    (lambda: anything.Rope(8, rope_parameters={"factor": {1}}), TypeError, "`rope_parameters` must hold numbers, words and lists, not set."),
    (lambda: anything.Rope(8, base=2.0, rope_parameters={"rope_theta": 3.0}), ValueError, "`rope_theta` in `rope_parameters` is 3.0, but"),
    (lambda: anything.Rope(8, rotary_dim=4, partial_rotary_factor=0.5), ValueError, "must not both be given."),
    (
        lambda: anything.Rope(8, rope_parameters={"full_attention": {}, "sliding_attention": {}}),
        ValueError,
        "`rope_parameters` must be those of one layer type, not of full_attention and sliding_attention.",
    ),
    (lambda: anything.Rope(8).tables([np.nan]), ValueError, "position must be a finite number, not NaN."),
    (lambda: anything.Rope(8).rotate(np.ones(6), 1), ValueError, "x must have the shape [..., 8], not [6]."),
    (lambda: anything.Rope(8).rotate(np.ones((3, 8)), [1, 2]), ValueError, "positions of shape [2] do not fit x of shape [3, 8]."),
    (lambda: anything.Rope(8).score(np.ones(6), np.ones(8), 0, 1), ValueError, "the vector must have 8 components, not 6."),
    (lambda: anything.Rope(8).for_length(-1), ValueError, "seq_len must be a whole number from 0"),
]


@pytest.mark.parametrize(("call", "kind", "sentence"), WRONG)
def test_wrong_input_gets_a_sentence(call: Any, kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind, match=re.escape(sentence)):
        call()


@pytest.mark.parametrize(
    ("name", "choice", "call"),
    [
        ("pairing", encoding.Pairing, lambda word: Rope(8, pairing=word)),
        ("order", encoding.Order, lambda word: encoding.sinusoidal([1], 4, order=word)),
        ("measure", encoding.Measure, lambda word: encoding.similarity_curve(2, 4, measure=word)),
        ("padding", encoding.Padding, lambda word: encoding.position_ids("a", padding=word)),
        ("documents", encoding.Documents, lambda word: encoding.position_ids("a", documents=word)),
        ("past", encoding.Past, lambda word: encoding.position_ids("a", past=word)),
        ("patches", encoding.Patches, lambda word: encoding.position_ids("a", patches=word)),
    ],
)
def test_the_types_of_choices_have_the_words_of_the_core(name: str, choice: Any, call: Any) -> None:
    words = get_args(choice)
    for word in words:
        call(word)
    listed = f"{', '.join(words[:-1])} or {words[-1]}"
    with pytest.raises(ValueError, match=re.escape(f"`{name}` must be {listed}, not `no such word`.")):
        call("no such word")


def test_sections_that_do_not_fit_get_a_sentence() -> None:
    def rope(sections: Any) -> Rope:
        return Rope(16, rope_parameters={"rope_type": "default", "mrope_section": sections})

    for sections in ([2, 3, 4], [2, 3], [], [2.5, 3, 2.5], "2, 3, 3"):
        with pytest.raises(ValueError, match="section") as error:
            rope(sections)
        assert str(error.value).count(". ") == 0
    mrope = rope([2, 3, 3])
    assert mrope.tables(np.zeros((3, 2, 5)))[0].shape == (2, 5, 16)
    assert mrope.tables(3.0)[0].shape == (16,)
    for name, call in (
        ("position_ids", lambda: mrope.tables(np.zeros((2, 5)))),
        ("positions", lambda: mrope.rotate(np.zeros((5, 16)), np.zeros((2, 5)))),
    ):
        sentence = rf"{name} must have the shape \[3, \.\.\.\].*, not \[2, 5\]\."
        with pytest.raises(ValueError, match=sentence):
            call()
    with pytest.raises(ValueError, match=r"do not fit x of shape \[5, 16\]"):
        mrope.rotate(np.zeros((5, 16)), np.zeros((3, 4)))
    assert repr(mrope) == (
        "Rope(head_dim=16, base=10000.0, rope_type='default', pairing='half-split', mrope_section=(2, 3, 3))"
    )


def test_an_attention_factor_multiplies_rotations_on_several_axes() -> None:
    yarn = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 64, "mrope_section": [2, 3, 3]}
    rope = Rope(18, rotary_dim=16, rope_parameters=yarn, max_position_embeddings=256)
    x = np.random.default_rng(0).standard_normal((5, 18))
    places = np.arange(15.0).reshape(3, 5)
    cos, sin = rope.tables(places)
    turned = np.concatenate([-x[:, 8:16], x[:, :8]], axis=-1)
    np.testing.assert_allclose(rope.rotate(x, places)[:, :16], x[:, :16] * cos + turned * sin, rtol=0, atol=1e-14)
    np.testing.assert_array_equal(rope.rotate(x, places)[:, 16:], x[:, 16:])


def test_other_threads_run_meanwhile() -> None:
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = counted
    Rope(128).tables(np.arange(200_000) + 0.5)
    during = counted - before
    done.set()
    thread.join()
    assert during > 100


def test_the_package_has_the_module() -> None:
    assert phasor.encoding is encoding
    for name in encoding.__all__:
        assert hasattr(encoding, name)
