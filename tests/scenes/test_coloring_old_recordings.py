"""Recordings of coloring by earlier versions open, although options and events were removed since."""

import json
from pathlib import Path

import pytest

from core.engine.casting import prepare
from core.errors import UserError
from core.recording.checked_reader import read_run
from scenes.coloring.old_events import Answered, Questioned

SAMPLE = Path(__file__).parents[2] / "recordings" / "coloring-bots.jsonl"


def test_a_removed_option_and_removed_events_are_read(tmp_path: Path) -> None:
    header, *events = SAMPLE.read_text("utf-8").splitlines()
    old = json.loads(header)
    old["config"]["questionnaire"] = True
    added = [Questioned(1, "They were fair."), Answered(1, "They were fair.", 6)]
    first = json.loads(events[0])
    kinds = [("questioned", added[0]), ("answered", added[1])]
    lines = [json.dumps(old), events[0]]
    for n, (kind, body) in enumerate(kinds, start=2):
        data = {name: getattr(body, name) for name in body.__struct_fields__}
        lines.append(json.dumps({**first, "n": n, "kind": kind, "data": data, "audience": ["H"], "end": "step"}))
    path = tmp_path / "old.jsonl"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    assert [event.data for event in read_run(path).events[1:]] == added


def test_nobody_can_choose_a_removed_option() -> None:
    with pytest.raises(UserError, match="coloring has no option 'questionnaire' any more"):
        prepare("coloring", {"questionnaire": True}, {}, 1)
