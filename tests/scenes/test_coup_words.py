"""Coup's command language, the errors for anything else, and the options."""

from typing import Any

import pytest

from core.engine.casting import prepare
from core.errors import IllegalAction, UserError
from scenes.coup.actions import CHALLENGE, PASS, Action, Block, Keep, Lose, Move, Say, describe, parse
from scenes.coup.config import SEATS, personalities
from tests.corpora import corpus
from tests.scenes.coup_table import ANN, BOB, CAT, Table

THREE = "duk ass, con cap, amb duk"


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("income", Move("income")),
        ("foreign aid", Move("foreign aid")),
        ("aid", Move("foreign aid")),
        ("TAX", Move("tax")),
        ("  exchange  ", Move("exchange")),
        ("steal Bob", Move("steal", BOB)),
        ("steal from bob", Move("steal", BOB)),
        ("Assassinate BOB", Move("assassinate", BOB)),
        ("coup\tCat", Move("coup", CAT)),
        ("challenge", CHALLENGE),
        ("pass", PASS),
        ("block with Contessa", Block("Contessa")),
        ("block contessa", Block("Contessa")),
        ("lose duke", Lose("Duke")),
        ("keep Duke", Keep(("Duke",))),
        ("keep Contessa, Duke", Keep(("Duke", "Contessa"))),
        ("say  I have\ta Duke ", Say("I have a Duke")),
        ("SAY coup Bob", Say("coup Bob")),
    ],
)
def test_commands_are_read_however_they_are_written(text: str, action: Action) -> None:
    assert parse(text, SEATS) == action
    assert parse(describe(action), SEATS) == action


@pytest.mark.parametrize(
    ("text", "words"),
    corpus("refusals")["coup"],
)
def test_what_is_no_command_is_refused_with_what_could_be_written(text: str, words: str) -> None:
    with pytest.raises(IllegalAction) as why:
        parse(text, SEATS)
    assert words in str(why.value)


# -- illegal commands


@pytest.mark.parametrize(
    ("name", "command", "words"),
    [
        (ANN, "challenge", "not now"),
        (ANN, "pass", "not now"),
        (ANN, "lose Duke", "not now"),
        (ANN, "keep Duke Assassin", "not now"),
        (ANN, "block with Duke", "not now"),
        (ANN, "coup Bob", "coup costs 7 coins, and you have 2"),
        (ANN, "steal Ann", "must be another player"),
        (BOB, "income", "no answer of yours is due; pass"),
        (BOB, "challenge", "no answer of yours is due; pass"),
    ],
)
def test_what_may_not_be_done_is_refused_with_why(name: str, command: str, words: str) -> None:
    assert words in Table(THREE).refuses(name, command)


def test_without_talk_nothing_is_said() -> None:
    assert "-o talk=turns lets them" in Table(THREE, talk="off").refuses(ANN, "say hello")
    Table(THREE).give({ANN: "say hello"})


@pytest.mark.parametrize("text", ["", " ", "a" * 301, "two\nlines", "two  spaces", "\x1b[31m", "\u202etxt"])
def test_a_statement_is_one_clean_line_of_some_length(text: str) -> None:
    scene = Table(THREE, talk="open").scene
    with pytest.raises(IllegalAction, match="one line of at most 300"):
        scene.check(ANN, Say(text))


def test_a_statement_may_be_long_and_in_any_script() -> None:
    scene = Table(THREE, talk="open").scene
    scene.check(ANN, Say("ä" * 300))
    scene.check(ANN, scene.parse(ANN, "say 公爵 \x1b[1mis mine\x07"))
    assert scene.parse(ANN, "say 公爵 \x1b[1mis mine\x07") == Say("公爵 is mine")


# -- options


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 1}, "a whole number from 2 to 6"),
        ({"players": 7}, "a whole number from 2 to 6"),
        ({"players": "many"}, "players"),
        ({"talk": "on"}, "off, turns, open"),
        ({"starter": "Ann"}, "random, first"),
        ({"bluff": 1.5}, "a number from 0 to 1"),
        ({"suspicion": -0.1}, "a number from 0 to 1"),
        ({"timer": -1}, "a whole number"),
        ({"playouts": 0}, "a whole number from 1"),
        ({"player": 3}, "did you mean players?"),
        ({"personality": "never backs down"}, "is not a personality; write Bob=…; Cat=…; *=… for everybody else"),
        ({"personality": "Zed=shy"}, "nobody is called 'Zed'; known: Ann, Bob, Cat, Dan, * for all others"),
        ({"personality": "Fay=shy"}, "nobody is called 'Fay'; known: Ann, Bob, Cat, Dan"),
        ({"personality": "Bob=shy; Bob=bold"}, "Bob is given twice"),
        ({"personality": "Bob=shy\nand quiet"}, "is not a personality"),
        ({"personality": "Bob="}, "'Bob=' is not a personality"),
        ({"personality": "=shy"}, "nobody is called ''"),
        ({"personality": "Bob=bold; shy"}, "'shy' is not a personality"),
        ({"personality": f"Bob={'x' * 301}"}, "at most 300 characters, Bob's has 301"),
        ({"personality": "Bob=\x1b[31mred"}, "is not a personality"),
    ],
)
def test_options_that_do_not_fit_are_refused_in_one_line(options: dict[str, Any], words: str) -> None:
    with pytest.raises(UserError) as why:
        prepare("coup", options, {}, 1)
    said = str(why.value)
    assert words in said
    assert "\n" not in said
    assert said.startswith("coup")


def test_personalities_are_by_name_or_for_everybody_else() -> None:
    assert personalities("") == {}
    assert personalities(" Bob = never backs down ;; * = careful = very; ") == {
        BOB: "never backs down",
        "*": "careful = very",
    }
    table = Table(THREE, personality="Bob=bold; *=shy")
    assert table.scene.observe(BOB).style.personality == "bold"
    assert table.scene.observe(CAT).style.personality == "shy"
    assert Table(THREE).scene.observe(CAT).style.personality == ""
