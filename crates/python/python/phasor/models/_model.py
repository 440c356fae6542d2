"""A model and what its positions do."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from phasor import _native

from ._findings import Findings
from ._findings import of_native as findings_of
from ._judgements import IdJudgement, Judgement, Judgements, PositionIds
from ._layer import Layer
from ._layer import of_native as layer_of
from ._report import Norms, Report
from ._rotary_embedding import RotaryEmbedding
from ._source import as_json, opened

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._choices import Engine, Framework, Language
    from ._source import Source


class Model:
    """A model as its file describes it. :func:`read` makes it.

    Where a method takes `layer`, it is the type of the layers, such as ``sliding_attention``; without it, they are those with
    full attention, or the first ones. Methods that compute something raise ``ValueError`` if the file has errors, unless it was
    read with ``force=True``.

    Examples
    --------
    >>> from phasor import models
    >>> models.read({"model_type": "bloom", "n_head": 32, "hidden_size": 4096})
    Model 'bloom': ALiBi: each of 32 heads subtracts its slope times the distance from the score, so nothing rotates; the file gives no length.
    """

    def __init__(self, native: _native.ModelReader) -> None:
        self._native = native

    @property
    def title(self) -> str:
        """The name of the model in reports."""
        return self._native.title

    @property
    def model_type(self) -> str | None:
        """The name of the architecture, as in the file."""
        return self._native.model_type

    @property
    def scheme(self) -> str:
        """The name of the positional encoding."""
        return self._native.scheme

    @property
    def max_position_embeddings(self) -> int | None:
        """The declared length: the longest text that the file or its class declares, in tokens."""
        return self._native.max_position_embeddings

    @cached_property
    def findings(self) -> Findings:
        """What is odd about the file, and what only the comparison with the nearest published model shows."""
        return findings_of(self._native.findings())

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """The rotary layers, one entry for each type; none if nothing rotates."""
        return tuple(map(layer_of, self._native.layers()))

    def rope(self, layer: str | None = None, *, seq_len: int | None = None) -> RotaryEmbedding:
        """Returns the rotary embedding of the layers of a type.

        Parameters
        ----------
        layer : str, optional
            The type of the layers.
        seq_len : int, optional
            The length of the text in tokens, for rules that depend on it; without it, one within the original length.

        Raises
        ------
        ValueError
            If there is no such layer, nothing rotates, or the file has errors.

        Examples
        --------
        >>> from phasor import models
        >>> model = models.read({"model_type": "gemma3_text", "head_dim": 256, "hidden_size": 1152})
        >>> model.rope("sliding_attention").wavelengths[1].round(2)
        np.float64(6.75)
        """
        return RotaryEmbedding(self._native, layer, seq_len)

    def report(
        self, *, layer: str | None = None, context: int | None = None, layout: str | None = None
    ) -> Report:
        """Returns what the positions of the model do, as ``phasor model`` does.

        Parameters
        ----------
        layer : str, optional
            The type of the layers.
        context : int, optional
            The length of the text in tokens; without it, the longest that the file declares.
        layout : str, optional
            The tokens whose position ids are shown, such as ``"pad*2 the dog"``.

        Examples
        --------
        >>> from phasor import models
        >>> report = models.read({"model_type": "llama", "head_dim": 4}).report()
        >>> report.tables[-1].head[0]
        'pair'
        """
        return Report(self._native.overview(layer, context, layout))

    def what_if(
        self,
        context: int | None = None,
        *,
        layer: str | None = None,
        rope_parameters: Mapping[str, object] | None = None,
        rope_scaling: Mapping[str, object] | None = None,
    ) -> Report:
        """Returns what a longer text would do under each scaling rule, as ``phasor plan`` does.

        Parameters
        ----------
        context : int, optional
            The length of the text in tokens; without it, the longest that the file declares.
        layer : str, optional
            The type of the layers.
        rope_parameters, rope_scaling : mapping, optional
            A rule of yours to compare with the others, as transformers 5 or 4 writes it. Without ``rope_theta``, the
            model's base stays.

        Raises
        ------
        ValueError
            If transformers would reject the rule, it rotates other components, or both are given.

        Warns
        -----
        UserWarning
            For what is probably not intended in the rule.

        Examples
        --------
        >>> from phasor import models
        >>> model = models.read({"model_type": "llama", "head_dim": 64, "max_position_embeddings": 4096})
        >>> [row[0] for row in model.what_if(8192).tables[0].rows][:2]
        ['its own: no rule', 'linear × 2']
        >>> yours = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 4096}
        >>> [row[0] for row in model.what_if(8192, rope_scaling=yours).tables[0].rows][:2]
        ['its own: no rule', 'yours: YaRN × 4']
        """
        if rope_parameters is not None and rope_scaling is not None:
            raise ValueError("`rope_parameters` and `rope_scaling` must not both be given.")
        rule = rope_scaling if rope_parameters is None else rope_parameters
        report, warned = self._native.what_if(layer, context, None if rule is None else as_json(rule))
        for sentence in warned:
            warnings.warn(sentence, stacklevel=2)
        return Report(report)

    def settings(
        self,
        engine: Engine | None = None,
        context: int | None = None,
        rule: Literal["yarn", "linear"] = "yarn",
    ) -> Report:
        """Returns the settings by which engines read a longer text with the model, as ``phasor settings`` does.

        Parameters
        ----------
        engine : str, optional
            The engine; without it, all.
        context : int, optional
            The length of the text in tokens; without it, the longest that the file declares.
        rule : {"yarn", "linear"}, optional
            The rule, if the model needs one.

        Examples
        --------
        >>> from phasor import models
        >>> model = models.read({"model_type": "llama", "head_dim": 64, "max_position_embeddings": 4096})
        >>> "--max-model-len 8192" in model.settings("vllm", 8192).snippets[0].text
        True
        """
        if engine is not None and not isinstance(engine, str):
            raise TypeError(f"`engine` must be the name of an engine, or None for all, not {engine!r}.")
        return Report(self._native.settings(engine, context, rule))

    def diff(self, other: Model | Source, *, layer: str | None = None) -> Report:
        """Returns how the positions of another model differ, as ``phasor diff`` does.

        Parameters
        ----------
        other : Model, or what :func:`read` accepts
            The other model.
        layer : str, optional
            The type of the layers.

        Examples
        --------
        >>> from phasor import models
        >>> one, two = ({"model_type": "llama", "head_dim": 64, "rope_theta": base} for base in (1e4, 5e5))
        >>> models.read(one).diff(two).tables[0].rows[0]
        ('base', '10,000', '500,000')
        """
        native = other._native if isinstance(other, Model) else opened(other, False)
        return Report(self._native.diff(native, layer))

    def code(self, language: Language = "numpy", *, layer: str | None = None, context: int | None = None) -> str:
        """Returns a program that computes the inverse frequencies and rotates a vector, as ``phasor code`` does.

        Parameters
        ----------
        language : {"numpy", "torch", "jax", "rust"}, optional
            The language, or the library of Python.
        layer : str, optional
            The type of the layers.
        context : int, optional
            The length of the text in tokens, for rules that depend on it.

        Examples
        --------
        >>> from phasor import models
        >>> print(models.read({"model_type": "llama", "head_dim": 64}).code().splitlines()[-1].strip()[:5])
        print
        """
        report = Report(self._native.code(language, layer, context))
        if not report.snippets:
            raise ValueError(str(report).strip())
        return report.snippets[0].text

    def layout(self, from_: Framework, to: Framework, *, layer: str | None = None) -> Report:
        """Returns how the rows of queries and keys move between frameworks, as ``phasor permute`` does.

        Parameters
        ----------
        from_, to : str
            Where the weights come from, and where they go.
        layer : str, optional
            The type of the layers.

        Examples
        --------
        >>> from phasor import models
        >>> print(str(models.read({"model_type": "llama", "head_dim": 64}).layout("transformers", "mlx")).splitlines()[0])
        From transformers to MLX, do not permute llama: its pairs are half-split in both.
        """
        return Report(self._native.layout(from_, to, layer))

    def permutation(
        self,
        n_rows: int,
        *,
        from_: Framework,
        to: Framework,
        kind: Literal["query", "key"] = "query",
        layer: str | None = None,
    ) -> npt.NDArray[np.int64]:
        """Returns, for each row of a projection in the new layout, the row of the old one.

        Parameters
        ----------
        n_rows : int
            The number of rows of the projection, or of numbers in its bias.
        from_, to : str
            Where the weights come from, and where they go.
        kind : {"query", "key"}, optional
            Whose projection it is. With latent attention (DeepSeek), queries are the rows of ``q_b_proj`` or ``q_proj``,
            and keys those of ``kv_a_proj_with_mqa``.
        layer : str, optional
            The type of the layers.

        Raises
        ------
        ValueError
            If the layout of a framework is not known, or the model has another number of rows.

        Examples
        --------
        >>> from phasor import models
        >>> model = models.read({"model_type": "llama", "head_dim": 4, "num_attention_heads": 2})
        >>> model.permutation(8, from_="original", to="transformers")
        array([0, 2, 1, 3, 4, 6, 5, 7])
        """
        return self._native.moved_rows(from_, to, kind, n_rows, layer)

    def permute(
        self,
        array: npt.ArrayLike,
        *,
        from_: Framework,
        to: Framework,
        kind: Literal["query", "key"] = "query",
        layer: str | None = None,
    ) -> npt.NDArray[Any]:
        """Returns a projection of queries or keys, or its bias, with the rows in the layout of another framework.

        Parameters
        ----------
        array : array_like
            The weight, shape ``[n_rows, n_columns]``, or the bias, shape ``[n_rows]``.
        from_, to, kind, layer
            As for :meth:`permutation`.

        Raises
        ------
        ValueError
            As :meth:`permutation` does, and if `array` is one number.

        Examples
        --------
        >>> import numpy as np
        >>> from phasor import models
        >>> model = models.read({"model_type": "llama", "head_dim": 4, "num_attention_heads": 1})
        >>> model.permute(np.array([0.0, 0.1, 1.0, 1.1]), from_="transformers", to="gguf")
        array([0. , 1. , 0.1, 1.1])
        """
        rows = np.asarray(array)
        if rows.ndim == 0:
            raise ValueError("`array` must have rows, and not be one number.")
        order = self.permutation(rows.shape[0], from_=from_, to=to, kind=kind, layer=layer)
        moved: npt.NDArray[Any] = rows.take(order, axis=0)
        return moved

    def norms(
        self, files: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], *, layer: str | None = None
    ) -> Norms:
        """Reads which frequencies the weights use, as ``phasor norms`` does.

        Parameters
        ----------
        files : path or iterable of paths
            ``.safetensors`` files, or their ``model.safetensors.index.json``, beside which they must be.
        layer : str, optional
            The type of the layers.

        Raises
        ------
        FileNotFoundError, OSError
            If a file cannot be read.
        ValueError
            If a file is not what it should be, or does not fit the configuration.

        Examples
        --------
        >>> from phasor import models
        >>> norms = models.read("config.json").norms("model.safetensors")  # doctest: +SKIP
        >>> norms.queries.mean(axis=(0, 1)).argmax()  # doctest: +SKIP
        """
        paths = [files] if isinstance(files, (str, os.PathLike)) else list(files)
        return Norms(self._native.norms([Path(path) for path in paths], layer))

    def vectors(self, layer: str | None = None) -> dict[str, npt.NDArray[Any]]:
        """Returns numbers to test a kernel with, as ``phasor vectors`` does.

        They are queries and keys before and after the rotation, with cosines, sines and inverse frequencies.

        Parameters
        ----------
        layer : str, optional
            The type of the layers; without it, all that rotate.

        Examples
        --------
        >>> from phasor import models
        >>> vectors = models.read({"model_type": "llama", "head_dim": 4}).vectors()
        >>> vectors["all_layers/f64/inv_freq"]
        array([1.  , 0.01])
        """
        arrays, _ = self._native.vectors(layer)
        return {name: numbers.reshape(shape).astype(dtype) for name, shape, dtype, numbers in arrays}

    def judge(self, arrays: Mapping[str, npt.ArrayLike], layer: str | None = None) -> Judgements:
        """Says whether the numbers of a kernel are those of the model, or which known mistake explains them.

        Parameters
        ----------
        arrays : mapping of str to array_like
            Any of ``inv_freq``, ``cos``, ``sin``, ``query_rotated`` and ``key_rotated``, for the positions, queries and keys
            of :meth:`vectors`, or with others as ``positions``, ``query`` and ``key``. Names may begin with that of a set,
            as in :meth:`vectors`.
        layer : str, optional
            The type of the layers.

        Raises
        ------
        ValueError
            If no array has a known name, or a shape does not fit.

        Examples
        --------
        >>> from phasor import models
        >>> model = models.read({"model_type": "llama", "head_dim": 4, "rope_theta": 500_000.0})
        >>> judgements = model.judge({"inv_freq": [1.0, 0.01]})
        >>> judgements.is_right, judgements[0].mistakes
        (False, ('base',))
        >>> judgements[0].line[:90]
        '`all_layers`: Your angles are those of base 10,000; this model’s base is 500,000. Wrong: `'

        """
        rows = [_named(name, array) for name, array in arrays.items()]
        judgements, left_out = self._native.judge(rows, layer)
        return Judgements(
            [
                Judgement(line, name, layers, is_right, tuple(mistakes), tuple(wrong))
                for line, name, layers, is_right, mistakes, wrong in judgements
            ],
            left_out,
        )

    def position_ids(self, layout: str) -> PositionIds:
        """Returns the position ids of the tokens of a layout, as the class of the model numbers them.

        Parameters
        ----------
        layout : str
            The tokens, such as ``"pad*2 the dog <image 2x3>"``, as for ``phasor positions``.

        Raises
        ------
        ValueError
            If the model uses no position ids, or has no tokens for the layout.

        Examples
        --------
        >>> from phasor import models
        >>> models.read({"model_type": "llama", "head_dim": 4}).position_ids("pad a b").ids
        array([[0., 0., 1.]])
        """
        ids, axes, tokens = self._native.position_ids(layout)
        return PositionIds(ids.reshape(len(axes), len(tokens)), tuple(axes), tuple(tokens))

    def judge_ids(self, layout: str, ids: npt.ArrayLike) -> IdJudgement:
        """Says whether position ids are those of the model, or which known mistake explains them.

        Parameters
        ----------
        layout : str
            The tokens, as for :meth:`position_ids`.
        ids : array_like
            The ids, shape ``[n_axes, n_tokens]``; axes of length 1 do not matter.

        Examples
        --------
        >>> from phasor import models
        >>> model = models.read({"model_type": "llama", "head_dim": 4})
        >>> model.judge_ids("a pad*2 b", [0, 1, 2, 3]).mistakes
        ('padding-counted',)
        """
        array = np.asarray(ids, dtype=np.float64)
        line, is_right, mistakes = self._native.judge_ids(layout, list(array.shape), array.ravel())
        return IdJudgement(line, is_right, tuple(mistakes))

    def __repr__(self) -> str:
        return f"Model {self.title!r}: {self._native.summary}"

    def _repr_html_(self) -> str:
        rows = [
            [
                layer.layer_type or "all",
                f"{layer.base:,.10g}",
                f"{layer.rotary_dim} of {layer.head_dim}",
                layer.pairing,
                layer.rope_type,
                f"{layer.attention_factor:.7g}",
            ]
            for layer in self.layers
        ]
        head = ["layers", "base", "components that rotate", "pairs", "rule", "attention factor"]
        table = _native.Report.of_table(f"{self.title}: {self._native.summary}", head, rows).html()
        return table + (self.findings._repr_html_() if len(self.findings) else "")


def _named(name: str, array: npt.ArrayLike) -> tuple[str, list[int], str, npt.NDArray[np.float64]]:
    """Returns an array as the judge takes it."""
    # A tensor of torch may be on another device, and know how it was computed.
    tensor: Any = array
    values = np.asarray(tensor.detach().cpu() if hasattr(tensor, "detach") else tensor)
    dtype = "int64" if values.dtype.kind in "iu" else values.dtype.name
    # The core names the formats that it takes; numbers of another format are not read.
    is_real = values.dtype.kind in "iufV"
    numbers = values.astype(np.float64) if is_real else np.zeros(0)
    return name, list(values.shape), dtype, numbers.ravel()
