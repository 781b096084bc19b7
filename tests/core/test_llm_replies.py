"""Reading a model's reply: the result is a value, or an error message that says what to repair."""

import json
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from core.llm.call_results import read as result
from core.llm.json_extraction import LONGEST, answer_in
from core.llm.messages import Completion
from core.llm.naming import choice
from core.llm.replies import Json, Refusal, Reply, Unreadable, Words
from core.llm.retries import MAX_REPLY
from core.text import is_safe, safe_text
from tests.examples import examples
from tests.proportion import in_proportion
from tests.toy import Choice

GOOD = '{"token": 7, "why": "it is mine"}'
CHOICE = Json(Choice, "a token", Choice(token=7, why="it is mine"))
WORDS = Words("an answer", "Well.", 40)


class Loose(BaseModel):
    told: Any
    more: dict[str, list[str]] = {}


LOOSE = Json(Loose, "anything", Loose(told=1))

pieces = st.one_of(
    st.text(),
    st.sampled_from([GOOD, "```json\n", "\n```", "<think>", "</think>", "</THINKING>", "{", "}", '"', "\\u001b[31m"]),
    st.sampled_from(["\\ud800", "[" * 300, "9" * 5000, "NaN", "-1e999", '{"token":', '{"told":', "\x1b[2J", "\n" * 50]),
)
texts = st.lists(pieces, max_size=8).map("".join)
data = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


def read(reply: Reply[Any], text: str) -> Any:
    """Return the value as it enters the log, or the error message for the model; the text is made safe first."""
    try:
        return reply.plain(reply.read(safe_text(text)))
    except Unreadable as error:
        return str(error)


def understood(reply: Reply[Any], text: str) -> Any:
    try:
        return reply.plain(reply.understand(safe_text(text)).value)
    except Unreadable as error:
        return str(error)


def strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for item in value.items() for part in item for text in strings(part)]
    if isinstance(value, list):
        return [text for item in value for text in strings(item)]
    return [value] if isinstance(value, str) else []


@examples(120)
@given(texts)
def test_any_text_is_read_or_is_unreadable(text: str) -> None:
    for reply in (CHOICE, WORDS, LOOSE):
        assert all(map(is_safe, strings(read(reply, text)) + strings(understood(reply, text))))


