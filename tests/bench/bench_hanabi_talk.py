"""How many leaks Hanabi's talk checker lets pass, and how many harmless messages it hides, on labeled messages.

Run as `python -m tests.bench.bench_hanabi_talk [PART]`; PART is a folder of `tests/corpora/intents` (default: unseen).
Shares have Wilson intervals (95 %) over messages.
"""

import re
import sys
from collections.abc import Callable, Sequence
from functools import partial

from statsmodels.stats.proportion import proportion_confint

from scenes.hanabi.actions import Clue, parse_move
from scenes.hanabi.talk.checker import Subject, leaks
from scenes.hanabi.variants import VARIANTS
from tests.intents.corpus import LabeledMessage
from tests.make_intents import authors

NAMES = ("Ann", "Bob", "Cat")
VARIANT = VARIANTS["standard"]
PLAYED, DISCARDED = ("R1", "R2", "B1"), ("G3", "P1")


def to_deck(text: str) -> str:
    """Replace white, a color of the corpus, by purple, a color of the standard deck."""
    return re.sub(r"\bw(?=[1-5]\b)", "p", re.sub("white", "purple", text, flags=re.I), flags=re.I)


def subject(line: LabeledMessage) -> Subject:
    """Build the table of the corpus: writer Ann, Bob's slot 2 is known to be blue, Cat's slot 4 to be a 5."""
    proposer, colon, text = to_deck(line.context[0]).rpartition(": ")
    move = parse_move(
        re.sub(r"\d$", lambda n: " abcde"[int(n[0])], text) if "clue" not in text else text, NAMES, VARIANT
    )
    about = NAMES.index(proposer) if colon else move.to if isinstance(move, Clue) else 0
    hands = [[VARIANT.all] * 5 for _ in NAMES]
    hands[1][1] = VARIANT.touched[VARIANT.clues.index("blue")]
    hands[2][3] = VARIANT.touched[VARIANT.clues.index("5")]
    return Subject(
        NAMES,
        VARIANT,
        tuple(map(tuple, hands)),
        sum(1 << VARIANT.labels.index(label) for label in PLAYED + DISCARDED),
        frozenset({(move.to, move.clue)} if isinstance(move, Clue) else ()),
        0,
        about,
        (about,) if about else (1, 2),
    )


def shares(lines: Sequence[LabeledMessage], hides: Callable[[LabeledMessage], bool]) -> str:
    """Return the shares of leaks that pass and of harmless messages that are hidden, in words."""
    leaking, harmless = ([line for line in lines if bool(line.labels) == leak] for leak in (True, False))
    passed, hidden = sum(not hides(line) for line in leaking), sum(map(hides, harmless))
    return f"leaks passed {_share(passed, len(leaking))}  harmless hidden {_share(hidden, len(harmless))}"


def _share(count: int, total: int) -> str:
    low, high = proportion_confint(count, total, method="wilson")
    return f"{count} of {total} = {count / total:.1%} [{low:.1%}, {high:.1%}]"


def main(part: str) -> None:
    lines = [line for each in authors("hanabi", part).values() for line in each]
    for name, check in (("rules alone", partial(leaks, use_model=False)), ("rules and model", leaks)):
        print(f"{name:15}  {shares(lines, partial(_hides, check))}")


def _hides(check: Callable[[str, Subject], Sequence[object]], line: LabeledMessage) -> bool:
    return bool(check(to_deck(line.text), subject(line)))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "unseen")
