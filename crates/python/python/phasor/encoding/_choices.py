"""The words that arguments accept. The tests compare them with those of the core."""

from typing import Literal

Pairing = Literal["half-split", "interleaved"]
Order = Literal["interleaved", "concatenated"]
Measure = Literal["cosine-distance", "cosine-similarity", "dot", "euclidean"]
Padding = Literal["filled", "counted", "unfilled"]
Documents = Literal["reset", "continued"]
Past = Literal["continued", "after-largest", "cache-length", "reset"]
Patches = Literal["by-rule", "area-after", "counted"]
