"""How much the trials try: all of it with scripts/test --long, which sets FAIRKIT_LONG, else a short form."""

import os

import pytest

LONG = bool(os.environ.get("FAIRKIT_LONG"))


def tries(name, short):
    """How often a trial tries, by its variable, or without one as often as in its short form."""
    return int(os.environ.get(name, short))


def rows(*values, short=1):
    """Parameters of a test, of which only the first ones belong to its short form."""
    return [*values[:short], *(pytest.param(value, marks=pytest.mark.long) for value in values[short:])]
