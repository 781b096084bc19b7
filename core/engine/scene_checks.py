"""Checks of a scene's class, attributes and events; each error names the method and the remedy."""

from collections.abc import Collection, Iterable, Mapping
from types import FunctionType
from typing import Any

from core.engine.capabilities import Talk, capability
from core.engine.events import Audience, Body, Event
from core.engine.shared_events import SHARED
from core.engine.turn import Action
from core.errors import EXPECTED_EVENTS, SceneError, bad_hook_result, listed

METHODS = (FunctionType, classmethod, staticmethod, property)


REMOVED_HOOKS = {
    "bodies": "events",
    "people": "Config.people",
    "seats": "Config.seats",
    "competitors": "Config.competitors",
    "human_seat": "Config.human_seat",
    "harder": "Config.harder",
    "overview": 'observe(""), the director\'s view',
    "role": "Outcome.roles",
    "understood": "understood = True in the event's class",
    "forgettable": "forgettable = True in the event's class",
    "finding": "finding() of the event's class",
    "check_intervention": "intervene, which raises IllegalAction before the first event",
    "bounds": "measures, which give meaning, unit and range of each metric",
    "should_skip_turn": "legal, which is empty for an agent that has nothing to decide",
}
"""Names of hooks in an earlier version, and their replacements."""


def check_class(cls: type, hooks: Collection[str], capability_of: Mapping[str, type]) -> None:
    """Raise TypeError for class attributes of a scene that are certainly mistakes.

    Args:
        cls: The scene's class.
        hooks: Names of the methods of `Scene`.
        capability_of: Mixin of each hook, by the hook's name.
    """
    for name in vars(cls):
        mixin = capability_of.get(name)
        if mixin is not None and not issubclass(cls, mixin):
            raise TypeError(
                f"{cls.__name__}.{name} is a hook of pb.{mixin.__name__}: write class {cls.__name__}(…, "
                f"pb.{mixin.__name__}), or rename it"
            )
        if name in REMOVED_HOOKS:
            raise TypeError(f"{cls.__name__}.{name} is no longer a hook: use {REMOVED_HOOKS[name]}, or rename it")
    for name, value in vars(cls).items():
        if name in hooks and not callable(value) and not isinstance(value, METHODS):
            raise TypeError(f"{cls.__name__}.{name} is {value!r:.40} and hides the method Scene.{name}: rename it")
    for name, kind, example in (("events", Body, "Rolled"), ("actions", Action, "Roll")):
        if name in vars(cls):
            _check_listed(cls.__name__, name, vars(cls)[name], kind, example)
    if "events" in vars(cls):
        _check_kinds(cls.__name__, vars(cls)["events"])


def _check_listed(owner: str, name: str, value: Any, kind: type, example: str) -> None:
    if not isinstance(value, tuple):
        raise TypeError(f"{owner}.{name} is {value!r:.40}: write a tuple, such as ({example},)")
    for each in value:
        if not (isinstance(each, type) and issubclass(each, kind)):
            raise TypeError(f"{owner}.{name} lists {each!r:.40}: list classes that derive from pb.{kind.__name__}")


def _check_kinds(owner: str, events: Iterable[type[Body]]) -> None:
    known = {body.kind: body for body in SHARED}
    for body in events:
        other = known.setdefault(body.kind, body)
        if other is not body:
            shared = " of Playbill's own" * (other in SHARED)
            raise TypeError(
                f"{owner}.events lists {body.__name__}, whose kind {body.kind!r} is that of another event{shared}: "
                f'rename one, or write kind = "…" in it'
            )


def check_attributes(scene: Any, hooks: Collection[str]) -> None:
    """Raise SceneError for attributes of a scene that hide its methods."""
    if hidden := next((name for name in vars(scene) if name in hooks), ""):
        raise SceneError(f"the scene {scene.name}: self.{hidden} hides the method {hidden}; rename the attribute")


def check_event(scene: Any, hook: str, event: Event) -> None:
    """Raise SceneError for an event that no reader could parse, or whose audience cannot exist."""
    method = hook or "a method"
    kind = type(event.data)
    if not isinstance(event, Event) or not isinstance(event.data, Body):
        raise bad_hook_result(scene.name, method, EXPECTED_EVENTS, event)
    if kind not in SHARED and kind not in scene.events:
        mistake = f"{method} yielded a {kind.__name__}, which is missing from its events"
        raise SceneError(f"the scene {scene.name}: {mistake}; add it: events = (…, {kind.__name__})")
    if flaw := audience_flaw(scene, event.audience):
        raise SceneError(f"the scene {scene.name}: {method} made a {kind.__name__} for {event.audience!r:.40}; {flaw}")


def audience_flaw(scene: Any, audience: Audience) -> str:
    """Return the reason why an audience cannot exist, and the remedy; "" if it can."""
    if audience is None:
        return ""
    if isinstance(audience, str):
        try:
            capability(scene, Talk).members(audience)
        except KeyError:
            is_name = audience in scene.names
            return f"write to=({audience!r},)" if is_name else "there is no such group: add it to members()"
        return ""
    if not isinstance(audience, tuple):
        return 'write a tuple of names, such as to=("Ann",)'
    strangers = [name for name in audience if name not in scene.names]
    return f"{strangers[0]!r} is not at the table ({listed(scene.names)})" if strangers else ""
