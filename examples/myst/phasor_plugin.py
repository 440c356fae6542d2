#!/usr/bin/env python3
"""Draws the figures of this book, and makes them live. Written by `python -m phasor.books --myst`."""

from phasor.myst_plugin import main

main()
