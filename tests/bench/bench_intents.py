"""How well talk is understood, on messages of authors that no model was trained on.

Run as `python -m tests.bench.bench_intents [--verbose] [SCENE…]`. Shares have Wilson intervals (95 %) over messages.
"""

import sys
import time
from collections.abc import Sequence

from statsmodels.stats.proportion import proportion_confint

from core.intents.grammar import Reading
from tests.intents.corpus import LabeledMessage
from tests.make_intents import TASKS, Task, authors


def read(task: Task, line: LabeledMessage) -> list[Reading]:
    return task.grammar.read(line.text, task.nouns, line.context)


def meant(readings: Sequence[Reading], *, licensed: bool) -> frozenset[tuple[str, ...]]:
    return frozenset((r.intent, *r.slots) for r in readings if r.licensed or not licensed)


def _share(count: int, total: int) -> str:
    low, high = proportion_confint(count, total, method="wilson")
    return f"{count / total:.0%} [{low:.0%}, {high:.0%}]"


def main(scenes: Sequence[str], part: str, *, verbose: bool) -> None:
    for scene in scenes or TASKS:
        task = TASKS[scene]
        lines = [line for each in authors(scene, part).values() for line in each]
        start = time.perf_counter()
        readings = [read(task, line) for line in lines]
        spent = (time.perf_counter() - start) / max(len(lines), 1)
        right = guessed = wrong = 0
        for line, found in zip(lines, readings, strict=True):
            acted, all_read = meant(found, licensed=True), meant(found, licensed=False)
            right += acted == line.labels
            guessed += line.labels in (acted, all_read)
            bad = {each for each in acted - line.labels if each[0] in task.grammar.acts}
            wrong += bool(bad)
            if verbose and acted != line.labels:
                read_as = [(r.intent, *r.slots, round(r.confidence, 2), r.licensed) for r in found]
                print(f"{line.text}\n    meant {sorted(line.labels)}\n    read {read_as}")
        counts = {"right": right, "right or asked back": guessed, "acted wrongly": wrong}
        shares = [f"{name} {_share(count, len(lines))}" for name, count in counts.items()]
        print(f"{scene:9} {len(lines)} messages: {'  '.join(shares)}  {1000 * spent:.2f} ms each", flush=True)


if __name__ == "__main__":
    words = [each for each in sys.argv[1:] if not each.startswith("--")]
    main(words, "training" if "--training" in sys.argv else "unseen", verbose="--verbose" in sys.argv)
