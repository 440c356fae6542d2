"""``phasor.encoding`` against numpy and against the golden files of the core."""

import numpy as np
import pytest

from phasor import encoding


def test_frequencies_are_powers_of_the_base() -> None:
    expected = 500_000.0 ** -(np.arange(0, 128, 2) / 128)
    np.testing.assert_allclose(encoding.inv_freq(128, 500_000.0), expected, rtol=1e-15)


def test_an_odd_dimension_gets_the_sentence_of_the_core() -> None:
    with pytest.raises(ValueError, match="must be an even number from 2 to 1048576, not 3"):
        encoding.inv_freq(3)
