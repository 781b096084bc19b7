"""The example shown to a model after an unusable reply: it can be read, and advises no action."""

from typing import Any

import pytest

import playbill as pb
from core.llm.messages import Completion, OnWords, Request
from core.llm.replies import Json, Unreadable
from core.llm.routes import Mock


@pytest.mark.parametrize(
    ("scene", "options", "fields"),
    [
        (
            "coup",
            {"players": 3, "talk": "open", "notes": "always", "verifier": "always"},
            {"action", "words", "delete"},
        ),
        ("feed", {"ticks": 8, "agents": 12}, {"state", "words"}),
        ("hanabi", {"max_turns": 6, "talk": "open"}, {"action", "stance", "reasons"}),
    ],
)
def test_what_is_shown_would_be_read(
    scene: str, options: dict[str, Any], fields: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: set[str] = set()
    complete = Mock.complete

    async def watched(self: Mock, request: Request, hear: OnWords | None) -> Completion:
        reply = request.reply
        if isinstance(reply, Json):
            with pytest.raises(Unreadable) as told:
                reply.understand("I would rather not say {")
            assert str(told.value).endswith(f"such as {reply.shape}")
            reply.read(reply.shape)
            shown.update(reply.schema["properties"])
        return await complete(self, request, hear)

    monkeypatch.setattr(Mock, "complete", watched)
    pb.play(scene, options, {"*": "llm:mock"}, seed=2)
    assert fields <= shown
