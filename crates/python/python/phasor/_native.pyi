"""
What the modules of `phasor` call; nobody else should.
"""

from _typeshed import Incomplete
from typing import SupportsFloat, SupportsIndex

__all__ = ["inv_freq"]

def inv_freq(rotary_dim: SupportsIndex, base: SupportsFloat | SupportsIndex) -> Incomplete:
    """
    Returns the inverse frequency of each pair, in radians per position.
    """
