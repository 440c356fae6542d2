"""Reads a model, or only what is odd about its file."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from ._model import Model
from ._source import opened

if TYPE_CHECKING:
    from ._findings import Findings
    from ._source import Source


def read(source: Source, *, force: bool = False) -> Model:
    """Reads a model.

    Parameters
    ----------
    source : str, path, mapping or object with ``to_dict``
        A ``config.json``, a folder that has one, a GGUF file or its keys, a ``params.json``, or flags of Megatron-LM; the
        keys of a ``config.json``; or a configuration of transformers. Nothing is downloaded.
    force : bool, optional
        Whether there are answers although the file has errors. They may be wrong.

    Returns
    -------
    Model
        The model; what is odd about its file is in :attr:`Model.findings`.

    Raises
    ------
    FileNotFoundError, OSError
        If the file cannot be read.
    ValueError
        If it is not the file of a model.
    TypeError
        If `source` is something else.

    Warns
    -----
    UserWarning
        For each warning and each error in the file, because what the model answers may be wrong.

    Examples
    --------
    >>> from phasor import models
    >>> models.read({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32}).layers[0].head_dim
    128
    """
    model = Model(opened(source, force))
    for finding in model.findings:
        if finding.severity != "note":
            warnings.warn(str(finding), stacklevel=2)
    return model


def check(config: Source) -> Findings:
    """Reports unknown, missing and contradictory keys, as ``phasor check`` does.

    The file is also compared with the nearest published model. A warning names a missing base if every published model of the
    class states its own, and a rule that does not fit. If the sizes are those of the published model, notes name all other
    differences of positions.

    Parameters
    ----------
    config : str, path, mapping or object with ``to_dict``
        What :func:`read` accepts.

    Returns
    -------
    Findings
        The findings. They are true if there is a warning or an error.

    Raises
    ------
    FileNotFoundError, OSError, ValueError, TypeError
        As :func:`read` does.

    Examples
    --------
    >>> import phasor
    >>> phasor.check({"model_type": "llama", "head_dim": 128, "max_position_embeddings": 4096, "rope_teta": 5e5})
    note: rope_theta: Missing; 10000 is used.
    warning: rope_teta: Unknown key, perhaps a misspelling of `rope_theta`; ignored.
    """
    return Model(opened(config, False)).findings
