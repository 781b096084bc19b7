"""A jury: jurors talk in turn, vote in secret, and talk again until they agree."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from pydantic import Field

import playbill as pb
from playbill.social import Announced, Seen, SocialConfig, SocialScene, Speak, TalkTo, TurnTaken, Yield

Verdict = Literal["guilty", "innocent"]
CASE = """A baker is accused of having set fire to the mill of his rival. He was seen nearby an hour before the fire. \
He says that he was walking home. The two had quarreled over a debt that week. His lantern was found in the ruins."""


class Vote(pb.Action):
    """Vote in secret, at the same time as all others."""

    form = "vote {verdict}"
    verdict: Verdict


class Impressed(pb.Body):
    line = "takes the accused to be guilty with {percent} %"
    percent: int


class Voted(pb.Body):
    line = "votes {verdict}"
    verdict: Verdict


class Counted(pb.Body):
    line = "the ballot: {guilty} for guilty, {innocent} for innocent"
    guilty: int
    innocent: int


class SeenByJuror(Seen, frozen=True):
    percent_guilty: dict[str, int]
    """One's own impression of the case; by juror."""
    ballots: tuple[Counted, ...]
    voting: bool


class Juror(pb.Agent):
    """Holds to its own impression, and gives way to a majority of three quarters unless it is sure."""

    def act(self, turn: pb.Turn) -> pb.Action:
        seen: SeenByJuror = turn.observation
        leaning = seen.percent_guilty[turn.name]
        if seen.ballots:
            last = seen.ballots[-1]
            share = last.guilty / (last.guilty + last.innocent)
            leaning += 40 * (share >= 0.75) - 40 * (share <= 0.25)
        verdict: Verdict = "guilty" if leaning >= 50 else "innocent"
        turn.think(f"guilty with {leaning} %")
        if seen.voting:
            return Vote(verdict)
        if any(heard.name == turn.name and verdict in heard.text for heard in seen.heard):
            return Yield()
        return Speak(turn.chance("words").choice(REASONS[verdict]))


REASONS: dict[Verdict, tuple[str, ...]] = {
    "guilty": (
        "His lantern lay in the ruins. I say guilty.",
        "A quarrel over money, and then a fire? That makes him guilty.",
        "Nobody else had a reason. He is guilty.",
    ),
    "innocent": (
        "An hour is a long time. To me he is innocent until somebody saw him light it.",
        "Anybody could have taken that lantern. I say innocent.",
        "A quarrel is no crime. I hold him to be innocent.",
    ),
}


class JuryConfig(SocialConfig):
    players: int = Field(6, ge=2, le=10, description="jurors, 2 to 10")
    rounds: int = Field(4, ge=1, le=50, description="ballots before the jury is hung")
    case: str = Field(CASE, max_length=2000, description="what the jury has heard in court")


class Jury(SocialScene):
    """You are on a jury. Each round all jurors speak once in turn, and then all vote at once and in secret.

    Only the number of votes is announced. The jury has to be unanimous; after the last round without that it is hung.
    """

    name = "jury"
    summary = "talk until all agree"
    scenario = "You are on a jury, and have heard a case in court. The verdict has to be unanimous."
    guidelines = "Say briefly what weighs most for you, and answer what others said. Vote as you see it."
    Config = JuryConfig
    actions = (Speak, TalkTo, Yield, Vote)
    events = (*SocialScene.events, Impressed, Voted, Counted)
    bots = {"rules": Juror}

    def __init__(self, config: JuryConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.turns = 0
        """Turns of talk in this round."""
        self.impressions: dict[str, int] = {}
        self.votes: dict[str, Verdict] = {}
        self.ballots: tuple[Counted, ...] = ()

    def start(self, chance: pb.Chance) -> Iterator[pb.Event]:
        yield Announced(self.config.case).by()
        for name in self.names:
            yield Impressed(10 + 10 * chance("impression", name).below(9)).by(name, to=(name,))

    @property
    def voting(self) -> bool:
        return self.turns == len(self.names)

    def pick(self) -> pb.Pick:
        return pb.Pick(self.names, together=True) if self.voting else pb.Pick((self.names[self.turns],))

    def legal(self, name: str) -> Sequence[pb.Action]:
        return [Vote("innocent"), Vote("guilty")] if self.voting else super().legal(name)

    def check_words(self, name: str, action: Any) -> None:
        if self.voting:
            raise pb.IllegalAction("the jury votes now; write vote guilty or vote innocent")
        super().check_words(name, action)

    def decide(self, name: str, action: Any, chance: pb.Chance) -> Iterator[pb.Event]:
        if isinstance(action, Vote):
            yield Voted(action.verdict).by(name, to=(name,))
        else:
            yield from super().decide(name, action, chance)

    def after_turn(self, pick: pb.Pick, chance: pb.Chance) -> Iterator[pb.Event]:
        votes = [*self.votes.values()]
        if pick.together:
            yield Counted(votes.count("guilty"), votes.count("innocent")).by()
        else:
            yield TurnTaken().by()

    @pb.on
    def on_impressed(self, event: pb.Event, body: Impressed) -> None:
        self.impressions[event.agent] = body.percent

    @pb.on
    def on_turn_taken(self, event: pb.Event, body: TurnTaken) -> None:
        self.turns += 1

    @pb.on
    def on_voted(self, event: pb.Event, body: Voted) -> None:
        self.votes[event.agent] = body.verdict

    @pb.on
    def on_counted(self, event: pb.Event, body: Counted) -> None:
        self.turns, self.votes, self.ballots = 0, {}, (*self.ballots, body)

    def observe(self, name: str) -> SeenByJuror:
        impression = {juror: percent for juror, percent in self.impressions.items() if name in ("", juror)}
        return SeenByJuror(**self.seen(name), percent_guilty=impression, ballots=self.ballots, voting=self.voting)

    def is_complete(self) -> str | None:
        if self.ballots and 0 in (self.ballots[-1].guilty, self.ballots[-1].innocent):
            return "guilty" if self.ballots[-1].guilty else "innocent"
        return "hung" if len(self.ballots) == self.config.rounds else None

    def outcome(self) -> pb.Outcome:
        return pb.Outcome(metrics={"verdict": self.is_complete(), "ballots": len(self.ballots)})