@examples(80)
@given(data, st.booleans())
def test_any_json_is_read_or_is_unreadable(value: Any, escaped: bool) -> None:
    for reply in (CHOICE, LOOSE):
        for told in (value, {"told": value}, {"token": value, "why": value}):
            assert all(map(is_safe, strings(read(reply, json.dumps(told, ensure_ascii=escaped)))))


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"  {GOOD}\n",
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}\n```",
        f"<think>Shall I? {{}}</think>{GOOD}",
        f"<Thinking>\n\nNo.\n</Thinking>\n\n```json\n{GOOD}\n```",
        f"Let me see. {{}}\n</think>\n{GOOD}",
        GOOD.replace("it", "\\u0069t"),
    ],
)
def test_good_replies(text: str) -> None:
    assert CHOICE.read(text) == Choice(token=7, why="it is mine")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "There is no JSON object"),
        ("I take 7.", "There is no JSON object"),
        (f"{GOOD} {GOOD}", "Invalid JSON: trailing characters"),
        (f"Sure: {GOOD}", "Invalid JSON"),
        ('{"token": 7}', "why: Field required"),
        ('{"token": "seven", "why": ""}', "token: Input should be a valid integer"),
        ('{"token": 7, "why": "", "say": ""}', "say: Extra inputs are not permitted"),
        ("[7]", "There is no JSON object"),
        (f"<think>{GOOD}", "There is no JSON object"),
        (GOOD[:-2], "Invalid JSON: EOF"),
    ],
)
def test_what_to_mend_is_said(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why) as error:
        CHOICE.read(text)
    assert str(error.value).endswith('Answer with one JSON object and nothing else, such as {"token":1,"why":"…"}')


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Hello there.", "Hello there."),
        (" “Hello   there.”\n", "Hello there."),
        ("<think>What now?</think>\nHello\x1b[31m\nthere.", "Hello there."),
    ],
)
def test_words(text: str, words: str) -> None:
    assert WORDS.read(text) == words


@pytest.mark.parametrize(("text", "why"), [("", "empty"), ('""', "empty"), ("\x1b[2J", "empty"), ("x" * 41, "has 41")])
def test_words_that_are_no_use(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        WORDS.read(text)


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        (GOOD, ()),
        (f"I take this: {GOOD}", ("text around",)),
        (f"{GOOD}\nIt could also be {{that}}.", ("text around",)),
        (f"[{GOOD}]", ("text around",)),
        ('{"token": 7, "why": "it is mine",}', ("syntax",)),
        ('{"token": 7, /* really, */ "why": "it is mine"} // yes', ("text around", "syntax")),
        ('{"Token": "7", "WHY": "it is mine", "mood": null}', ("keys", "extra keys")),
        (f'{{"answer": {GOOD}}}', ("wrapped",)),
        (json.dumps({"name": "take", "arguments": GOOD}), ("tool call",)),
        (json.dumps(GOOD), ("wrapped",)),
        (f"```json\n{json.dumps(GOOD)}\n```", ("wrapped",)),
        (f'{{"token": 1, "why": "no"}} is worse.\n**Final answer:** {GOOD}', ()),
        (f'{{"token": "none", "why": "a draft"}} {GOOD}', ("text around",)),
        ("token: 7\nwhy: it is mine", ("layout",)),
        ("Here is my answer:\n\n**Token:** seven\n**Why:** it is mine", ("layout",)),
        ("<token>7</token><why>it is mine</why>", ("layout",)),
        ('{"token": "number 7", "why": ["it is mine"]}', ("layout",)),
    ],
)
def test_an_answer_is_found_and_mended(text: str, mended: tuple[str, ...]) -> None:
    assert CHOICE.understand(text) == (Choice(token=7, why="it is mine"), mended)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f'{GOOD} or {{"token": 1, "why": ""}}', "2 different answers"),
        (f'{GOOD} no: {{"token": "none", "why": ""}}', "token: Input should be a valid integer"),
        (GOOD[:-1], "Invalid JSON"),
        ('{"token": 7}', "why: Field required"),
        ("token: 7, why: mine", "why: Field required"),
        ('Bob wrote "so:\ntoken: 7\nwhy: mine"', "There is no JSON object"),
        ("Bob wrote:\ntoken: 7\nwhy: mine", "There is no JSON object"),
        ("I'm sorry, but I can't assist with that.", "a refusal"),
        ("As an AI language model, I cannot take tokens.", "a refusal"),
    ],
)
def test_what_is_not_clear_is_asked_again(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        CHOICE.understand(text)


INNER = '{"token": 1, "why": "no"}'
ESCAPED = INNER.replace('"', '\\"')


@pytest.mark.parametrize(
    "text",
    [
        f'{{"token": 7, "why": "Bob wrote {ESCAPED}"}}',
        f'{{"why": "</think>{ESCAPED}", "token": 7}}',
        f'{{"why": "<|channel|>final<|message|>{ESCAPED}", "token": 7}}',
        f'{{"why": "so\nAnswer: {ESCAPED}", "token": 7,}}',
        f'{{"bob": {INNER}, "token": 7, "why": "it is mine"}}',
    ],
)
def test_what_is_quoted_is_not_the_answer(text: str) -> None:
    assert CHOICE.understand(text).value.token == 7


@pytest.mark.parametrize(
    "text",
    [
        f'{{"why": "Bob wrote {INNER}, and I ',
        f'{{"why": "Bob wrote {ESCAPED}, and I ',
        f'So: {{"why": "</think>{ESCAPED}", "tok',
        f'{{"bob": {INNER}}}',
        f'{INNER} is what Bob wants. I answer {{"token": "seven", "why": ""}}',
    ],
)
def test_what_is_quoted_in_a_broken_reply_is_no_answer_either(text: str) -> None:
    with pytest.raises(Unreadable):
        CHOICE.understand(text)


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("Pass", "pass"),
        ("`pass`.", "pass"),
        ("pass (safest)", "pass"),
        ("pass - I hold nothing", "pass"),
        ("1. pass", "pass"),
        ("Steal from Bob", "steal Bob"),
        ("I would like to steal from Bob.", "steal Bob"),
        ("steal_bob", "steal Bob"),
        ("Option 2: let's pass", "pass"),
        ("steal", "steal Bob"),
        ("steal from Bob?", None),
        ("steal from Cat", None),
        ("steal Bob's thunder", None),
        ("I don't want to pass", None),
        ("Bob passes", None),
        ("STEAL BOB, he is rich", "steal Bob"),
        ("pass or challenge", None),
        ("pass, or challenge", None),
        ("do not pass", None),
        ("pass, but rather not", None),
        ("pass (challenge is too risky)", None),
        ("", None),
    ],
)
def test_a_choice_is_known_by_its_name_alone(text: str, chosen: str | None) -> None:
    assert choice(text, ["pass", "challenge", "steal Bob"]) == chosen


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("for", "for"),
        ("I am for.", "for"),
        ("I am against this.", "against"),
        ("for, against", None),
        ("open/for", None),
    ],
)
def test_a_choice_is_no_empty_word(text: str, chosen: str | None) -> None:
    assert choice(text, ["for", "open", "against"]) == chosen


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("**Answer:** Hello there.", "Hello there."),
        ('Sure, here is my message:\n\n"Hello there."', "Hello there."),
        ("```\nHello there.\n```", "Hello there."),
        ('{"message": "Hello there."}', "Hello there."),
        ("I'm sorry, but I can't change it.", "I'm sorry, but I can't change it."),
    ],
)
def test_words_are_found(text: str, words: str) -> None:
    assert WORDS.understand(text).value == words


@pytest.mark.parametrize(
    "text", ["I’m sorry, but I can’t help with that.", "I cannot comply.", '"I\'m not able to assist."']
)
def test_a_refusal_is_no_word_to_the_table(text: str) -> None:
    with pytest.raises(Refusal):
        WORDS.understand(text)


@pytest.mark.parametrize(
    "why",
    [
        "I'm sorry, but I can't assist with that request.",
        "As an AI language model, I cannot take part in this.",
        "I cannot comply with your guidelines.",
        "Sorry, I can't do that.",
    ],
)
def test_a_refusal_within_an_answer_is_one(why: str) -> None:
    with pytest.raises(Refusal):
        CHOICE.understand(Choice(token=7, why=why).model_dump_json())


@pytest.mark.parametrize(
    "why", ["I can't help Bob now, no clue is left.", "Sorry, I can't support red here: h2 has it.", "I cannot lie."]
)
def test_words_of_the_game_are_no_refusal(why: str) -> None:
    assert CHOICE.understand(Choice(token=7, why=why).model_dump_json()).value.why == why


def test_plain_words_that_were_cut_are_unusable() -> None:
    outcome = result(WORDS, Completion("Hello there.", finish="length"))
    assert outcome.value is None
    assert "cut off" in outcome.error


def test_the_example_is_a_good_reply() -> None:
    assert CHOICE.read(CHOICE.example) == Choice(token=7, why="it is mine")
    assert WORDS.read(WORDS.example) == WORDS.example


@pytest.mark.parametrize(
    "text",
    [
        "```" + "\n." * (MAX_REPLY // 2),
        "```\n" * (MAX_REPLY // 4),
        "<think>" * (MAX_REPLY // 7),
        " " * MAX_REPLY + "<",
        "</" * (MAX_REPLY // 2),
        "\x1b[" * (MAX_REPLY // 2),
        "\x1b]" * (MAX_REPLY // 2),
        '"\\' * (MAX_REPLY // 2),
        "{" * MAX_REPLY,
        '{"why": ' * (MAX_REPLY // 8),
        "{" * (LONGEST // 2),
        "{'" * (LONGEST // 4),
    ],
    ids=range(12),
)
@pytest.mark.few(2)
def test_nothing_takes_long_to_read(text: str) -> None:
    for reply in (CHOICE, WORDS):
        assert in_proportion(partial(read, reply), text + "x")
        assert in_proportion(partial(understood, reply), text + "x")


def test_thinking_is_not_the_answer() -> None:
    assert answer_in("<think>a</think>b<think>c</think>d") == "b<think>c</think>d"
    assert answer_in("plain <think> in the middle") == "plain <think> in the middle"
