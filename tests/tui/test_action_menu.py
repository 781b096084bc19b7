"""The menu built from declared actions: its lines, keys and labels, and the commands suggested after a typing error."""

from typing import ClassVar, Literal

from core.actions.forms import Forms, Other
from core.actions.menu import Entry, command_of_key, declared_keys, entries
from core.engine.turn import Action
from core.errors import illegal_now, unknown_command
from tui.panes.menu import DigitSelection, Menu


class Steal(Action):
    """Take two coins."""

    form = "steal {target}"
    key = "s"
    label = "steal from"
    target: Other


class Vote(Action):
    form = "vote {choice}"
    key: ClassVar = {"vote yes": "y", "vote no": "n"}
    at_once = True
    choice: Literal["yes", "no"]


class Wait(Action):
    form = "wait"
    key = "w"
    at_once = True


class Whisper(Action):
    form = "whisper {to} {words}"
    key = "t"
    to: Other
    words: str


FORMS = Forms((Steal, Vote, Wait, Whisper))
NAMES = ("Ann", "Bob", "Cat")
LEGAL = [Steal("Bob"), Steal("Cat"), Wait(), Vote("yes"), Vote("no")]


def lines(*legal: Action) -> list[Entry]:
    return entries(FORMS, legal or LEGAL, [Whisper("Bob", "…")], FORMS.describe, NAMES)


def test_actions_that_differ_in_a_player_are_one_line_and_declared_beginnings_are_lines_of_their_own() -> None:
    made = lines()
    assert [(each.key, each.label, each.commands) for each in made] == [
        ("s", "steal from", ("steal Bob", "steal Cat")),
        ("w", "wait", ("wait",)),
        ("y", "vote yes", ("vote yes",)),
        ("n", "vote no", ("vote no",)),
        ("t", "whisper", ("whisper ",)),
    ]
    assert made[0].about == "Take two coins."
    assert made[-1].is_typed


def test_keys_are_declared_once_for_all_games_of_a_scene() -> None:
    assert declared_keys(FORMS.kinds) == {
        "s": "steal from", "y": "vote yes", "n": "vote no", "w": "wait", "t": "whisper"
    }  # fmt: skip
    assert command_of_key("y", FORMS.kinds) == "vote yes"
    assert command_of_key("s", FORMS.kinds) == "", "it needs a target"


def test_a_key_does_it_at_once_or_chooses_and_enter_gives_it() -> None:
    menu, made = Menu(is_ready=False), lines()
    assert menu.press("enter", made) is None, "nothing is chosen yet"
    assert menu.press("w", made) == "wait"
    assert menu.press("t", made) == "whisper ", "to be typed"
    assert (menu.press("s", made), menu.chosen(made)) == ("", "steal Bob")
    assert (menu.press("right", made), menu.press("enter", made)) == ("", "steal Cat")
    assert (menu.press("1", made), menu.chosen(made)) == ("", "steal Bob")
    assert (menu.press("escape", made), menu.chosen(made)) == ("", "")
    assert menu.press("q", made) is None


def test_a_choice_falls_when_something_else_is_decided_or_it_is_no_longer_legal() -> None:
    menu = Menu(is_ready=False)
    menu.settle("my turn")
    assert menu.choose("steal Cat", lines())
    assert menu.chosen(lines(Steal("Bob"))) == ""
    assert not menu.choose("steal Dan", lines())
    menu.settle("the next turn")
    assert menu.chosen(lines()) == ""


def test_one_key_may_mean_two_actions_and_gives_the_legal_one() -> None:
    class Challenge(Action):
        form = "challenge"
        key = "s"
        at_once = True

    forms = Forms((Steal, Challenge))
    assert Menu().press("s", entries(forms, [Challenge()], [], forms.describe, NAMES)) == "challenge"


def test_places_are_picked_up_to_a_number_and_the_oldest_is_dropped() -> None:
    places = DigitSelection()
    assert [places.press(key, 4, 2) for key in ("1", "3", "4", "3", "9", "x")] == [True, True, True, True, False, False]
    assert places.picked == [3]


def test_who_wrote_something_else_is_offered_at_most_three_legal_commands() -> None:
    legal = ["income", "tax", "steal Bob", "steal Cat", "exchange", "coup Bob"]
    assert unknown_command("hi", legal) == 'Unknown command "hi". Try: income, tax, steal Bob'
    assert unknown_command("exchagne", legal).endswith("Try: exchange, income, tax")
    assert illegal_now("steal Dan", legal).startswith("that cannot be done now; try: steal ")
