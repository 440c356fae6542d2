"""Position ids, and what the judge says of them and of other numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt


@dataclass(frozen=True)
class Judgement:
    """The verdict on one group of arrays. As a text it is the line of ``phasor judge``.

    Attributes
    ----------
    line : str
        The verdict in words.
    name : str
        What the names of the arrays begin with; it may be empty.
    layers : str
        The layers whose numbers they were compared with, as in :meth:`Model.vectors`.
    is_right : bool
        Whether they are those of the model.
    mistakes : tuple of str
        The names of the mistakes that explain them, the likeliest first.
    wrong : tuple of str
        The arrays that are wrong.
    """

    line: str
    name: str
    layers: str
    is_right: bool
    mistakes: tuple[str, ...]
    wrong: tuple[str, ...]

    def __str__(self) -> str:
        return self.line


class Judgements(Sequence[Judgement]):
    """The verdicts on all groups of arrays, which read as the lines of ``phasor judge``.

    Attributes
    ----------
    is_right : bool
        Whether all arrays are those of the model.
    left_out : str or None
        A sentence with the names that are not known, if there are any.
    """

    def __init__(self, judgements: Sequence[Judgement], left_out: str | None) -> None:
        self._judgements = tuple(judgements)
        self.left_out = left_out

    @property
    def is_right(self) -> bool:
        """Whether all arrays are those of the model."""
        return all(judgement.is_right for judgement in self._judgements)

    @overload
    def __getitem__(self, index: int) -> Judgement: ...
    @overload
    def __getitem__(self, index: slice) -> Judgements: ...
    def __getitem__(self, index: int | slice) -> Judgement | Judgements:
        if isinstance(index, slice):
            return Judgements(self._judgements[index], self.left_out)
        return self._judgements[index]

    def __len__(self) -> int:
        return len(self._judgements)

    def __repr__(self) -> str:
        lines = [*map(str, self._judgements), *([self.left_out] if self.left_out else [])]
        return "\n".join(lines)


@dataclass(frozen=True)
class IdJudgement:
    """The verdict on position ids. As a text it is the line of ``phasor judge --layout``.

    Attributes
    ----------
    line : str
        The verdict in words.
    is_right : bool
        Whether the model computes what it should with these ids.
    mistakes : tuple of str
        The names of the mistakes that explain the ids, the likeliest first.
    """

    line: str
    is_right: bool
    mistakes: tuple[str, ...]

    def __str__(self) -> str:
        return self.line


@dataclass(frozen=True)
class PositionIds:
    """The position ids of the tokens of a layout. As an array it is :attr:`ids`.

    Attributes
    ----------
    ids : ndarray of float64
        The ids, shape ``[n_axes, n_tokens]``. A video may have fractions.
    axes : tuple of str
        The names of the axes.
    tokens : tuple of str
        The names of the tokens.
    """

    ids: npt.NDArray[np.float64]
    axes: tuple[str, ...]
    tokens: tuple[str, ...]

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return np.array(self.ids, dtype=dtype) if copy else np.asarray(self.ids, dtype=dtype)
