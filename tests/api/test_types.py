"""Types in public signatures can be imported; a name that does not exist is an error for mypy."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any, get_args

import playbill as pb
from playbill import panes, social, testing, types

MODULES = (pb, types, panes, social, testing)
NAMES = {name for module in MODULES for name in module.__all__}
OURS = ("core", "scenes", "themes", "tui", "playbill")
UNNAMED = {"Turn.__init__", "Scene.forms", "SocialScene.forms", "SocialPlayer.__init__", "SocialPlayer.reply"}
"""What the engine alone makes."""


def signatures(owner: type) -> Iterator[tuple[str, Any]]:
    """Yield each annotation of a public class: of its fields, its properties and its methods, with the place."""
    for base in owner.__mro__:
        if base.__module__.split(".")[0] not in OURS:
            continue
        own = {name: value for name, value in vars(base).items() if name == "__init__" or not name.startswith("_")}
        for name, hint in inspect.get_annotations(base).items():
            if not name.startswith("_"):
                yield f"{owner.__name__}.{name}", hint
        for name, value in own.items():
            if name.startswith(("test_", "pytest_", "on_")) or inspect.isclass(value):
                continue
            function = getattr(value, "fget", None) or getattr(value, "__func__", None) or value
            for hint in getattr(function, "__annotations__", {}).values():
                yield f"{owner.__name__}.{name}", hint


def classes(hint: Any) -> Iterator[type]:
    """Yield the classes in an annotation."""
    if inspect.isclass(hint) and not get_args(hint):
        yield hint
    for part in get_args(hint):
        for each in part if isinstance(part, list) else [part]:
            yield from classes(each)


def test_every_type_in_a_public_signature_can_be_imported() -> None:
    hidden = []
    for module in MODULES:
        for name in module.__all__:
            public = getattr(module, name)
            found = list(signatures(public)) if inspect.isclass(public) else []
            if inspect.isfunction(public):
                found = [(name, hint) for hint in public.__annotations__.values()]
            hidden += [
                f"{place}: {kind.__module__}.{kind.__name__}"
                for place, hint in found
                for kind in classes(hint)
                if kind.__module__.split(".")[0] in OURS and kind.__name__ not in NAMES and place not in UNNAMED
            ]
    assert hidden == []


def missing(_: pb.Nonsense) -> None:  # type: ignore[name-defined]
    """Have mypy fail, with an unused comment, if a name that does not exist is no error."""
