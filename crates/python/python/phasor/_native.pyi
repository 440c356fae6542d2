"""
What the modules of `phasor` call; nobody else should.
"""

from _typeshed import Incomplete, SupportsGetItem
from typing import SupportsFloat, SupportsIndex, final

__all__ = ["FigureState", "ParameterRow", "figure_parameters", "figures", "inv_freq", "run"]

@final
class FigureState:
    """
    A figure with a valid value of each of its parameters, its width and its colours.
    """
    def __new__(cls, /, name: str, values: SupportsGetItem[int, tuple[str, str]], width: SupportsFloat | SupportsIndex, theme: str) -> FigureState:
        """
        Returns the figure with these values, which are texts under the names of parameters, and every other parameter at its
        default.
        """
    def png(self, /, scale: SupportsFloat | SupportsIndex) -> bytes:
        """
        Returns the picture as a PNG file.
        """
    def reading(self, /) -> str:
        """
        Returns the reading.
        """
    def svg(self, /) -> tuple[str, str, tuple[float, float]]:
        """
        Returns the picture as an SVG document, its text, and its width and height in CSS pixels.
        """
    def table(self, /) -> "tuple[str, list[tuple[str, object]]]":
        """
        Returns what the rows of the numbers are, and the columns: a name and an array, which has two dimensions if the column
        has a vector in each row.
        """
    def values(self, /) -> list[tuple[str, str, bool]]:
        """
        Returns the name, the text and whether it differs from the default, of every parameter.
        """

@final
class ParameterRow:
    """
    A row of the table of parameters.
    """
    @property
    def accepts(self, /) -> str:
        """
        What it accepts, in words.
        """
    @property
    def default(self, /) -> str | None:
        """
        The text of the default; `None` if it follows from another parameter.
        """
    @property
    def help(self, /) -> str: ...
    @property
    def label(self, /) -> str: ...
    @property
    def name(self, /) -> str:
        """
        The name in Python.
        """
    @property
    def range(self, /) -> tuple[float, float, float] | None:
        """
        Smallest and largest number, and the number whose multiples are accepted, which is 0 if all are.
        """
    @property
    def unit(self, /) -> str: ...
    @property
    def words(self, /) -> list[str]:
        """
        The accepted words; empty if it is not a choice.
        """

def figure_parameters(name: str) -> list[ParameterRow]:
    """
    Returns the parameters of a figure.
    """

def figures() -> list[tuple[str, str, str]]:
    """
    Returns the name of every figure, its title and its caption.
    """

def inv_freq(rotary_dim: SupportsIndex, base: SupportsFloat | SupportsIndex) -> Incomplete:
    """
    Returns the inverse frequency of each pair, in radians per position.
    """

def run(arguments: SupportsGetItem[int, str]) -> int:
    """
    Runs a command, whose first argument is the name of the program, and returns the exit status.
    """
