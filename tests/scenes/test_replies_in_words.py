"""Commands in a model's prose: a reading without doubt is taken, anything else is not."""

import json
from typing import Any

import pytest

from core.llm.naming import choice
from core.llm.replies import Json, Unreadable
from scenes.coup.replies import Commands, LabeledReply
from scenes.feed.players import WORDING as FEED
from scenes.feed.players import Answer
from scenes.hanabi.replies import WORDING as HANABI

MOVES = ("play a", "play b", "play c", "discard a", "discard d", "clue Bob green", "clue Bob 1", "clue Cat green")


@pytest.mark.parametrize(
    ("move", "texts"),
    [
        ("play c", ("play card c", "Play slot 3", "I would like to play card 3", "play my third card", "PLAY_C")),
        ("play a", ("play a", "Play my newest card", "play card one, it must fit", "I'll play slot a!")),
        ("discard d", ("discarding card 4", "discard slot d (the chop)")),
        ("clue Bob green", ("give Bob a green clue", "tell Bob about his green cards", "hint Bob: green")),
        ("clue Bob 1", ("clue Bob ones", "Clue Bob about all his 1s", "clue Bob rank 1", "clue Bob number one")),
        (None, ("play a card", "play 3", "play card 0", "a play", "play c or discard d", "I won't play c", "clue Bob")),
        ("clue Bob 1", ("give Bob a 1 clue", "give Bob the one clue")),
        (None, ("give Bob one clue", "one clue to Bob", "give Bob 1 hint")),
        (None, ("clue green", "clue Cat 1", "I'd like to make a play", "discard", "Bob plays c?", "play card 3 or 4")),
    ],
)
def test_hanabi_moves(move: str | None, texts: tuple[str, ...]) -> None:
    assert {text: choice(text, MOVES, HANABI) for text in texts} == dict.fromkeys(texts, move)


ACTS = ("income", "foreign aid", "tax", "exchange", "steal Bob", "steal Cat", "coup Bob")
ANSWERS = ("pass", "challenge", "block with Captain", "block with Ambassador")


@pytest.mark.parametrize(
    ("legal", "command", "texts"),
    [
        (ACTS, "tax", ("take tax", "claim Duke and take tax", "Tax with the Duke", "I declare tax (Duke)", "tax: +3")),
        (ACTS, "foreign aid", ("foreign_aid", "Foreign-Aid", "I take foreign aid")),
        (ACTS, "steal Bob", ("Steal 2 coins from Bob using Captain", "Let me steal from Bob", "steal: Bob")),
        (ACTS, "coup Bob", ("launch a coup against Bob", "pay 7 coins and coup Bob", "coup")),
        (ANSWERS, "pass", ("I pass", "let it pass", "allow it", "accept", "Pass - I hold nothing")),
        (ANSWERS, "challenge", ("I challenge", "challenge Ann's claim", "challenge the Duke", "call the bluff")),
        (ANSWERS, "block with Captain", ("block as Captain", "Block with the Captain", "claim Captain to block")),
        (
            ACTS,
            None,
            ("not tax", "income or tax", "steal", "steal from Dan", "use the Contessa to tax", "let Bob steal"),
        ),
        (ANSWERS, None, ("do not challenge", "block", "Captain", "challenge Bob", "pass, or rather challenge")),
    ],
)
def test_coup_commands(legal: tuple[str, ...], command: str | None, texts: tuple[str, ...]) -> None:
    commands = Commands(legal, ("Ann", "Bob", "Cat", "Dan"), ("Ann", "Duke"))
    assert {text: _command(commands, text) for text in texts} == dict.fromkeys(texts, command)


def _command(commands: Commands, text: str) -> str | None:
    try:
        return commands.read(text)
    except Unreadable:
        return None


@pytest.mark.parametrize(
    "text",
    [
        "Reasoning: x\nPlan: be bold\nAction: take tax",
        "Plan: be bold\nFinal Decision: tax",
        "1. Review: x\n2. Plan: be bold\n3. Decision: I take tax.",
        "Plan: be bold\nDecision:\n```\ntax\n```",
        "<plan>be bold</plan><decision>tax</decision>",
        json.dumps({"plan": "be bold", "action": "Tax with Duke"}),
    ],
)
def test_a_plan_of_coup_in_other_layouts(text: str) -> None:
    found = LabeledReply("", Commands(ACTS, ("Ann", "Bob", "Cat"))).understand(text).value
    assert (found.plan, found.action) == ("be bold", "tax")


@pytest.mark.parametrize("text", ["I take tax.", "Bob looks strong.\nI'll take tax.", "Decision: tax"])
def test_a_decision_of_coup_without_a_plan(text: str) -> None:
    assert LabeledReply("", Commands(ACTS, ("Ann", "Bob"))).understand(text).value.action == "tax"


@pytest.mark.parametrize("text", ["Income is weak, steal Bob is risky. I'll take tax.", 'Bob said "wait. Tax."', ""])
def test_a_text_that_weighs_commands_decides_none(text: str) -> None:
    with pytest.raises(Unreadable):
        LabeledReply("", Commands(ACTS, ("Ann", "Bob"))).understand(text)


@pytest.mark.parametrize(
    ("told", "state"),
    [
        ({"state": "Like the post"}, "engaging_like"),
        ({"state": "it scrolls on"}, "scrolling"),
        ({"action": "repost"}, "engaging_reshare"),
        ({"state": "engaging reply", "words": "So it is."}, "engaging_reply"),
        ("State: comment\nWords: So it is.", "engaging_reply"),
        ("Action: comment\nMood: good\nWords: So it is.", "engaging_reply"),
        ("Bob:\nState: like", None),
        ("I would like to scroll past it.", "scrolling"),
        ({"state": "like and reply"}, None),
        ("I would not like it.", None),
    ],
)
def test_states_of_the_feed(told: Any, state: str | None) -> None:
    reply = Json(Answer, "decision", Answer(state="scrolling"), FEED)
    try:
        found = reply.understand(told if isinstance(told, str) else json.dumps(told)).value.state
    except Unreadable:
        found = None
    assert found == state


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Ich nehme Einkommen.", r"There is no decision\. End with two lines"),
        ("Plan: hoch hinaus\nDecision: Steuern", 'Unknown command "Steuern"'),
        ("Plan: wait\nDecision: tax Bob", "tax"),
    ],
)
def test_what_coup_asks_again_names_what_is_legal_now_and_nothing_else(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why) as error:
        LabeledReply("", Commands(("income", "coup Bob"), ("Ann", "Bob"))).read(text)
    assert str(error.value).endswith("The legal commands are: income, coup Bob.")
    assert "challenge" not in str(error.value)
