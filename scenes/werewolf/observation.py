"""A player's observation of a game of Werewolf, and its text."""

from collections.abc import Iterator, Mapping

import msgspec

from core.intents.conversation import Guess
from core.social.scene import Seen
from scenes.werewolf.claims import Claim


class PublicClaim(msgspec.Struct, frozen=True):
    """A public claim with its day and speaker."""

    day: int
    name: str
    claim: Claim
    speech: int
    """Number of the public speech, from 1."""


class Question(msgspec.Struct, frozen=True):
    """A question in free words, and the player who should answer."""

    day: int
    speech: int
    name: str
    to: str
    text: str


class Ballot(msgspec.Struct, frozen=True):
    """A counted vote of the village, and the hanged player ("" for none)."""

    day: int
    votes: dict[str, str]
    hanged: str


class Death(msgspec.Struct, frozen=True):
    """A death in the "night", by the "rope", or by a hunter's "shot"."""

    day: int
    name: str
    how: str


class Look(msgspec.Struct, frozen=True):
    """A seer's look at a player in a night, and its result."""

    night: int
    target: str
    wolf: bool


class Rules(msgspec.Struct, frozen=True):
    """Rules of this game."""

    counts: dict[str, int]
    """Number of players by role."""
    protocol: str
    speeches: int
    equal_talk: bool
    sealed: bool
    tie: str
    reveal: bool
    peace: bool


class WerewolfObservation(Seen, frozen=True, kw_only=True):
    """A player's observation; the director's contains everything. `roles` has certain roles only."""

    phase: str
    """Phase: "night", "talk", "bid", "voting", "words" or "over"."""
    day: int
    night: int
    alive: tuple[str, ...]
    role: str
    roles: dict[str, str]
    pack: tuple[str, ...]
    looks: tuple[Look, ...]
    potions: tuple[str, ...]
    """The witch's remaining potions: "save", "poison"."""
    victim: str
    """Tonight's victim, for the witch."""
    protected: str
    """Player whom the doctor protected last."""
    stalked: dict[str, str]
    """Victims proposed tonight, by wolf."""
    votes: dict[str, str]
    """Visible votes while voting is open; a vote for nobody is empty."""
    ballots: tuple[Ballot, ...]
    deaths: tuple[Death, ...]
    claims: tuple[PublicClaim, ...]
    """Public claims, oldest first."""
    questions: tuple[Question, ...]
    guesses: dict[str, Guess]
    """Readings of each player's newest speech that are too uncertain to act upon."""
    speaking: tuple[str, ...]
    """Players with the floor."""
    speeches: int
    """Number of speeches left today, for all players together."""
    passed: tuple[str, ...]
    """Players who had the floor since the last speech; with `equal_talk`, only the others are called."""
    spoken: dict[str, int]
    """Number of speeches today, by player."""
    rules: Rules
    winner: str

    @property
    def players(self) -> tuple[str, ...]:
        """All players, dead or alive, without the moderator."""
        return self.names[: sum(self.rules.counts.values())]


# -- the board as text

PHASES = {
    "night": "Night {day}.",
    "talk": "Day {day}: the village talks.",
    "bid": "Day {day}: the players bid for the floor.",
    "voting": "Day {day}: the village votes.",
    "counting": "Day {day}: the votes are counted.",
    "words": "Day {day}: last words.",
}
CAUSES = {"night": "died in night {day}", "rope": "was hanged on day {day}", "shot": "was shot on day {day}"}


def board_lines(seen: WerewolfObservation) -> Iterator[str]:
    """Yield the lines of the board: living players, deaths, and everything else that is known."""
    if seen.winner:
        yield f"The {seen.winner} won."
    else:
        day = seen.night if seen.phase == "night" else seen.day
        yield PHASES.get(seen.phase, "Day {day}.").format(day=day)
    roles = {name: f" ({role})" if role else "" for name, role in seen.roles.items()}
    yield f"still alive: {', '.join(name + roles.get(name, '') for name in seen.alive)}"
    if seen.deaths:
        fates = (
            f"{death.name}{roles.get(death.name, '')} {CAUSES[death.how].format(day=death.day)}"
            for death in seen.deaths
        )
        yield f"dead: {', '.join(fates)}"
    for look in seen.looks:
        yield f"seen in night {look.night}: {look.target} is {'a werewolf' if look.wolf else 'no werewolf'}"
    night = seen.phase == "night"
    known = {
        "the pack wants": _pairs(seen.stalked) if night else "",
        "attacked tonight": seen.victim if night else "",
        "protected last": seen.protected,
        "potions left": ", ".join(seen.potions),
    }
    yield from (f"{label}: {text}" for label, text in known.items() if text)
    for ballot in seen.ballots:
        yield f"day {ballot.day}: {ballot.hanged or 'nobody'} is hanged ({_pairs(ballot.votes)})"
    now = {
        "votes so far": "" if seen.winner else _pairs(seen.votes),
        "has the floor": ", ".join(seen.speaking),
        "speeches left today": str(seen.speeches) if seen.phase == "talk" else "",
    }
    yield from (f"{label}: {text}" for label, text in now.items() if text)


def _pairs(votes: Mapping[str, str]) -> str:
    return ", ".join(f"{name} → {target or 'nobody'}" for name, target in votes.items())
