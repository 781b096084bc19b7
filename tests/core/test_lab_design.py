"""Designs of experiments: cells, line-ups and games, and errors for bad files."""

from collections import Counter
from pathlib import Path

import pytest

from core.errors import UserError
from core.lab.design import read_experiment
from tests.core.lab_table import COUP, TOY, lab_of, written
from tests.corpora import corpus


def casts(tmp_path: Path, text: str) -> list[tuple[str, ...]]:
    """Return the casts of the games with the first seed, by seat."""
    return [tuple(job.header.cast.values()) for job in lab_of(tmp_path, text).jobs if job.header.seed == 1]


def test_each_combination_of_levels_is_a_cell_with_the_same_seeds(tmp_path: Path) -> None:
    lab = lab_of(tmp_path, TOY)
    assert [cell.name for cell in lab.cells][:3] == [
        "tokens=3, ordering=sequential, rules",
        "tokens=3, ordering=sequential, random",
        "tokens=3, ordering=asynchronous, rules",
    ]
    for cell in lab.cells:
        assert [job.header.seed for job in lab.jobs if job.cell == cell.name] == [1, 2, 3, 4, 5, 6]
        assert {job.header.config["tokens"] for job in lab.jobs if job.cell == cell.name} == {cell.levels["tokens"]}
    assert len({job.recording for job in lab.jobs}) == len(lab.jobs)


def test_line_ups_of_each_design(tmp_path: Path) -> None:
    def by(design: str, players: int = 3, more: str = "") -> list[tuple[str, ...]]:
        text = COUP.replace("round-robin", design).replace("players = 3", f"players = {players}")
        return casts(tmp_path, text + more)

    r, h, u = "random", "honest", "bluffer"
    assert by("fixed") == [(r, h, u)]
    assert by("fixed", more="rotate = true") == [(r, h, u), (u, r, h), (h, u, r)]
    assert by("self-play", 2, "rotate = true") == [(r, r), (h, h), (u, u)]
    assert by("cross-play", 2) == [(a, b) for a in (r, h, u) for b in (r, h, u)]
    assert by("cross-play")[:2] == [(r, r, r), (r, h, h)]
    assert by("round-robin", 2, "rotate = false") == [(r, h), (r, u), (h, u)]
    assert by("round-robin", 4, "rotate = false") == [(r, r, h, u), (r, h, h, u), (r, h, u, u)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("design", ["round-robin", "cross-play"])
def test_rotation_gives_each_policy_each_seat_equally_often(tmp_path: Path, players: int, design: str) -> None:
    text = COUP.replace("players = 3", f"players = {players}").replace("round-robin", design) + "rotate = true"
    tables = [cast for cast in casts(tmp_path, text) if len(set(cast)) > 1]
    seats = Counter(place for cast in tables for place in enumerate(cast))
    assert len(seats) == players * 3
    assert len(set(seats.values())) == 1


BAD = corpus("refusals")["experiment_files"]


@pytest.mark.parametrize(("good", "bad", "message"), BAD, ids=[message[:30] for _, _, message in BAD])
def test_a_bad_file_is_rejected_with_key_and_remedy(tmp_path: Path, good: str, bad: str, message: str) -> None:
    text = TOY.replace('name = "toys"', 'name = "x"')
    assert good in text
    with pytest.raises(UserError) as error:
        lab_of(tmp_path, text.replace(good, bad))
    assert message in str(error.value)
    assert "\n" not in str(error.value)
    assert not str(error.value).endswith("..")
    assert not (tmp_path / "out").exists()


def test_a_missing_file_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read: No such file"):
        read_experiment(tmp_path / "no.toml")
    with pytest.raises(UserError, match=r"is a folder; name its file: .*experiment\.toml"):
        read_experiment(tmp_path)
    assert read_experiment(written(tmp_path, TOY)).games == 6
