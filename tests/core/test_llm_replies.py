"""Reading what a model wrote: a value, or words that say what to mend, and nothing else."""

import json
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from core.llm.replies import Json, Reply, Unreadable, Words, answer_in
from core.llm.retries import MAX_REPLY
from core.text import is_safe, safe_text
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
    """The value as it enters the log, or else the words for the model; of a text that came through the door."""
    try:
        return reply.plain(reply.read(safe_text(text)))
    except Unreadable as error:
        return str(error)


def strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for item in value.items() for part in item for text in strings(part)]
    if isinstance(value, list):
        return [text for item in value for text in strings(item)]
    return [value] if isinstance(value, str) else []


@settings(max_examples=300)
@given(texts)
def test_any_text_is_read_or_is_unreadable(text: str) -> None:
    for reply in (CHOICE, WORDS, LOOSE):
        assert all(map(is_safe, strings(read(reply, text))))


@settings(max_examples=200)
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
        ("", "Invalid JSON: EOF"),
        ("I take 7.", "Invalid JSON"),
        (f"{GOOD} {GOOD}", "Invalid JSON: trailing characters"),
        (f"Sure: {GOOD}", "Invalid JSON"),
        ('{"token": 7}', "why: Field required"),
        ('{"token": "seven", "why": ""}', "token: Input should be a valid integer"),
        ('{"token": 7, "why": "", "say": ""}', "say: Extra inputs are not permitted"),
        ("[7]", "Input should be an object"),
        (f"<think>{GOOD}", "Invalid JSON: EOF"),
        (GOOD[:-2], "Invalid JSON: EOF"),
    ],
)
def test_what_to_mend_is_said(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why) as error:
        CHOICE.read(text)
    assert str(error.value).endswith("Answer with one JSON object and nothing else.")


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


def test_the_example_is_a_good_reply() -> None:
    assert CHOICE.read(CHOICE.example) == Choice(token=7, why="it is mine")
    assert WORDS.read(WORDS.example) == WORDS.example


@pytest.mark.parametrize(
    "text",
    [
        "```" + "\n" * MAX_REPLY,
        "```\n" * (MAX_REPLY // 4),
        "<think>" * (MAX_REPLY // 7),
        " " * MAX_REPLY + "<",
        "</" * (MAX_REPLY // 2),
        "\x1b[" * (MAX_REPLY // 2),
        "\x1b]" * (MAX_REPLY // 2),
        '"\\' * (MAX_REPLY // 2),
        "{" * MAX_REPLY,
    ],
    ids=range(9),
)
def test_nothing_takes_long_to_read(text: str) -> None:
    for reply in (CHOICE, WORDS):
        assert in_proportion(partial(read, reply), text + "x")


def test_thinking_is_not_the_answer() -> None:
    assert answer_in("<think>a</think>b<think>c</think>d") == "b<think>c</think>d"
    assert answer_in("plain <think> in the middle") == "plain <think> in the middle"
