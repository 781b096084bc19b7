"""What a player can do, and how it is written: `play a`, `discard e`, `clue Bob red`, `clue Bob 3`.

Slots are lettered from the left, where the newest card is. A player may put one of these before the others first,
`propose play a: it must fit`, who answer `support`, `modify play b: the other one`, or `alternative clue Bob 3: …`.
"""

from collections.abc import Sequence
from typing import TypeVar, get_args

from core.engine import turn
from core.errors import IllegalAction, did_you_mean
from core.text import one_line
from scenes.hanabi.variants import Variant

T = TypeVar("T")
SLOTS = "abcde"
STANCES = ("support", "modify", "alternative")
LONGEST = 600
"""Characters of what is said at a time."""


class Play(turn.Action, frozen=True):
    slot: int
    """From 0, the newest card."""


class Discard(turn.Action, frozen=True):
    slot: int


class Clue(turn.Action, frozen=True):
    to: int
    """The player's seat."""
    clue: int


Action = Play | Discard | Clue
"""A move of the game."""
MOVES: tuple[type[Action], ...] = get_args(Action)


class Propose(turn.Action, frozen=True):
    """The move that the player would make, for the others to judge."""

    move: Action
    reasons: str = ""


class Advise(turn.Action, frozen=True):
    """What another player says to that; all but support names a better move."""

    stance: str
    words: str = ""
    move: Action | None = None


Speech = Propose | Advise
SPEECH = (Propose, Advise)


def parse(text: str, names: tuple[str, ...], variant: Variant) -> Action | Speech:
    """Raises IllegalAction, saying what could have been read."""
    verb, *rest = text.split() or [""]
    match verb.lower().rstrip(":"):
        case "propose":
            move, said = _split(verb, rest)
            return Propose(parse_move(move, names, variant), said)
        case "support":
            if rest and not verb.endswith(":"):
                raise IllegalAction("words come after a colon, as in: support: I would do the same")
            return Advise("support", " ".join(rest))
        case "modify" | "alternative" as stance:
            move, said = _split(verb, rest)
            return Advise(stance, said, parse_move(move, names, variant))
    return parse_move(text, names, variant)


def _split(verb: str, rest: list[str]) -> tuple[str, str]:
    """The move that is spoken of, and the words about it, if any, after a colon."""
    size = 3 if rest[:1] and rest[0].lower() in ("clue", "c") else 2
    move, said = rest[:size], rest[size:]
    if said and not move[-1].endswith(":"):
        raise IllegalAction(f"words come after the move and a colon, as in: {verb} play a: it must fit")
    return " ".join(move).removesuffix(":"), " ".join(said)


def parse_move(text: str, names: tuple[str, ...], variant: Variant) -> Action:
    """Raises IllegalAction, saying what could have been read."""
    words = text.split()
    match [word.lower() for word in words]:
        case ["play" | "p", slot] if slot in SLOTS and len(slot) == 1:
            return Play(SLOTS.index(slot))
        case ["discard" | "d", slot] if slot in SLOTS and len(slot) == 1:
            return Discard(SLOTS.index(slot))
        case ["play" | "p" | "discard" | "d", *_]:
            raise IllegalAction(f"{words[0]} which slot? They are lettered from the newest: {words[0]} a")
        case ["clue" | "c", _, what]:
            return Clue(read_seat(words[1], names), _clue(what, variant))
        case ["clue" | "c", *_]:
            raise IllegalAction(f"clue whom, and what? As in: clue {names[-1]} {variant.clues[0]}, clue {names[-1]} 3")
    raise IllegalAction(f"{one_line(text)[:40]!r} is no action; write play a, discard e, clue {names[-1]} 3")


def for_want_of_better(legal: Sequence[T]) -> T:
    """Give the move of who may not discard, and has nothing to say: the first clue, or if none touches any card, the
    last of the plays, which is that of the oldest card."""
    return next((move for move in legal if isinstance(move, Clue)), legal[-1])


def read_seat(word: str, names: tuple[str, ...]) -> int:
    low = [name.lower() for name in names]
    if word.lower() not in low:
        raise IllegalAction(f"nobody is called {one_line(word)[:40]!r}; {did_you_mean(word[:40], names)}")
    return low.index(word.lower())


def _clue(word: str, variant: Variant) -> int:
    """A color by its name or its letter, or a rank."""
    for clue, name in enumerate(variant.clues):
        if word == name or (variant.is_color(clue) and word == name[0]):
            return clue
    raise IllegalAction(f"{one_line(word)[:40]!r} is no clue; known: {', '.join(variant.clues)}")


def describe(action: Action | Speech, names: tuple[str, ...], variant: Variant) -> str:
    match action:
        case Play(slot):
            return f"play {SLOTS[slot]}"
        case Discard(slot):
            return f"discard {SLOTS[slot]}"
        case Clue(to, clue):
            return f"clue {names[to]} {variant.clues[clue]}"
        case Propose(move, reasons):
            return _with(f"propose {describe(move, names, variant)}", reasons)
        case Advise(stance, words, move):
            return _with(f"{stance} {describe(move, names, variant)}" if move else stance, words)


def _with(command: str, words: str) -> str:
    return f"{command}: {words}" if words else command
