"""Actions of players and the moderator of Werewolf, and when they are legal."""

from collections.abc import Sequence
from typing import ClassVar, Literal, get_args

from core.actions.forms import Name
from core.engine.turn import Action
from core.errors import IllegalAction
from core.social.actions import ScheduleOrder, Speak, Yield
from core.social.scene import MODERATOR
from scenes.werewolf.state import BID, COUNTING, NIGHT, TALK, VOTING, WORDS, WerewolfState

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
TARGETED = (VoteLynch, NightKill, Inspect, Protect, WitchPoison, Shoot)
"""Action types with a target."""
ROLE_ACTIONS: dict[str, tuple[type[Action], ...]] = {
    "werewolf": (NightKill, Howl),
    "seer": (Inspect,),
    "doctor": (Protect,),
    "witch": (WitchSave, WitchPoison),
    "hunter": (Shoot,),
    MODERATOR: (OpenVoting, CloseVoting),
}
"""Action types that belong to one role."""


# -- legality


def excluded_types(state: WerewolfState, name: str) -> set[type[Action]]:
    """Return the action types that belong to other roles or other protocols."""
    role = MODERATOR if name == MODERATOR else state.roles.get(name, "")
    others = {kind for kinds in ROLE_ACTIONS.values() for kind in kinds} - set(ROLE_ACTIONS.get(role, ()))
    others |= {VoteLynch} if role == MODERATOR else set()
    return others | ({Bid} if state.config.protocol != "bidding" else set())


def legal(state: WerewolfState, name: str) -> Sequence[Action]:
    """List the legal actions of a player or the moderator, except messages."""
    if state.winner is not None:
        return ()
    if name == MODERATOR:
        return _moderator_actions(state)
    if state.woken == name:
        return _woken_actions(state, name)
    if state.phase == WORDS:
        return (Yield(),) if name in state.dying[:1] else ()
    if name not in state.alive:
        return ()
    if state.phase == NIGHT:
        return _night_actions(state, name)
    if state.phase == BID:
        return () if name in state.bids else tuple(map(Bid, get_args(Level)))
    if state.phase == VOTING:
        return () if name in state.votes else (Yield(), *map(VoteLynch, _others(state, name)))
    return (Yield(),) if name in _speakers(state) else ()


def check_words(state: WerewolfState, name: str, action: object) -> None:
    """Raise IllegalAction if this player may not speak now."""
    if isinstance(action, Howl):
        if state.phase != NIGHT or state.roles.get(name) != "werewolf" or not legal(state, name):
            raise IllegalAction("only a werewolf howls, by night, before it has chosen")
    elif name not in _speakers(state) and not (state.phase == WORDS and name in state.dying[:1]):
        raise IllegalAction("you do not have the floor")


def _others(state: WerewolfState, name: str) -> list[str]:
    return [other for other in state.alive if other != name]


def _speakers(state: WerewolfState) -> tuple[str, ...]:
    """Return the players who may speak now."""
    if state.phase != TALK:
        return ()
    return state.speaking if state.floor is None else state.floor.queue[:1]


def _moderator_actions(state: WerewolfState) -> Sequence[Action]:
    if state.phase == COUNTING:
        return (CloseVoting(),)
    if state.phase != TALK or state.floor is None:
        return ()
    if not state.floor.queue:
        return (ScheduleOrder(", ".join((*state.alive, MODERATOR))),)
    if state.floor.up != MODERATOR:
        return ()
    return (Yield(),) if state.rules.equal_talk else (Yield(), OpenVoting())


def _woken_actions(state: WerewolfState, name: str) -> Sequence[Action]:
    """List the choices of a dying hunter, or of the witch."""
    others = _others(state, name)
    if state.roles[name] == "hunter":
        return (Yield(), *map(Shoot, others))
    save = [WitchSave()] if "save" in state.potions and state.victim else []
    return (Yield(), *save, *(map(WitchPoison, others) if "poison" in state.potions else ()))


def _night_actions(state: WerewolfState, name: str) -> Sequence[Action]:
    role = state.roles.get(name)
    others = _others(state, name)
    if role == "werewolf" and name not in state.stalked:
        prey = () if state.peaceful else (other for other in others if other not in state.pack)
        return (Yield(), *map(NightKill, prey))
    if role == "seer" and all(look.night != state.night for look in state.looks):
        return (Yield(), *map(Inspect, others))
    if role == "doctor" and not state.guarded:
        return (Yield(), *(Protect(other) for other in state.alive if other != state.guarded_before))
    return ()
