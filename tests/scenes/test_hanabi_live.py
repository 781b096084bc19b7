"""hanab.live's files: the site's own, ours after a round trip, and invalid ones."""

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.capabilities import Imported
from core.engine.casting import prepare
from core.engine.events import Acted, Body, Event, RunEnded
from core.errors import UserError
from core.recording.header import Header
from core.recording.importing import replay
from core.recording.line_format import Codec, Write
from scenes.hanabi.events import BODIES, Discarded
from scenes.hanabi.hanablive import read, write
from scenes.hanabi.variants import VARIANTS, option_by_site_name, site_name_by_option
from tests.corpora import corpus
from tests.examples import examples
from tests.scenes.hanabi_tables import DECKS
from tests.scenes.test_hanabi_random import FEW, Wish, play, wishes
from tests.scenes.test_hanabi_rules import deck_of

SITE = corpus("hanabi_site")
"""Decks and clues of variants on hanab.live, and variants that it does not have."""

SIGNS = "aAb 1,=\t\n\x1b[]\u202e\u00a0名é\u0301🂡"
"""Characters to try in names and values."""

# -- the site's own exports


def as_cards(labels: str, variant: str = "standard") -> list[dict[str, int]]:
    order = VARIANTS[variant].labels
    return [dict(zip(("suitIndex", "rank"), (order.index(x) // 5, int(x[1])), strict=True)) for x in labels.split()]


def game(first: str = "", **changes: Any) -> dict[str, Any]:
    """Return a game of two humans on the site: red goes well, and Bob ends the game."""
    deck = as_cards(deck_of(first or "R1 R2 R3 Y3 P4  R4 Y1 B5 G1 G1  B1"))
    return {
        "id": 12345,
        "players": ["alice", "bob"],
        "deck": deck,
        "actions": [
            {"type": 0, "target": 0, "value": 0},
            {"type": 3, "target": 0, "value": 3},
            {"type": 2, "target": 1, "value": 0},
            {"type": 1, "target": 6},
            {"type": 4, "target": 0, "value": 4},
        ],
        "options": {"variant": "No Variant", "timed": True, "timeBase": 120, "cardCycle": True, "deckPlays": False},
        "seed": "p2v0s1",
        "notes": [["", "finessed", None, "trash?"], []],
        "characters": [],
        **changes,
    }


def text(**changes: Any) -> str:
    return json.dumps(game(**changes))


def replayed(of: Imported | str) -> tuple[Header, list[Event], str]:
    """Return the recording that an import makes, and the reason for its end."""
    headers: list[Header] = []
    lines: list[bytes] = []

    def begin(header: Header) -> Write:
        headers.append(header)
        return lines.append

    reason = asyncio.run(replay("hanabi", read(of) if isinstance(of, str) else of, begin))
    decode = Codec(BODIES).decode
    return headers[0], [decode(line) for line in b"".join(lines).splitlines()], reason


def end(events: Sequence[Event]) -> RunEnded:
    last = events[-1].data
    assert isinstance(last, RunEnded)
    return last


def test_a_game_of_the_site_is_read() -> None:
    header, events, reason = replayed(text())
    assert list(header.cast.items()) == [("alice", "human"), ("bob", "human")]
    assert header.config["deck"].startswith("R1 R2 R3 Y3 P4 R4 Y1 B5 G1 G1 B1 ")
    told = [event.data.command for event in events if isinstance(event.data, Acted)]
    assert told == ["play e", "clue alice 3", "clue bob red", "discard d"]
    assert reason == "stop"
    assert end(events).result["kept"] == 1


def test_it_goes_back_as_it_came_but_for_what_is_not_kept() -> None:
    header, events, _ = replayed(text())
    again = json.loads(write(header, events))
    first = game()
    assert {key: again[key] for key in ("players", "deck")} == {key: first[key] for key in ("players", "deck")}
    assert again["actions"] == [{"value": 0, **action} for action in first["actions"]]
    assert again["options"] == {"variant": "No Variant"}


@pytest.mark.parametrize("missing", ["options", "seed", "notes", "id", "characters", "actions"])
def test_what_is_optional_may_be_missing(missing: str) -> None:
    told = game()
    del told[missing]
    assert read(json.dumps(told)).options["variant"] == "standard"


@pytest.mark.parametrize("key", ["options", "notes"])
def test_what_is_optional_may_be_null(key: str) -> None:
    assert read(text(**{key: None})).options["players"] == 2


def test_a_game_without_a_move_is_a_game() -> None:
    _, events, reason = replayed(text(actions=[]))
    assert (reason, end(events).result["kept"]) == ("stop", 0)


def test_it_may_be_nobody_in_particular_who_ended_it() -> None:
    _, _, reason = replayed(text(actions=[{"type": 0, "target": 0}, {"type": 4, "target": -1, "value": 6}]))
    assert reason == "stop"


@pytest.mark.parametrize("key", [*DECKS, "valentine-mix", "dual-color-mix"])
def test_decks_go_by_the_sites_names(key: str) -> None:
    deck = as_cards(deck_of("", key), key)
    told = read(text(deck=deck, actions=[], options={"variant": VARIANTS[key].name}))
    assert told.options["variant"] == key


# -- export and import


def bodies(events: Sequence[Event]) -> list[tuple[int, str, Body]]:
    """Return the events of the game, without the header and the players' commands."""
    mechanics = ("run_started", "acted", "run_ended")
    return [(e.turn, e.agent, e.data) for e in events if e.kind not in mechanics]


@FEW
@given(wishes)
def test_a_game_goes_out_and_comes_back_the_same(wish: Wish) -> None:
    played = play(wish)
    told = write(played.header, played.events)
    header, events, reason = replayed(told)
    assert bodies(events) == bodies(played.events)
    assert reason == end(played.events).reason
    if wish.bomb == "zero":
        assert end(events).result == {**end(played.events).result}
    assert json.loads(write(header, events)) == json.loads(told)


@examples(40)
@given(wishes, st.integers(1, 30))
def test_a_game_that_was_left_goes_out_and_comes_back_too(wish: Wish, moves: int) -> None:
    played = play(wish)
    cut = next((e.n for e in played.events if e.turn == moves and e.end == "turn"), None)
    if cut is None:
        return
    stop = RunEnded("stop", {}, "").by()
    told = write(played.header, [*played.events[:cut], stop])
    actions = json.loads(told)["actions"]
    header, events, reason = replayed(told)
    assert bodies(events) == bodies(played.events[:cut])
    assert json.loads(write(header, events))["actions"] == actions
    if reason == "stop" and actions[-1]["type"] == 4:
        assert len(actions) == moves + 1
        assert actions[-1] == {"type": 4, "target": moves % wish.players, "value": 4}


def test_each_end_comes_back() -> None:
    """Covers three strikes, the last card and the last point."""
    reasons = set()
    for seed in range(30):
        for daring in (0.0, 1.0):
            played = play(Wish(2, "standard", "zero", seed, daring, 1.0))
            reasons.add(replayed(write(played.header, played.events))[2])
    assert reasons == {"deck_out", "bombed", "perfect"}


def test_where_no_more_points_can_be_had_the_site_ends_the_game_itself() -> None:
    """Nothing is played and all ones are discarded; the site needs no action that ends the game."""
    played = play(Wish(2, "standard", "zero", 1, 0.0, 1.0))
    start = [event for event in played.events if event.kind in ("shuffled", "dealt")]
    stop = RunEnded("stop", {}, "").by()

    def last(discards: Sequence[int]) -> int:
        orders = [n // 2 + 5 * (n % 2) if n < 10 else n for n in range(len(discards))]  # the oldest card each time
        moves = [Discarded(0, orders[n], card, "").by(("Ann", "Bob")[n % 2]) for n, card in enumerate(discards)]
        kind: int = json.loads(write(played.header, [*start, *moves, stop]))["actions"][-1]["type"]
        return kind

    ones = [card for card in VARIANTS["standard"].deck if card % 5 == 0]
    assert last(ones[:-1]) == 4
    assert last(ones) == 1


def test_a_game_without_cards_cannot_go_out() -> None:
    with pytest.raises(UserError, match="no cards"):
        write(prepare("hanabi", {}, {}, 1), [])


# -- errors


def refused(told: str) -> str:
    with pytest.raises(UserError) as why:
        replayed(told)
    said = str(why.value)
    assert said.isprintable()
    return said


@pytest.mark.parametrize(
    ("option", "says"),
    [
        (
            {"variant": "Orange (5 Suits)"},
            "'Orange (5 Suits)': there is no Orange (what is played is discarded",
        ),
        ({"variant": "Omni & Dark Orange (6 Suits)"}, "no Orange"),
        ({"variant": "Rainbow Reversed (4 Suits)"}, "no Reversed (a suit that is built from 5 down) here"),
        ({"variant": "Up or Down & Gray (6 Suits)"}, "no Up or Down (suits that are built either way) here"),
        ({"variant": "Cow & Pig (5 Suits)"}, "no Cow & Pig (clues of which only the kind is said) here"),
        ({"variant": "Throw It in a Hole (4 Suits)"}, "no Throw It in a Hole (plays that nobody sees) here"),
        ({"variant": "Clue Starved & Null (6 Suits)"}, "no Clue Starved (half a clue token for a discard) here"),
        ({"variant": "Synesthesia & Orange (6 Suits)"}, "discarded is played) and no Synesthesia (colors that"),
        ({"variant": "Rainbow-Twos & Plaid (6 Suits)"}, "no Rainbow-Twos and no Plaid here"),
        ({"variant": "Rainbow & White (3 Suits)"}, "the nearest is Rainbow & White (6 Suits)."),
        ({"variant": "no variant"}, "the nearest is No Variant."),
        ({"variant": 3}, "'3'"),
        ({"variant": None}, "None"),
        ({"variant": "\x1b[31mred\u202e"}, "unknown variant"),
        ({"startingPlayer": 1}, "startingPlayer"),
        ({"oneExtraCard": True}, "oneExtraCard"),
        ({"oneLessCard": True}, "oneLessCard"),
        ({"allOrNothing": True}, "allOrNothing"),
        ({"detrimentalCharacters": True}, "detrimentalCharacters"),
        ({"somethingNew": True}, "somethingNew"),
        ({"\x1b[31m": True}, "unknown option"),
    ],
)
def test_rules_that_are_not_played_here_are_refused_by_name(option: dict[str, Any], says: str) -> None:
    assert says in refused(text(options=option))


@pytest.mark.parametrize(
    ("key", "site"),
    [
        ("orange-5", "Orange (5 Suits)"),
        ("omni-dark-orange", "Omni & Dark Orange (6 Suits)"),
        ("rainbow-reversed-4", "Rainbow Reversed (4 Suits)"),
        ("cow-pig-5", "Cow & Pig (5 Suits)"),
        ("clue-starved-null", "Clue Starved & Null (6 Suits)"),
        ("Synesthesia & Orange (6 Suits)", "Synesthesia & Orange (6 Suits)"),
    ],
)
def test_an_option_is_told_what_an_import_is(key: str, site: str) -> None:
    with pytest.raises(UserError) as why:
        prepare("hanabi", {"variant": key}, {}, 1)
    assert refused(text(options={"variant": site})).partition(" here: ")[2] in str(why.value)


def test_the_variant_may_stand_beside_the_options() -> None:
    told = game(variant="Duck (5 Suits)")
    del told["options"]
    assert "there is no Duck (clues that say nothing) here" in refused(json.dumps(told))
    assert read(json.dumps({**told, "variant": "No Variant"})).options["variant"] == "standard"
    assert read(text(variant="Rainbow (5 Suits)")).options["variant"] == "standard"  # the options take precedence


@pytest.mark.parametrize("option", ["emptyClues", "deckPlays", "speedrun", "timed", "startingPlayer"])
def test_options_that_change_no_rule_are_none_of_our_business(option: str) -> None:
    assert read(text(options={option: option != "startingPlayer"})).options["variant"] == "standard"


def test_the_last_card_is_not_played_from_the_deck() -> None:
    """Forty turns of clue and discard draw all cards but one, which the next plays from the deck."""
    turns: list[dict[str, Any]] = []
    hands = {0: [*range(5)], 1: [*range(5, 10)]}
    for n in range(10, 49):
        turns.append({"type": 0, "target": hands[n % 2].pop(0), "value": 0})
        hands[n % 2].append(n)
    told = text(actions=[*turns, {"type": 0, "target": 49}], options={"deckPlays": True})
    assert "action 40 plays the last card of the deck (deckPlays)" in refused(told)


@pytest.mark.parametrize("ending", [{"type": 4, "target": -1, "value": 10}, {"type": 5, "target": 0, "value": 10}])
def test_a_game_may_be_ended_by_vote(ending: dict[str, Any]) -> None:
    _, events, reason = replayed(text(actions=[{"type": 0, "target": 0}, ending]))
    assert (reason, end(events).result["kept"]) == ("stop", 1)


@pytest.mark.parametrize(
    ("name", "suits"),
    SITE["deck_suits"],
)
def test_decks_are_made_as_the_site_makes_them(name: str, suits: str) -> None:
    """Suits are ordered by name; special suits replace plain ones."""
    assert ", ".join(suit.name for suit in VARIANTS[option_by_site_name()[name]].suits) == suits


@pytest.mark.parametrize(
    "name",
    SITE["absent"],
)
def test_what_the_site_has_not_is_not_there(name: str) -> None:
    assert name not in option_by_site_name()


def test_names_are_as_many_as_the_sites() -> None:
    """Counts in the site's list: decks with special suits alone, with each twist, and of each other kind."""
    made = list(option_by_site_name())

    def count(part: str) -> int:
        return len([name for name in made if name.startswith(part)])

    assert [count(part) for part in ("Funnels", "Deceptive-Fives", "White-Ones", "Scarce Ones")] == [60, 60, 60, 30]
    assert [count(part) for part in ("Ambiguous ", "Very", "Extremely", "Matryoshka", "Dual-Color ")] == [
        *(30, 9, 35, 60, 32)
    ]
    assert (len(made), len(site_name_by_option())) == (1895, 1895)


@pytest.mark.parametrize(
    ("key", "card", "clues"),
    SITE["touches"],
)
def test_cards_are_touched_by_what_the_site_says(key: str, card: str, clues: str) -> None:
    variant = VARIANTS[key]
    told = variant.touching[variant.labels.index(card)]
    assert " ".join(name for clue, name in enumerate(variant.clues) if told >> clue & 1) == clues


def test_there_are_as_many_cards_as_the_site_has() -> None:
    assert [len(VARIANTS[key].deck) for key in ("scarce-ones", "critical-fours-5", "scarce-ones-gray", "omni-3")] == [
        *(54, 45),
        *(50, 30),
    ]


@pytest.mark.parametrize("clue", [{"type": 3, "target": 1, "value": 2}, {"type": 2, "target": 1, "value": 0}])
def test_clues_have_the_sites_numbers_where_colors_and_ranks_are_others(clue: dict[str, int]) -> None:
    """For Even it is the site's 2, and for the only color of two suits its first."""
    for key, says in (
        ("odds-and-evens-5", ("red", "even")),
        ("ambiguous", ("red", "2")),
        ("deceptive-ones-3", ("red", "2")),
    ):
        first = "R1 R1 R1 R3 R3  R2 R2 R4 G4 G1" if key != "ambiguous" else "T1 T1 T1 T3 T3  M2 M2 T4 E1 E1"
        told = text(deck=as_cards(deck_of(first, key), key), actions=[clue], options={"variant": VARIANTS[key].name})
        header, events, _ = replayed(told)
        assert [e.data.command for e in events if isinstance(e.data, Acted)] == [f"clue bob {says[clue['type'] - 2]}"]
        assert json.loads(write(header, events))["actions"][0] == clue


CARDS = game()["deck"]


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ("", "not a game"),
        ("{", "not a game"),
        ("[]", "not a game"),
        ("null", "not a game"),
        ("NaN", "not a game"),
        ("[" * 100_000, "not a game"),
        ('{"players":' * 1000, "not a game"),
        ('{"players": ["\\ud800", "b"], "deck": []}', ""),
        ("{}", "players"),
        (text(players=[]), "players"),
        (text(players=["a"]), "players"),
        (text(players=list("abcdef")), "players"),
        (text(players="ab"), "players"),
        (text(players=["a", 2]), "players"),
        (text(players={"a": 1, "b": 2}), "players"),
        (text(deck=None), "deck"),
        (text(deck=[]), "deck of 0"),
        (text(deck=CARDS[:-1]), "deck of 49"),
        (text(deck=[*CARDS, CARDS[0]]), "deck of 51"),
        (text(deck=[CARDS[0]] * 50), "deck of 50"),
        (text(deck=[{"suitIndex": 5, "rank": 1}, *CARDS[1:]]), "no suit 5"),
        (text(deck=[{"suitIndex": -1, "rank": 1}, *CARDS[1:]]), "suitIndex"),
        (text(deck=[{"suitIndex": 10**30, "rank": 1}, *CARDS[1:]]), "no suit"),
        (text(deck=[{"suitIndex": 0, "rank": 6}, *CARDS[1:]]), "no rank 6"),
        (text(deck=[{"suitIndex": 0, "rank": 8}, *CARDS[1:]]), "rank"),
        (text(deck=[{"suitIndex": 0, "rank": 7}], options={"variant": "Up or Down (5 Suits)"}), "no Up or Down (suits"),
        (text(deck=[{"suitIndex": 0, "rank": 0}, *CARDS[1:]]), "rank"),
        (text(deck=[{"suitIndex": 0, "rank": True}, *CARDS[1:]]), "rank"),
        (text(deck=[{"suitIndex": False, "rank": 1}, *CARDS[1:]]), "suitIndex"),
        (text(deck=[{"suitIndex": "0", "rank": 1}, *CARDS[1:]]), "suitIndex"),
        (text(deck=[{"suitIndex": 0.0, "rank": 1}, *CARDS[1:]]), "suitIndex"),
        (text(deck=[{"rank": 1}, *CARDS[1:]]), "suitIndex"),
        (text(options=[]), "options"),
        (text(options="No Variant"), "options"),
        (text(seed=7), "seed"),
        (text(notes="none"), "notes"),
        (text(notes=[[{"a": 1}]]), "notes"),
        (text(actions={}), "actions"),
        (text(actions=[[]]), "actions"),
    ],
    ids=lambda value: str(value)[:30].encode("unicode_escape").decode(),
)
def test_what_is_no_game_is_refused(told: str, says: str) -> None:
    assert says in refused(told)


def move(type_: Any, target: Any = 0, value: Any = 0) -> dict[str, Any]:
    return {"type": type_, "target": target, "value": value}


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        ([move(6)], "type"),
        ([move(-1)], "type"),
        ([move(True)], "type"),
        ([move(0.0)], "type"),
        ([move("0")], "type"),
        ([move(10**40)], "type"),
        ([{"type": 0}], "target"),
        ([move(0, -1)], "does not hold card -1"),
        ([move(0, 5)], "alice does not hold card 5"),
        ([move(0, 0), move(0, 1)], "bob does not hold card 1"),
        ([move(0, 49)], "does not hold card 49"),
        ([move(0, 10**30)], "does not hold"),
        ([move(0, 0), move(0, 5), move(0, 0)], "does not hold card 0"),
        ([move(0, True)], "target"),
        ([move(1, 0)], "move 1 (alice: discard e) is against the rules: all 8 clue tokens"),
        ([move(2, 0, 0)], "own hand"),
        ([move(2, 1, 4)], "touches no card"),
        ([move(2, 1, 5)], "no such clue"),
        ([move(2, 1, -1)], "no such clue"),
        ([move(2, 1, None)], "no such clue"),
        ([move(2, 1, True)], "value"),
        ([move(2, 2, 0)], "no such player"),
        ([move(2, -1, 0)], "no such player"),
        ([move(3, 1, 0)], "no such clue"),
        ([move(3, 1, 6)], "no such clue"),
        ([move(3, 1, 10**30)], "no such clue"),
        ([move(3, 1, None)], "no such clue"),
        ([move(4), move(0, 0)], "ends the game"),
        ([move(0, 4), move(0, 7), move(0, 3), move(0, 5)], "over after move 3, and there are 4 moves"),
        ([move(3, 1, 1), move(3, 0, 3)] * 4 + [move(3, 1, 1)], "no clue token"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_moves_that_the_rules_forbid_are_refused_with_their_number(actions: list[Any], says: str) -> None:
    assert says in refused(text(actions=actions))


@pytest.mark.parametrize(
    ("players", "names"),
    [
        (["Ann", "Bob"], ["Ann", "Bob"]),
        (["Ann Lee", "Bob,by"], ["Ann_Lee", "Bobby"]),
        (["a", "a"], ["a", "a2"]),
        (["a", "A", "a2"], ["a", "A2", "a23"]),
        (["a1", "a", "a1", "a", "A"], ["a1", "a", "a13", "a4", "A5"]),
        (["", " "], ["player1", "player2"]),
        (["player2", ""], ["player2", "player22"]),
        (["\x1b[31mred\x1b[0m", "\u202eevil\u200b"], ["red", "evil"]),
        (["a\nb\tc\u00a0d", "[b]x[/b]"], ["a_b_c_d", "[b]x[/b]"]),
        (["*", "="], ["*", "="]),
        (["x" * 1000, "x" * 999], ["x" * 40, "x" * 40 + "2"]),
        (["名前", "é"], ["名前", "é"]),
    ],
)
def test_names_become_such_as_a_seat_can_have(players: list[str], names: list[str]) -> None:
    size = 5 if len(players) < 4 else 4
    actions = [move(0, 0), move(3, 0, 3)] if size == 5 else [move(0, 0)]
    header, events, _ = replayed(text(players=players, actions=actions))
    assert list(header.cast) == names
    assert json.loads(write(header, events))["players"] == names


@examples(24)
@given(st.lists(st.text(SIGNS, max_size=12), min_size=2, max_size=5))
def test_any_names_can_be_seated(players: list[str]) -> None:
    told = read(text(players=[name.encode("utf-8", "replace").decode() for name in players], actions=[]))
    assert len(prepare("hanabi", told.options, {}, 0).cast) == len(players)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(SIGNS, max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(SIGNS, max_size=5), inner, max_size=3),
    max_leaves=8,
)


def anywhere(told: dict[str, Any]) -> list[Callable[[Any], None]]:
    """Return functions that each set a value at one place of a game."""
    places: list[Callable[[Any], None]] = []

    def visit(value: Any) -> None:
        items = list(value.items() if isinstance(value, dict) else enumerate(value))
        for key, item in items[:6]:
            places.append(partial(value.__setitem__, key))
            if isinstance(item, dict | list):
                visit(item)

    visit(told)
    return places


@examples(200)
@given(st.integers(0, 10**6), JSON)
def test_anything_anywhere_is_read_or_refused(where: int, value: Any) -> None:
    told = game()
    places = anywhere(told)
    places[where % len(places)](value)
    with suppress(UserError):
        replayed(json.dumps(told))


def test_seed_and_notes_come_along_and_go_out_again() -> None:
    header, events, _ = replayed(text())
    again = json.loads(write(header, events))
    assert again["seed"] == "p2v0s1"
    assert again["notes"] == [["", "finessed", "", "trash?"], []]
    hostile, events, _ = replayed(text(seed="\x1b[31mred", notes=[["\u202eup\nside down"], []]))
    assert json.loads(hostile.config["origin"]) == {"seed": "red", "notes": [["up side down"], []]}
