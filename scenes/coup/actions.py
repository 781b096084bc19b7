"""Actions of players and their commands: `tax`, `steal Bob`, `challenge`, `block with Contessa`, `lose Duke`."""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, ClassVar

from msgspec import Meta

from core.actions.forms import Forms, Other, Unordered, Written
from core.engine import turn
from scenes.coup.moves import CHARACTERS, RULES, Character, Verb

MAX_STATEMENT = 300
"""Maximum characters of a statement."""
_VERBS: dict[str, Verb] = {**{verb: verb for verb in RULES}, "aid": "foreign aid"}


class Move(turn.Action):
    """The action of a turn."""

    form = "{verb=income|foreign aid|aid|tax|exchange}, {verb=coup|assassinate|steal} {target}"
    aliases = ("{verb=steal} from {target}",)
    key: ClassVar = dict(
        zip(("income", "foreign aid", "tax", "steal", "exchange", "assassinate", "coup"), "nftseac", strict=True)
    )
    """Menu keys by verb; moves that are always affordable come first. `i` opens the inspector."""
    verb: Annotated[Verb, Written(_VERBS)]
    target: Other = ""


class Challenge(turn.Action):
    """Challenge the claim on the table, be it for an action or for a block."""

    form = "challenge"
    key = "c"
    at_once = True


class Block(turn.Action):
    """Block the action on the table by claiming a character."""

    form = "block with {character}"
    key = "b"
    at_once = True
    aliases = ("block {character}",)
    character: Character


class Pass(turn.Action):
    """Let pass what is on the table; or wait, with nothing to decide."""

    form = "pass"
    key = "p"
    at_once = True


class Lose(turn.Action):
    """Turn up one of your cards."""

    form = "lose {character}"
    key: ClassVar = {f"lose {card}": card[0].lower() for card in CHARACTERS}
    label: ClassVar = {f"lose {card}": card for card in CHARACTERS}
    character: Character


class Keep(turn.Action):
    """Keep cards of an exchange; the others go back."""

    form = "keep {characters}"
    characters: Annotated[tuple[Character, ...], Meta(min_length=1, max_length=2), Unordered]
    """Characters in the order of `CHARACTERS`."""


class Say(turn.Action):
    """Make a public statement; it may lie."""

    form = "say {text}"
    ends_turn = False
    text: str


Action = Move | Challenge | Block | Pass | Lose | Keep | Say
CHALLENGE, PASS = Challenge(), Pass()
KINDS: tuple[type[turn.Action], ...] = (Pass, Challenge, Block, Lose, Keep, Move, Say)
"""All action types, in the order in which learners number them."""
LANGUAGE = Forms(KINDS)


def parse(text: str, names: Sequence[str], by: str = "") -> Action:
    """Parse a command. Raises IllegalAction with the commands that are possible."""
    action: Action = LANGUAGE.parse(text, names, by)
    return action


@cache
def describe(action: Action) -> str:
    """Write the command that parses to this action."""
    return LANGUAGE.describe(action)
