"""Actions of players and the moderator of Werewolf."""

from typing import ClassVar, Literal

from core.actions.forms import Name
from core.engine.turn import Action
from core.social.actions import ScheduleOrder, Speak, Yield
from core.social.scene import MODERATOR

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
"""All kinds of actions, in the order in which learners number them."""
AIMED = (VoteLynch, NightKill, Inspect, Protect, WitchPoison, Shoot)
"""Kinds of actions with a target."""
OF_ROLES: dict[str, tuple[type[Action], ...]] = {
    "werewolf": (NightKill, Howl),
    "seer": (Inspect,),
    "doctor": (Protect,),
    "witch": (WitchSave, WitchPoison),
    "hunter": (Shoot,),
    MODERATOR: (OpenVoting, CloseVoting),
}
"""Kinds of actions of a single role."""
