"""The comparison of benchmark figures from two runs."""

from pathlib import Path

import msgspec
import pytest

from tests.bench import figures
from tests.bench.figures import Figure, Figures, compared


def test_what_moved_by_more_than_noise_is_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Times are scaled to the same machine speed; ratios are compared directly."""
    before = [Figure("a time", 10.0, "ms"), Figure("a ratio", 2.0, "x"), Figure("gone", 1.0, "s")]
    after = [Figure("a time", 20.0, "ms"), Figure("a ratio", 1.0, "x"), Figure("new", 1.0, "s")]
    one, other = Figures("one", "3.11", 50.0, {"b": before}), Figures("two", "3.11", 100.0, {"b": after})
    monkeypatch.setattr(figures, "FOLDER", tmp_path / "kept")
    assert Figures.read(one.write()) == one
    head, machine, *rows = [line.split() for line in compared(one, other)]
    assert head == ["one", "two", "ratio"]
    assert machine == ["the", "bare", "machine", "50.0", "100.0", "ms"]
    assert rows == [
        ["b:", "a", "time", "10.000", "20.000", "1.00", "ms"],
        ["b:", "a", "ratio", "2.000", "1.000", "0.50", "x", "less"],
        ["b:", "gone", "1.000", "–"],
        ["b:", "new", "–", "1.000"],
    ]
    slower = msgspec.structs.replace(other, bare_ms=50.0)
    assert list(compared(one, slower))[2].split()[-3:] == ["2.00", "ms", "more"]
