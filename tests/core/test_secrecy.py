"""Scenes that leak, which Conformance must find; and each agent's own count of turns."""

import asyncio
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from core.engine.audience import Witnesses, may_know
from core.engine.capabilities import Told
from core.engine.casting import open_run, prepare
from core.engine.chance import Chance
from core.engine.events import Body, Event, Noted
from core.engine.registry import temporary_registration
from core.engine.turn import Action, Pick, Turn
from core.llm.routes import Routes
from core.testing.conformance import Conformance
from core.testing.games import games_of
from tests.toy import CLUB, Greedy, Seen, Took, ToyScene


class Slept(Body):
    """The event that ends a secret turn."""


class Counting(Greedy):
    """An agent that notes the number of each of its turns."""

    def act(self, turn: Turn) -> Action:
        turn.note(str(turn.number))
        return super().act(turn)


class Night(ToyScene):
    """A scene in which, after each token taken by day, one player has a secret turn."""

    name = "night"
    events = (*ToyScene.events, Slept)
    bots: ClassVar[Any] = {"rules": Counting}
    dark, nights = False, 0

    def pick(self) -> Pick | None:
        return Pick((self.names[self.nights % len(self.names)],), secret=True) if self.dark else None

    def after_turn(self, pick: Pick, chance: Chance) -> Iterator[Event]:
        yield from super().after_turn(pick, chance)
        if pick.secret:
            yield Slept().by(pick.names[0], to=pick.names)

    def apply(self, event: Event) -> None:
        if isinstance(event.data, Slept):
            self.dark, self.nights = False, self.nights + 1
        else:
            super().apply(event)
            self.dark = self.dark or isinstance(event.data, Took)

    def observe(self, name: str) -> Seen:
        return replace(super().observe(name), turn=0)


@pytest.mark.few(2)
class TestNight(Conformance):
    scene, options, seeds, cuts = Night, {"tokens": 6, "refills": 2}, (1,), 4


class EventNumber(ToyScene):
    """A leak: it shows the number of the newest public event."""

    name = "event_number"
    newest = 0

    def apply(self, event: Event) -> None:
        super().apply(event)
        if event.audience is None:
            self.newest = event.n

    def observe(self, name: str) -> Seen:
        return replace(super().observe(name), turn=self.newest)


class AnyTurn(ToyScene):
    """A leak: it shows the turn of the newest event, even if that is another's thought."""

    name = "any_turn"

    def apply(self, event: Event) -> None:
        super().apply(event)
        self.turn = event.turn


class SecretTurns(Night):
    """A leak: its turn numbers include the others' secret turns."""

    name = "secret_turns"

    def observe(self, name: str) -> Seen:
        return ToyScene.observe(self, name)


class TurnInText(Night, Told):
    """A leak: it shows a number, in its text alone."""

    name = "turn_in_text"
    newest = 0

    def apply(self, event: Event) -> None:
        super().apply(event)
        self.newest = event.n

    def status_prompt(self, name: str) -> str:
        return f"event {self.newest}"


@pytest.mark.parametrize("kind", [EventNumber, AnyTurn, SecretTurns, TurnInText])
def test_a_scene_that_shows_a_global_number_fails(kind: type[ToyScene]) -> None:
    check = type("Check", (Conformance,), {"scene": kind})()
    with temporary_registration(kind):
        game = next(each for each in games_of(kind, {}, (1,)) if each.cast == "rules")
        with pytest.raises(AssertionError, match="more than it may know"):
            check.test_an_agent_sees_nothing_it_may_not_know(game)


def test_an_agent_counts_the_turns_that_it_may_know_of_also_after_a_resume() -> None:
    async def play(past: list[Event]) -> list[Event]:
        return [*past, *[event async for event in open_run(header, past=past, routes=Routes())]]

    with temporary_registration(Night):
        header = prepare("night", {"tokens": 6, "refills": 2}, {"*": "rules"}, 1)
        events = asyncio.run(play([]))
        nights = {event.turn: event.agent for event in events if isinstance(event.data, Slept)}
        notes = [event for event in events if isinstance(event.data, Noted)]
        assert len(nights) > 3
        assert {str(event.data) for event in notes} != {str(Noted(str(event.turn))) for event in notes}
        for event in notes:
            hidden = sum(turn < event.turn and agent != event.agent for turn, agent in nights.items())
            assert event.data == Noted(str(event.turn - hidden))
        ends = [i for i, event in enumerate(events, 1) if event.end]
        for cut in ends[1:-1:3]:
            assert [event.data for event in asyncio.run(play(events[:cut]))] == [event.data for event in events]


async def test_only_members_of_a_group_know_its_events() -> None:
    witnesses, names = Witnesses(), dict[int, set[str]]()
    run = open_run(prepare("toy", {}, {}, 1), routes=Routes())
    async for event in run:
        witnesses.take(event, run.scene)
        if event.audience == CLUB:
            names[event.n] = {name for name in run.scene.names if may_know(event, name, run.scene)}
            assert names[event.n] == {name for name in run.scene.names if witnesses.may_know(event, name)}
    assert names
    assert all(each == {"A", "C"} for each in names.values())
