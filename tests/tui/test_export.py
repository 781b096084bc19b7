"""`playbill export`: a recording converted to another format, on stdout or in a new file."""

import json
import re
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from core.engine.chance import Draw
from core.engine.events import Asked, Said
from core.recording.checked_reader import read_run
from core.text import one_line
from scenes.coloring.reports import algorithm_table
from scenes.coloring.reports.tables import EXPORTS
from scenes.coloring.solvers.weighted import Optimum, Weighted, optimum
from tests.tui.conftest import RECORDINGS, recorded_sample
from tests.tui.test_cli import SAMPLE, mistake, playbill
from tui.cli.transcripts import html_transcript


def figures(text: str) -> dict[str, list[str]]:
    """Return the table's figures by row name."""
    rows = text.split("\n\n")[1].splitlines()[1:]
    return {row[:22].strip(): re.split(r"\s{2,}", row[22:].strip()) for row in rows}


def test_solve_compares_all_algorithms_on_the_problem_that_was_played() -> None:
    text = playbill("export", SAMPLE, "--to", "solve").stdout
    assert text.startswith("coloring · seed 7 · 15 nodes, 23 edges, 3 colors, 3 locked\n")
    assert "above the optimum, proven" in text
    rows = figures(text)
    assert list(rows) == ["exact", "dsa", "mgm", "maxsum", "maxsum + breakout", "played: consensus"]
    assert rows["exact"][:4] == ["0", "13.0", "32.0", "0.0 %"]
    assert rows["played: consensus"][:4] == ["0", "16.0", "29.0", "23.1 %"]
    assert all(float(row[1]) >= 13 for row in rows.values())


def test_only_the_milliseconds_differ_between_two_exports() -> None:
    one, two = (figures(playbill("export", SAMPLE, "--to", "solve").stdout) for _ in range(2))
    assert {name: row[:-1] for name, row in one.items()} == {name: row[:-1] for name, row in two.items()}


def test_a_game_cut_short_is_told_as_such(tmp_path: Path) -> None:
    short = tmp_path / "short.jsonl"
    short.write_text("".join(Path(SAMPLE).read_text().splitlines(keepends=True)[:12]))
    text = playbill("export", str(short), "--to", "solve").stdout
    assert "played: not finished" in text
    assert "without a color" in text


def test_a_recording_without_a_problem_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_text(Path(SAMPLE).read_text().splitlines(keepends=True)[0])
    assert "nothing can be made of it" in mistake("export", str(empty), "--to", "solve")


def test_an_optimum_that_was_not_proven_is_not_called_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def impatient(problem: Weighted) -> Optimum:
        return optimum(problem)._replace(proven=False)

    monkeypatch.setattr(algorithm_table, "optimum", impatient)
    recording = recorded_sample("coloring-bots")
    table = EXPORTS["solve"](recording.header, recording.events)
    assert "the best found; no optimum was proven in 1" in table


def test_out_writes_a_new_file_and_never_over_an_old_one(tmp_path: Path) -> None:
    out = tmp_path / "table.txt"
    done = playbill("export", SAMPLE, "--to", "solve", "-O", str(out))
    assert done.stdout == ""
    assert f"written to {out}" in done.stderr
    assert "maxsum" in out.read_text()
    out.write_text("mine")
    assert "exists already" in mistake("export", SAMPLE, "--to", "solve", "-O", str(out))
    assert out.read_text() == "mine"


def test_each_algorithm_gets_the_same_problem() -> None:
    problem = Weighted(((0.0, 1.0), (0.0, 1.0)), ((0, 1),), 10.0)
    for solve in algorithm_table.LOCAL.values():
        assert solve(problem, Draw(1)).cost in (1.0, 10.0)


class Anchors(HTMLParser):
    """Ids, links and elements of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]


@pytest.mark.parametrize("path", sorted(RECORDINGS.glob("*.jsonl")), ids=lambda path: path.stem)
@pytest.mark.few(3)
def test_a_web_page_holds_every_message_and_loads_nothing(path: Path) -> None:
    recording = read_run(path)
    text = html_transcript(recording.header, recording.events)
    found = Anchors(text)
    assert not found.tags & {"script", "img", "link", "iframe", "object", "form"}
    assert len(found.ids) == len(set(found.ids))
    assert {link.removeprefix("#") for link in found.links} <= set(found.ids)
    said = [event.data.text for event in recording.events if isinstance(event.data, Said)]
    calls = [event.data for event in recording.events if isinstance(event.data, Asked)]
    assert all(escape(one_line(words)) in text for words in said)
    assert all(escape(call.reply) in text for call in calls)
    assert text.count("<summary>") - len(calls) in (1, 2)


def test_a_web_page_shows_foreign_words_as_text(tmp_path: Path) -> None:
    hostile = "<script>alert(1)</script><p id=t1>"
    lines = (RECORDINGS / "chat-sample.jsonl").read_text().splitlines(keepends=True)
    recording = recorded_sample("chat-sample")
    first = next(event.data.text for event in recording.events if isinstance(event.data, Said))
    path = tmp_path / "hostile.jsonl"
    path.write_text("".join(lines).replace(json.dumps(first)[1:-1], hostile))
    text = playbill("export", str(path), "--to", "html").stdout
    assert escape(hostile) in text
    assert "script" not in Anchors(text).tags
