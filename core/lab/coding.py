"""Messages to be coded by a codebook, their labels by several coders, and the table of labels."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from core.engine.chance import Chance
from core.engine.events import Event
from core.engine.registry import find_scene
from core.engine.shared_events import SHARED
from core.errors import UserError, did_you_mean, listed
from core.lab.codebook import Codebook, Label
from core.lab.records import GAME, RECORDS, Record, game_cells, open_recording
from core.tables import Column
from core.text import quoted


class Unit(NamedTuple):
    """A message to be coded."""

    id: str
    """The recording's name without its ending, a colon, and the number of the event."""
    cells: Mapping[str, Any]
    """The message's row in the table of messages."""
    context: tuple[str, ...]
    """Earlier messages that the author may know, each with its own author and addressees."""
    by_rules: Label | None
    """Label by the scene's rules; None if they give none."""

    @property
    def seed(self) -> int:
        return int(self.cells["seed"])

    @property
    def text(self) -> str:
        return str(self.cells["text"])


@dataclass(frozen=True, slots=True, eq=False)
class Coder:
    """A coder, with the labels that it gave; None for a message that it did not label."""

    name: str
    labels: Sequence[Label | None]
    """Labels in the order of the units."""
    categories: Collection[str]
    """Categories that the coder can give."""
    number: int = 0
    """Number of a model's pass over the messages; 0 for other coders."""
    unusable: int = 0
    """Messages for which a model gave no usable reply."""

    @property
    def column(self) -> str:
        """Name of the coder's column in the table of labels."""
        return f"label_{re.sub('[^a-z0-9]+', '_', self.name.lower()).strip('_')}"


def read_units(codebook: Codebook, paths: Sequence[Path], sample: int = 0) -> list[Unit]:
    """Read the messages that a codebook codes, in order; with `sample`, only this many, drawn by a fixed seed.

    Raises UserError for a bad recording, equal names of recordings, unknown events, and if there is no message.
    """
    names = [path.name.partition(".jsonl")[0] for path in paths]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise UserError(f"Two recordings are called {twice}; code them one after the other, or rename one.")
    units, kinds, bodies = list[Unit](), dict[str, None](), set[str]()
    for name, path in zip(names, paths, strict=True):
        header, incoming = open_recording(path)
        events = list(incoming)
        bodies.update(body.kind for body in (*SHARED, *find_scene(header.scene).events))
        rows = list(RECORDS["messages"].rows(header, events))
        kinds.update(dict.fromkeys(row["kind"] for row in rows))
        units += _units_of(codebook, name, game_cells(path, header), events, rows)
    if unknown := next((rule.kind for _, rule in codebook.rules if rule.kind not in bodies), ""):
        raise UserError(f"rules: there is no event {unknown!r}; {did_you_mean(unknown, sorted(bodies))}.")
    if not units:
        found = f"their kinds are {listed(list(kinds))}" if kinds else "they hold no messages at all"
        wanted = f"{' or '.join(codebook.kinds)}{f' by {listed(codebook.agents)}' * bool(codebook.agents)}"
        raise UserError(f"The recordings have no message of the kind {wanted}; {found}.")
    if 0 < sample < len(units):
        draw = Chance(0)
        order = sorted(range(len(units)), key=lambda i: draw("sample", units[i].id).random())
        units = [units[i] for i in sorted(order[:sample])]
    return units


def _units_of(
    codebook: Codebook, name: str, cells: Mapping[str, Any], events: Sequence[Event], rows: Sequence[Mapping[str, Any]]
) -> Iterator[Unit]:
    """Yield the coded messages of a recording."""
    coded = [row for row in rows if row["kind"] in codebook.kinds]
    read = _read_by_rules(codebook, events, {row["n"] for row in coded}) if codebook.rules else {}
    for number, row in enumerate(coded):
        if not codebook.agents or row["agent"] in codebook.agents:
            context = _context(coded, number, codebook.context)
            by_rules = codebook.by_rules(read[row["n"]]) if read else None
            yield Unit(f"{name}:{row['n']}", {**cells, **row}, context, by_rules)


def _context(coded: Sequence[Mapping[str, Any]], number: int, most: int) -> tuple[str, ...]:
    """Quote the last earlier messages to everyone or the same audience, or from or to the same author."""
    row, before = coded[number], (coded[i] for i in range(number - 1, -1, -1))
    known = ("everyone", row["audience"])
    heard = (
        each
        for each in before
        if each["audience"] in known or row["agent"] in (each["agent"], *each["audience"].split(", "))
    )
    lines = [f"{author_and_addressees(each)}: {quoted(each['text'])}" for each in islice(heard, most)]
    return tuple(reversed(lines))


def author_and_addressees(row: Mapping[str, Any]) -> str:
    """Name the author and the addressees of a message."""
    return f"{row['agent']} to {row['to']}" if row["to"] else str(row["agent"])


def _read_by_rules(codebook: Codebook, events: Sequence[Event], coded: Collection[int]) -> dict[int, set[str]]:
    """Return the categories of each message, from later events of the same author in the same turn."""
    found: dict[int, set[str]] = {}
    newest: dict[str, tuple[int, int]] = {}
    for event in events:
        if event.n in coded:
            newest[event.agent], found[event.n] = (event.turn, event.n), set()
        elif newest.get(event.agent, (-1, 0))[0] == event.turn:
            found[newest[event.agent][1]].update(name for name, rule in codebook.rules if rule.fits(event))
    return found


def rules_coder(codebook: Codebook, units: Sequence[Unit]) -> Coder:
    """Return the scene's rules as a coder; if several categories are allowed, it gives only those with events."""
    known = {name for name, _ in codebook.rules} if codebook.several else codebook.ids
    return Coder("rules", [unit.by_rules for unit in units], known)


def all_agree(labels: Sequence[Label | None]) -> bool | None:
    """Return True if all coders that labeled a message gave the same label; None for fewer than two."""
    given = [label for label in labels if label is not None]
    return len(set(given)) == 1 if len(given) > 1 else None


def columns(coders: Sequence[Coder]) -> dict[str, Column]:
    """Return the columns of the table of labels. Raises UserError if two coders have the same column."""
    names = [coder.column for coder in coders]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise UserError(f"Two coders would have the column {twice}; rename a person's file.")
    labels = {coder.column: Column(str, f"label by {coder.name}; empty if there is none") for coder in coders}
    message = {"id": Column(str, "name of the message"), **GAME, **RECORDS["messages"].columns}
    return {**message, **labels, "agreed": Column(bool, "true if all labels are equal; empty with fewer than two")}


def label_rows(codebook: Codebook, units: Sequence[Unit], coders: Sequence[Coder]) -> Iterator[Record]:
    """Yield a row per message, with the labels of all coders."""
    for number, unit in enumerate(units):
        labels = {coder: coder.labels[number] for coder in coders}
        written = {coder.column: codebook.write(label) for coder, label in labels.items()}
        whole = all_agree(
            [label for coder, label in labels.items() if len(coder.categories) == len(codebook.categories)]
        )
        yield Record({"id": unit.id, **unit.cells, **written, "agreed": whole})
