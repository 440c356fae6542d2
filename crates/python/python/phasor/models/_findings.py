"""What is odd about the file of a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast, overload

from phasor import _native

Severity = Literal["note", "warning", "error"]


@dataclass(frozen=True)
class Finding:
    """A finding. As a text it is the line of the command line.

    Attributes
    ----------
    key : str
        The path of the key, such as ``rope_scaling.factor``.
    severity : {"note", "warning", "error"}
        A note is worth knowing, a warning is probably not intended, and an error is what transformers rejects or what
        has no meaning.
    sentence : str
        What is wrong, what is accepted, and what was done.
    line : int or None
        The line of the key in the file, counted from 1, if the file has the key.

    Examples
    --------
    >>> from phasor.models import Finding
    >>> print(Finding("rope_theta", "error", "Must be above 0, not -1; ignored.", 3))
    error: rope_theta: Must be above 0, not -1; ignored.
    """

    key: str
    severity: Severity
    sentence: str
    line: int | None = None

    def __str__(self) -> str:
        return f"{self.severity}: {self.key}: {self.sentence}"


class Findings(Sequence[Finding]):
    """The findings in a file, which read as the lines of ``phasor check``.

    They are true if there is a warning or an error, for which ``phasor check`` has the exit status 1. Notes alone are false,
    so that ``assert not phasor.check(config)`` passes with them. Their number is ``len(findings)``.

    Parameters
    ----------
    findings : sequence of Finding
        The findings, in the order of reading.

    Examples
    --------
    >>> import phasor
    >>> findings = phasor.check({"model_type": "llama", "head_dim": 64, "max_position_embeddings": 4096, "rope_theta": -1})
    >>> bool(findings), findings[0].key
    (True, 'rope_theta')
    >>> findings
    error: rope_theta: Must be above 0, not -1; ignored.
    note: rope_theta: Not usable; 10000 is used.
    """

    def __init__(self, findings: Sequence[Finding]) -> None:
        self._findings = tuple(findings)

    @overload
    def __getitem__(self, index: int) -> Finding: ...
    @overload
    def __getitem__(self, index: slice) -> Findings: ...
    def __getitem__(self, index: int | slice) -> Finding | Findings:
        if isinstance(index, slice):
            return Findings(self._findings[index])
        return self._findings[index]

    def __len__(self) -> int:
        return len(self._findings)

    def __bool__(self) -> bool:
        return any(finding.severity != "note" for finding in self._findings)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Findings):
            return self._findings == other._findings
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._findings)

    def __repr__(self) -> str:
        return "\n".join(map(str, self._findings)) or "No findings."

    def _repr_html_(self) -> str:
        if not self._findings:
            return "<p>No findings.</p>"
        rows = [
            [f"`{one.key}`", one.severity, "" if one.line is None else str(one.line), one.sentence]
            for one in self._findings
        ]
        return _native.Report.of_table("Findings", ["key", "severity", "line", "what"], rows).html()


def of_native(rows: list[tuple[str, str, str, int | None]]) -> Findings:
    """Returns the findings of the core."""
    return Findings(
        [Finding(key, cast("Severity", severity), sentence, line) for key, severity, sentence, line in rows]
    )
