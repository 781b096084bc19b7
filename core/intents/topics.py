"""Topics of questions in free words, by patterns in a scene's `questions.txt`."""

import re
from collections.abc import Collection, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from core.intents.tokens import Sentence


class Topic(NamedTuple):
    """The topic of a question, and the other people that it names."""

    name: str
    """Empty if no pattern fits."""
    about: tuple[str, ...]


def topic_of(package: str, text: str, message: Sequence[Sentence], but: Collection[str]) -> Topic:
    """Return the topic of a question.

    Args:
        package: Package whose `questions.txt` holds the patterns.
        text: The question.
        message: Its sentences.
        but: People whom the question is not about: who asks and who is asked.
    """
    named = (token.value for sentence in message for token in sentence if token.tag == "name")
    about, words = tuple(dict.fromkeys(name for name in named if name not in but)), text.casefold().replace("’", "'")
    fits = (name for name, is_about, pattern in _topics(package) if (about or not is_about) and pattern.search(words))
    return Topic(next(fits, ""), about)


@cache
def _topics(package: str) -> Sequence[tuple[str, bool, re.Pattern[str]]]:
    """Return each topic, whether it needs a named person, and its patterns, in the order of the file."""
    patterns: dict[str, list[str]] = {}
    for line in files(package).joinpath("questions.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            patterns[line.strip("[]")] = []
        elif line and not line.startswith("#"):
            patterns[next(reversed(patterns))].append(line)
    return [(name.removesuffix(" *"), name.endswith("*"), re.compile("|".join(p))) for name, p in patterns.items()]
