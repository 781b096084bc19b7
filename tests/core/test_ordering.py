from collections.abc import Callable, Sequence

import pytest

from core.engine.agents import Agent
from core.engine.casting import open_run
from core.engine.chance import Chance
from core.engine.events import Event, GroupStarted, Said
from core.engine.ordering import Controlled, Ordering, Random, Sequential
from core.engine.turn import Pick, Turn
from tests.core.table import Does, ended, header, play, run_of
from tests.toy import Pass, Take, ToyScene

NAMES = ("A", "B", "C")


def on_names(kind: type[Ordering]) -> Callable[[ToyScene, Chance], Ordering]:
    return lambda scene, chance: kind(scene.names, chance)


async def picks(kind: type[Ordering], turns: Sequence[int], seed: int = 1) -> list[Pick | None]:
    chance = Chance(seed)
    ordering = kind(NAMES, chance)
    out = []
    for turn in turns:
        chance.at(turn, 0)
        out.append(await ordering.next(turn))
    return out


async def test_random_is_even_and_a_function_of_seed_and_turn() -> None:
    first = await picks(Random, range(1, 901))
    assert first == (await picks(Random, range(900, 0, -1)))[::-1]
    assert first != await picks(Random, range(1, 901), seed=2)
    counts = [first.count(Pick((name,))) for name in NAMES]
    assert sum(counts) == 900
    assert all(abs(count - 300) < 75 for count in counts)


async def test_controlled_by_the_scene() -> None:
    def by_tokens(scene: ToyScene, chance: Chance) -> Ordering:
        def most_tokens() -> str | None:
            return max(scene.names, key=lambda name: len(scene.hands[name])) if scene.hands["B"] else None

        return Controlled(scene.names, chance, most_tokens)

    agents = {name: Does(*[lambda turn: Take(turn.observation.pool[0])] * 9) for name in NAMES}
    events = await play(run_of(header(max_turns=5), agents, by_tokens))
    assert [event.agent for event in events if event.kind == "took"] == ["A", "B", "A", "A", "A"]


async def test_a_scene_brings_its_own_and_needs_no_option_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Backwards(Sequential):
        async def next(self, turn: int) -> Pick | None:
            return Pick((self.names[-turn],))

    monkeypatch.setattr(ToyScene, "ordering", lambda scene, chance: Backwards(scene.names, chance))
    agents = {name: Does(lambda turn: Take(turn.observation.pool[0])) for name in NAMES}
    events = await play(open_run(header(max_turns=3, ordering="asynchronous"), agents=agents))
    assert [event.agent for event in events if event.kind == "took"] == ["C", "B", "A"]


async def test_nobody_left() -> None:
    class Two(Sequential):
        async def next(self, turn: int) -> Pick | None:
            return await super().next(turn) if turn <= 2 else None

    events = await play(run_of(header(), {name: Does() for name in NAMES}, on_names(Two)))
    assert ended(events).reason == "nobody_left"


# -- an ordering that uses only the public interface


class Moderator(Agent):
    """An agent that sometimes names the next agents, sometimes talks nonsense, and sometimes says nothing."""

    def act(self, turn: Turn) -> Pass:
        draw = turn.chance("who")
        words = ["", "hm", " ".join(draw.sample("BC", 1)), " ".join(draw.sample("BCBC", 3))]
        if text := draw.choice(words):
            turn.say(text)
        return Pass()


class Moderated(Ordering):
    """An ordering by the agents that the moderator (the first) named; if it named none, each other agent once."""

    def __init__(self, names: Sequence[str], chance: Chance) -> None:
        super().__init__(names, chance)
        self.queue: list[str] = []
        self.filled = 0

    async def next(self, turn: int) -> Pick | None:
        i = turn - self.filled - 1
        return Pick((self.queue[i],)) if 0 <= i < len(self.queue) else Pick(self.names[:1])

    def on_event(self, event: Event) -> None:
        if isinstance(event.data, Said) and event.agent == self.names[0]:
            named = [word for word in event.data.text.split() if word in self.names]
            self.queue, self.filled = named or list(self.names[1:]), event.turn


class Speaker(Agent):
    def act(self, turn: Turn) -> Pass:
        turn.say("here")
        return Pass()


async def moderated(past: Sequence[Event] = ()) -> list[Event]:
    agents = {"A": Moderator(), "B": Speaker(), "C": Speaker()}
    return await play(run_of(header(max_turns=60), agents, on_names(Moderated), past=past))


async def test_a_moderator_drives() -> None:
    said = [event for event in await moderated() if isinstance(event.data, Said)]
    rounds: list[tuple[str, str]] = []
    for event in said:
        assert isinstance(event.data, Said)
        if event.agent == "A":
            rounds.append((event.data.text, ""))
        else:
            rounds[-1] = (rounds[-1][0], f"{rounds[-1][1]} {event.agent}".strip())
    assert len({text for text, _ in rounds}) >= 4
    assert all(heard == ("B C" if text == "hm" else text) for text, heard in rounds[:-1])


async def test_a_moderated_run_resumes_anywhere() -> None:
    whole = await moderated()
    for cut in (i for i in range(1, len(whole)) if whole[i - 1].end):
        again = await moderated(whole[:cut])
        assert ended(again).digest == ended(whole).digest, f"cut after event {cut}"


class Noting(Sequential):
    """An ordering that notes the size of the pool at each event."""

    def __init__(self, scene: ToyScene, chance: Chance) -> None:
        super().__init__(scene.names, chance)
        self.scene = scene
        self.noted: list[tuple[int, int]] = []

    def on_event(self, event: Event) -> None:
        self.noted.append((event.n, len(self.scene.pool)))


async def test_an_ordering_sees_the_scene_alike_live_and_resumed() -> None:
    """Otherwise its picks would not be a function of the log."""
    orderings: list[Noting] = []

    def noting(scene: ToyScene, chance: Chance) -> Ordering:
        orderings.append(Noting(scene, chance))
        return orderings[-1]

    events = await play(run_of(header(tokens=1, refills=3), ordering=noting))
    await play(run_of(header(tokens=1, refills=3), ordering=noting, past=events[:-1]))
    live, resumed = (ordering.noted for ordering in orderings)
    assert resumed == live


async def test_a_group_picked_by_an_ordering() -> None:
    class Pairs(Ordering):
        async def next(self, turn: int) -> Pick | None:
            return Pick(self.names[turn % 2 :][:2], together=True)

    events = await play(run_of(header(max_turns=2), {name: Does() for name in NAMES}, on_names(Pairs)))
    assert [e.data.names for e in events if isinstance(e.data, GroupStarted)] == [("B", "C"), ("A", "B")]
