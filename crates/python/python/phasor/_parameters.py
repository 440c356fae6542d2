"""The parameters of every figure, which only type checkers read; the types are in ``_parameters.pyi``."""
