"""Playbill from Python: scenes, agents, and games that are played, read, verified and branched.

>>> import playbill as pb
>>> game = pb.play("coup", cast={"*": "random"}, seed=3)
>>> pb.verify(game) == len(game.events)
True

What is named here is documented and stays. Types that only annotations need are in `playbill.types`. Everything below
the packages core, scenes and tui may change.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any


def _hidden_package() -> str:
    """Say which module of the user hides a package of Playbill, and the remedy; empty if there is none."""
    home = Path(__file__).resolve().parents[1]
    for name in ("core", "scenes", "tui", "themes", "recordings"):
        spec = find_spec(name)
        if spec is None:
            return f"Playbill's own package {name!r} is missing: install Playbill again."
        found = Path(spec.origin or next(iter(spec.submodule_search_locations or [""]))).resolve()
        if found != home / name / "__init__.py":
            return f"{found} hides Playbill's own package {name!r}: rename it, or run from another folder."
    return ""


if _problem := _hidden_package():
    if Path(sys.argv[0]).stem in ("playbill", "-m"):  # users of the command get a line, and no traceback
        sys.stderr.write(f"playbill: {_problem}\n")
        raise SystemExit(2)
    raise ImportError(_problem)

if TYPE_CHECKING:
    from core.actions.fields import Name, Other, Unordered, Written
    from core.actions.schema import ActionReply
    from core.engine.agents import Agent
    from core.engine.capabilities import (
        Judged,
        Language,
        Large,
        Mark,
        Portable,
        Reviewed,
        Talk,
        Told,
        Touched,
    )
    from core.engine.chance import Chance, Draw
    from core.engine.config import JudgedTalk, OpenOrder, SceneConfig
    from core.engine.events import Body, Event, Said
    from core.engine.folding import on
    from core.engine.ordering import Controlled, Ordering
    from core.engine.registry import register
    from core.engine.scene import Outcome, Scene
    from core.engine.turn import Action, Pick, Turn
    from core.env.encoding import Encoding, Learned
    from core.errors import AgentError, GaveUp, IllegalAction, SceneError, UserError
    from core.lab.rows import Row
    from core.llm.judge import Case
    from core.llm.naming import Wording
    from core.llm.prompts import Prompts
    from core.llm.replies import Json
    from core.recording.header import Header
    from core.recording.verification import Mismatch
    from playbill.games import Played, Player, aplay, batch, branch, load, play, verify, watch
    from playbill.rl import env

_PLACES = {
    "core.engine.agents": ("Agent",),
    "core.engine.capabilities": (
        *("Judged", "Language", "Large", "Mark", "Portable", "Reviewed", "Talk", "Told", "Touched"),
    ),
    "core.engine.chance": ("Chance", "Draw"),
    "core.engine.config": ("JudgedTalk", "OpenOrder", "SceneConfig"),
    "core.env.encoding": ("Encoding", "Learned"),
    "core.errors": ("AgentError", "GaveUp", "IllegalAction", "SceneError", "UserError"),
    "core.engine.events": ("Body", "Event", "Said"),
    "core.actions.fields": ("Name", "Other", "Unordered", "Written"),
    "core.actions.schema": ("ActionReply",),
    "core.engine.folding": ("on",),
    "core.recording.header": ("Header",),
    "core.lab.rows": ("Row",),
    "core.llm.judge": ("Case",),
    "core.llm.naming": ("Wording",),
    "core.llm.replies": ("Json",),
    "core.engine.ordering": ("Controlled", "Ordering"),
    "core.llm.prompts": ("Prompts",),
    "core.engine.registry": ("register",),
    "core.recording.verification": ("Mismatch",),
    "core.engine.scene": ("Outcome", "Scene"),
    "core.engine.turn": ("Action", "Pick", "Turn"),
    "playbill.games": ("Played", "Player", "aplay", "batch", "branch", "load", "play", "verify", "watch"),
    "playbill.rl": ("env",),
}
"""Module of each name. Names are loaded at first use, so that the command starts at once."""

__all__ = [
    "Action",
    "ActionReply",
    "Agent",
    "AgentError",
    "Body",
    "Case",
    "Chance",
    "Controlled",
    "Draw",
    "Encoding",
    "Event",
    "GaveUp",
    "Header",
    "IllegalAction",
    "Json",
    "Judged",
    "JudgedTalk",
    "Language",
    "Large",
    "Learned",
    "Mark",
    "Mismatch",
    "Name",
    "OpenOrder",
    "Ordering",
    "Other",
    "Outcome",
    "Pick",
    "Played",
    "Player",
    "Portable",
    "Prompts",
    "Reviewed",
    "Row",
    "Said",
    "Scene",
    "SceneConfig",
    "SceneError",
    "Talk",
    "Told",
    "Touched",
    "Turn",
    "Unordered",
    "UserError",
    "Wording",
    "Written",
    "aplay",
    "batch",
    "branch",
    "env",
    "load",
    "on",
    "play",
    "register",
    "verify",
    "watch",
]


if not TYPE_CHECKING:  # a name that does not exist is an error for mypy and pyright

    def __getattr__(name: str) -> Any:
        for module, names in _PLACES.items():
            if name in names:
                return getattr(import_module(module), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
