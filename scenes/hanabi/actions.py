"""What a player can do, and how it is written: `play a`, `discard e`, `clue Bob red`, `clue Bob 3`.

Slots are lettered from the left, where the newest card is.
"""

from dataclasses import dataclass

from core.errors import IllegalAction, did_you_mean
from core.text import one_line
from scenes.hanabi.variants import Variant

SLOTS = "abcde"


@dataclass(frozen=True, slots=True)
class Play:
    slot: int
    """From 0, the newest card."""
    ends_turn = True


@dataclass(frozen=True, slots=True)
class Discard:
    slot: int
    ends_turn = True


@dataclass(frozen=True, slots=True)
class Clue:
    to: int
    """The player's seat."""
    clue: int
    ends_turn = True


Action = Play | Discard | Clue


def parse(text: str, names: tuple[str, ...], variant: Variant) -> Action:
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
            return Clue(_seat(words[1], names), _clue(what, variant))
        case ["clue" | "c", *_]:
            raise IllegalAction(f"clue whom, and what? As in: clue {names[-1]} {variant.clues[0]}, clue {names[-1]} 3")
    raise IllegalAction(f"{one_line(text)[:40]!r} is no action; write play a, discard e, clue {names[-1]} 3")


def _seat(word: str, names: tuple[str, ...]) -> int:
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


def describe(action: Action, names: tuple[str, ...], variant: Variant) -> str:
    match action:
        case Play(slot):
            return f"play {SLOTS[slot]}"
        case Discard(slot):
            return f"discard {SLOTS[slot]}"
        case Clue(to, clue):
            return f"clue {names[to]} {variant.clues[clue]}"
