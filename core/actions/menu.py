"""Menus: the legal actions grouped by their first words, with keys and labels."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from core.actions.forms import Forms
from core.engine.chance import Chance
from core.engine.events import Acted, Event
from core.engine.scene import Scene
from core.engine.shared_events import SHARED
from core.engine.turn import Action


class Entry(NamedTuple):
    """A line of a menu: one action, or several that differ in their last words."""

    head: str
    """First words that all its actions share."""
    key: str
    """Declared key; empty if there is none."""
    label: str
    """Declared label; the first words if there is none."""
    about: str
    """Help text: the docstring of the action class."""
    at_once: bool
    """True if the key acts without Enter."""
    actions: tuple[Any, ...]
    commands: tuple[str, ...]
    """Texts of the actions. If free text is missing, the start of the text, which ends in a space."""

    @property
    def is_typed(self) -> bool:
        """True if the player must type free text at the end."""
        return self.commands[0].endswith(" ")


def entries(
    forms: Forms,
    legal: Sequence[Action],
    openings: Sequence[Action],
    describe: Callable[[Any], str],
    merged_words: Iterable[str] = (),
) -> list[Entry]:
    """Group the possible actions into menu lines, in the order of `legal` and `openings`.

    Actions that differ only in one of the `merged_words`, such as a player's name, share a line. A key or label
    declared for first words ("steal") applies to all texts that begin with these words.
    """
    grouped: dict[tuple[type[Action], str], list[tuple[Action, str]]] = {}
    fold = {*merged_words}
    for action in (*legal, *openings):
        kind, command = type(action), describe(action)
        typed = forms.typed_prefix(action) if action in forms else ""
        head = _declared_head(kind, typed.strip() or command) or _fixed_words(kind)
        rest = command.removeprefix(head).strip()
        if typed:
            grouped[kind, head] = [(action, typed)]
        elif rest in fold or not rest:
            grouped.setdefault((kind, head), []).append((action, command))
        else:
            grouped.setdefault((kind, command), []).append((action, command))
    return [_entry(kind, head, found) for (kind, head), found in grouped.items()]


def _entry(kind: type[Action], head: str, found: Sequence[tuple[Action, str]]) -> Entry:
    actions, commands = zip(*found, strict=True)
    about = " ".join((kind.__doc__ or "").split())
    label = _declared_for(kind.label, head) or head
    return Entry(head, _declared_for(kind.key, head), label, about, kind.at_once, actions, commands)


def _declared_head(kind: type[Action], command: str) -> str:
    """Return the longest start of a command for which a key or label is declared."""
    known = [head for declared in (kind.key, kind.label) if isinstance(declared, Mapping) for head in declared]
    return max((head for head in known if f"{command} ".startswith(f"{head} ")), key=len, default="")


def _fixed_words(kind: type[Action]) -> str:
    return kind.form.partition("{")[0].strip()


def _declared_for(declared: str | Mapping[str, str], head: str) -> str:
    if isinstance(declared, str):
        return declared
    return next((text for begin, text in declared.items() if f"{head} ".startswith(f"{begin} ")), "")


def _keys(kind: type[Action]) -> Mapping[str, str]:
    """Return the keys that an action declares, by the first words of the action text."""
    return {_fixed_words(kind): kind.key} if isinstance(kind.key, str) else kind.key


def command_of_key(key: str, kinds: Iterable[type[Action]]) -> str:
    """Return the command that a key is declared for, legal or not; "" if its fields are open."""
    whole = (kind for kind in kinds if not isinstance(kind.key, str) or "{" not in kind.form)
    return next((head for kind in whole for head, each in _keys(kind).items() if each == key and head), "")


def declared_keys(kinds: Iterable[type[Action]]) -> dict[str, str]:
    """Return all declared keys with their labels. They are the same in all games of a scene."""
    found: dict[str, str] = {}
    for kind in kinds:
        for head, key in _keys(kind).items():
            if key:
                found.setdefault(key, _declared_for(kind.label, head) or head)
    return found


def command_taken(scene: Scene, name: str, step: Sequence[Event]) -> str:
    """Return the command of the action that an agent took in a step.

    `scene` is in the state before the step. Returns "" if the agent had only one legal action, or if `legal` does not
    list the action (free text, answers of a crowd).
    """
    legal = scene.legal(name)
    if len(legal) < 2:
        return ""
    for event in step:
        if isinstance(event.data, Acted) and event.agent == name:
            return event.data.command
    facts = [event.data for event in step if event.agent == name and not isinstance(event.data, SHARED)]
    for action in legal if facts else ():
        events = islice(scene.copy().decide(name, action, Chance(0)), 1)
        if [event.data for event in events] == facts[:1]:
            return scene.describe(action)
    return ""
