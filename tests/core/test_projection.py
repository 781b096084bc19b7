"""Logs for remote players: enough to see their seat's board, and nothing that reveals hidden information."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from core.engine.casting import prepare, set_up
from core.engine.events import Event, RunEnded, Thought, TurnEnded
from core.recording.header import Header
from core.recording.reader import Reader
from core.recording.verification import digest as log_digest
from core.remote.projection import PUBLIC, AudienceLog, Projector, commit, public_header
from core.testing.games import Game, header, played, shown

GAMES: dict[str, dict[str, Any]] = {
    "chat": {"max_turns": 120},
    "coloring": {},
    "council": {"rounds": 1},
    "coup": {"playouts": 2},
    "feed": {"agents": 40, "ticks": 15},
    "hanabi": {"talk": "open"},
    "village": {"max_turns": 80, "news": "Ida: the mill is under water"},
    "werewolf": {"players": 6},
}
SALT = 77


def batches(events: Sequence[Event]) -> Iterator[list[Event]]:
    batch: list[Event] = []
    for event in events:
        batch.append(event)
        if event.end:
            yield batch
            batch = []


def logs_of(whole: Header, events: Sequence[Event], audiences: Sequence[str]) -> dict[str, bytes]:
    """Project a whole log, and return the lines of each audience."""
    projector = projected(whole, audiences)
    for batch in batches(events):
        projector.take(batch)
    return {name: b"".join(log[at] for at in range(len(log))) for name, log in projector.logs.items()}


def projected(whole: Header, audiences: Sequence[str]) -> Projector:
    return Projector(whole, [AudienceLog(public_header(whole, name, SALT, "")) for name in audiences])


def reader_of(whole: Header, name: str) -> Reader:
    reader = Reader("partial")
    reader.feed(public_header(whole, name, SALT, "").encode() + b"\n")
    return reader


def read(whole: Header, name: str, lines: bytes) -> list[Event]:
    return reader_of(whole, name).feed(lines)


def some_seats(whole: Header) -> list[str]:
    return [*whole.cast][:4]


@pytest.fixture(params=GAMES, ids=str)
def game(request: pytest.FixtureRequest) -> Game:
    return Game(request.param, "rules", 5, tuple(GAMES[request.param].items()))


@pytest.mark.few(4)
def test_a_partial_log_shows_a_seat_all_that_it_sees_at_the_table(game: Game) -> None:
    whole = header(game)
    projector = projected(whole, [PUBLIC, *some_seats(whole)])
    folds = {name: set_up(log.header)[0] for name, log in projector.logs.items()}
    readers, sent = {name: reader_of(whole, name) for name in folds}, dict.fromkeys(folds, 0)
    for batch in batches(played(game)):
        projector.take(batch)
        for name, log in projector.logs.items():
            for event in readers[name].feed(b"".join(log[at] for at in range(sent[name], len(log)))):
                folds[name].apply(event)
            sent[name] = len(log)
            if name and batch[-1].end == "turn":
                assert shown(folds[name], name) == shown(projector.scene, name), (name, batch[-1])
                assert folds[name].board(name) == projector.scene.board(name)


def test_thoughts_of_others_change_not_one_byte(game: Game) -> None:
    """Private events are added in every step of one seat; the other seats and spectators get the same bytes."""
    whole = header(game)
    seats = some_seats(whole)
    noisy = list(with_thoughts(played(game), seats[0]))
    audiences = [PUBLIC, *seats[1:]]
    assert len(noisy) > len(played(game))
    assert logs_of(whole, played(game), audiences) == logs_of(whole, noisy, audiences)


@pytest.mark.parametrize("scene", GAMES)
@pytest.mark.few(4)
def test_swaps_of_hidden_content_change_not_one_byte(scene: str) -> None:
    swaps = Swaps(scene, seeds=1)
    for _ in range(25):
        swaps.try_one()
    assert not swaps.leaks
    assert swaps.folded + swaps.rejected == 25
    assert swaps.folded > 8


class Swaps:
    """Games in which two hidden events of a kind swap their contents: hands, roles, votes, thoughts."""

    def __init__(self, scene: str, seeds: int) -> None:
        self._random = Random(scene)
        games = [
            Game(scene, cast, seed, tuple(GAMES[scene].items()))
            for seed in range(seeds)
            for cast in ("rules", "random")
        ]
        self._pairs = [
            (game, name, pairs)
            for game in games
            for name in (PUBLIC, *some_seats(header(game)))
            if (pairs := hidden_pairs(game, name))
        ]
        self._bytes = {(game, name): logs_of(header(game), played(game), [name])[name] for game, name, _ in self._pairs}
        self.folded = 0
        """Number of swaps after which the rules could fold the game."""
        self.rejected = 0
        """Number of swaps that the rules could not fold, such as a card that nobody can have."""
        self.kinds: Counter[str] = Counter()
        self.leaks: list[str] = []

    def try_one(self) -> None:
        """Swap two events that are hidden from an audience, and compare its bytes."""
        game, name, pairs = self._random.choice(self._pairs)
        one, other = self._random.choice(self._random.choice(list(pairs.values())))
        events = list(played(game))
        events[one], events[other] = (
            replace(events[at], data=played(game)[source].data) for at, source in ((one, other), (other, one))
        )
        try:
            lines = logs_of(header(game), events, [name])[name]
        except Exception:  # noqa: BLE001  rules may assume whatever holds in a game
            self.rejected += 1
            return
        self.folded += 1
        self.kinds[events[one].kind] += 1
        if lines != self._bytes[game, name]:
            self.leaks.append(f"{game} {name}: {events[one]} with {events[other]}")


def hidden_pairs(game: Game, name: str) -> dict[str, list[tuple[int, int]]]:
    """Return pairs of events of the same kind and different content that are hidden from an audience."""
    projector, hidden = projected(header(game), []), dict[str, list[int]]()
    for at, event in enumerate(played(game)):
        projector.take([event])
        if not projector._witnesses.may_know(event, name):
            hidden.setdefault(event.kind, []).append(at)
    pairs = {
        kind: [each for each in combinations(places, 2) if played(game)[each[0]].data != played(game)[each[1]].data]
        for kind, places in hidden.items()
    }
    return {kind: each for kind, each in pairs.items() if each}


def with_thoughts(events: Sequence[Event], thinker: str) -> Iterator[Event]:
    """Add thoughts before each step in which an agent acts; and a private step before each turn's last one."""
    n = 0
    for batch in batches(events):
        extra = []
        if any(event.agent == thinker for event in batch):
            thought = Thought("hm").by(thinker, to=(thinker,))
            extra = [thought, replace(thought, end="step"), thought]
        for event in [*(replace(each, turn=batch[0].turn, kind="thought") for each in extra), *batch]:
            n += 1
            yield replace(event, n=n, t=n / 8)


