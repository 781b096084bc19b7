"""Sheets on coders: their labels, the agreement of each pair, and the agreement of all together."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from core.lab.agreement import Value, alpha_of, kappa_of
from core.lab.codebook import Codebook
from core.lab.coding import Coder, Unit
from core.lab.figures import share_by_seed
from core.lab.results import Cell, Sheet

ALL = "all"
NO_LABEL, UNUSABLE = "(no label)", "(no usable reply)"
NOTE = (
    "κ is Cohen's, α is Krippendorff's for nominal labels; 1 is full agreement, 0 that of chance, and - means that "
    "there is one label only. Intervals are 95 %, by seed: of shares Wilson's, of κ and α by the jackknife."
)
Column = list[Value]
"""Values of one coder, one per message; None for a message without a label."""


def sheets(codebook: Codebook, units: Sequence[Unit], coders: Sequence[Coder]) -> list[Sheet]:
    """Return the sheets on the coders of these messages; sheets on agreement need two coders."""
    counted = _counts(codebook, coders)
    return (
        [counted, _pairs(codebook, units, coders), _overall(codebook, units, coders)] if len(coders) > 1 else [counted]
    )


def _counts(codebook: Codebook, coders: Sequence[Coder]) -> Sheet:
    rows: list[tuple[Cell, ...]] = []
    for name in codebook.ids:
        counts = (sum(label is not None and name in label for label in coder.labels) for coder in coders)
        rows.append((name, *map(str, counts)))
    if codebook.several:
        rows.append(("(none fits)", *(str(list(coder.labels).count(frozenset())) for coder in coders)))
    rows.append((NO_LABEL, *(str(list(coder.labels).count(None) - coder.unusable) for coder in coders)))
    rows.append((UNUSABLE, *(str(coder.unusable) for coder in coders)))
    return Sheet("Labels", "", ("category", *(coder.name for coder in coders)), rows)


def _values(coder: Coder, view: str) -> Column:
    """Return a coder's values in a view: its labels, or the presence of one category in them."""
    if view == ALL:
        return list(coder.labels)
    if view not in coder.categories:
        return [None] * len(coder.labels)
    return [None if label is None else view in label for label in coder.labels]


def _pairs(codebook: Codebook, units: Sequence[Unit], coders: Sequence[Coder]) -> Sheet:
    """Compare each pair of coders."""
    rows: list[tuple[Cell, ...]] = []
    for one, other in combinations(coders, 2):
        for view in codebook.ids if codebook.several else (ALL,):
            pairs = zip(units, _values(one, view), _values(other, view), strict=True)
            known = [(unit.seed, a, b) for unit, a, b in pairs if a is not None and b is not None]
            same = share_by_seed((seed, a == b, 1) for seed, a, b in known)
            names = f"{one.name} - {other.name}"
            rows.append((names, *[view] * codebook.several, str(len(known)), same, kappa_of(known)))
    columns = ("coders", *["category"] * codebook.several, "messages", "same label", "κ")
    return Sheet("Agreement of two coders", NOTE, columns, rows)


def _groups(coders: Sequence[Coder]) -> Iterator[tuple[str, Sequence[Coder]]]:
    """Yield all passes of the model, and a group with only one pass, as passes are not independent coders."""
    passes = [coder for coder in coders if coder.number]
    different = [coder for coder in coders if coder.number < 2]
    if len(passes) > 1:
        yield f"{len(passes)} passes", passes
    if len(different) > 1:
        yield ", ".join(coder.name for coder in different), different


def _overall(codebook: Codebook, units: Sequence[Unit], coders: Sequence[Coder]) -> Sheet:
    """Compare all coders of a group at once; a message counts if two of them labeled it."""
    rows: list[tuple[Cell, ...]] = []
    for title, group in _groups(coders):
        for view in [*[ALL] * (not codebook.several), *codebook.ids]:
            labels = list(zip(*(_values(coder, view) for coder in group), strict=True))
            count = sum(len(each) - each.count(None) > 1 for each in labels)
            seeds = (unit.seed for unit in units)
            rows.append((title, view, str(count), alpha_of(zip(seeds, labels, strict=True))))
    columns = ("coders", "category", "messages", "α")
    return Sheet("Agreement of all coders", NOTE, columns, rows, says_note=True)
