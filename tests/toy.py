"""A small scene for tests: agents with secret numbers take tokens from a pool.

It has what an engine test needs: hidden information (secrets, and a code that a club shares), steps that do not end
the turn (peek), actions that overtake each other in a group (the same token), agents that are skipped (who quit), and
an event after the turn (the refill).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

import msgspec
import pytest
from pydantic import BaseModel, ConfigDict, Field

from core.actions.forms import Name
from core.engine.agents import Agent
from core.engine.capabilities import Talk
from core.engine.chance import Chance
from core.engine.config import OpenOrder
from core.engine.events import Body, Event
from core.engine.folding import on
from core.engine.scene import Outcome, Scene
from core.engine.turn import Action, Pick, Turn
from core.llm.replies import Json
from tests.packages import bring, forget

CLUB = "club"


@contextmanager
def brought(folder: Path, path: pytest.MonkeyPatch, **scenes: str) -> Iterator[Path]:
    """With these scenes installed, as a package somebody else wrote."""
    bring(folder, scenes=scenes)
    path.syspath_prepend(folder)
    forget()
    yield folder
    forget()


# -- what happens


class Met(Body):
    """Every other seat is in the club, and its members share a code."""

    code: int


class Dealt(Body):
    secret: int


class Filled(Body):
    tokens: tuple[int, ...]


class Took(Body):
    token: int


class Peeked(Body):
    of: str
    secret: int


class Quit(Body):
    pass


# -- what an agent can want


class Take(Action):
    form = "take {token}"
    token: int


class Peek(Action):
    """A step: the turn goes on."""

    form = "peek {of}"
    ends_turn = False
    of: Name


class Pass(Action):
    form = "pass"


class Leave(Action):
    form = "leave"


class Seen(msgspec.Struct, frozen=True):
    name: str
    turn: int
    secrets: dict[str, int]
    code: int | None
    pool: tuple[int, ...]
    hands: dict[str, tuple[int, ...]]
    out: tuple[str, ...]


# -- who needs no model


class Greedy(Agent):
    """Peeks at somebody now and then, and takes the token nearest to its secret."""

    def act(self, turn: Turn) -> Action:
        seen: Seen = turn.observation
        peeks = [action for action in turn.legal if isinstance(action, Peek)]
        if peeks and turn.chance("curious").random() < 0.5:
            return turn.chance("peek").choice(peeks)
        if not seen.pool or turn.chance("tired").random() < 0.1:
            return Pass()
        return Take(min(seen.pool, key=lambda token: abs(token - seen.secrets[seen.name])))


class Clumsy(Greedy):
    """Has a bug that shows in about half of the games."""

    def act(self, turn: Turn) -> Action:
        if turn.number <= 3 and turn.chance("trip").random() < 0.5:
            raise RuntimeError("tripped")
        return super().act(turn)


class Choice(BaseModel):
    """What a model answers: a token, and why."""

    model_config = ConfigDict(extra="forbid")
    token: int
    why: str


class Thinker(Agent):
    """Asks its model which token to take, and thinks its reason aloud."""

    remembers = True

    async def act(self, turn: Turn) -> Action:
        seen: Seen = turn.observation
        if not seen.pool:
            return Pass()
        messages = [
            {"role": "system", "content": f"You are {seen.name}. Answer with JSON: token and why."},
            *turn.memory.serialize("default", 4),
            {"role": "user", "content": f"Take one of {seen.pool}."},
        ]
        choice = await turn.ask(messages, Json(Choice, "a token", Choice(token=min(seen.pool), why="the least")))
        turn.think(choice.why)
        return Take(choice.token)


class ToyConfig(OpenOrder):
    people = ("A", "B", "C", "D", "E")
    players: int = Field(3, ge=1, le=5)
    tokens: int = Field(4, ge=1, le=50)
    refills: int = Field(1, ge=0)


class ToyScene(Scene, Talk):
    name = "toy"
    summary = "tokens and secrets"
    Config = ToyConfig
    actions = (Take, Peek, Pass, Leave)
    events: ClassVar[tuple[type[Body], ...]] = (Met, Dealt, Filled, Took, Peeked, Quit)
    bots: ClassVar[Mapping[str, Callable[[], Agent]]] = {"rules": Greedy, "clumsy": Clumsy}
    player = Thinker

    def __init__(self, config: ToyConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.turn = 0
        self.code: int | None = None
        self.known: dict[str, dict[str, int]] = {name: {} for name in names}
        self.pool: tuple[int, ...] = ()
        self.fills = 0
        self.hands: dict[str, tuple[int, ...]] = dict.fromkeys(names, ())
        self.out: tuple[str, ...] = ()

    def start(self, chance: Chance) -> Iterator[Event]:
        yield Met(chance("code").below(1000)).by(to=CLUB)
        for name in self.names:
            yield Dealt(chance("deal", name).below(100)).by(name, to=(name,))
        yield self._fill(chance)

    def decide(self, name: str, action: Action, chance: Chance) -> Iterator[Event]:
        match action:
            case Take(token):
                yield Took(token).by(name)
            case Peek(of):
                yield Peeked(of, self.known[of][of]).by(name, to=(name,))
            case Leave():
                yield Quit().by(name)

    def after_turn(self, pick: Pick, chance: Chance) -> Iterator[Event]:
        if not self.pool and self.fills <= self.config.refills:
            yield self._fill(chance)

    def _fill(self, chance: Chance) -> Event:
        return Filled(tuple(chance("fill").sample(range(1, 100), self.config.tokens))).by()

    def apply(self, event: Event) -> None:
        if event.audience is None:
            self.turn = event.turn
        super().apply(event)

    @on
    def on_met(self, event: Event, body: Met) -> None:
        self.code = body.code

    @on
    def on_dealt(self, event: Event, body: Dealt) -> None:
        self.known[event.agent][event.agent] = body.secret

    @on
    def on_filled(self, event: Event, body: Filled) -> None:
        self.pool = body.tokens
        self.fills += 1

    @on
    def on_took(self, event: Event, body: Took) -> None:
        self.pool = tuple(t for t in self.pool if t != body.token)
        self.hands[event.agent] += (body.token,)

    @on
    def on_peeked(self, event: Event, body: Peeked) -> None:
        self.known[event.agent][body.of] = body.secret

    @on
    def on_quit(self, event: Event, body: Quit) -> None:
        self.out += (event.agent,)

    def observe(self, name: str) -> Seen:
        if not name:
            return self._overview()
        code = self.code if name in self.members(CLUB) else None
        return Seen(name, self.turn, dict(self.known[name]), code, self.pool, dict(self.hands), self.out)

    def _overview(self) -> Seen:
        secrets = {name: known[name] for name, known in self.known.items() if name in known}
        return Seen("", self.turn, secrets, self.code, self.pool, dict(self.hands), self.out)

    def legal(self, name: str) -> Sequence[Action]:
        if name in self.out:
            return ()
        peeks = (Peek(other) for other in self.names if other not in self.known[name])
        return [*map(Take, self.pool), *peeks, Pass(), Leave()]

    def default(self, name: str) -> Action:
        return Pass()

    def is_complete(self) -> str | None:
        if len(self.out) == len(self.names):
            return "deserted"
        return None if self.pool else "empty"

    def outcome(self) -> Outcome:
        """Whoever has most tokens wins, all of them if there are several."""
        taken = {name: len(hand) for name, hand in self.hands.items()}
        most = max(taken.values())
        winners = tuple(name for name in self.names if most and taken[name] == most)
        return Outcome(winners, taken, {"taken": sum(taken.values()), "empty": not self.pool})

    def members(self, group: str) -> tuple[str, ...]:
        return self.names[::2] if group == CLUB else super().members(group)
