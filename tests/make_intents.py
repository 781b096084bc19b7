"""Train the models that read talk, from `tests/corpora/intents/training` (`make intents`).

Run as `python -m tests.make_intents [--check] [SCENE…]`; --check only compares the weights with those in the files.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from core.intents.grammar import WEIGHTS, Grammar
from core.intents.model import Head, unpack
from core.intents.tokens import Nouns
from scenes.chat import intents as chat
from scenes.coloring.problem.graph import Problem
from scenes.coloring.talk import intents as coloring
from scenes.council import intents as council
from scenes.coup import intents as coup
from scenes.hanabi.talk import intents as hanabi
from scenes.hanabi.variants import VARIANTS
from scenes.village import intents as village
from scenes.werewolf import intents as werewolf
from tests.intents.corpus import LabeledMessage, load
from tests.intents.training import fit

ROOT = Path(__file__).parent / "corpora" / "intents"
REPO = Path(__file__).parent.parent
PROBLEM = Problem(
    clusters={owner: tuple(f"{owner.lower()}{i}" for i in range(1, 6)) for owner in "AHB"},
    edges=(),
    colors=("red", "green", "blue"),
    conflict_penalty=10.0,
    preferences={},
)
PLACES = ("inn", "bakery", "smithy", "mill", "well", "church", "school", "market", "woods", "fields")


class Task(NamedTuple):
    """A grammar, and the nouns of its labeled messages."""

    grammar: Grammar
    nouns: Nouns


TASKS = {
    "coloring": Task(coloring.GRAMMAR, coloring.nouns(PROBLEM, "H", "B")),
    "werewolf": Task(werewolf.GRAMMAR, werewolf.nouns(("Ann", "Bob", "Cat", "Dan", "Eli", "Fay", "Gus", "Hal"), "Ann")),
    "council": Task(council.GRAMMAR, council.nouns(("Ann", "Ben", "Cora", "Dov", "Eva"), "Ann")),
    "coup": Task(coup.GRAMMAR, coup.nouns(("Ann", "Bob", "Cat", "Dan", "Eli"), "Ann")),
    "village": Task(village.GRAMMAR, village.nouns(("Ida", "Kai", "Lea", "Max", "Nora", "Otto"), PLACES, "Ida")),
    "chat": Task(chat.GRAMMAR, chat.nouns(("Ida", "Kai", "Lea"))),
    "hanabi": Task(hanabi.GRAMMAR, hanabi.nouns(("Ann", "Bob", "Cat"), "Ann", VARIANTS["standard"])),
}


def authors(scene: str, part: str = "training") -> dict[str, list[LabeledMessage]]:
    """Return the labeled messages of a scene, by author."""
    return {file.stem: load(file) for file in sorted((ROOT / part / scene).glob("*.tsv"))}


def weights(scene: str) -> Path:
    return REPO / TASKS[scene].grammar.package.replace(".", "/") / WEIGHTS


def _alike(one: Mapping[str, Head], other: Mapping[str, Head]) -> bool:
    """Return True if heads differ by no more than rounding does on another processor."""
    return one.keys() == other.keys() and all(one[name].is_like(other[name]) for name in one)


def main(scenes: list[str], *, check: bool) -> int:
    """Write the weights of scenes; with `check`, return 1 if any file is not what training gives."""
    stale = []
    for scene in scenes or TASKS:
        task = TASKS[scene]
        text = fit(task.grammar, task.nouns, authors(scene), thresholds=not check) + "\n"
        file = weights(scene)
        if check:
            stale += [] if _alike(unpack(file.read_text(encoding="utf-8")), unpack(text)) else [scene]
        else:
            file.write_text(text, encoding="utf-8")
            print(f"{scene}: {len(text) / 1000:.0f} KB")
    if stale:
        print(f"not current: {', '.join(stale)}. Run make intents.", file=sys.stderr)
    return bool(stale)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    sys.exit(main([each for each in arguments if each != "--check"], check="--check" in arguments))
