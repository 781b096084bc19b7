"""What a recording of this scene can be made into: `playbill export FILE --to …`."""

from collections.abc import Callable, Mapping, Sequence

from core.engine.events import Event
from core.recording.header import Header
from core.tables import csv_table
from scenes.coloring.files.stated import Stated
from scenes.coloring.questionnaire import SCALE, Answered
from scenes.coloring.reports.exchange_table import exchanges
from scenes.coloring.reports.posed_problem import posed_in
from scenes.coloring.reports.turn_table import turns


def solve(header: Header, events: Sequence[Event]) -> str:
    """Its problem solved by every algorithm. Only this needs numpy."""
    from scenes.coloring.reports.algorithm_table import compare

    return compare(header, events)


def problem(header: Header, events: Sequence[Event]) -> str:
    """Its problem with locks and points, as our own JSON."""
    from scenes.coloring.files.json_file import write_json

    return write_json(_stated(header, events))


def dimacs(header: Header, events: Sequence[Event]) -> str:
    """Its problem as DIMACS `.col`, with the rest in comments."""
    from scenes.coloring.files.dimacs import write_dimacs

    return write_dimacs(_stated(header, events))


def pydcop(header: Header, events: Sequence[Event]) -> str:
    """Its problem as pyDCOP YAML."""
    from scenes.coloring.files.pydcop import write_pydcop

    return write_pydcop(_stated(header, events))


def answers(header: Header, events: Sequence[Event]) -> str:
    """What the person answered in the end, a row a question."""
    rows = (
        {"question": body.number, "statement": body.statement, "answer": body.score, "of": SCALE}
        for body in (event.data for event in events)
        if isinstance(body, Answered)
    )
    return csv_table(("question", "statement", "answer", "of"), rows)


def _stated(header: Header, events: Sequence[Event]) -> Stated:
    """The problem as it was posed, whichever way it was made. Raises UserError where the run never got one."""
    posed, locks = posed_in(events)
    given = header.config["problem"]
    names = given["names"] if isinstance(given, Mapping) else {}
    return Stated.of(posed, locks).model_copy(update={"names": names})


EXPORTS: Mapping[str, Callable[[Header, Sequence[Event]], str]] = {
    "solve": solve,
    "problem": problem,
    "dimacs": dimacs,
    "pydcop": pydcop,
    "turns": turns,
    "exchanges": exchanges,
    "answers": answers,
}
