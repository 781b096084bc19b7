"""Bots by reference: `py:MODULE:CLASS` names an agent by the module that holds it, in casts and in headers.

A file may name any module: what may be imported is decided by `core.trust.grants`.
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
from core.engine.plugins import failure, installed, load
from core.errors import UserError

GROUP = "playbill.bots"
PREFIX = "py:"
_FORM = re.compile(r"py:([^:]+):([^:]+)")
Bot = Callable[[], Agent]


class _Given(NamedTuple):
    """A bot that this process was given as an object, and what makes one for a seat."""

    source: object
    make: Bot


_given: dict[str, _Given] = {}


def is_reference(policy: str) -> bool:
    """Tell whether a policy names a bot by its module."""
    return policy.startswith(PREFIX)


def refer(bot: type[Agent] | Agent | Bot) -> str:
    """Name a bot that is given as an object, so that a header can hold it and this process finds it again.

    A class is named by its module. Anything else also gets a number: it is known in this process alone. A game takes a
    copy of an instance, as it is when the game begins.
    """
    if isinstance(bot, type):
        if not issubclass(bot, Agent):
            raise UserError(f"{bot.__qualname__} is no Agent.")
        reference = f"{PREFIX}{bot.__module__}:{bot.__qualname__}"
        _given[reference] = _Given(bot, bot)
        return reference
    named = bot if hasattr(bot, "__qualname__") else type(bot)
    if not callable(bot) and not isinstance(bot, Agent):
        raise UserError(
            f"{bot!r} is no player: a cast takes policies by name, and agents as class, instance or factory."
        )
    known = next((reference for reference, given in _given.items() if given.source is bot), None)
    reference = known or f"{PREFIX}{named.__module__}:{named.__qualname__}#{len(_given) + 1}"
    _given[reference] = _Given(bot, partial(deepcopy, bot) if isinstance(bot, Agent) else bot)
    return reference


def bots_for(scene: str) -> dict[str, str]:
    """Bots that packages bring for a scene: references by policy name.

    An entry point `greedy` is a bot for all scenes, `coup.greedy` one for Coup alone, where it goes before the other.
    """
    entries = installed(GROUP)
    own = {name.removeprefix(f"{scene}."): entry for name, entry in entries.items() if name.startswith(f"{scene}.")}
    every = {name: entry for name, entry in entries.items() if "." not in name}
    return {name: _named(entry) for name, entry in {**every, **own}.items()}


def _named(entry: EntryPoint) -> str:
    return f"{PREFIX}{entry.module}:{entry.attr}"


def make_bot(reference: str) -> Agent:
    """Make the agent that a reference names. Raises UserError, whose line names the module that is missing."""
    try:
        bot = _given[reference].make if reference in _given else _import(reference)
    except UserError as error:
        raise UserError(f"{reference}: {error}.") from error
    try:
        agent = bot()
    except Exception as error:
        module = sys.modules.get(bot.__module__)
        raise UserError(f"{reference} cannot be made without arguments: {failure(error, module)}.") from error
    if not isinstance(agent, Agent):
        raise UserError(f"{reference} makes {agent!r}, which is no Agent.")
    return agent


def _import(reference: str) -> type[Agent]:
    """Import a class, from the working directory too."""
    form = _FORM.fullmatch(reference)
    if form is None:
        raise UserError("a bot is named by module and class, such as py:mybots.greedy:Greedy")
    module, name = form.groups()
    if not is_importable(reference) and (module != "__main__" or not hasattr(sys.modules["__main__"], name)):
        raise UserError(
            "it was defined in a script, a notebook or a function, and is known nowhere else; "
            "a class in a module of its own can be named anywhere"
        )
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # the last place: a folder there hides nothing that is installed
    found = load(module, name)
    if not (isinstance(found, type) and issubclass(found, Agent)):
        raise UserError(f"{name} is no Agent")
    return found


def is_importable(reference: str) -> bool:
    """Tell whether another process can find what a reference names."""
    return not (set("<#") & set(reference) or reference.startswith(f"{PREFIX}__main__:"))


def broken_bots() -> dict[str, str]:
    """Bots that are installed and cannot be used, and why, by the name of their entry point."""
    out = {}
    for name, entry in installed(GROUP).items():
        try:
            make_bot(_named(entry))
        except UserError as error:
            out[name] = str(error).removesuffix(".")
    return out


# -- for `core.trust.grants`


def module_of(reference: str) -> str:
    """The module that a reference names."""
    return reference.removeprefix(PREFIX).partition(":")[0]


def is_known(reference: str) -> bool:
    """True for a bot that this process was given as an object, and for one that is installed."""
    return reference in _given or reference in map(_named, installed(GROUP).values())
