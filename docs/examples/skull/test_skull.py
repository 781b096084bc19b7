"""Tests of Skull."""

import pytest
from skull.events import Begin, Bid, Discard, Flip, Flipped, Lost, Pass, Place, Removed, RoundBegun
from skull.scene import Skull

import playbill as pb
from playbill.testing import Conformance
from playbill.types import Player


class TestSkull(Conformance):
    scene, options, cuts = Skull, {"players": 3}, 5


class Scripted(pb.Agent):
    """Takes the first of its wishes that is legal, each once, and else the first legal action."""

    def __init__(self, *wishes: pb.Action) -> None:
        self.left = list(wishes)

    def act(self, turn: pb.Turn) -> pb.Action:
        found = next((wish for wish in self.left if wish in turn.legal), turn.legal[0])
        if found in self.left:
            self.left.remove(found)
        return found


def play(turns: int = 40, **wishes: tuple[pb.Action, ...]) -> pb.Played:
    """Play with three players who do what is wished and else the least."""
    cast: dict[str, Player] = {name: Scripted(*each) for name, each in wishes.items()}
    return pb.play(Skull, {"players": 3, "max_turns": turns}, {"*": Scripted, **cast})


def said(game: pb.Played) -> list[str]:
    kinds = ("raised", "passed", "flipped", "won", "failed", "lost", "round_begun")
    return [f"{event.agent} {event.data.sentence()}".strip() for event in game.events if event.kind in kinds]


FLOWER, SKULL = Place("flower"), Place("skull")


def test_two_successful_bids_win() -> None:
    game = play(Ann=(FLOWER, Bid(1), FLOWER, Bid(1)))
    assert said(game) == [
        *("Ann bids 1", "Bob passes", "Cat passes", "Ann flips a disc of Ann: a flower", "Ann finds no skull"),
        *("Ann begins a round", "Ann bids 1", "Bob passes", "Cat passes"),
        *("Ann flips a disc of Ann: a flower", "Ann finds no skull"),
    ]
    assert game.outcome.winners == ("Ann",)


def test_a_bid_on_all_discs_is_flipped_at_once_from_the_own_mat_on() -> None:
    game = play(2, Ann=(FLOWER, Bid(3)))
    assert said(game) == ["Ann bids 3", "Ann flips a disc of Ann: a flower"]
    assert game.scene.legal("Ann") == [Flip("Bob"), Flip("Cat")]
    assert not game.scene.legal("Bob")


def test_the_own_skull_is_flipped_by_force_and_its_owner_chooses_a_disc() -> None:
    game = play(4, Ann=(SKULL, Bid(1), Discard("skull")))
    assert said(game)[3:] == ["Ann flips a disc of Ann: a skull", "Ann finds the skull of Ann"]
    assert game.scene.legal("Ann") == [Discard("flower"), Discard("skull")]
    game = play(5, Ann=(SKULL, Bid(1), Discard("skull")))
    assert said(game)[5:] == ["Ann loses a disc", "Ann begins a round"]
    assert game.scene.observe("Ann").own == {"Ann": ("flower",) * 3}


def test_own_discs_are_flipped_from_the_top_and_no_more_than_the_bid() -> None:
    """The skull lies below a flower, and a bid of 1 does not reach it."""
    game = play(7, Ann=(SKULL, FLOWER, Bid(1)), Bob=(FLOWER, FLOWER), Cat=(FLOWER, FLOWER))
    assert said(game) == ["Ann bids 1", "Bob passes", "Cat passes", *said(game)[3:]]
    assert said(game)[3:] == ["Ann flips a disc of Ann: a flower", "Ann finds no skull", "Ann begins a round"]


def test_a_skull_of_another_player_takes_a_disc_at_random_and_only_its_owner_knows_which() -> None:
    game = play(3, Ann=(FLOWER, Bid(3), Flip("Cat")), Cat=(SKULL,))
    assert said(game)[2:] == [
        *("Ann flips a disc of Cat: a skull", "Ann finds the skull of Cat", "Ann loses a disc", "Ann begins a round")
    ]
    removed = [event for event in game.events if isinstance(event.data, Removed)]
    assert [event.audience for event in removed] == [("Ann",)]
    lost = {
        event.data.disc
        for seed in range(30)
        for event in pb.play(
            Skull, {"players": 3, "max_turns": 3},
            {"Ann": Scripted(FLOWER, Bid(3), Flip("Cat")), "Cat": Scripted(SKULL), "Bob": Scripted}, seed,
        ).events
        if isinstance(event.data, Removed)
    }  # fmt: skip
    assert lost == {"flower", "skull"}


