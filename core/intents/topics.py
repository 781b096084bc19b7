"""Topics of questions and other messages in free words, and their answers, from a scene's `topics.txt`."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from core.intents.tokens import Sentence
from core.text import lazy_pattern

SLOT = re.compile(r"\{(\w+)\}")
FILE = "topics.txt"


class Answer(NamedTuple):
    """An answer in several wordings, and the facts that it needs."""

    needs: frozenset[str]
    texts: tuple[str, ...]


class Topic(NamedTuple):
    """A topic: the pattern of its questions, and its answers in order of preference."""

    pattern: re.Pattern[str]
    is_about_others: bool
    answers: tuple[Answer, ...]


def find_topic(package: str, words: str, *, about_others: bool = False, file: str = FILE) -> str:
    """Return the first topic whose pattern fits; "" if none fits.

    Args:
        package: Package whose file holds the patterns.
        words: The question in lower case.
        about_others: True to include the topics of questions that name somebody else.
        file: Name of the file.
    """
    fits = (
        name
        for name, topic in topics(package, file).items()
        if (about_others or not topic.is_about_others) and topic.pattern.search(words)
    )
    return next(fits, "")


def topic_of(
    package: str, text: str, message: Sequence[Sentence], excluded: Collection[str]
) -> tuple[str, Sequence[str]]:
    """Return the topic of a question, "" if no pattern fits, and the people that it names.

    Args:
        package: Package whose `topics.txt` holds the patterns.
        text: The question.
        message: Its sentences.
        excluded: Names to leave out: the asker and the addressee.
    """
    named = (token.value for sentence in message for token in sentence if token.tag == "name")
    about = tuple(dict.fromkeys(name for name in named if name not in excluded))
    return find_topic(package, text.casefold().replace("’", "'"), about_others=bool(about)), about


def answers(package: str, topic: str, facts: Collection[str]) -> Iterator[Sequence[str]]:
    """Yield the wordings of each answer whose facts are known, in order of preference."""
    known = {*facts}
    yield from (answer.texts for answer in topics(package)[topic].answers if answer.needs <= known)


def texts(package: str, topic: str, facts: Collection[str]) -> Sequence[str]:
    """Return the wordings of the first answer whose facts are known; () if there is none."""
    return next(answers(package, topic, facts), ())


def filled(sentences: Iterable[str], slots: Mapping[str, str]) -> list[str]:
    """Fill in the sentences whose slots all have values.

    >>> filled(("Good day, {who}.", "It is {hour}."), {"who": "Ida", "hour": ""})
    ['Good day, Ida.']
    """
    return [each.format(**slots) for each in sentences if all(slots.get(slot) for slot in SLOT.findall(each))]


@cache
def topics(package: str, file: str = FILE) -> Mapping[str, Topic]:
    """Read the topics of a scene, in the order in which they are tried.

    A line "[name]" opens a topic, and "[name *]" one whose questions name somebody else. A line "= [fact fact] text /
    text" is an answer; all other lines are patterns.
    """
    found: dict[str, Topic] = {}
    for block in files(package).joinpath(file).read_text(encoding="utf-8").split("\n[")[1:]:
        head, *lines = (line for line in block.splitlines() if line and not line.startswith("#"))
        patterns = "|".join(line for line in lines if not line.startswith("= "))
        known = tuple(_answer(line[2:]) for line in lines if line.startswith("= "))
        found[head.strip("]* ")] = Topic(lazy_pattern(patterns or "(?!)"), head.endswith("*]"), known)
    return found


def _answer(line: str) -> Answer:
    """Read an answer. It needs the facts in brackets, and those in its slots."""
    facts, _, rest = line.partition("] ") if line.startswith("[") else ("", "", line)
    wordings = tuple(rest.split(" / "))
    return Answer(frozenset((*facts.strip("[").split(), *SLOT.findall(rest))), wordings)
