"""The actions that each player may take in each phase of Werewolf."""

from collections.abc import Sequence
from typing import get_args

from core.engine.turn import Action
from core.errors import IllegalAction
from core.social.actions import ScheduleOrder, Yield
from core.social.scene import MODERATOR
from scenes.werewolf import actions
from scenes.werewolf.table import BID, COUNTING, NIGHT, TALK, VOTING, WORDS, Table


def excluded(table: Table, name: str) -> set[type[Action]]:
    """Return the kinds of actions that belong to other roles or other protocols."""
    role = MODERATOR if name == MODERATOR else table.roles.get(name, "")
    others = {kind for kinds in actions.OF_ROLES.values() for kind in kinds} - set(actions.OF_ROLES.get(role, ()))
    others |= {actions.VoteLynch} if role == MODERATOR else set()
    return others | ({actions.Bid} if table.config.protocol != "bidding" else set())


def legal(table: Table, name: str) -> Sequence[Action]:
    """List the legal actions of a player or the moderator, except words."""
    if table.winner is not None:
        return ()
    if name == MODERATOR:
        return _of_moderator(table)
    if table.woken == name:
        return _of_woken(table, name)
    if table.phase == WORDS:
        return (Yield(),) if name in table.dying[:1] else ()
    if name not in table.alive:
        return ()
    if table.phase == NIGHT:
        return _at_night(table, name)
    if table.phase == BID:
        return () if name in table.bids else tuple(map(actions.Bid, get_args(actions.Level)))
    if table.phase == VOTING:
        return () if name in table.votes else (Yield(), *map(actions.VoteLynch, _others(table, name)))
    return (Yield(),) if name in _speakers(table) else ()


def check_words(table: Table, name: str, action: object) -> None:
    """Raise IllegalAction for words of a player who may not speak now."""
    if isinstance(action, actions.Howl):
        if table.phase != NIGHT or table.roles.get(name) != "werewolf" or not legal(table, name):
            raise IllegalAction("only a werewolf howls, by night, before it has chosen")
    elif name not in _speakers(table) and not (table.phase == WORDS and name in table.dying[:1]):
        raise IllegalAction("you do not have the floor")


def _others(table: Table, name: str) -> list[str]:
    return [other for other in table.alive if other != name]


def _speakers(table: Table) -> tuple[str, ...]:
    """Return the players who may speak now."""
    if table.phase != TALK:
        return ()
    return table.speaking if table.floor is None else table.floor.queue[:1]


def _of_moderator(table: Table) -> Sequence[Action]:
    if table.phase == COUNTING:
        return (actions.CloseVoting(),)
    if table.phase != TALK or table.floor is None:
        return ()
    if not table.floor.queue:
        return (ScheduleOrder(", ".join((*table.alive, MODERATOR))),)
    if table.floor.up != MODERATOR:
        return ()
    return (Yield(),) if table.rules.equal_talk else (Yield(), actions.OpenVoting())


def _of_woken(table: Table, name: str) -> Sequence[Action]:
    """List the choices of a dying hunter, or of the witch."""
    others = _others(table, name)
    if table.roles[name] == "hunter":
        return (Yield(), *map(actions.Shoot, others))
    save = [actions.WitchSave()] if "save" in table.potions and table.victim else []
    return (Yield(), *save, *(map(actions.WitchPoison, others) if "poison" in table.potions else ()))


def _at_night(table: Table, name: str) -> Sequence[Action]:
    role = table.roles.get(name)
    others = _others(table, name)
    if role == "werewolf" and name not in table.stalked:
        prey = () if table.peaceful else (other for other in others if other not in table.pack)
        return (Yield(), *map(actions.NightKill, prey))
    if role == "seer" and all(look.night != table.night for look in table.looks):
        return (Yield(), *map(actions.Inspect, others))
    if role == "doctor" and not table.guarded:
        return (Yield(), *(actions.Protect(other) for other in table.alive if other != table.guarded_before))
    return ()
