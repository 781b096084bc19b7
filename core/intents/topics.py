"""Topics of free questions, and their answers, from a scene's `answers.txt`."""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from core.intents.tokens import Sentence

SLOT = re.compile(r"\{(\w+)\}")


class Answer(NamedTuple):
    """An answer in several wordings, and the facts that it needs."""

    needs: frozenset[str]
    texts: tuple[str, ...]


class Topic(NamedTuple):
    """A topic: the patterns of its questions, and its answers; the first answer whose facts are known is given."""

    patterns: tuple[str, ...]
    is_about_others: bool
    answers: tuple[Answer, ...]


def topic_of(
    package: str, text: str, message: Sequence[Sentence], excluded: Collection[str]
) -> tuple[str, Sequence[str]]:
    """Return the topic of a question, "" if no pattern fits, and the people that it names.

    Args:
        package: Package whose `answers.txt` holds the patterns.
        text: The question.
        message: Its sentences.
        excluded: Names to leave out: the asker and the addressee.
    """
    named = (token.value for sentence in message for token in sentence if token.tag == "name")
    about, words = (
        tuple(dict.fromkeys(name for name in named if name not in excluded)),
        text.casefold().replace("’", "'"),
    )
    fits = (
        name
        for name, topic in topics(package).items()
        if (about or not topic.is_about_others) and any(re.search(pattern, words) for pattern in topic.patterns)
    )
    return next(fits, ""), about


def texts(package: str, topic: str, facts: Collection[str]) -> Sequence[str]:
    """Return the wordings of the first answer whose facts are known; () if there is none."""
    return next((answer.texts for answer in topics(package)[topic].answers if answer.needs <= {*facts}), ())


@cache
def topics(package: str) -> Mapping[str, Topic]:
    """Read the topics of a scene.

    A line "[name]" opens a topic, and "[name *]" one whose questions name somebody else. A line "= [fact fact] text /
    text" is an answer; all other lines are patterns.
    """
    found: dict[str, Topic] = {}
    for line in files(package).joinpath("answers.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            name = line.strip("[]*").strip()
            found[name] = Topic((), line.endswith("*]"), ())
        elif line.startswith("= "):
            facts, _, rest = line[2:].partition("] ") if line.startswith("= [") else ("", "", line[2:])
            wordings = tuple(rest.split(" / "))
            needs = {*facts.strip("[").split(), *(slot for text in wordings for slot in SLOT.findall(text))}
            found[name] = found[name]._replace(answers=(*found[name].answers, Answer(frozenset(needs), wordings)))
        elif line and not line.startswith("#"):
            found[name] = found[name]._replace(patterns=(*found[name].patterns, line))
    return found
