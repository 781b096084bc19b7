"""References to bots: `py:MODULE:CLASS` names an agent's class in casts and headers.

A file may name any module; `core.trust.grants` decides which may be imported.
"""

import os
import re
import sys
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from importlib.metadata import EntryPoint
from typing import NamedTuple

from core.engine.agents import Agent
from core.engine.registry import failure, installed_entry_points, load
from core.errors import UserError

GROUP = "playbill.bots"
PREFIX = "py:"
_FORM = re.compile(r"py:([^:]+):([^:]+)")
Bot = Callable[[], Agent]


class _PassedBot(NamedTuple):
    """A bot that was passed to this process as an object, and a factory for its agents."""

    source: object
    make: Bot


_passed_bots: dict[str, _PassedBot] = {}


def is_reference(policy: str) -> bool:
    """Return True if a policy names a bot by its module."""
    return policy.startswith(PREFIX)


def refer(bot: type[Agent] | Agent | Bot) -> str:
    """Make a reference to a bot that is passed as an object, so that a header can name it.

    A class is named by its module. Any other object gets a number that is valid in this process only. Each game uses a
    copy of an instance, made when the game starts.
    """
    if isinstance(bot, type):
        if not issubclass(bot, Agent):
            raise UserError(f"{bot.__qualname__} is not an Agent.")
        reference = f"{PREFIX}{bot.__module__}:{bot.__qualname__}"
        _passed_bots[reference] = _PassedBot(bot, bot)
        return reference
    named = bot if hasattr(bot, "__qualname__") else type(bot)
    if not callable(bot) and not isinstance(bot, Agent):
        raise UserError(f"{bot!r} cannot play: name a policy, or pass an Agent as class, instance or factory.")
    known = next((reference for reference, bot_object in _passed_bots.items() if bot_object.source is bot), None)
    reference = known or f"{PREFIX}{named.__module__}:{named.__qualname__}#{len(_passed_bots) + 1}"
    _passed_bots[reference] = _PassedBot(bot, partial(deepcopy, bot) if isinstance(bot, Agent) else bot)
    return reference


def bots_for(scene: str) -> dict[str, str]:
    """Return the bots that installed packages offer for a scene: references by policy name.

    An entry point `greedy` is a bot for all scenes. `coup.greedy` is for Coup only, and takes precedence there.
    """
    entries = installed_entry_points(GROUP)
    own = {name.removeprefix(f"{scene}."): entry for name, entry in entries.items() if name.startswith(f"{scene}.")}
    every = {name: entry for name, entry in entries.items() if "." not in name}
    return {name: _reference_of(entry) for name, entry in {**every, **own}.items()}


def _reference_of(entry: EntryPoint) -> str:
    return f"{PREFIX}{entry.module}:{entry.attr}"


def make_bot(reference: str) -> Agent:
    """Construct the agent of a reference. Raises UserError that names the missing module."""
    try:
        bot = _passed_bots[reference].make if reference in _passed_bots else _import(reference)
    except UserError as error:
        raise UserError(f"{reference}: {error}.") from error
    try:
        agent = bot()
    except Exception as error:
        module = sys.modules.get(bot.__module__)
        raise UserError(f"{reference} cannot be made without arguments: {failure(error, module)}.") from error
    if not isinstance(agent, Agent):
        raise UserError(f"{reference} returned {agent!r}, which is not an Agent.")
    return agent


def _import(reference: str) -> type[Agent]:
    """Import a class; the working directory is searched as well."""
    form = _FORM.fullmatch(reference)
    if form is None:
        raise UserError("name a bot by module and class, such as py:mybots.greedy:Greedy")
    module, name = form.groups()
    if not is_importable(reference) and (module != "__main__" or not hasattr(sys.modules["__main__"], name)):
        raise UserError(
            "it was defined in a script, a notebook or a function, so nothing else can import it; "
            "move the class into a module"
        )
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # appended, so that no local folder hides an installed package
    found = load(module, name)
    if not (isinstance(found, type) and issubclass(found, Agent)):
        raise UserError(f"{name} is not an Agent")
    return found


def is_importable(reference: str) -> bool:
    """Return True if another process can resolve the reference."""
    return not (set("<#") & set(reference) or reference.startswith(f"{PREFIX}__main__:"))


def broken_bots() -> dict[str, str]:
    """Return the installed bots that cannot be used: reasons by entry point."""
    out = {}
    for name, entry in installed_entry_points(GROUP).items():
        try:
            make_bot(_reference_of(entry))
        except UserError as error:
            out[name] = str(error).removesuffix(".")
    return out


# -- used by `core.trust.grants`


def module_of(reference: str) -> str:
    """Return the module part of a reference."""
    return reference.removeprefix(PREFIX).partition(":")[0]


def is_known(reference: str) -> bool:
    """Return True for a bot that was passed as an object or is installed."""
    return reference in _passed_bots or reference in map(_reference_of, installed_entry_points(GROUP).values())
