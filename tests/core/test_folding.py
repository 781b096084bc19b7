"""Methods that fold events: found by their annotation, dispatched by exact class, ambiguous ones rejected."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

import playbill as pb
from core.engine.events import Event
from core.engine.folding import Folding
from core.recording.line_format import UnknownKind
from tests.toy import Filled, Peeked, Quit, Took, ToyConfig, ToyScene


class Fold(Folding):
    def __init__(self) -> None:
        self.seen: list[str] = []

    @pb.on
    def on_took(self, event: Event, body: Took) -> None:
        self.seen.append(f"{event.agent} took {body.token}")

    @pb.on
    def on_either(self, event: Event, body: "Filled | Quit") -> None:
        self.seen.append(body.kind)


class TookMore(Took):
    pass


def test_a_method_folds_events_of_exactly_the_classes_in_its_annotation() -> None:
    fold = Fold()
    for body in (Took(3), Filled((1,)), Quit(), TookMore(4), Peeked("B", 1)):
        fold.apply(body.by("A"))
    assert fold.seen == ["A took 3", "filled", "quit"]


def test_a_subclass_overrides_a_method_by_its_name() -> None:
    class Louder(Fold):
        def on_took(self, event: Event, body: Took) -> None:
            super().on_took(event, body)
            self.seen.append("!")

    fold = Louder()
    fold.apply(Took(3).by("A"))
    assert fold.seen == ["A took 3", "!"]


def test_two_methods_for_one_class_are_rejected() -> None:
    def also(self: Any, event: Event, body: Took) -> None: ...

    with pytest.raises(
        TypeError, match=r"Twice\.on_took and Twice\.also both fold Took: join them, or override on_took"
    ):
        type("Twice", (Fold,), {"also": pb.on(also)})


@pytest.mark.parametrize("annotations", [{}, {"body": int}, {"body": Event}, {"body": "Mapping[str, Any]"}])
def test_an_annotation_that_names_no_event_is_rejected(annotations: Mapping[str, Any]) -> None:
    def on_nothing(self: Any, event: Any, body: Any) -> None: ...

    on_nothing.__annotations__ = dict(annotations)
    with pytest.raises(TypeError, match=re.escape("Odd.on_nothing names no event class in its last annotation: write")):
        type("Odd", (Fold,), {"on_nothing": pb.on(on_nothing)})


def test_an_event_that_the_scene_does_not_list_is_not_folded() -> None:
    def on_more(self: Any, event: Event, body: TookMore) -> None: ...

    lists = {"name": "odd", "events": ToyScene.events, "on_more": pb.on(on_more)}
    with pytest.raises(TypeError, match=r"Odd\.on_more folds TookMore, which Odd\.events lacks"):
        type("Odd", (ToyScene,), lists)
    with pytest.raises(UnknownKind, match="toy has no event kind 'took_more'"):
        ToyScene(ToyConfig(), ("A",)).apply(TookMore(3).by("A"))
