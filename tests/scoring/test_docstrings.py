"""Doctests of the engines."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import scoring

MODULES = ["scoring", *(module.name for module in pkgutil.walk_packages(scoring.__path__, "scoring."))]


def test_the_engines_have_examples_in_their_docstrings() -> None:
    assert sum(doctest.testmod(import_module(name)).attempted for name in MODULES) > 20


@pytest.mark.parametrize("name", MODULES)
def test_an_example_in_a_docstring_says_what_comes_out(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
