"""Parser of statecharts in SCXML: states, composites, final states, and transitions as `to_scxml` writes them.

Names in comparisons are fields. `<log>` elements in handlers are actions, by the name that they write. Single names in
conditions are guards that are functions. All other parts of SCXML are rejected with their name: parallel and history
states, transitions without an event or a target, events with dots or stars, scripts, sends, invocations.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import reduce
from operator import and_, or_
from typing import NamedTuple
from xml.etree import ElementTree as ET

from core.statechart.conditions import Condition, Field, Operator, flipped, plain_name
from core.statechart.definition import Action, Composite, DefinitionError, Guard, Rate, Transition

SPACE = "{http://www.w3.org/2005/07/scxml}"
SETTING = "set_fields"
"""Event with which a host sets the fields of an exported chart."""
_OPERATORS: dict[type[ast.cmpop], Operator] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
_LOGICAL = (ast.Compare, ast.BoolOp, ast.UnaryOp)
"""Expressions that are true or false."""


class Definition(NamedTuple):
    """Arguments of `Statechart`."""

    states: tuple[str, ...]
    transitions: tuple[Transition, ...]
    initial: str
    composites: tuple[Composite, ...]
    entry: Mapping[str, Action]
    exit: Mapping[str, Action]


def read_scxml(text: str, guards: Mapping[str, Guard], actions: Mapping[str, Action]) -> Definition:
    """Parse a definition. Raises DefinitionError with the part that is not supported."""
    if "<!DOCTYPE" in text:
        raise DefinitionError("document types are not supported; remove <!DOCTYPE …>")
    try:
        root = ET.fromstring(text)
    except ET.ParseError as error:
        raise DefinitionError(f"invalid XML: {error}") from error
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
        """Read the states directly inside an element, and everything inside those."""
        names = []
        for element in parent:
            match _tag(element):
                case "state" | "final":
                    names.append(self._state(element))
                case "transition" | "onentry" | "onexit" | "initial" | "datamodel":
                    pass
                case other:
                    raise DefinitionError(f"<{other}> in {where} is not supported (see core.statechart.scxml)")
        if not names and where == "the document":
            raise DefinitionError("the document has no states")
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
        """Read a state's transitions and children, in the order of the document, which numbers the transitions."""
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
                raise DefinitionError(f"<{tag}> in {where} is not read; actions are <log> elements with their names")
            name = (element.get("expr") or "").strip("'\"")
            if name not in self._actions:
                raise DefinitionError(f"the action {name!r} in {where} is unknown; pass it in actions=")
            yield self._actions[name]

    def _transition(self, arrow: ET.Element, source: str) -> Transition:
        event, target = arrow.get("event") or "", arrow.get("target") or ""
        if not event.isidentifier():
            raise DefinitionError(f"a transition of {source} on {event!r}: an event is one name without dots or stars")
        if not target or " " in target or arrow.get("type", "external") != "external":
            raise DefinitionError(f"{source} on {event}: a transition must have one target and be external")
        where = f"{source} on {event}"
        text = arrow.get("cond") or ""
        try:
            guard, rate, oracle = _read_condition(text, self._guards)
        except ValueError as why:
            raise DefinitionError(f"{where}: the condition {text!r} is not read: {why}") from None
        acts = list(self._acts(arrow, where))
        return Transition(event, source, target, guard, _all(acts) if acts else None, rate, oracle)


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


def _read_condition(text: str, guards: Mapping[str, Guard]) -> tuple[Guard | None, Rate | None, bool]:
    """Return the guard, the rate and the oracle mark of a condition, which are joined by &&. Raises ValueError.

    The text is converted to a Python expression, which is parsed and never evaluated.
    """
    python = re.sub(r"!(?!=)", " not ", text.replace("&&", " and ").replace("||", " or ")).strip() or "true"
    try:
        expression = ast.parse(python, mode="eval").body
    except SyntaxError as error:
        raise ValueError(error.msg) from None
    except (RecursionError, MemoryError):
        raise ValueError("it is nested too deeply") from None
    guard: Guard | None = None
    rate, oracle = None, False
    match expression:
        case ast.BoolOp(ast.And(), parts):
            pass
        case _:
            parts = [expression]
    for part in parts:
        source = ast.unparse(part)
        if source.startswith("_event.data.choice == "):
            oracle = True
        elif source.startswith("_event.data.draw_"):
            rate = _rate(part)
        elif source != "true":
            guard = _joined(guard, _guard(part, guards))
    return guard, rate, oracle


def _rate(draw: ast.expr) -> Rate:
    match draw:
        case ast.Compare(ops=[ast.Lt()], comparators=[rate]):
            return _operand(rate)
    raise ValueError("a draw can only be compared as below a rate")


def _guard(node: ast.expr, guards: Mapping[str, Guard]) -> Guard:
    match node:
        case ast.Name("false"):
            return never
        case ast.Name(name) if name in guards:
            return guards[name]
        case ast.Name(name):
            raise ValueError(f"the guard {name!r} is unknown; pass it in guards=")
    return _comparison(node)


def _joined(first: Guard | None, second: Guard) -> Guard:
    if first is None:
        return second
    if isinstance(first, Condition) and isinstance(second, Condition):
        return first & second
    raise ValueError("a guard that is a function cannot be combined with another guard")


def _comparison(node: ast.expr) -> Condition:
    match node:
        case ast.BoolOp(op, values):
            return reduce(and_ if isinstance(op, ast.And) else or_, map(_comparison, values))
        case ast.UnaryOp(ast.Not(), inner):
            return ~_comparison(inner)
        case ast.Compare(inner, [ast.Eq()], [ast.Name("false")]) if isinstance(inner, _LOGICAL):
            return ~_comparison(inner)
        case ast.Compare(left, [operator], [right]) if type(operator) in _OPERATORS:
            return flipped(_operand(left), _OPERATORS[type(operator)], _operand(right))
    raise ValueError(f"{ast.unparse(node)!r} is not a comparison")


def _operand(node: ast.expr) -> Rate:
    match node:
        case ast.Name("true" | "false" as name):
            return name == "true"
        case ast.Name(name):
            return Field(plain_name(name))
        case ast.Constant(int() | float() as number) if not isinstance(number, bool):
            return number
        case ast.UnaryOp(ast.USub(), ast.Constant(int() | float() as number)):
            return -float(number)
    raise ValueError(f"{ast.unparse(node)!r} is neither a field nor a number")
