"""The command line: ``python -m phasor`` and, once installed, ``phasor``."""

from __future__ import annotations

import signal
import sys

from . import _native


def main() -> None:
    """Runs the command that the arguments of the program name, and exits with its status."""
    # Python would notice Ctrl-C only after the command.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_native.run(["phasor", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
