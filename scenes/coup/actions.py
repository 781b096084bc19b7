"""What a player can do, and how it is written: `tax`, `steal Bob`, `challenge`, `block with Contessa`, `lose Duke` …"""

from functools import cache

from core.engine import turn
from core.errors import IllegalAction, did_you_mean
from core.text import one_line
from scenes.coup.moves import CHARACTERS, RULES, Character, Verb

LONGEST = 300
"""Characters of a statement."""
FORMS = (
    "income, foreign aid, tax, steal Bob, assassinate Bob, exchange, coup Bob, challenge, block with Duke, pass, "
    "lose Duke, keep Duke Captain, say …"
)
"""Commands, for whoever wrote one that cannot be read."""


class Move(turn.Action, frozen=True):
    """The action of a turn."""

    verb: Verb
    target: str = ""


class Challenge(turn.Action, frozen=True):
    """Of the claim on the table, be it for an action or for a block."""


class Block(turn.Action, frozen=True):
    character: Character


class Pass(turn.Action, frozen=True):
    """To let pass what is on the table; for who has nothing to decide, to wait."""


class Lose(turn.Action, frozen=True):
    """The card to turn up."""

    character: Character


class Keep(turn.Action, frozen=True):
    """Of an exchange, in the order of `CHARACTERS`."""

    characters: tuple[Character, ...]


class Say(turn.Action, frozen=True):
    """A public statement; it may lie."""

    text: str
    ends_turn = False


Action = Move | Challenge | Block | Pass | Lose | Keep | Say
CHALLENGE, PASS = Challenge(), Pass()


def parse(text: str, names: tuple[str, ...]) -> Action:
    """Raises IllegalAction, saying what could have been read."""
    words = text.split()
    match [word.lower() for word in words]:
        case ["say", _, *_]:
            return Say(one_line(text.strip()[3:]))
        case ["challenge"]:
            return CHALLENGE
        case ["pass"]:
            return PASS
        case ["block", "with", _] | ["block", _]:
            return Block(read_character(words[-1]))
        case ["lose", _]:
            return Lose(read_character(words[1]))
        case ["keep", _, *rest] if len(rest) < 2:
            return Keep(tuple(sorted((read_character(word.strip(",")) for word in words[1:]), key=CHARACTERS.index)))
        case ["foreign", "aid"] | ["aid"]:
            return Move("foreign aid")
        case ["income" | "tax" | "exchange" as verb]:
            return Move(verb)
        case ["coup" | "assassinate" | "steal" as verb, _]:
            return Move(verb, read_name(words[1], names))
        case ["steal", "from", _]:
            return Move("steal", read_name(words[2], names))
        case ["coup" | "assassinate" | "steal" as verb]:
            raise IllegalAction(f"{verb} whom? As in: {verb} {names[-1]}")
        case ["say"]:
            raise IllegalAction("say what? As in: say I have the Duke")
        case ["block"]:
            raise IllegalAction("block with which character? As in: block with Contessa")
        case ["lose" | "keep" as verb, *_]:
            raise IllegalAction(f"{verb} which card? As in: {verb} Duke")
    raise IllegalAction(f"{one_line(text)[:40]!r} is no action; write one of: {FORMS}")


def read_character(word: str) -> Character:
    for character in CHARACTERS:
        if word.lower() == character.lower():
            return character
    raise IllegalAction(f"there is no character {one_line(word)[:40]!r}; {did_you_mean(word[:40].title(), CHARACTERS)}")


def read_name(word: str, names: tuple[str, ...]) -> str:
    for name in names:
        if word.lower() == name.lower():
            return name
    raise IllegalAction(f"nobody is called {one_line(word)[:40]!r}; {did_you_mean(word[:40], names)}")


@cache
def describe(action: Action) -> str:
    """The command that parses to this action."""
    match action:
        case Move(verb, target):
            return f"{verb} {target}" if target else verb
        case Block(character):
            return f"block with {character}"
        case Lose(character):
            return f"lose {character}"
        case Keep(characters):
            return f"keep {' '.join(characters)}"
        case Say(text):
            return f"say {text}"
        case Challenge():
            return "challenge"
        case Pass():
            return "pass"


assert all(verb in FORMS for verb in RULES)