def test_a_player_out_by_the_own_skull_names_who_begins() -> None:
    wishes = (SKULL, Bid(1), Discard("flower")) * 3 + (SKULL, Bid(1), Discard("skull"), Begin("Cat"))
    game = play(17, Ann=wishes)
    assert game.scene.observe("").left["Ann"] == 1
    game = play(40, Ann=wishes)
    out = next(e for e in game.events if isinstance(e.data, Lost) and len(_lost(game, e.n, "Ann")) == 4)
    begun = next(event for event in game.events[out.n :] if isinstance(event.data, RoundBegun))
    assert begun.data == RoundBegun("Cat")
    assert not any(event.kind == "placed" and event.agent == "Ann" for event in game.events[out.n :])


def _lost(game: pb.Played, n: int, name: str) -> list[pb.Event]:
    return [event for event in game.events[:n] if isinstance(event.data, Lost) and event.agent == name]


def test_who_is_out_by_the_skull_of_another_leaves_the_next_round_to_its_owner() -> None:
    found = 0
    for seed in range(40):
        game = pb.play(Skull, {"players": 3}, {"*": "random"}, seed)
        for at, event in enumerate(game.events):
            if isinstance(event.data, Lost) and len(_lost(game, event.n, event.agent)) == 4:
                failed = next(e for e in reversed(game.events[:at]) if e.kind == "failed")
                after = [e for e in game.events[at:] if isinstance(e.data, RoundBegun)]
                owner = failed.data.owner  # type: ignore[attr-defined]
                if after and owner != event.agent:
                    found += 1
                    assert after[0].data == RoundBegun(owner)
    assert found


def test_the_last_player_with_discs_wins_without_points() -> None:
    games = [pb.play(Skull, {"players": 3}, {"*": "random"}, seed) for seed in range(60)]
    survivors = [game for game in games if 2 not in game.scene.observe("").points.values()]
    assert survivors
    for game in survivors:
        left = game.scene.observe("").left
        assert [name for name, discs in left.items() if discs] == [*game.outcome.winners]


@pytest.mark.parametrize("seed", range(20))
def test_discs_add_up(seed: int) -> None:
    """No player flips more than was bid, nor a disc that was not placed."""
    game = pb.play(Skull, {"players": 5}, {"*": "random", "Ann": "rules"}, seed)
    flips, bid, placed = 0, 0, dict[str, int]()
    for event in game.events:
        match event.data:
            case RoundBegun():
                flips, bid, placed = 0, 0, {}
            case Flipped(owner):
                flips += 1
                placed[owner] -= 1
                assert flips <= bid
                assert placed[owner] >= 0
        if event.kind == "placed":
            placed[event.agent] = placed.get(event.agent, 0) + 1
        if event.kind == "raised":
            assert event.data.count > bid  # type: ignore[attr-defined]
            bid = event.data.count  # type: ignore[attr-defined]


def test_bids_go_up_and_there_is_no_passing_before_the_first() -> None:
    table = play(1).scene
    assert Pass() not in table.legal("Ann")
    assert table.legal("Ann")[2:] == [Bid(1), Bid(2), Bid(3)]
    table = play(2, Ann=(FLOWER, Bid(2))).scene
    assert table.legal("Bob") == [Pass(), Bid(3)]


def test_a_player_without_discs_in_hand_has_to_bid() -> None:
    table = play(10, Ann=(SKULL,)).scene
    assert [type(action) for action in table.legal("Ann")] == [Bid] * 12


def test_nothing_is_flipped_after_the_second_point() -> None:
    game = play(Ann=(FLOWER, Bid(1), FLOWER, FLOWER, Bid(1)), Bob=(FLOWER, FLOWER), Cat=(FLOWER, FLOWER))
    assert game.reason == "won"
    assert said(game)[-2:] == ["Ann flips a disc of Ann: a flower", "Ann finds no skull"]


def test_models_play() -> None:
    game = pb.play(Skull, {"players": 3, "max_turns": 30}, {"*": "llm:mock"})
    assert all(event.kind != "defaulted" for event in game.events)


def test_learners_play() -> None:
    pytest.importorskip("pettingzoo")
    table = pb.env(Skull, players=3)
    table.reset(seed=1)
    assert [*table.labels[:4]] == ["place flower", "place skull", "bid 1", "bid 2"]
    for name in table.agent_iter(200):
        seen, _, over, cut, _ = table.last()
        assert seen is not None
        legal = [number for number, allowed in enumerate(seen["action_mask"]) if allowed]
        table.step(None if over or cut else legal[-1])
        assert len(seen["observation"]) == 6 + 5 + 8 * 3
        assert name in table.possible_agents


def test_a_random_player_loses_against_rules() -> None:
    rows = pb.batch(Skull, 200, cast={"*": "rules", "Ann": "random"}, rotate=True)
    assert sum("random" in row.won for row in rows) < 0.23 * len(rows)
