"""Tests that every scene must pass, including those of other packages."""

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, get_args

import msgspec
import pytest

from core.engine.capabilities import Mark, Portable, Told, capability, class_capability
from core.engine.casting import open_run
from core.engine.chance import Chance, Draw
from core.engine.events import Event, RunEnded
from core.engine.measures import measure_of
from core.engine.registry import temporary_registration
from core.engine.scene import Scene
from core.engine.turn import Action
from core.env.table import SteppedGameFactory
from core.errors import IllegalAction
from core.llm.routes import Routes
from core.recording.file import Recorder, Recording
from core.recording.verification import verify
from core.testing.games import (
    MODEL,
    Game,
    act,
    digest,
    fold,
    fresh,
    games_of,
    header,
    moments,
    played,
    shown,
    view,
)
from core.testing.rejections import Rejections
from core.testing.secrecy import Secrecy

STEPS = 150
"""Number of actions in the test of a stepped game."""
GARBAGE = ["", " ", "xyzzy plugh", "?", "0" * 500, "\x00", "\x1b[31m", "pass" * 99, "{}", "NULL", "∞", "-1"]


class Conformance(Secrecy, Rejections):
    """Tests of everything that a scene must guarantee. Derive a class with your scene; pytest finds it.

        class TestDice(Conformance):
            scene = DiceScene

    The scene need not be installed. Tests play it with each seed: with the bot `rules`, at random, and with the mock
    model if a model can play the scene. Slow tests use the first seed only.
    """

    options: ClassVar[Mapping[str, Any]] = {}
    """Options of the games. Choose a small game if games are long."""
    seeds: ClassVar[tuple[int, ...]] = (1, 2, 3)
    cuts: ClassVar[int] = 20
    """Number of lines at which a recording is cut, at its start, at its end and spread in between."""

    @pytest.fixture(autouse=True)
    def _known_by_name(self) -> Iterator[None]:
        """Register the scene during its tests, installed or not."""
        with temporary_registration(self.scene):
            yield

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        games = games_of(self.scene, self.options, self.seeds)
        first = [game for game in games if game.seed == self.seeds[0]]
        for name, chosen in {
            "game": games,
            "one": first,
            "of_a_model": [game for game in first if game.cast == MODEL],
            "played_at_random": [game for game in first if game.cast == "random"][:1],
            "played_by_rules": [game for game in first if game.cast == "rules"][:1],
        }.items():
            if name in metafunc.fixturenames:
                metafunc.parametrize(name, chosen, ids=str)

    def test_the_same_seed_gives_the_same_log(self, game: Game) -> None:
        again = played.__wrapped__(game)
        assert digest(again) == digest(played(game))
        assert [event.data for event in again] == [event.data for event in played(game)]

    def test_another_seed_gives_another_game(self, played_at_random: Game) -> None:
        seeds = (*self.seeds, max(self.seeds) + 1)
        games = [played(played_at_random._replace(seed=seed))[:-1] for seed in seeds]
        assert len({msgspec.json.encode([event.data for event in events]) for events in games}) == len(seeds)

    def test_a_game_ends(self, game: Game) -> None:
        last = played(game)[-1]
        assert isinstance(last.data, RunEnded)
        assert last.turn <= dict(game.options)["max_turns"]
        assert last.data.reason in ("max_turns", fold(fresh(game), played(game)).is_complete())

    def test_folding_the_log_is_the_live_state_at_every_event(
        self, game: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Nothing but events changes the state of a live game, within a step or between steps."""
        run = open_run(header(game), routes=Routes())
        live: list[bytes] = []
        apply = type(run.scene).apply

        def spy(scene: Scene, event: Event) -> None:
            if scene is run.scene:
                before = view(scene)
                assert not live or live[-1] == before, f"the state changed before event {event.n}"
                apply(scene, event)
                live.append(view(scene))
            else:
                apply(scene, event)

        async def play() -> list[Event]:
            return [event async for event in run]

        with monkeypatch.context() as patch:
            patch.setattr(type(run.scene), "apply", spy)
            events = asyncio.run(play())
        scene = fresh(game)
        for event, state in zip(events, live, strict=True):
            scene.apply(event)
            assert view(scene) == state, event

    def test_marks_are_known_to_the_screen(self, one: Game) -> None:
        scene, known = fresh(one), get_args(Mark)
        assert set(capability(scene, Told).marks) <= {*known}
        for event in played(one):
            scene.apply(event)
            assert capability(scene, Told).notable(event) in (None, *known), event

    def test_metrics_have_a_meaning_and_stay_in_their_range(self, one: Game) -> None:
        measures = class_capability(self.scene, Told).measures
        if not measures:
            return
        for name, value in fold(fresh(one), played(one)).outcome().metrics.items():
            measure = measure_of(measures, name)
            assert measure is not None, f"{name} is missing in {self.scene.__name__}.measures"
            assert isinstance(value, str | None) or measure.least <= value <= measure.most, (name, value)

    def test_tables_have_the_columns_that_they_declare(self, one: Game) -> None:
        for name, table in class_capability(self.scene, Portable).tables.items():
            for row in table.rows(header(one), played(one)):
                assert list(row) == list(table.columns), name
                for column, value in row.items():
                    kind = table.columns[column].kind
                    kinds = (float, int) if kind is float else (kind,)
                    assert value is None or type(value) in kinds, (name, column, value)

    def test_a_copy_is_independent(self, one: Game) -> None:
        """Applying the rest of the log to a copy does not change the original, and the other way round."""
        events = played(one)
        end = view(fold(fresh(one), events))
        scene = fresh(one)
        for i in range(0, len(events), max(1, len(events) // 30)):
            state = view(scene)
            copy, other = scene.copy(), scene.copy()
            assert view(copy) == state
            assert view(fold(copy, events[i:])) == end
            assert view(scene) == view(other) == state
            fold(other.copy(), events[i:])
            assert view(other) == state
            original, scene = scene, other
            fold(original, events[i:])
            assert view(scene) == state
            fold(scene, events[i : i + max(1, len(events) // 30)])

    def test_every_legal_action_is_accepted(self, one: Game) -> None:
        for event, scene in moments(one, self.looks):
            before = view(scene)
            for name in scene.names:
                for action in scene.legal(name):
                    scene.check(name, action)
                    copy = scene.copy()
                    chance = Chance(1)
                    chance.at(event.turn, 1)
                    act(copy, name, action, chance)
            assert view(scene) == before, "deciding on a copy changes the original"

    def test_commands_describe_and_parse_to_actions(self, one: Game) -> None:
        for _, scene in moments(one, self.looks):
            for name in scene.names:
                actions = scene.legal(name)
                commands = [scene.describe(action) for action in actions]
                assert [scene.parse(name, command) for command in commands] == list(actions)
                assert len(set(commands)) == len(commands)
                assert all(command.isprintable() and command == command.strip() for command in commands)
                if actions:
                    scene.check(name, scene.default(name))
                    assert scene.default(name).ends_turn

    def test_illegal_commands_change_nothing(self, one: Game) -> None:
        for _, scene in moments(one, self.looks):
            before = view(scene)
            for name in scene.names:
                for command in GARBAGE:
                    with pytest.raises(IllegalAction) as caught:
                        scene.check(name, scene.parse(name, command))
                    assert str(caught.value).strip(), command
                with pytest.raises(IllegalAction):
                    scene.check(name, object())
            assert view(scene) == before

    def test_actions_of_others_are_accepted_or_rejected_with_a_reason(self, one: Game) -> None:
        for _, scene in moments(one, self.looks):
            before = view(scene)
            all_actions = {repr(action): action for name in scene.names for action in scene.legal(name)}
            for name in scene.names:
                for action in all_actions.values():
                    if why := _refusal(scene, name, action):
                        assert why.strip()
                    else:
                        act(scene.copy(), name, action, Chance(1))
            assert view(scene) == before

    def test_a_recording_cut_at_any_line_resumes_to_the_same_end(self, one: Game, tmp_path: Path) -> None:
        path = tmp_path / "run.jsonl"
        asyncio.run(_record(path, one))
        whole = Recording.read(path)
        assert asyncio.run(verify(whole)) == len(whole.events)
        lines = path.read_bytes().splitlines(keepends=True)
        for cut in _lines(len(lines), self.cuts):
            path.write_bytes(b"".join(lines[:cut]))
            assert digest(asyncio.run(_play_on(path)).events) == digest(whole.events), f"cut after line {cut}"

    def test_a_stepped_game_equals_a_run(self, tmp_path: Path) -> None:
        """A stepped game has the same events as a run, and the same state without a log."""
        seating = SteppedGameFactory(self.scene.name, self.options, {})
        table, recorder = seating.record(self.seeds[0], tmp_path / "stepped.jsonl")
        other, draw = seating.new_game(self.seeds[0]), Draw(self.seeds[0])
        for _ in range(STEPS):
            assert other.waiting == table.waiting
            if table.over:
                break
            name = table.waiting[0]
            assert shown(other.scene, name) == shown(table.scene, name)
            at = draw.below(len(table.scene.legal(name)))
            table.act(name, table.scene.legal(name)[at])
            other.act(name, other.scene.legal(name)[at])
        recorder.close()
        assert (other.over, other.outcome) == (table.over, table.outcome)
        recording = Recording.read(tmp_path / "stepped.jsonl")
        assert asyncio.run(verify(recording)) == len(recording.events)


async def _record(path: Path, game: Game) -> None:
    recorder = Recorder.create(path, header(game))
    async for _ in open_run(header(game), write=recorder.write, routes=Routes()):
        pass
    recorder.close()


def _refusal(scene: Scene, name: str, action: Action) -> str:
    try:
        scene.check(name, action)
    except IllegalAction as why:
        return str(why) or " "
    return ""


async def _play_on(path: Path) -> Recording:
    recording = Recording.read(path)
    recorder = Recorder.reopen(recording, recording.header)
    async for _ in open_run(recording.header, past=recording.past, write=recorder.write, routes=Routes()):
        pass
    recorder.close()
    return Recording.read(path)


def _lines(count: int, some: int) -> list[int]:
    """Return the numbers of the first and last lines, and of about as many lines in between."""
    lines = range(1, count)
    return sorted({*lines[:some], *lines[-some:], *lines[:: max(1, count // some)]})