def test_numbers_and_turns_have_no_gaps_that_tell_of_others(game: Game) -> None:
    whole = header(game)
    for name, lines in logs_of(whole, played(game), [PUBLIC, *some_seats(whole)]).items():
        events = read(whole, name, lines)
        assert [event.n for event in events] == list(range(1, len(events) + 1))
        assert {event.t for event in events} == {0.0}
        assert not any(event.spent for event in events)
        assert all(
            event.audience is None or isinstance(event.audience, str) or name in event.audience for event in events
        )


def test_the_end_carries_the_digest_of_the_partial_log_and_no_figures_of_the_whole(game: Game) -> None:
    whole = header(game)
    for name, lines in logs_of(whole, played(game), [PUBLIC, some_seats(whole)[0]]).items():
        *events, last = read(whole, name, lines)
        assert isinstance(last.data, RunEnded)
        assert last.data.digest == log_digest(public_header(whole, name, SALT, ""), events)
        assert {*last.data.result} == {"turns"}
        assert not last.data.models


def test_a_header_tells_nothing_of_seed_policies_and_hidden_options() -> None:
    options = {"temper": "A=stubborn", "max_turns": 40}
    whole = prepare("coloring", options, {"B": "llm:mock"}, 123456789)
    text = public_header(whole, "H", SALT, commit(whole, "nonce")).encode().decode()
    for secret in ("123456789", "stubborn", "mock", whole.created):
        assert secret not in text
    assert json.loads(text)["cast"] == {"A": "remote", "H": "human", "B": "remote"}
    assert json.loads(text)["config"]["max_turns"] == 40


def test_a_commitment_fits_one_header_and_nonce_only() -> None:
    one, other = (prepare("coup", {}, {}, seed) for seed in (1, 2))
    assert commit(one, "nonce") == commit(one, "nonce")
    assert len({commit(one, "nonce"), commit(other, "nonce"), commit(one, "other nonce")}) == 3


def test_a_turn_that_goes_on_in_private_ends_as_one_that_does_not() -> None:
    """A player sees a message and then the end of the turn, with or without a private step between them."""
    whole = prepare("chat", {"players": 2}, {}, 1)
    ends = []
    for private in (False, True):
        log = AudienceLog(public_header(whole, "Bob", SALT, ""))
        said = Thought("public").by("Ann")
        log.add(replace(said, turn=1, end="step"), 0)
        log.close("step")
        if not private:
            log.add(replace(TurnEnded().by(), turn=1), 0)
        log.close("turn")
        ends.append(b"".join(log[at] for at in range(len(log))))
    assert ends[0] == ends[1]
    assert ends[0].count(b"turn_ended") == 1
