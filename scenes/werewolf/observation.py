"""A player's knowledge of a game of Werewolf."""

import msgspec

from core.social.scene import Seen
from scenes.werewolf.claims import Claim


class Told(msgspec.Struct, frozen=True):
    """A claim, when and by whom it was made."""

    day: int
    name: str
    claim: Claim
    speech: int
    """The number of the public speech, from 1."""


class Ballot(msgspec.Struct, frozen=True):
    """A vote of the whole village, and who was hanged, if anybody."""

    day: int
    votes: dict[str, str]
    hanged: str


class Death(msgspec.Struct, frozen=True):
    """A death: when and how, by night, by the rope, or by the hunter's shot."""

    day: int
    name: str
    how: str


class Look(msgspec.Struct, frozen=True):
    """A seer's finding in a night."""

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


class Village(Seen, frozen=True, kw_only=True):
    """All that a player knows; the director knows all. Roles are those that are known for sure."""

    phase: str
    """"night", "talk", "bid", "voting", "words" or "over"."""
    day: int
    night: int
    alive: tuple[str, ...]
    role: str
    roles: dict[str, str]
    pack: tuple[str, ...]
    looks: tuple[Look, ...]
    potions: tuple[str, ...]
    """Potions left to the witch: "save", "poison"."""
    victim: str
    """Tonight's, for the witch."""
    protected: str
    """Player protected last."""
    stalked: dict[str, str]
    """Tonight's victims as the pack proposes them, by wolf."""
    votes: dict[str, str]
    """Visible votes while voting is open; a vote for nobody is empty."""
    ballots: tuple[Ballot, ...]
    deaths: tuple[Death, ...]
    told: tuple[Told, ...]
    """Public claims, oldest first."""
    speaking: tuple[str, ...]
    """Players with the floor."""
    speeches: int
    """Speeches that are left today, for all together."""
    passed: tuple[str, ...]
    """Players who had the floor since the last speech; with `equal_talk` only others are called."""
    spoken: dict[str, int]
    """Number of each player's speeches today."""
    rules: Rules
    winner: str

    @property
    def players(self) -> tuple[str, ...]:
        """All who play, dead or alive: everybody but the moderator."""
        return self.names[: sum(self.rules.counts.values())]
