"""Reader of definitions in SCXML: states, composites, final states, and transitions as `to_scxml` writes them.

Names in comparisons are fields, `<log>` elements in handlers are actions by the name that they write, and bare names in
conditions are guards that are functions. The reader refuses by name the rest of SCXML: parallel and history states,
transitions without an event or a target, events with dots or stars, scripts, sends, invocations.
"""

import re
from collections.abc import Iterator, Mapping
from keyword import iskeyword
from typing import NamedTuple, cast, get_args
from xml.etree import ElementTree as ET

from core.statechart.conditions import Condition, Field, Operator, flipped, plain_name
from core.statechart.definition import Action, Composite, DefinitionError, Guard, Rate, Transition

SPACE = "{http://www.w3.org/2005/07/scxml}"
SETTING = "set_fields"
"""The event by which a host sets the fields of an exported chart."""
_TOKEN = re.compile(r"\s*(?:(&&|\|\||[<>!=]=|[<>!()-])|([A-Za-z_][\w.]*)|(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)|('[^']*'))")


class Definition(NamedTuple):
    """The arguments of a chart."""

    states: tuple[str, ...]
    transitions: tuple[Transition, ...]
    initial: str
    composites: tuple[Composite, ...]
    entry: Mapping[str, Action]
    exit: Mapping[str, Action]


def read_scxml(text: str, guards: Mapping[str, Guard], actions: Mapping[str, Action]) -> Definition:
    """Read a definition. Raises DefinitionError, naming what cannot be read."""
    if "<!DOCTYPE" in text:
        raise DefinitionError("a document type is not read; take <!DOCTYPE …> out")
    try:
        root = ET.fromstring(text)
    except ET.ParseError as error:
        raise DefinitionError(f"no XML: {error}") from error
    if root.tag != f"{SPACE}scxml":
        raise DefinitionError(f"the root is {_tag(root)}, and not scxml in its namespace")
    return _Reader(guards, actions).read(root)


class _Reader:
    def __init__(self, guards: Mapping[str, Guard], actions: Mapping[str, Action]) -> None:
        self._guards, self._actions = guards, actions
        self._states: list[str] = []
        self._composites: list[Composite] = []
        self._transitions: list[Transition] = []
        self._entry: dict[str, Action] = {}
        self._exit: dict[str, Action] = {}

    def read(self, root: ET.Element) -> Definition:
        children = self._children(root, "the document")
        initial = root.get("initial") or children[0]
        parts = (tuple(self._states), tuple(self._transitions), initial, tuple(self._composites))
        return Definition(*parts, self._entry, self._exit)

    def _children(self, parent: ET.Element, where: str) -> list[str]:
        """Read the states directly inside, and all that is inside them."""
        names = []
        for element in parent:
            match _tag(element):
                case "state" | "final":
                    names.append(self._state(element))
                case "transition" | "onentry" | "onexit" | "initial" | "datamodel":
                    pass
                case other:
                    raise DefinitionError(f"<{other}> in {where} is not read: see core.statechart.scxml for what is")
        if not names and where == "the document":
            raise DefinitionError("a document without states")
        return names

    def _state(self, element: ET.Element) -> str:
        name = element.get("id") or ""
        if not name:
            raise DefinitionError(f"a <{_tag(element)}> without an id")
        children = self._composite(element, name)
        if not children:
            self._states.append(name)
        for kind, acts in (("onentry", self._entry), ("onexit", self._exit)):
            handlers = element.findall(SPACE + kind)
            if handlers:
                acts[name] = _all([each for handler in handlers for each in self._acts(handler, name)])
        return name

    def _composite(self, element: ET.Element, name: str) -> list[str]:
        """Read transitions and children; its transitions are numbered before its children's, as in the document."""
        for arrow in element.findall(f"{SPACE}transition"):
            if arrow.get("event") != SETTING:
                self._transitions.append(self._transition(arrow, name))
        children = self._children(element, name)
        if children:
            inner = element.find(f"{SPACE}initial/{SPACE}transition")
            initial = element.get("initial") or (inner.get("target") if inner is not None else None) or children[0]
            self._composites.append(Composite(name, tuple(children), initial))
        return children

    def _acts(self, handler: ET.Element, where: str) -> Iterator[Action]:
        for element in handler:
            if (tag := _tag(element)) != "log":
                raise DefinitionError(f"<{tag}> in {where} is not read; actions are <log> elements of their names")
            name = (element.get("expr") or "").strip("'\"")
            if name not in self._actions:
                raise DefinitionError(f"the action {name!r} in {where} is not known; give it in actions=")
            yield self._actions[name]

    def _transition(self, arrow: ET.Element, source: str) -> Transition:
        event, target = arrow.get("event") or "", arrow.get("target") or ""
        if not event.isidentifier():
            raise DefinitionError(f"a transition of {source} on {event!r}: an event is one name, no dots, no stars")
        if not target or " " in target or arrow.get("type", "external") != "external":
            raise DefinitionError(f"{source} on {event}: a transition has one target, and is external")
        where = f"{source} on {event}"
        condition = _Condition(arrow.get("cond") or "", where, self._guards).read()
        acts = list(self._acts(arrow, where))
        return Transition(
            event, source, target, condition.guard, _all(acts) if acts else None, condition.rate, condition.oracle
        )


