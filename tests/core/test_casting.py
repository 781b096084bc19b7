"""Options, names, policies and models are checked before a run begins, so that no reader rejects its recording."""

from typing import Any, ClassVar

import pytest
from pydantic import BaseModel

from core.engine.casting import configure, prepare
from core.errors import UserError
from core.recording.header import Header
from core.text import unsafe
from tests.toy import ToyConfig, ToyScene

ODD = ("\x1b[2J", "\u202e", "\x07", "\u2028", "\ud800")


class Persona(BaseModel):
    name: str
    traits: tuple[str, ...] = ()


class TalkingConfig(ToyConfig):
    motto: str = ""
    personas: dict[str, Persona] = {}
    topics: list[list[str]] = []


class Talking(ToyScene):
    Config: ClassVar[type[ToyConfig]] = TalkingConfig


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize(
    ("place", "option"),
    [
        ("motto", lambda odd: {"motto": odd}),
        ("personas.A.name", lambda odd: {"personas": {"A": {"name": f"Ann{odd}"}}}),
        ("personas.A.traits.2", lambda odd: {"personas": {"A": {"name": "Ann", "traits": ["kind", odd]}}}),
        ("personas", lambda odd: {"personas": {f"A{odd}": {"name": "Ann"}}}),
        ("topics.2.1", lambda odd: {"topics": [["food"], [odd]]}),
    ],
)
def test_an_option_may_hold_no_controls_at_any_depth(place: str, option: Any, odd: str) -> None:
    with pytest.raises(UserError, match=rf"^toy: option {place} has characters that a recording cannot store\.$"):
        configure(Talking, option(odd))
    assert configure(Talking, option("é")).model_dump() == Talking.Config(**option("é")).model_dump()


@pytest.mark.parametrize("odd", ODD)
def test_names_policies_and_models_may_hold_no_controls(odd: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def header(**models: Any) -> Header:
        return prepare("toy", {}, {"A": "llm:mock"}, 1, models=models)

    with pytest.raises(UserError, match=r"^The policy .* has characters"):
        prepare("toy", {}, {"A": f"rules{odd}"}, 1)
    with pytest.raises(UserError, match=r"\[models\] mock\.model has characters"):
        header(mock={"model": f"x{odd}"})
    monkeypatch.setattr(ToyConfig, "seats", ("A", f"B{odd}"))
    with pytest.raises(UserError, match=r"^The name 'B.*' has characters"):
        header()


def test_where_the_first_odd_text_stands() -> None:
    assert unsafe({"a": [1, None, {"b": ("x", "y")}]}) is None
    assert unsafe({"a": [1, {"b": ("x", "\x1b")}], "c": "\x1b"}) == "a.2.b.2"
    assert unsafe({1: {2: "\x1b"}}) == "1.2"
