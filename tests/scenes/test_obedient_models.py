"""A model that writes exactly what its prompt says never has to repeat a reply: every literal of a prompt is readable.

It answers over HTTP and knows nothing but the messages it is sent.
"""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any
from xml.sax.saxutils import escape

import pytest

from core.engine.casting import prepare
from core.engine.events import Asked, Defaulted, Event, Rejected
from core.engine.session import Session
from tests.core.llm_table import MODEL
from tests.model_behaviors import good
from tests.model_server import ModelServer
from tests.model_wire import Body

SHAPE = re.compile(r"^(<Action .*?(?:/>|</Action>))(?: \((.*)\))?$")
FIELD = re.compile(r"<(\w+)>…</\1>")
JSON = re.compile(r"^(?:.*nothing else:\s*)?(\{\"\w+\":.*\})$", re.M)
KEY = re.compile(r"\"(\w+)\": ")
UPDATES = re.compile(
    r"^If your plan changes.*?such as (.*), or a whole new plan: (.*)\. If it does not, write (.*)$", re.M
)
WORDS = "I say so & so <3."


class Obedient:
    """A model that takes the alternatives named in prompts one after the other."""

    def __init__(self) -> None:
        self._count = count()

    def __call__(self, body: Body) -> str:
        system, last = body["messages"][0]["content"], body["messages"][-1]["content"]
        if "What you can do now:\n" in last:
            return self._block(system, last.split("What you can do now:\n")[1])
        if forms := JSON.findall(last) or JSON.findall(system):
            return self._object(forms[-1], f"{system}\n{last}")
        if "in this order" in last:
            return self._lines(last)
        return "I have thought about it, and nothing else comes to my mind."

    def _one(self, listed: list[str]) -> str:
        return listed[next(self._count) % len(listed)]

    def _block(self, system: str, actions: str) -> str:
        shape = system.split("and nothing else:\n")[1].split("\n\n")[0]
        [updates] = UPDATES.findall(system)
        listed = [each for line in actions.splitlines() for each in re.split(r"(?<=>) (?=<Action)", line)]
        [(written, options)] = SHAPE.findall(self._one(listed))
        values = dict(option.split(": ", 1) for option in options.split("; ")) if options else {}
        action = FIELD.sub(lambda found: self._field(found[1], values), written)
        headers = re.findall(r"^--- .* ---$", shape, re.M)
        parts = ["The others look calm.", "I go on.", action, self._one([*updates, f'"{updates[2]}"'])]
        return "\n".join(f"{header}\n{part}" for header, part in zip(headers, parts, strict=True))

    def _field(self, name: str, values: Mapping[str, str]) -> str:
        value = self._one(values[name].split(", ")) if name in values else escape(WORDS)
        return f"<{name}>{value}</{name}>"

    def _listed(self, prompt: str) -> list[str]:
        listed = re.split(r"(?:commands|options):\n", prompt)[-1].split("\n\n")[0]
        return re.findall(r"^- ([^:\n]+): ", listed, re.M)

    def _lines(self, prompt: str) -> str:
        commands = self._listed(prompt)
        lines = re.findall(r"^(\w+): (.*)", prompt.rpartition("in this order")[2], re.M)
        return "\n".join(
            f"{label}: {self._one(commands) if means.startswith('one legal command') else 'It is time.'}"
            for label, means in lines
        )

    def _object(self, form: str, prompt: str) -> str:
        listed = self._listed(prompt)
        moves = re.search(r"legal moves:\n(.*)|what is proposed:\n(.*)", prompt)
        told: dict[str, Any] = {}
        for name, means in self._fields(form):
            if means == "K":
                means = re.findall(rf"^- {name}: (.*)", prompt, re.M)[-1]
            quoted = re.findall(r'"(\w+)"', means)
            if means == "NUMBER":
                told[name] = 1
            elif means[:1] == "[" or " ids " in means:
                told[name] = []
            elif name in ("action", "state"):
                told[name] = self._one((moves[1] or moves[2]).split(", ") if moves else listed)
            elif quoted and means[0] == '"' and means != '"your message"':
                told[name] = quoted[0]
            else:
                told[name] = "It is time."
        return json.dumps(told)

    def _fields(self, form: str) -> Iterator[tuple[str, str]]:
        """Yield the top-level fields of a JSON form, each with its description."""
        outer = re.sub(r"\[.*?\](?=[,}])", "[]", form)
        ends = [found.end() for found in KEY.finditer(outer)]
        for found, end in zip(
            KEY.finditer(outer), [*(m.start() for m in KEY.finditer(outer)), len(outer)][1:], strict=True
        ):
            yield found[1], outer[found.end() : end].rstrip(" ,}")
        assert ends


GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "chat": ("chat", {"max_turns": 16}),
    "moderated chat": ("chat", {"max_turns": 16, "ordering": "moderated"}),
    "council": ("council", {"members": 5, "agenda": "Plant trees; Open the library at night", "rounds": 2}),
    "village": ("village", {"max_turns": 24}),
    "werewolf": ("werewolf", {"players": 12, "roles": "werewolf 3, seer, doctor, witch, hunter", "days": 3}),
    "werewolf, bidding": ("werewolf", {"players": 9, "protocol": "bidding", "vote": "open", "days": 2}),
    "werewolf, peace": ("werewolf", {"players": 6, "first_night": "peace", "protocol": "parallel", "days": 2}),
    "coup": ("coup", {"players": 3, "talk": "open", "notes": "always", "verifier": "always", "max_turns": 30}),
    "hanabi": ("hanabi", {"max_turns": 10, "talk": "open"}),
    "feed": ("feed", {"agents": 20, "ticks": 12}),
    "coloring": ("coloring", {"mode": "llm_c", "max_turns": 12}),
    "coloring in free words": ("coloring", {"mode": "llm_f", "max_turns": 12}),
}


async def play(scene: str, options: dict[str, Any], seed: int) -> list[Event]:
    with ModelServer(then=good(Obedient())) as server:
        models = {MODEL: {"base": server.base, "route": "direct"}}
        header = prepare(scene, options, {"*": f"llm:{MODEL}"}, seed, models=models)
        return [event async for event in Session(header, None)]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.few(2)
async def test_no_reply_is_rejected(name: str) -> None:
    scene, options = GAMES[name]
    events = await play(scene, options, 5)
    asked = [event.data for event in events if isinstance(event.data, Asked)]
    assert len(asked) > 3
    assert [each.error for each in asked if each.error] == []
    assert [event.data for event in events if isinstance(event.data, Rejected | Defaulted)] == []
