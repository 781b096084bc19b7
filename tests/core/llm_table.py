"""Helpers for the tests of models: toy games against a server on loopback, and its good replies."""

import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from core.engine.casting import prepare, set_up
from core.engine.events import Asked, Event
from core.engine.session import Session
from core.engine.simulator import Signal
from core.llm.settings import GrantedSettings
from core.recording.file import Recording
from core.recording.header import Header
from core.recording.verification import verify
from core.text import is_safe
from core.trust.grants import Grants
from tests.model_behaviors import good
from tests.model_server import ModelServer
from tests.model_wire import Body

ROUTES = ("direct", "litellm")
MODEL = "openai/test"
LLM = f"llm:{MODEL}"
SAMPLING = {"temperature", "top_p", "stop", "reasoning_effort", "max_completion_tokens", "price_in", "price_out"}


def game(server: ModelServer | str, route: str = "direct", model: str = MODEL, **options: Any) -> Header:
    """Return a toy game's header: scene options, `cast` and `seed`, and settings of the model."""
    settings = {"base": server if isinstance(server, str) else server.base, "route": route}
    names = SAMPLING | {
        "timeout",
        "deadline",
        "retries",
        "concurrency",
        "key",
        "headers",
        "extra_body",
        "context",
        "shape",
        "batch",
    }
    settings |= {name: options.pop(name) for name in names if name in options}
    cast, seed = options.pop("cast", {"*": f"llm:{model}"}), options.pop("seed", 1)
    return prepare("toy", options, cast, seed, models={model: settings})


def own_settings(**options: Any) -> GrantedSettings:
    """Return settings of the model as if they were in the user's own config."""
    return Grants.of(own={MODEL: options}).settings(MODEL, options)


async def play(
    header: Header,
    path: Path | None = None,
    past: Recording | None = None,
    on_signal: Callable[[Signal], None] | None = None,
) -> list[Event]:
    return [event async for event in Session(header, path, past, on_signal=on_signal)]


async def resume(path: Path, header: Header | None = None) -> Recording:
    recording = Recording.read(path)
    await play(header or recording.header, None, recording)
    return Recording.read(path)


def least(header: Header) -> str:
    """Return a good reply to the first question of a game."""
    scene, chance = set_up(header)
    for event in scene.start(chance):
        scene.apply(event)
    return json.dumps({"token": min(scene.observe(scene.names[0]).pool), "why": "the least"})


def chosen(body: Body) -> str:
    """Return a good reply, a function of the messages alone."""
    said = [message["content"] for message in body["messages"]]
    offered = re.findall(
        r"\d+", next(found for text in reversed(said) for found in text.partition("Take one of")[2:] if found)
    )
    why = sha256(json.dumps(said).encode()).hexdigest()
    return json.dumps({"token": int(offered[int(why, 16) % len(offered)]), "why": f"because {why[:12]}"})


CHOSEN = good(chosen)


def asked(events: list[Event], name: str = "") -> list[Asked]:
    return [e.data for e in events if isinstance(e.data, Asked) and name in ("", e.agent)]


def of_kind(events: list[Event], kind: str) -> list[Any]:
    return [event.data for event in events if event.kind == kind]


async def check_file(path: Path, whole: bool = True) -> Recording:
    """Check that a recording can be read, verifies without its model, and is safe to print on a terminal."""
    recording = Recording.read(path)
    assert await verify(recording) == len(recording.events)
    assert is_safe(path.read_text("utf-8"))
    assert not (whole and recording.dropped)
    return recording
