"""Exports of a recording: `playbill export FILE --to …`."""

from collections.abc import Callable, Mapping, Sequence

from core.engine.events import Event
from core.recording.header import Header
from core.tables import csv_table
from scenes.coloring.files.dimacs import write_dimacs
from scenes.coloring.files.json_file import write_json
from scenes.coloring.files.pydcop import write_pydcop
from scenes.coloring.files.stated import Stated
from scenes.coloring.questionnaire import SCALE, Answered
from scenes.coloring.reports.exchange_table import exchanges
from scenes.coloring.reports.posed_problem import posed_in
from scenes.coloring.reports.turn_table import turns


def solve(header: Header, events: Sequence[Event]) -> str:
    """Export the problem solved by every algorithm. Only this needs numpy."""
    from scenes.coloring.reports.algorithm_table import compare

    return compare(header, events)


def answers(header: Header, events: Sequence[Event]) -> str:
    """Export the person's answers to the questionnaire, one row per question."""
    rows = (
        {"question": body.number, "statement": body.statement, "answer": body.score, "of": SCALE}
        for body in (event.data for event in events)
        if isinstance(body, Answered)
    )
    return csv_table(("question", "statement", "answer", "of"), rows)


def _problem_file(write: Callable[[Stated], str]) -> Callable[[Header, Sequence[Event]], str]:
    """Export the problem as it was posed, whichever way it was made. Raises UserError where the run never got one."""

    def export(header: Header, events: Sequence[Event]) -> str:
        posed, locks = posed_in(events)
        option = header.config["problem"]
        names = option["names"] if isinstance(option, Mapping) else {}
        return write(Stated.of(posed, locks).model_copy(update={"names": names}))

    return export


EXPORTS: Mapping[str, Callable[[Header, Sequence[Event]], str]] = {
    "solve": solve,
    "problem": _problem_file(write_json),
    "dimacs": _problem_file(write_dimacs),
    "pydcop": _problem_file(write_pydcop),
    "turns": turns,
    "exchanges": exchanges,
    "answers": answers,
}
