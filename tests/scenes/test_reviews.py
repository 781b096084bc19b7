"""Reviews of moves by scenes: the best move costs nothing, a blunder does."""

import pytest

import playbill as pb
from core.engine.casting import set_up
from core.recording.file import Recording
from scenes.coloring.actions import Pass
from scenes.coloring.scene import ColoringScene
from scenes.coup.events import Challenged
from scenes.coup.scene import CoupScene
from scenes.hanabi.actions import Play
from scenes.hanabi.review import costly_moves
from scenes.hanabi.scene import HanabiScene
from scenes.werewolf.actions import VoteLynch
from scenes.werewolf.scene import WerewolfScene
from tests.scenes.test_hanabi_convention import advice, after, dealt
from tests.tui.conftest import RECORDINGS


def scene_at(name: str, n: int) -> object:
    recording = Recording.read(RECORDINGS / f"{name}-sample.jsonl")
    scene, _ = set_up(recording.header)
    for event in recording.events[:n]:
        scene.apply(event)
    return scene


def events_of(name: str) -> Recording:
    return Recording.read(RECORDINGS / f"{name}-sample.jsonl")


def test_hanabi_counts_what_is_lost_for_good() -> None:
    turn = next(e.n for e in events_of("hanabi").events if e.turn == 1) - 1
    scene = scene_at("hanabi", turn)
    assert isinstance(scene, HanabiScene)
    name = next(iter(scene.names))
    wrong = next(
        slot for slot, held in enumerate(scene.observe("").hands[0]) if held.card is not None and held.card % 5
    )
    verdict = scene.weigh(name, Play(wrong))
    assert verdict is not None
    assert verdict.loss >= 1
    best = scene.weigh(name, scene.parse(name, verdict.best))
    assert best is not None
    assert (best.best, best.loss) == (verdict.best, 0)


@pytest.mark.parametrize(("bot", "seed"), [("rules", 3), ("rules", 5), ("random", 2), ("random", 4), ("random", 6)])
def test_hanabi_names_a_move_for_each_missing_point(bot: str, seed: int) -> None:
    game = pb.play("hanabi", {"players": 4}, {"*": bot}, seed=seed)
    scene, _ = set_up(game.header)
    for event in game.events:
        scene.apply(event)
    assert isinstance(scene, HanabiScene)
    seen = scene.observe("")
    costly = list(costly_moves(seen))
    assert costly
    assert sum(seen.stacks) == 25 - sum(each.points for each in costly)


def test_a_hint_that_costs_a_point_is_not_the_best_move() -> None:
    scene = dealt("R3 R4 Y4 B3 G5", "G3 B4 P3 P4 Y3")
    after(scene, "clue Bob 3", "clue Ann 3")
    hint, _ = advice(scene)
    assert hint == "discard e", "it does not know that this is the green 5"
    verdict = scene.weigh("Ann", scene.parse("Ann", hint))
    assert verdict is not None
    assert verdict.loss == 1
    assert verdict.best.startswith("clue Bob")


def test_a_vote_is_judged_by_what_the_voter_knows() -> None:
    vote = next(e for e in events_of("werewolf").events if e.kind == "voted" and e.agent)
    scene = scene_at("werewolf", vote.n - 1)
    assert isinstance(scene, WerewolfScene)
    voter = next(name for name in scene.observe("").alive if scene.roles[name] == "villager")
    first = scene.weigh(voter, VoteLynch(next(name for name in scene.observe("").alive if name != voter)))
    assert first is not None
    best = scene.weigh(voter, scene.parse(voter, first.best))
    assert best is not None
    assert best.loss == 0
    wolf = next(name for name in scene.observe("").alive if scene.roles[name] == "werewolf")
    assert scene.weigh(wolf, VoteLynch(voter)) is None


def test_coup_plays_both_on_and_the_best_costs_nothing() -> None:
    event = next(e for e in events_of("coup").events if isinstance(e.data, Challenged))
    scene = scene_at("coup", next(e.n for e in reversed(events_of("coup").events[: event.n - 1]) if e.end))
    assert isinstance(scene, CoupScene)
    name = scene.observe("").deciding[0]
    legal = scene.legal(name)
    verdict = scene.weigh(name, legal[0])
    assert verdict is not None
    assert scene.parse(name, verdict.best) in legal
    best = scene.weigh(name, scene.parse(name, verdict.best))
    assert best is not None
    assert best.loss == 0


def test_coloring_judges_the_colors_a_turn_ends_with() -> None:
    scene = scene_at("coloring", next(e.n for e in events_of("coloring").events if e.turn == 1) - 1)
    assert isinstance(scene, ColoringScene)
    verdict = scene.weigh("H", Pass())
    assert verdict is not None
    assert verdict.loss > 0, "nothing has a color yet"
    assert verdict.words.endswith("points")
