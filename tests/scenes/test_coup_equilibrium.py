"""The table by which strong plays at two players: what it tells apart, what it knows, and that it is drawn from."""

from collections import Counter

import numpy as np
import pytest

from core.chance import Draw
from scenes.coup.actions import PASS, Block, Move
from scenes.coup.flow import legal
from scenes.coup.observation import Observation
from scenes.coup.strong.belief import Belief
from scenes.coup.strong.codes import AMBASSADOR, CAPTAIN, CONTESSA, DUKE
from scenes.coup.strong.dominated import undominated
from scenes.coup.strong.equilibrium import key_of, shipped
from scenes.coup.strong.mixed import Mixed
from scenes.coup.strong.player import explain
from scenes.coup.strong.standing import standing
from tests.bench.coup_train import ROW, as_rows, smallest
from tests.scenes.coup_table import ANN, BOB, Table
from tests.scenes.test_coup_bots import played


def choices(seen: Observation) -> list[object]:
    belief = Belief(seen)
    return [*undominated(belief, legal(belief.game, seen.seat))]


# -- claims that stand

STOLEN = ["tax", "pass", "steal Ann", "pass"]


@pytest.mark.parametrize(
    ("hands", "done", "stands"),
    [
        ("duk con, cap cap", ["tax"], [[], []]),
        ("duk con, cap cap", ["tax", "pass"], [[DUKE], []]),
        ("duk con, cap cap", STOLEN, [[DUKE], [CAPTAIN]]),
        ("duk con, cap cap", [*STOLEN, "block with Captain", "pass"], [[CAPTAIN, DUKE], [CAPTAIN]]),
        ("duk con, cap cap", ["tax", "pass", "tax", "pass", "exchange", "pass"], [[AMBASSADOR, DUKE], [DUKE]]),
        ("duk con, cap cap", ["tax", "challenge", "lose Captain"], [[], []]),
        ("con con, cap duk", ["tax", "pass", "income", "tax", "challenge", "lose Contessa"], [[], []]),
        ("con con, cap duk", ["tax", "pass", "income", "foreign aid", "block with Duke", "pass"], [[DUKE], [DUKE]]),
    ],
)
def test_claims_stand_until_a_hand_changes(hands: str, done: list[str], stands: list[list[int]]) -> None:
    assert standing(Table(hands).do(*done).scene.observe(ANN)) == stands


def test_an_exchange_makes_claims_void() -> None:
    table = Table("duk con, cap cap", top="amb amb").do(
        "tax", "pass", "income", "exchange", "pass", "keep Duke Contessa"
    )
    assert standing(table.scene.observe(BOB)) == [[], []]


# -- the table


def test_the_table_is_in_order() -> None:
    table = shipped()
    assert len(table.keys) == len(table.odds) > 100_000
    assert (np.diff(table.keys.astype(np.int64)) > 0).all()
    assert (table.odds.sum(axis=1) > 0).all()


def test_most_that_comes_up_is_in_it() -> None:
    """Its rules are those of the game: what happens in games, its makers have met."""
    known = Counter[tuple[str, bool]]()
    for seed in range(1, 5):
        for each in played(["strong", "strong"], seed, playouts=2):
            if len(actions := choices(each.seen)) > 1:
                belief = Belief(each.seen)
                mixed = shipped().mixed(each.seen, legal(belief.game, belief.me), actions)  # type: ignore[arg-type]
                known[each.seen.phase, mixed is not None] += 1
    for phase in ("act", "challenge", "block", "challenge block", "lose", "exchange"):
        assert known[phase, True] > 3 * known[phase, False]


def test_what_one_does_not_see_is_not_told_apart() -> None:
    first, second = Table("duk con, cap cap").do("income", "tax"), Table("duk con, duk ass").do("income", "tax")
    assert key_of(first.scene.observe(ANN)) == key_of(second.scene.observe(ANN))
    assert key_of(first.scene.observe(ANN)) != key_of(Table("duk duk, cap cap").do("income", "tax").scene.observe(ANN))


def test_it_knows_the_game_a_little() -> None:
    """Whoever has a Duke taxes, and whoever has none says so too, at times."""
    assert _odds("duk con, cap cap")["tax"] > 0.5
    lies = [_odds(f"{hand}, cap duk").get("tax", 0) for hand in ("con con", "cap con", "amb con", "ass cap")]
    assert max(lies) > 0.1


def _odds(hands: str) -> dict[str, float]:
    seen = Table(hands).scene.observe(ANN)
    mixed = shipped().mixed(seen, legal(Belief(seen).game, 0), choices(seen))  # type: ignore[arg-type]
    assert mixed
    return {move.verb: odds for move, odds in zip(mixed.actions, mixed.odds, strict=True) if isinstance(move, Move)}


def test_strong_draws_from_it_and_its_hint_is_what_is_drawn_most() -> None:
    seen = Table("amb con, cap duk").scene.observe(ANN)
    drawn = Counter(explain(seen, Draw(seed << 40))[0] for seed in range(60))
    assert len(drawn) > 1
    hints = {explain(seen, Draw(seed << 40), best=True) for seed in range(5)}
    assert len(hints) == 1
    assert "To give nothing away:" in hints.pop()[1]


def test_what_is_played_seldom_is_left_out() -> None:
    mixed = Mixed.of({PASS: 60, Block("Duke"): 39, Block("Contessa"): 1})
    assert mixed
    assert mixed.actions == [PASS, Block("Duke")]
    assert Counter(mixed.draw(Draw(seed << 40)) for seed in range(300))[PASS] == pytest.approx(182, abs=25)
    assert Mixed.of({PASS: 0}) is None
    assert CONTESSA == 4


def test_rows_are_made_small_and_read_again() -> None:
    rows = np.zeros(4, ROW)
    rows["key"], rows["played"][:, 0] = [40, 7, 90, 5], [1, 10, 5, 3]
    rows["played"][1, 1] = 10
    again = as_rows(smallest(rows, 3))
    assert again["key"].tolist() == [5, 7, 90]
    assert (again["played"][:, 1] > 0).tolist() == [False, True, False]
