"""Playbill from Python: scenes and agents, and games that you play, read, verify and branch.

>>> import playbill as pb
>>> game = pb.play("coup", cast={"*": "random"}, seed=3)
>>> pb.verify(game) == len(game.events)
True

These names are documented and stable. Types for annotations, and names that few authors need, are in `playbill.types`.
Everything inside the packages core, scenes and tui may change.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any


def _hidden_package() -> str:
    """Describe a module of the user that hides a package of Playbill, with the remedy; "" if there is none."""
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
    if Path(sys.argv[0]).stem in ("playbill", "-m"):  # users of the command get one line instead of a traceback
        sys.stderr.write(f"playbill: {_problem}\n")
        raise SystemExit(2)
    raise ImportError(_problem)

if TYPE_CHECKING:
    from core.actions.fields import Name as Name
    from core.actions.fields import Other as Other
    from core.actions.schema import ActionReply as ActionReply
    from core.engine.agents import Agent as Agent
    from core.engine.capabilities import Judged as Judged
    from core.engine.capabilities import Language as Language
    from core.engine.capabilities import Large as Large
    from core.engine.capabilities import Mark as Mark
    from core.engine.capabilities import Portable as Portable
    from core.engine.capabilities import Reviewed as Reviewed
    from core.engine.capabilities import Talk as Talk
    from core.engine.capabilities import Told as Told
    from core.engine.capabilities import Touched as Touched
    from core.engine.chance import Chance as Chance
    from core.engine.config import OpenOrder as OpenOrder
    from core.engine.config import SceneConfig as SceneConfig
    from core.engine.events import Body as Body
    from core.engine.events import Event as Event
    from core.engine.events import Said as Said
    from core.engine.folding import on as on
    from core.engine.ordering import Controlled as Controlled
    from core.engine.ordering import Ordering as Ordering
    from core.engine.registry import register as register
    from core.engine.scene import Outcome as Outcome
    from core.engine.scene import Scene as Scene
    from core.engine.turn import Action as Action
    from core.engine.turn import Pick as Pick
    from core.engine.turn import Turn as Turn
    from core.env.encoding import Encoding as Encoding
    from core.env.encoding import Learned as Learned
    from core.errors import AgentError as AgentError
    from core.errors import GaveUp as GaveUp
    from core.errors import IllegalAction as IllegalAction
    from core.errors import SceneError as SceneError
    from core.errors import UserError as UserError
    from core.llm.prompts import Prompts as Prompts
    from core.llm.replies import Json as Json
    from core.recording.verification import Mismatch as Mismatch
    from playbill.experiments import experiment as experiment
    from playbill.experiments import frame as frame
    from playbill.experiments import interview as interview
    from playbill.experiments import report as report
    from playbill.experiments import table as table
    from playbill.games import aplay as aplay
    from playbill.games import batch as batch
    from playbill.games import branch as branch
    from playbill.games import play as play
    from playbill.games import verify as verify
    from playbill.games import watch as watch
    from playbill.played import Played as Played
    from playbill.played import load as load
    from playbill.rl import env as env

_PLACES = {
    "core.actions.fields": "Name Other",
    "core.actions.schema": "ActionReply",
    "core.engine.agents": "Agent",
    "core.engine.capabilities": "Judged Language Large Mark Portable Reviewed Talk Told Touched",
    "core.engine.chance": "Chance",
    "core.engine.config": "OpenOrder SceneConfig",
    "core.engine.events": "Body Event Said",
    "core.engine.folding": "on",
    "core.engine.ordering": "Controlled Ordering",
    "core.engine.registry": "register",
    "core.engine.scene": "Outcome Scene",
    "core.engine.turn": "Action Pick Turn",
    "core.env.encoding": "Encoding Learned",
    "core.errors": "AgentError GaveUp IllegalAction SceneError UserError",
    "core.llm.prompts": "Prompts",
    "core.llm.replies": "Json",
    "core.recording.verification": "Mismatch",
    "playbill.experiments": "experiment frame interview report table",
    "playbill.games": "aplay batch branch play verify watch",
    "playbill.played": "Played load",
    "playbill.rl": "env",
}
"""Names by module. A module is loaded when one of its names is first used, so that the command starts fast."""
_MODULES = {name: module for module, names in _PLACES.items() for name in names.split()}
__all__ = sorted(_MODULES)


if not TYPE_CHECKING:  # hidden from mypy and pyright, so that they report names that do not exist

    def __getattr__(name: str) -> Any:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return __all__
