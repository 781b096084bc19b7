"""Werewolf's options, seats and roles."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal, Self, get_args

from pydantic import Field, model_validator

from core.engine.config import HIDDEN, ReadTalk
from core.errors import did_you_mean
from core.social.actions import comma_separated
from core.social.persona import SocialConfig
from core.social.scene import MODERATOR

Role = Literal["werewolf", "villager", "seer", "witch", "doctor", "hunter"]
ROLES: tuple[Role, ...] = get_args(Role)
Protocol = Literal["moderated", "round-robin", "random", "bidding", "parallel"]
SEATS = ("Ann", "Bob", "Cat", "Dan", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kim", "Leo", "Mia", "Ned", "Ola", "Pip")
QUICK_OPTIONS: Mapping[str, Any] = {"players": 6, "speeches": 1, "protocol": "round-robin", "last_words": False}
"""Options of a quick game; options that the user sets have priority."""
UNIQUE_ROLES: tuple[Role, ...] = ("seer", "witch", "doctor", "hunter")
"""Roles that at most one player has."""


class WerewolfConfig(SocialConfig, ReadTalk):
    quick: bool = Field(
        False,
        description="yes: a game of about five minutes, for six players with a speech a day each",
        exclude=True,  # headers hold the options that `quick` stands for
    )
    players: int = Field(8, ge=6, le=16, description="players, 6 to 16, without the moderator")
    roles: str = Field("", description='roles: "werewolf 2, seer, witch"; the rest are villagers')
    deal: str = Field("", description='fixed roles: "Ann=seer, Bob=werewolf"', json_schema_extra=HIDDEN)
    protocol: Protocol = Field("moderated", description="order of speakers")
    speeches: int = Field(2, ge=1, le=10, description="speeches per living player and day, on average")
    equal_talk: bool = Field(
        False, description="yes: equal numbers of speeches in every protocol; the moderator cannot end the talk early"
    )
    vote: Literal["open", "sealed"] = Field(
        "sealed", description="sealed, or open: one after the other, visible to all"
    )
    tie: Literal["nobody", "random"] = Field("nobody", description="player who is hanged after a tied vote")
    first_night: Literal["auto", "kill", "peace"] = Field(
        "auto", description="peace: nobody is killed in the first night; auto: peace with a human, else kill"
    )
    reveal: bool = Field(True, description="yes: roles of dead players are revealed")
    last_words: bool = Field(True, description="yes: a hanged player may say last words before the role is shown")
    days: int = Field(30, ge=1, le=1000, description="limit of days; then nobody wins")

    @model_validator(mode="before")
    @classmethod
    def _quickly(cls, options: dict[str, Any]) -> dict[str, Any]:
        return {**QUICK_OPTIONS, **options} if options.get("quick") in (True, "yes", "true", "True") else options

    @model_validator(mode="after")
    def _roles(self) -> Self:
        counts = self.counts()
        fixed = Counter(self.fixed_roles().values())
        if odd := next((role for role in fixed if fixed[role] > counts[role]), None):
            raise ValueError(f"deal: {fixed[odd]} times {odd}, and there are {counts[odd]} in this game")
        return self

    def settled(self, human: bool) -> Self:
        """Return the options with the automatic first night decided: peaceful if a human plays."""
        if self.first_night != "auto":
            return self
        return self.model_copy(update={"first_night": "peace" if human else "kill"})

    def counts(self) -> dict[str, int]:
        """Return the number of players of each role. Raises ValueError."""
        counts = _parse_roles(self.roles) if self.roles.strip() else default_roles(self.players)
        wolves, others = counts.get("werewolf", 0), sum(counts.values())
        if not wolves:
            raise ValueError("roles: a game needs a werewolf")
        if others > self.players or 2 * wolves >= self.players:
            raise ValueError(f"roles: too many for {self.players} players: {others} roles, {wolves} werewolves")
        rest: dict[Role, int] = {"villager": counts.get("villager", 0) + self.players - others}
        return {role: {**counts, **rest}.get(role, 0) for role in ROLES}

    def fixed_roles(self) -> dict[str, Role]:
        """Return the roles that the option `deal` fixes, by player. Raises ValueError."""
        roles: dict[str, Role] = {}
        for part in comma_separated(self.deal):
            name, _, role = (each.strip() for each in part.partition("="))
            if name not in SEATS[: self.players] or name in roles:
                raise ValueError(f"deal: {part!r}; write NAME=ROLE, each name once")
            roles[name] = _role(role)
        return roles

    people = SEATS

    @property
    def competitors(self) -> tuple[str, ...]:
        return SEATS[: self.players]

    @property
    def seats(self) -> tuple[str, ...]:
        return (*self.competitors, *([MODERATOR] if self.protocol == "moderated" else []))


def default_roles(players: int) -> dict[Role, int]:
    """Return the default roles, with which both sides win about equally often among bots."""
    wolves = 2 if players < 9 else 3 if players < 12 else 4 if players < 14 else 5 if players < 16 else 6
    return {
        "werewolf": wolves,
        "seer": 1,
        "doctor": int(players != 8),
        "witch": int(players > 13),
        "hunter": int(players in (9, 12, 16)),
    }


def _parse_roles(text: str) -> dict[Role, int]:
    """Parse "werewolf 2, seer". Raises ValueError."""
    counts: dict[Role, int] = {}
    for part in comma_separated(text):
        word, _, count = part.partition(" ")
        role = _role(word)
        number = count.strip() or "1"
        if not number.isdecimal() or not 0 <= int(number) <= len(SEATS) or role in counts:
            raise ValueError(f"roles: {part!r}; write each role once, with its number: werewolf 2, seer, witch")
        if role in UNIQUE_ROLES and int(number) > 1:
            raise ValueError(f"roles: there is one {role} at most")
        counts[role] = int(number)
    return counts


def _role(word: str) -> Role:
    found = next((role for role in ROLES if role == word.lower()), None)
    if found is None:
        raise ValueError(f"there is no role {word[:40]!r}; {did_you_mean(word, ROLES)}")
    return found
