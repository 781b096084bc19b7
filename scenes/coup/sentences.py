"""Bots' sentences (`sentences.txt`), each in three voices."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from core.engine.chance import Draw
from core.text import capitalized

VOICES = "pfr"
"""Letters of the voices: plain, friendly and rough."""
_CHOICE = re.compile(r"\[([^\[\]]*)\]")


def sentence(intent: str, voice: str, facts: Mapping[str, str | int], draw: Draw) -> str:
    """Write a sentence for an intent with its facts, in one of the voices."""
    text = _alternatives(_sections()[intent, voice])
    for slot in ("deed", "strike", "span"):
        words = _sections().get((f"{slot} {facts.get(slot, '')}".strip(), "*"), ())
        text = text.replace(f"{{{slot}}}", _alternatives(words))
    while found := _CHOICE.search(text):
        text = f"{text[: found.start()]}{draw.choice(found[1].split('|'))}{text[found.end() :]}"
    article = "an" if str(facts.get("card")).startswith("A") else "a"
    text = text.format(**facts, a=article)
    return re.sub(r"([.!?] )([a-z])", lambda found: found[1] + found[2].upper(), capitalized(text))


def reasons(*kinds: str) -> list[str]:
    """Return the reasons of these kinds, with facts to fill in."""
    return [text for kind in kinds for text in _sections()[f"because {kind}", "*"]]


def _alternatives(texts: Sequence[str]) -> str:
    return texts[0] if len(texts) == 1 else f"[{'|'.join(texts)}]"


@cache
def _sections() -> Mapping[tuple[str, str], list[str]]:
    """Read the templates by intent and voice."""
    sections: dict[tuple[str, str], list[str]] = {}
    name, texts = "", list[str]()
    for line in files(__package__).joinpath("sentences.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            name = line.strip("[]")
        elif line.startswith("  "):
            texts[-1] += line[2:]
        elif line and not line.startswith("#"):
            texts = sections.setdefault((name, line[0]), [])
            texts.append(line[2:])
    return sections
