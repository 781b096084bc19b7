"""Every kind of reply that a scene asks for, in forty styles: understood as meant or asked for again, never misread."""

from typing import Any

import pytest

from core.engine.casting import prepare
from core.engine.session import Session
from core.llm import routes
from core.llm.call_results import REFUSED, read
from core.llm.messages import Completion, OnWords, Request
from core.llm.parts import MessageParts
from core.llm.replies import Reply
from core.llm.routes import Mock
from tests.reply_styles import AGAIN, STYLES, UNDERSTOOD, Style
from tests.reply_styles import REFUSED as REFUSES

GAMES: dict[str, dict[str, Any]] = {
    "coloring": {"max_turns": 12},
    "feed": {"agents": 20, "ticks": 12},
    "hanabi": {"max_turns": 10},
    "coup": {"max_turns": 20},
    "council": {"max_turns": 14},
    "werewolf": {"max_turns": 20},
    "village": {"max_turns": 8},
    "chat": {"max_turns": 4},
}


class Listening(Mock):
    """A mock that keeps the kinds of replies it was asked for."""

    def __init__(self) -> None:
        self.replies: dict[tuple[str, str], Reply[Any]] = {}

    async def complete(self, request: Request, hear: OnWords | None) -> Completion:
        self.replies.setdefault((type(request.reply).__name__, request.reply.purpose.split()[0]), request.reply)
        return await super().complete(request, hear)


async def replies_of(scene: str, monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, str], Reply[Any]]:
    mock = Listening()
    monkeypatch.setattr(routes, "Mock", lambda: mock)
    header = prepare(scene, GAMES[scene], {"*": "llm:mock"}, 3)
    async for _ in Session(header, None):
        pass
    return mock.replies


def outcome(reply: Reply[Any], style: Style) -> str | None:
    """Classify the reading of a reply in a style; a misreading includes the value."""
    told = style.write(reply.example, reply.schema)
    if told is None:
        return None
    message = MessageParts()
    message.add({"content": told} if isinstance(told, str) else told)
    read_as = read(reply, message.completion(style.finish, None))
    if read_as.value is None:
        return REFUSES if read_as.finish == REFUSED else AGAIN
    meant = reply.plain(reply.read(reply.example))
    return UNDERSTOOD if reply.plain(read_as.value) == meant else f"misread: {read_as.value}"


@pytest.mark.parametrize("scene", GAMES)
async def test_forty_styles(scene: str, monkeypatch: pytest.MonkeyPatch) -> None:
    replies = await replies_of(scene, monkeypatch)
    assert replies
    for kind, reply in replies.items():
        came = {name: outcome(reply, style) for name, style in STYLES.items()}
        odd = {
            name: (told, STYLES[name].outcome)
            for name, told in came.items()
            if told not in (None, STYLES[name].outcome)
        }
        assert not odd, (kind, odd)
        if reply.schema:
            assert list(came.values()).count(UNDERSTOOD) >= 34, kind


def test_the_table_has_forty() -> None:
    assert len(STYLES) == 40