def _all(actions: list[Action]) -> Action:
    if len(actions) == 1:
        return actions[0]

    def several(agent: object, context: object) -> None:
        for action in actions:
            action(agent, context)

    return several


def _tag(element: ET.Element) -> str:
    return element.tag.removeprefix(SPACE)


def never(agent: object, context: object) -> bool:
    """Return False: the guard for `cond="false"`."""
    return False


class _Parts(NamedTuple):
    """Guard, rate and oracle mark of a condition."""

    guard: Guard | None = None
    rate: Rate | None = None
    oracle: bool = False


class _Condition:
    """One condition, read from left to right: an oracle's choice, a guard and a draw, joined by &&."""

    def __init__(self, text: str, where: str, guards: Mapping[str, Guard]) -> None:
        self._text, self._where, self._guards = text, where, guards
        self._tokens: list[str] = []
        at = 0
        while text[at:].strip():
            found = _TOKEN.match(text, at)
            if found is None:
                raise self._wrong(f"{text[at:].strip()[:20]!r}")
            self._tokens.append(found[0].strip())
            at = found.end()

    def read(self) -> _Parts:
        parts = _Parts()
        while self._tokens:
            parts = self._part(parts)
            if self._tokens and self._tokens[:1] != ["&&"]:
                raise self._wrong(f"{self._tokens[0]!r}")
            if self._take("&&") and not self._tokens:
                raise self._wrong("an end after &&")
        return parts

    def _part(self, parts: _Parts) -> _Parts:
        first, second = [*self._tokens, "", ""][:2]
        if first == "_event.data.choice":
            self._tokens[:3] = []
            return parts._replace(oracle=True)
        if first.startswith("_event.data.draw_"):
            if second != "<" or len(self._tokens) < 3:
                raise self._wrong("a draw that is not below a rate")
            self._tokens[:2] = []
            return parts._replace(rate=self._operand())
        guard: Guard
        if first in ("true", "false") and second in ("", "&&"):
            del self._tokens[0]
            return parts if first == "true" else parts._replace(guard=never)
        if first.isidentifier() and second in ("", "&&"):
            if first not in self._guards:
                raise self._wrong(f"{first!r}, a guard that is not known; give it in guards=")
            guard = self._guards[self._tokens.pop(0)]
        else:
            guard = self._either()
        if parts.guard is None:
            return parts._replace(guard=guard)
        if isinstance(parts.guard, Condition) and isinstance(guard, Condition):
            return parts._replace(guard=parts.guard & guard)
        raise self._wrong("a guard that is a function beside another")

    def _either(self) -> Condition:
        left = self._both()
        while self._take("||"):
            left = left | self._both()
        return left

    def _both(self) -> Condition:
        left = self._single()
        while len(self._tokens) > 1 and self._tokens[0] == "&&" and not self._tokens[1].startswith("_event."):
            del self._tokens[0]
            left = left & self._single()
        return left

    def _single(self) -> Condition:
        if self._take("!"):
            return ~self._single()
        if self._take("("):
            inner = self._either()
            if not self._take(")"):
                raise self._wrong("a bracket that does not close")
            if self._tokens[:2] == ["==", "false"]:
                self._tokens[:2] = []
                return ~inner
            return inner
        left = self._operand()
        operator = self._tokens.pop(0) if self._tokens else ""
        if operator not in get_args(Operator):
            raise self._wrong(f"{operator!r} where a comparison should stand")
        right = self._operand()
        if not isinstance(left, Field) and not isinstance(right, Field):
            raise self._wrong("a comparison without a field")
        return flipped(left, cast(Operator, operator), right)

    def _operand(self) -> Rate:
        token = self._tokens.pop(0) if self._tokens else ""
        if token == "-" and self._tokens:
            return -float(self._number(self._tokens.pop(0)))
        if token in ("true", "false"):
            return token == "true"
        if token.isidentifier() and not iskeyword(token):
            return Field(plain_name(token))
        return self._number(token)

    def _number(self, token: str) -> float:
        try:
            return int(token) if token.isdigit() else float(token)
        except ValueError:
            raise self._wrong(f"{token!r} where a field or a number should stand") from None

    def _take(self, token: str) -> bool:
        if self._tokens[:1] != [token]:
            return False
        del self._tokens[0]
        return True

    def _wrong(self, found: str) -> DefinitionError:
        return DefinitionError(f"{self._where}: in the condition {self._text!r} there is {found}, which is not read")
