"""The last two of a larger table of Coup: with a card each, turns are solved as at a table of two."""

from random import Random

from core.engine.casting import prepare, set_up
from core.engine.chance import Draw
from scenes.coup.actions import describe
from scenes.coup.equilibrium.following import beginning
from scenes.coup.equilibrium.nets import shipped
from scenes.coup.equilibrium.policy import label_of, plan, walked
from scenes.coup.equilibrium.solutions import solutions
from scenes.coup.flow import legal
from scenes.coup.observation import Observation
from scenes.coup.review import weigh
from scenes.coup.scene import CoupScene
from scenes.coup.strong.belief import Belief
from scenes.coup.strong.player import explain
from tests.bench.coup_endings import begun, gains
from tests.scenes.coup_table import ANN, BOB, Table

LIES = {"tax": "duk", "exchange": "amb", "foreign aid": ""}


def two_left() -> Table:
    """Cat doubts two Dukes that are true, and is out; then Ann is caught at a lie, and Bob, and Ann's turn begins."""
    table = Table("duk con, duk cap, amb ass")
    table.do("tax").answer(Cat="challenge").do("lose Ambassador", "tax").answer(Cat="challenge")
    for name in (ANN, BOB):
        assert beginning(table.scene.observe(name)) is None
        lie = next(verb for verb, card in LIES.items() if card not in table.hand(name))
        table.do(lie, "challenge")
        table.do(table.may(name)[0])
    return table


def test_it_begins_with_what_all_know_by_then() -> None:
    table = two_left()
    begun = beginning(table.scene.observe(ANN))
    assert begun
    start, history = begun
    up = [card for name in table.game.names for card in table.lost(name)]
    assert (start.cards, start.coins, sum(start.hidden), len(up), len(history)) == ((1, 1), (5, 5), 11, 4, 0)
    assert [max(ranges) for ranges in start.ranges] == [1, 1]
    assert [len(ranges) for ranges in start.ranges] == [5, 5]
    caught = min(range(5), key=lambda card: start.ranges[0][card])
    assert start.ranges[0][caught] == 0, "what Ann claimed she has not"


def test_both_go_on_as_the_plan_says() -> None:
    table = two_left()
    seen = table.scene.observe(ANN)
    made = plan(seen, legal(Belief(seen).game, seen.seat))
    assert made
    best, why = explain(seen, Draw(1), best=True)
    assert best == made.best.action
    assert why.startswith("Against somebody who plays as well: ")
    assert f"{describe(best)} {made.best.wins:.0%}" in why.replace(" wins", "")
    verdict = weigh(seen, best)
    assert verdict
    assert verdict.loss == 0
    table.do("steal Bob")
    assert "Ann has a Captain at" in explain(table.scene.observe(BOB), Draw(1))[1]


def test_the_tree_has_all_that_two_who_are_left_may_do() -> None:
    """Random games: with a card each, wherever somebody decides."""
    found = set()
    for seed in range(20):
        for seen in _random(seed):
            if not (walk := walked(seen)):
                continue  # the turn goes on in which it came to that
            found.add(seen.phase)
            if seen.phase != "exchange":
                labels = {child.label for child in walk.node.children}
                assert {label_of(action) for action in legal(Belief(seen).game, seen.seat)} <= labels
    assert found == {"act", "challenge", "block", "challenge block", "exchange"}


def _random(seed: int) -> list[Observation]:
    scene, chance = set_up(prepare("coup", {"players": 4}, {}, seed))
    assert isinstance(scene, CoupScene)
    for event in scene.start(chance):
        scene.apply(event)
    rand, seen = Random(seed), list[Observation]()
    for turn in range(1, 200):
        if not (pick := scene.pick()):
            break
        chance.at(turn, 1)
        if sum(map(len, scene.game.hands)) - 2 * (scene.game.phase == "exchange") == 2:
            seen += [scene.observe(name) for name in pick.names]
        for event in scene.resolve({name: rand.choice(scene.legal(name)) for name in pick.names}, chance):
            scene.apply(event)
    return seen


def test_with_more_cards_it_is_played_out() -> None:
    table = Table("duk con, duk cap, amb ass")
    table.do("tax").answer(Cat="challenge").do("lose Ambassador", "tax").answer(Cat="challenge")
    seen = table.scene.observe(ANN)
    assert [player.cards for player in seen.players] == [2, 2, 0]
    assert walked(seen) is None
    assert "Against somebody who plays as well" not in explain(seen, Draw(1))[1]


def test_two_turns_are_solved_as_one_game_and_played_so() -> None:
    table = two_left()
    first = table.scene.observe(ANN)
    walk = walked(first)
    assert walk
    known = solutions(walk.start)
    solved, row = known.of(())
    table.do("tax").answer(Bob="pass")
    second = walked(table.scene.observe(BOB))
    assert second
    ahead, n = known.of(tuple(second.over))
    assert ahead is solved.further
    assert ahead.states.coins[n].tolist() == second.coins == [5, 8]
    assert ahead.states.hidden[n].tolist() == solved.states.hidden[row].tolist()
    table.do("income")
    third = walked(table.scene.observe(ANN))
    assert third
    anew, _ = known.of(tuple(third.over))
    assert anew.further, "after two turns they are solved anew"


def test_a_plan_for_two_turns_lets_less_be_won_than_one_made_anew_for_the_second() -> None:
    states = begun((1, 1), ((2, 2), (5, 2), (0, 3)))
    together, anew = (gains(states, 2, shipped(), at_once).mean() for at_once in (2, 1))
    assert 0 < together < anew < 0.1
