"""Recordings as trees in the lobby: a run, and under it the branches that left it, with what was changed."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from tui.screens.lobby_runs import Glance

SHOWN = 3
"""Branches of a run that are listed until all are asked for."""


def trees(runs: Sequence[Glance], unfolded: Collection[Path]) -> list[Glance]:
    """Runs in the order of the newest of their tree; of many branches a few, and how many more there are."""
    known = {run.run: run for run in runs if run.run}
    below: dict[bytes, list[Glance]] = defaultdict(list)
    for run in runs:
        if run.left in known:
            below[run.left].append(run)
    newest: dict[Path, float] = {}
    for run in runs:
        root = run
        while root.left in known:
            root = known[root.left]
        newest[root.path] = max(newest.get(root.path, 0.0), run.when)
    roots = sorted((run for run in runs if run.left not in known), key=lambda run: -newest[run.path])
    return [row for root in roots for row in _rows(root, 0, below, unfolded)]


def _rows(run: Glance, depth: int, below: dict[bytes, list[Glance]], unfolded: Collection[Path]) -> Iterator[Glance]:
    yield run._replace(depth=depth)
    branches = below.get(run.run, []) if run.run else []
    shown = branches if run.path in unfolded or len(branches) <= SHOWN + 1 else branches[:SHOWN]
    for branch in shown:
        yield from _rows(branch, depth + 1, below, unfolded)
    if len(shown) < len(branches):
        yield run._replace(depth=depth + 1, folded=len(branches) - len(shown))
