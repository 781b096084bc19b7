"""The page of public names says what their docstrings say, and says it of every one."""

import inspect

import pytest

import playbill as pb
from playbill import testing
from tests.make_api import GROUPS, OUT, TESTING, page


def test_the_page_is_up_to_date() -> None:
    assert OUT.read_text("utf-8") == page(), "docs/API.md is made from docstrings that have changed: make api"


def test_every_public_name_is_on_it_once() -> None:
    assert sorted(name for names in GROUPS.values() for name in names) == pb.__all__
    assert sorted(TESTING) == sorted(testing.__all__)


@pytest.mark.parametrize("name", [name for name in pb.__all__ if inspect.isclass(getattr(pb, name))])
def test_every_method_is_documented(name: str) -> None:
    own = {each: value for each, value in vars(getattr(pb, name)).items() if not each.startswith("_")}
    called = {each for each, value in own.items() if inspect.isroutine(value) or isinstance(value, property)}
    assert [each for each in called if not inspect.getdoc(getattr(getattr(pb, name), each))] == []
