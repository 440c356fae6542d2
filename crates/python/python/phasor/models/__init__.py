"""What the files of a model say about its positions, and what follows from them.

>>> from phasor import models
>>> model = models.read({"model_type": "llama", "head_dim": 64, "rope_theta": 500_000.0})
>>> cos, sin = model.rope()([0, 1, 2])
>>> cos.shape
(3, 64)
"""

from __future__ import annotations

from ._choices import Engine, Framework, Language
from ._findings import Finding, Findings, Severity
from ._judgements import IdJudgement, Judgement, Judgements, PositionIds
from ._layer import Layer, Pairing
from ._model import Model
from ._read import check, read
from ._report import Norms, Report, Snippet, Table
from ._rotary_embedding import RotaryEmbedding
from ._source import Source

__all__ = [
    "Engine",
    "Finding",
    "Findings",
    "Framework",
    "IdJudgement",
    "Judgement",
    "Judgements",
    "Language",
    "Layer",
    "Model",
    "Norms",
    "Pairing",
    "PositionIds",
    "Report",
    "RotaryEmbedding",
    "Severity",
    "Snippet",
    "Source",
    "Table",
    "check",
    "read",
]
