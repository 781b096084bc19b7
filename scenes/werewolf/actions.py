"""Actions of players and the moderator of Werewolf, and when they are legal."""

from collections.abc import Sequence
from typing import ClassVar, Literal, get_args

from core.actions.forms import Name
from core.engine.turn import Action
from core.errors import IllegalAction
from core.social.actions import ScheduleOrder, Speak, Yield
from core.social.scene import MODERATOR
from scenes.werewolf.table import BID, COUNTING, NIGHT, TALK, VOTING, WORDS, Table

Level = Literal[0, 1, 2, 3, 4]


class VoteLynch(Action):
    """Vote for somebody to be hanged, while voting is open."""

    form = "vote {target}"
    tag = "vote_lynch"
    target: Name


class NightKill(Action):
    """As a werewolf, by night: choose whom the pack kills; most of its votes count."""

    form = "kill {target}"
    tag = "night_kill"
    target: Name


class Howl(Action):
    """As a werewolf, by night: say something that only the pack hears; your turn goes on."""

    form = "howl {message}"
    tag = "talk_to_pack"
    ends_turn = False
    message: str


class Inspect(Action):
    """As the seer, by night: find out whether somebody is a werewolf."""

    form = "look {target}"
    tag = "inspect"
    target: Name


class Protect(Action):
    """As the doctor, by night: whoever you protect survives an attack of the pack; not the same one twice in a row."""

    form = "protect {target}"
    target: Name


class WitchSave(Action):
    """As the witch, once a game: save tonight's victim."""

    form = "save"
    key = "s"
    at_once = True
    tag = "witch_save"


class WitchPoison(Action):
    """As the witch, once a game: poison somebody."""

    form = "poison {target}"
    tag = "witch_poison"
    target: Name


class Shoot(Action):
    """As the hunter, as you die: take somebody with you."""

    form = "shoot {target}"
    target: Name


class Bid(Action):
    """Say how much you want to speak next, from 0 (not at all) to 4 (I must); the highest speaks."""

    form = "bid {level}"
    key: ClassVar = {f"bid {level}": f"{level}" for level in range(5)}
    at_once = True
    level: Level


class OpenVoting(Action):
    """As the moderator: end the talk of the day, and have everybody vote."""

    form = "open voting"


class CloseVoting(Action):
    """As the moderator: count the votes."""

    form = "close voting"


ACTIONS: tuple[type[Action], ...] = (
    *(Yield, Speak, VoteLynch, NightKill, Howl, Inspect, Protect, WitchSave, WitchPoison, Shoot, Bid),
    *(ScheduleOrder, OpenVoting, CloseVoting),
)
"""All action types, in the order in which learners number them."""
AIMED = (VoteLynch, NightKill, Inspect, Protect, WitchPoison, Shoot)
"""Action types with a target."""
OF_ROLES: dict[str, tuple[type[Action], ...]] = {
    "werewolf": (NightKill, Howl),
    "seer": (Inspect,),
    "doctor": (Protect,),
    "witch": (WitchSave, WitchPoison),
    "hunter": (Shoot,),
    MODERATOR: (OpenVoting, CloseVoting),
}
"""Action types of a single role."""


# -- legality


def excluded(table: Table, name: str) -> set[type[Action]]:
    """Return the action types that belong to other roles or other protocols."""
    role = MODERATOR if name == MODERATOR else table.roles.get(name, "")
    others = {kind for kinds in OF_ROLES.values() for kind in kinds} - set(OF_ROLES.get(role, ()))
    others |= {VoteLynch} if role == MODERATOR else set()
    return others | ({Bid} if table.config.protocol != "bidding" else set())


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
        return () if name in table.bids else tuple(map(Bid, get_args(Level)))
    if table.phase == VOTING:
        return () if name in table.votes else (Yield(), *map(VoteLynch, _others(table, name)))
    return (Yield(),) if name in _speakers(table) else ()


def check_words(table: Table, name: str, action: object) -> None:
    """Raise IllegalAction if this player may not speak now."""
    if isinstance(action, Howl):
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
        return (CloseVoting(),)
    if table.phase != TALK or table.floor is None:
        return ()
    if not table.floor.queue:
        return (ScheduleOrder(", ".join((*table.alive, MODERATOR))),)
    if table.floor.up != MODERATOR:
        return ()
    return (Yield(),) if table.rules.equal_talk else (Yield(), OpenVoting())


def _of_woken(table: Table, name: str) -> Sequence[Action]:
    """List the choices of a dying hunter, or of the witch."""
    others = _others(table, name)
    if table.roles[name] == "hunter":
        return (Yield(), *map(Shoot, others))
    save = [WitchSave()] if "save" in table.potions and table.victim else []
    return (Yield(), *save, *(map(WitchPoison, others) if "poison" in table.potions else ()))


def _at_night(table: Table, name: str) -> Sequence[Action]:
    role = table.roles.get(name)
    others = _others(table, name)
    if role == "werewolf" and name not in table.stalked:
        prey = () if table.peaceful else (other for other in others if other not in table.pack)
        return (Yield(), *map(NightKill, prey))
    if role == "seer" and all(look.night != table.night for look in table.looks):
        return (Yield(), *map(Inspect, others))
    if role == "doctor" and not table.guarded:
        return (Yield(), *(Protect(other) for other in table.alive if other != table.guarded_before))
    return ()
