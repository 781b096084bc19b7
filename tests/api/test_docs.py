"""The page of public names says what their docstrings say, and says it of every one."""

import inspect

import playbill as pb
from playbill import panes, testing
from tests import make_columns
from tests.make_api import GROUPS, OUT, PANE_TYPES, PANES, page


def test_the_page_is_up_to_date() -> None:
    assert OUT.read_text("utf-8") == page(), "docs/API.md is made from docstrings that have changed: make api"


def test_the_page_of_columns_is_up_to_date() -> None:
    assert make_columns.OUT.read_text("utf-8") == make_columns.page(), "columns or metrics have changed: make api"


def test_every_public_name_is_on_it_once() -> None:
    assert sorted(name for names in GROUPS.values() for name in names.split()) == pb.__all__
    assert sorted((*PANES, *PANE_TYPES)) == sorted(panes.__all__)


PUBLIC = [getattr(module, name) for module in (pb, panes, testing) for name in module.__all__]


def test_every_method_is_documented() -> None:
    for owner in filter(inspect.isclass, PUBLIC):
        own = {each: value for each, value in vars(owner).items() if not each.startswith(("_", "test_", "pytest_"))}
        called = {each for each, value in own.items() if inspect.isroutine(value) or isinstance(value, property)}
        assert [each for each in called if not inspect.getdoc(getattr(owner, each))] == [], owner
