"""JSON schema and parser for a model's reply that is an action, both made from the action classes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic_core import from_json, to_json

from core.actions.fields import Number, Text, TupleField
from core.actions.forms import Forms
from core.engine.turn import Action, Turn
from core.errors import IllegalAction
from core.llm.json_extraction import Form, answer_in, objects_in, remove_fence
from core.llm.naming import NO_WORDING, Wording
from core.llm.replies import Reply, Unreadable
from core.text import safe_text

WHY, ACTION = "why", "action"


def schema_of(forms: Forms, listed: Sequence[Action], names: Sequence[str]) -> dict[str, Any]:
    """Make the JSON schema of a reply that is one of these actions.

    It is one flat object: `action` is a tag, and the other keys are the fields of all action classes. Where a field is
    open (free text, a `float`), other values than the listed ones are allowed.
    """
    tags = list(dict.fromkeys(forms.tag(type(action)) for action in listed))
    fields: dict[str, list[dict[str, Any]]] = {}
    for kind in dict.fromkeys(map(type, listed)):
        rows = [forms.fields(action, names) for action in listed if type(action) is kind]
        for name, field in forms.field_types(kind).items():
            values = list(dict.fromkeys(row[name] for row in rows if name in row))
            is_free = isinstance(field, Text | TupleField) or (isinstance(field, Number) and field.is_open)
            closed = {"enum": [int(each) for each in values] if isinstance(field, Number) else values}
            shape = field.schema({"names": names, "others": names}) if is_free else closed
            if shape not in fields.setdefault(name, []):
                fields[name].append(shape)
    shapes = {name: each[0] if len(each) == 1 else {"anyOf": each} for name, each in fields.items()}
    rows = [forms.fields(action, names) for action in listed]
    needed = [WHY, ACTION, *(name for name in shapes if all(name in row for row in rows))]
    return {
        "type": "object",
        "properties": {WHY: {"type": "string"}, ACTION: {"enum": tags}, **shapes},
        "required": needed,
        "additionalProperties": False,
    }


def as_text(value: Any) -> str:
    """Write a JSON value as the text of a field."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(as_text, value)) if isinstance(value, list) else safe_text(str(value))


class ActionReply(Reply[Action]):
    """Reply of a model that is an action. The whole command as the value of `action` is accepted too.

    >>> import playbill as pb
    >>> class Asking(pb.Agent):
    ...     async def act(self, turn: pb.Turn) -> pb.Action:
    ...         return await turn.ask([{"role": "user", "content": turn.board}], pb.ActionReply(turn, "a move"))
    >>> class Coup(pb.Scene):
    ...     player = Asking
    """

    closes = True

    def __init__(self, turn: Turn, purpose: str, wording: Wording = NO_WORDING) -> None:
        """Make the schema of the actions that are legal now.

        Args:
            turn: The agent's turn.
            purpose: Purpose of the question in a few words, for the log.
            wording: Other words that models may use for the choices.
        """
        self._turn, self._forms, self._wording = turn, turn.forms, wording
        listed = [*turn.legal, *turn.openings]
        self.schema = schema_of(self._forms, listed, turn.names)
        super().__init__(purpose, to_json(self.plain(turn.legal[0])).decode())

    def forms(self, text: str) -> Iterator[Form]:
        yield from objects_in(text, self.schema or {}, self._wording)

    def read(self, text: str) -> Action:
        try:
            reply = from_json(remove_fence(answer_in(text)))
        except ValueError:
            reply = None
        if not isinstance(reply, Mapping) or not isinstance(reply.get(ACTION), str):
            raise Unreadable(f"There is no JSON object with an action in the reply. Answer as in {self.example}")
        try:
            action: Action = self._build(reply)
            self._turn.accepts(action)
            return action
        except IllegalAction as why:
            raise Unreadable(f"{why}. Answer as in {self.example}") from None

    def _build(self, reply: Mapping[str, Any]) -> Any:
        tag, names = reply[ACTION], self._turn.names
        kinds = [kind for kind in self._forms.kinds if self._forms.tag(kind) == tag]
        if not kinds:
            action: Action = self._turn.parse(safe_text(tag))
            return action
        known = {name for kind in kinds for name in self._forms.field_types(kind)}
        written = {name: as_text(value) for name, value in reply.items() if name in known and value not in (None, "")}
        return self._forms.build(tag, written, names, self._turn.name)

    def plain(self, value: Action) -> Any:
        fields = self._forms.field_types(type(value))
        return {
            WHY: "…",
            ACTION: self._forms.tag(type(value)),
            **{
                name: getattr(value, name) if isinstance(fields[name], Number) else text
                for name, text in self._forms.fields(value, self._turn.names).items()
            },
        }
