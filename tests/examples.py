"""How much is tried: an eighth of a property's examples, or few seeds, in `make test`, and all in `make test-all`."""

from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, settings

ALL = "all-examples"
USUAL = 100
QUICK = 8
"""Of so many examples one is tried always; as none is drawn by chance, the first of them are the same."""

_any = settings(
    deadline=None, derandomize=True, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)  # repeatable, on any machine
settings.register_profile("quick", _any, max_examples=USUAL // QUICK)
settings.register_profile(ALL, _any, max_examples=USUAL)


def examples(most: int) -> settings:
    """Settings for a property that needs another number of examples than is usual."""
    every = settings.get_current_profile_name() == ALL
    return settings(max_examples=most if every else max(5, most // QUICK))


def counts(few: int, most: int) -> pytest.MarkDecorator:
    """Give a test the number `count`, of seeds it tries: few always, and most with all tests."""
    return pytest.mark.parametrize("count", [few, pytest.param(most, marks=pytest.mark.slow)])


def few_of(values: Iterable[object], few: int) -> list[object]:
    """Parameters of a test: the first few of them always, and the others with all tests."""
    return [pytest.param(value, marks=[] if i < few else pytest.mark.slow) for i, value in enumerate(values)]
