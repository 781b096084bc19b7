"""Defaults of the Scene class, tested on scenes that use them."""

import asyncio

import pytest

from core.engine.casting import open_run, prepare, set_up
from core.engine.chance import Chance
from core.engine.config import SceneConfig
from core.errors import IllegalAction, UserError
from core.text import outline
from tests.core.table import ended, header, play
from tests.toy import Leave, Pass, Peek, Seen, Take, ToyConfig, ToyScene


@pytest.fixture
def scene() -> ToyScene:
    made, chance = set_up(header(3))
    assert isinstance(made, ToyScene)
    for event in made.start(chance):
        made.apply(event)
    return made


def test_seats_are_as_many_people_as_the_option_says_or_all() -> None:
    assert ToyConfig(players=2).seats == ("A", "B")
    assert ToyConfig(players=2).human_seat == "A"

    class TwoSeats(SceneConfig):
        people = ("X", "Y")

    assert TwoSeats().seats == ("X", "Y")


def test_what_is_not_legal_is_refused_with_what_is(scene: ToyScene) -> None:
    for action in scene.legal("A"):
        scene.check("A", action)
    first = f"take {scene.pool[0]}"
    with pytest.raises(IllegalAction, match=f"cannot be done now; try: {first}, .*"):
        scene.check("A", Take(0))
    with pytest.raises(IllegalAction, match="cannot be done now; try: take"):
        scene.check("A", "take")


def test_who_can_do_nothing_is_told_so(scene: ToyScene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ToyScene, "legal", lambda scene, name: ())
    with pytest.raises(IllegalAction, match="A has no legal action now"):
        scene.check("A", Pass())


def test_the_default_is_the_first_legal_action_that_ends_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(ToyScene, "default")
    monkeypatch.setattr(ToyScene, "legal", lambda scene, name: [Peek("B"), Leave(), Pass()])
    assert set_up(header())[0].default("A") == Leave()


def test_a_copy_shares_what_nobody_changes_and_nothing_else(scene: ToyScene) -> None:
    event, action = next(iter(scene.start(Chance(1)))).data.by(), Take(1)
    scene.__dict__["kept"] = [event, action, scene]
    other = scene.copy()
    assert other.config is scene.config
    assert other.__dict__["kept"] == [event, action, other]
    assert other.__dict__["kept"][0] is event
    assert other.__dict__["kept"][1] is action
    assert other.known == scene.known
    other.known["A"]["B"] = -1
    other.hands["A"] = (7,)
    assert "B" not in scene.known["A"]
    assert not scene.hands["A"]


def test_a_board_is_the_observation_a_line_a_field(scene: ToyScene) -> None:
    full, own = scene.board(), scene.board("A")
    assert all(f"{name} {scene.known[name][name]}" in full for name in scene.names)
    assert f"secrets: A {scene.known['A']['A']}\n" in own
    assert f"pool: {' '.join(map(str, scene.pool))}" in own.splitlines()
    assert "hands: A -, B -, C -" in own.splitlines()


def test_an_outline_of_anything() -> None:
    seen = Seen("A", 3, {}, None, (1, 2), {"A": (1,), "B": ()}, ())
    assert outline(seen) == "name: A\nturn: 3\nsecrets: -\ncode: -\npool: 1 2\nhands: A 1, B -\nout: -"
    assert outline({"a_b": [{"x": True}, {"y": 0.5}], "z": 0}) == "a b: x yes, y 0.5\nz: 0"
    assert outline(None) == "-"


def test_winners_and_scores_are_in_the_log_and_name_who_is_at_the_table() -> None:
    for seed in range(1, 6):
        events = asyncio.run(play(open_run(header(seed))))
        last, (made, _) = ended(events), set_up(header(seed))
        for event in events:
            made.apply(event)
        assert (last.winners, last.scores) == made.outcome()[:2]
        assert [last.scores[name] for name in last.winners] == [max(last.scores.values())] * len(last.winners)


def test_an_order_is_an_option_only_where_one_is_open() -> None:
    with pytest.raises(UserError, match="coup has no option 'ordering'"):
        prepare("coup", {"ordering": "sequential"}, {}, 1)
    assert header().config["ordering"] == "sequential"
