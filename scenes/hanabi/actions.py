"""Actions of players and their commands: `play a`, `discard e`, `clue Bob red`, `clue Bob 3`.

Slots are lettered from the left, where the newest card is. A player may first put a move before the others, `propose
play a: it must fit`; they answer `support`, `modify play b: the other one`, or `alternative clue Bob 3: …`.
"""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, TypeVar, get_args

from core.actions.forms import Forms, Vocabulary, Written
from core.engine import turn
from core.errors import IllegalAction
from scenes.hanabi.variants import HAND_SIZE_BY_PLAYERS, Variant

T = TypeVar("T")
SLOTS = "abcde"
Slot = Annotated[int, Written("slots")]
ADVICE_STANCES = ("support", "modify", "alternative")
MAX_STATEMENT = 600
"""Maximum characters of one statement."""


class Play(turn.Action):
    """Play one of your cards."""

    form = "play {slot}"
    key = "p"
    label = "play"
    aliases = ("p {slot}",)
    slot: Slot
    """Slot from 0, the newest card."""


class Discard(turn.Action):
    """Discard one of your cards, for a clue token."""

    form = "discard {slot}"
    key = "d"
    label = "discard"
    aliases = ("d {slot}",)
    slot: Slot


class Clue(turn.Action):
    """Clue another player a color or a rank."""

    form = "clue {to} {clue}"
    key = "c"
    label = "clue"
    aliases = ("c {to} {clue}",)
    to: Annotated[int, Written("others")]
    """The player's seat."""
    clue: Annotated[int, Written("clues")]


Action = Play | Discard | Clue
"""A move of the game."""
MOVES: tuple[type[Action], ...] = get_args(Action)
LANGUAGE = Forms(MOVES)


class Propose(turn.Action):
    """The move that the player would make, for the others to judge."""

    move: Action
    reasons: str = ""


class Advise(turn.Action):
    """Another player's answer to a proposal; all but support names a better move."""

    stance: str
    words: str = ""
    move: Action | None = None


Speech = Propose | Advise
SPEECH = (Propose, Advise)


def parse(text: str, names: tuple[str, ...], variant: Variant) -> Action | Speech:
    """Parse a command. Raises IllegalAction with suggestions."""
    verb, *rest = text.split() or [""]
    match verb.lower().rstrip(":"):
        case "propose":
            move, said = _split_move_and_words(verb, rest)
            return Propose(parse_move(move, names, variant), said)
        case "support":
            if rest and not verb.endswith(":"):
                raise IllegalAction("words come after a colon, as in: support: I would do the same")
            return Advise("support", " ".join(rest))
        case "modify" | "alternative" as stance:
            move, said = _split_move_and_words(verb, rest)
            return Advise(stance, said, parse_move(move, names, variant))
    return parse_move(text, names, variant)


def _split_move_and_words(verb: str, rest: list[str]) -> tuple[str, str]:
    """Split off the words after a move and a colon."""
    size = 3 if rest[:1] and rest[0].lower() in ("clue", "c") else 2
    move, said = rest[:size], rest[size:]
    if said and not move[-1].endswith(":"):
        raise IllegalAction(f"words come after the move and a colon, as in: {verb} play a: it must fit")
    return " ".join(move).removesuffix(":"), " ".join(said)


@cache
def move_vocabulary(players: int, variant: Variant) -> Vocabulary:
    """Return the words of moves for this many players: slots, and clues by name or a color's first letter."""
    letters = {name[0]: clue for clue, name in enumerate(variant.clues) if variant.is_color(clue)}
    clues = {name: clue for clue, name in enumerate(variant.clues)}
    return {
        "slots": SLOTS[: HAND_SIZE_BY_PLAYERS[players]],
        "clues": {**clues, **{k: v for k, v in letters.items() if k not in clues}},
    }


def parse_move(text: str, names: Sequence[str], variant: Variant) -> Action:
    """Parse a move. Raises IllegalAction with the possible commands."""
    move: Action = LANGUAGE.parse(text, names, words=move_vocabulary(len(names), variant))
    return move


def fallback_move(legal: Sequence[T]) -> T:
    """Return a fallback move for a player who may not discard.

    It is the first clue, or if no clue touches a card, the play of the oldest card.
    """
    return next((move for move in legal if isinstance(move, Clue)), legal[-1])


def describe(action: Action | Speech, names: tuple[str, ...], variant: Variant) -> str:
    match action:
        case Propose(move, reasons):
            return _with_words(f"propose {describe(move, names, variant)}", reasons)
        case Advise(stance, words, move):
            return _with_words(f"{stance} {describe(move, names, variant)}" if move else stance, words)
    return LANGUAGE.describe(action, names, move_vocabulary(len(names), variant))


def _with_words(command: str, words: str) -> str:
    return f"{command}: {words}" if words else command
