"""The primary outcome of an experiment: declared, checked, reported first, and planned with a pilot."""

import csv
import json
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from math import ceil
from pathlib import Path
from statistics import fmean, stdev
from xml.etree import ElementTree

import pytest

from core.errors import UserError
from core.lab.experiment import ExperimentFolder
from core.lab.exports import export
from core.lab.figures import Figure, mean_of, paired_difference, share_by_seed, share_difference
from core.lab.intervals import mean
from core.lab.methods import methods
from core.lab.page import page
from core.lab.pilot import Pilot
from core.lab.playing import Job
from core.lab.power import deviation_limit, power, seeds_for
from core.lab.primary import effect_of
from core.lab.report import Report
from core.lab.results import Sheet
from core.lab.rows import Row
from tests.core.lab_table import COUP, TOY, lab_of, played
from tests.core.test_lab_report import TALK, report_of, row_of

PRIMARY = '[primary]\nmeasure = "{}"\nfactor = "{}"\nlevels = {}\nleast = {}\n'
SCORE = TOY + PRIMARY.format("score", "tokens", "[3, 5]", 2)


def scored(effect: float, **fields: object) -> Callable[[Job], Row]:
    """Return rows whose score depends on the seed, slightly on chance, and on the tokens."""
    draw = random.Random(1)

    def row(job: Job) -> Row:
        score = 10 * job.header.seed + draw.gauss(0, 2) + effect * (job.header.config["tokens"] == 5)
        declared = {"planned": job.planned, "primary": job.primary, **fields}
        return row_of(job, {"score": score}, **declared)

    return row


def lead(report: Report) -> Sheet:
    return report.sheets()[0]


# -- effects


def test_the_effect_is_that_of_paired_seeds(tmp_path: Path) -> None:
    report = report_of(lab_of(tmp_path, SCORE), scored(3))
    sheet = lead(report)
    assert sheet.title == "Primary outcome: score by tokens, 5 - 3"
    apart = {}
    for seed in range(1, 7):
        games = {
            tokens: [r for r in report.rows if r.seed == seed and f"tokens={tokens}" in r.cell] for tokens in (3, 5)
        }
        apart[seed] = fmean(r.metrics["score"] for r in games[5]) - fmean(r.metrics["score"] for r in games[3])
    _, zero, five, difference, p, verdict = sheet.rows[0]
    assert difference == paired_difference(apart.items())
    assert isinstance(zero, Figure)
    assert isinstance(five, Figure)
    assert five.value - zero.value == pytest.approx(fmean(apart.values()))
    assert verdict == "clear"
    assert float(str(p)) == pytest.approx(mean(list(apart.values()))[1], rel=0.01)


def test_the_primary_outcome_alone_is_not_corrected(tmp_path: Path) -> None:
    report = report_of(lab_of(tmp_path, SCORE), scored(3))
    with_primary = {sheet.title: sheet for sheet in report.sheets()}
    plain = {sheet.title: sheet for sheet in report_of(lab_of(tmp_path, TOY), scored(3)).sheets()}
    assert plain["Differences: tokens"].columns[2] == "by Holm (3)"
    tokens = with_primary["Differences: tokens"]
    assert (tokens.columns[2], tokens.rows[0][2]) == ("by Holm (2)", "primary")
    assert with_primary["Differences: cast"].rows[0][2] == "not clear"
    assert report.caveat.startswith("All but the primary outcome is exploratory. 2 comparisons, 2 of them correct")


def test_wins_of_a_policy_by_level(tmp_path: Path) -> None:
    text = TALK + PRIMARY.format("wins of bluffer at Ann", "talk", '["off", "open"]', 0.2)

    def row(job: Job) -> Row:
        ann = (job.header.seed == 1) != (job.header.config["talk"] == "open")
        return row_of(job, {}, winners=("Ann",) if ann else ("Bob",))

    _, off, on, points, *_ = lead(report_of(lab_of(tmp_path, text), row)).rows[0]
    sides = [[(seed, (seed == 1) == quiet, 1) for seed in range(1, 5)] for quiet in (True, False)]
    assert (off, on) == tuple(map(share_by_seed, sides))
    assert points == share_difference(*sides, paired=True).times(100)


def test_policies_at_one_table_are_compared_by_the_seats_that_they_won(tmp_path: Path) -> None:
    text = COUP + PRIMARY.format("won", "cast", '["random", "honest"]', 0.1)
    report = Report(played(tmp_path, text))
    assert report.primary
    effect = effect_of(report, report.primary)
    seats = {
        policy: [
            (row.seed, name in row.winners, 1) for row in report.done for name in row.cast if row.cast[name] == policy
        ]
        for policy in ("random", "honest")
    }
    assert (effect.one, effect.other) == tuple(map(share_by_seed, seats.values()))
    assert len(effect.by_seed) == 3


def test_games_that_fell_back_are_in_the_main_row_and_left_out_of_the_other(tmp_path: Path) -> None:
    plain = scored(3)

    def row(job: Job) -> Row:
        return replace(plain(job), status="fell back" if job.header.seed == 1 else "done")

    everything, without = lead(report_of(lab_of(tmp_path, SCORE), row)).rows
    assert [str(everything[0]), str(without[0])] == ["all games (intention to treat)", "without games that fell back"]
    assert (everything[3].seeds, without[3].seeds) == (6, 5)  # type: ignore[union-attr]


# -- the declaration


def test_a_declaration_before_the_first_game_stays_with_the_rows(tmp_path: Path) -> None:
    lab = played(tmp_path, TOY + PRIMARY.format("taken", "tokens", "[3, 5]", 2))
    primary = lab.experiment.primary
    assert primary
    assert {row.primary for row in lab.rows.values()} == {primary.digest}
    assert lead(Report(lab)).note.startswith("Declared before the first game")


def test_a_late_or_changed_declaration_is_marked(tmp_path: Path) -> None:
    games = TOY.replace("games = 6", "games = 1")
    played(tmp_path, games)
    lab = played(tmp_path, games + PRIMARY.format("taken", "tokens", "[3, 5]", 2))
    assert lead(Report(lab)).note.startswith("Declared after 8 games")
    assert str(lead(Report(lab)).rows[0][-1]).endswith(", declared late")
    for end in ("games = 2", "games = 3"):
        least = 2 if end == "games = 2" else 1
        lab = played(tmp_path, TOY.replace("games = 6", end) + PRIMARY.format("taken", "tokens", "[3, 5]", least))
    note = lead(Report(lab)).note
    assert note.startswith("Changed after 16 games")
    assert "Seeds 2 to 3 were added after 8 games." in note
    assert note.split(" An effect")[0].rpartition("games.")[0] + "games." in methods(Report(lab))


@pytest.mark.parametrize(
    ("measure", "least", "message"),
    [
        ("takn", 1, r"measure = 'takn': did you mean taken\\?"),
        ("wins of rules at Zoe", 0.1, r"did you mean wins of rules at "),
        ("wins of rules at A", 10, "least = 10: wins of rules at A goes from 0 to 1"),
        ("empty", 2, "least = 2: empty goes from 0 to 1"),
        ("taken", 10, ""),
        ("turns", 10, ""),
    ],
)
def test_a_measure_is_checked_before_anything_is_played(
    tmp_path: Path, measure: str, least: float, message: str
) -> None:
    lab = lab_of(tmp_path, TOY + PRIMARY.format(measure, "tokens", "[3, 5]", least))
    if message:
        with pytest.raises(UserError, match=message):
            lab.check()
    else:
        lab.check()
    assert not lab.folder.exists()


def test_levels_without_equal_games_are_rejected(tmp_path: Path) -> None:
    text = COUP.replace("players = 3", "").replace("[cast]", "[factors]\nplayers = [2, 3]\n[cast]")
    lab = lab_of(tmp_path, text + PRIMARY.format("turns", "players", "[2, 3]", 1))
    with pytest.raises(UserError, match="no games with players = 2 and 3 have equal casts"):
        lab.check()


# -- power


def test_seeds_needed_come_from_the_least_effect_and_the_limit_of_the_deviation(tmp_path: Path) -> None:
    report = report_of(lab_of(tmp_path, SCORE.replace("least = 2", "least = 1")), scored(0.5))
    assert report.primary
    apart = effect_of(report, report.primary).by_seed
    needed = seeds_for(1, deviation_limit(apart))
    assert needed > 6
    assert f"by {needed} seeds: {needed - 6} more seeds would be needed." in lead(report).note
    assert (
        "enough were played"
        in lead(report_of(lab_of(tmp_path, SCORE.replace("least = 2", "least = 99")), scored(9))).note
    )


def test_power_is_that_of_scipy_and_statsmodels() -> None:
    from scipy import stats
    from statsmodels.stats.power import TTestPower

    values = [1.0, 4.0, 2.5, 7.0, 3.0]
    assert deviation_limit(values) == pytest.approx(stdev(values) * (4 / stats.chi2.ppf(0.2, 4)) ** 0.5)
    for effect, deviation in ((1, 2.0), (0.1, 0.5), (3, 4.0)):
        exact = ceil(TTestPower().solve_power(effect / deviation, power=0.8, alpha=0.05))
        seeds = seeds_for(effect, deviation)
        assert abs(seeds - exact) <= 1
        assert power(seeds - 1, effect, deviation) < 0.8 <= power(seeds, effect, deviation)


def test_the_power_of_simulated_experiments_is_the_predicted_one() -> None:
    seeds, found = seeds_for(1, 2), 0
    for i in range(400):
        draw = random.Random(i)
        found += mean_of([draw.gauss(1, 2) for _ in range(seeds)]).low > 0
    assert found / 400 == pytest.approx(0.8, abs=0.06)


# -- pilots


def test_a_pilot_predicts_and_leaves_no_results(tmp_path: Path) -> None:
    text = TOY.replace('["rules", "random"]', '["random", "llm:mock"]') + PRIMARY.format("turns", "tokens", "[3, 5]", 1)
    lab = lab_of(tmp_path, text)
    pilot = Pilot(lab, 2, tmp_path / "pilot")
    calls, _, cost = pilot.rehearse()
    assert not (tmp_path / "pilot").exists()
    pilot.play(1, lambda row: None)
    assert calls == sum(row.calls for row in pilot.rows.values()) > 0
    assert cost == 0
    assert {row.seed for row in pilot.rows.values()}.isdisjoint(job.header.seed for job in lab.jobs)
    forecast = dict(pilot.forecast())
    assert forecast["calls"].startswith(f"{3 * calls} ")
    assert "with 6 seeds" in forecast["power"]
    assert not lab.folder.exists()
    before = {path: path.read_bytes() for path in (tmp_path / "pilot").rglob("*.jsonl")}
    again = Pilot(lab, 2, tmp_path / "pilot")
    again.play(1, lambda row: None)
    assert {path: path.read_bytes() for path in before} == before, "replies that were paid for are not asked again"


def test_prices_of_a_pilot_are_those_of_the_models_that_it_will_ask(tmp_path: Path) -> None:
    models = '[models.mine]\nmodel = "openai/x"\nbase = "http://127.0.0.1:9"\nprice_in = 1e6\nprice_out = 0\n'
    text = TOY.replace('["rules", "random"]', '["llm:mine"]') + models
    lab = ExperimentFolder(
        lab_of(tmp_path, text).experiment, tmp_path / "out", {}, allow=["llm:mine=openai/x@http://127.0.0.1:9"]
    )
    _, tokens, cost = Pilot(lab, 2, tmp_path / "pilot").rehearse()
    assert cost is not None
    assert 0 < cost < tokens, "a dollar for each token of a prompt, nothing for answers"


# -- tables and figures for a paper


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory, toy: Path) -> tuple[Report, Path]:
    folder = tmp_path_factory.mktemp("exported")
    report = report_of(lab_of(folder, SCORE), scored(3))
    assert export(report, folder / "paper") == len(report.sheets())
    return report, folder / "paper"


def test_tables_hold_the_figures_of_the_report(exported: tuple[Report, Path]) -> None:
    report, folder = exported
    for number, sheet in enumerate(report.sheets(), 1):
        (file,) = folder.glob(f"{number:02}-*.csv")
        with file.open() as lines:
            rows = list(csv.reader(lines))
        assert len(rows) == len(sheet.rows) + 1
        table = json.loads(file.with_suffix(".json").read_text())
        assert (table["title"], tuple(table["columns"])) == (sheet.title, sheet.columns)
        assert file.with_suffix(".md").read_text().count("\n| ") == len(sheet.rows) + 2
        latex = file.with_suffix(".tex").read_text()
        assert latex.count(r"\\") == len(sheet.rows) + 1
        assert "%" not in latex.replace(r"\%", "")
    (primary,) = folder.glob("01-*.csv")
    with primary.open() as lines:
        (row,) = csv.DictReader(lines)
    difference = lead(report).rows[0][3]
    assert isinstance(difference, Figure)
    assert [float(row[f"difference{end}"]) for end in ("", " low", " high", " p")] == pytest.approx(
        [difference.value, difference.low, difference.high, difference.p]
    )


def test_figures_are_whole_and_have_axes(exported: tuple[Report, Path]) -> None:
    _, folder = exported
    files = list(folder.glob("*.svg"))
    assert len(files) > 3
    for file in files:
        tree = ElementTree.fromstring(file.read_text())
        texts = [each.text for each in tree.iter("{http://www.w3.org/2000/svg}text")]
        assert len(texts) > 3, "names, numbers along the axis, and its title"
        for mark in tree.iter("{http://www.w3.org/2000/svg}circle"):
            assert 0 <= float(mark.attrib["cx"]) <= 720
        assert file.with_suffix(".png").read_bytes().startswith(b"\x89PNG")


def test_without_the_library_for_png_the_rest_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(UserError, match=r"which need resvg: pip install 'playbill\[figures\]'"):
        export(report_of(lab_of(tmp_path, SCORE), scored(3)), tmp_path / "paper")
    assert {path.suffix for path in (tmp_path / "paper").iterdir()} == {".csv", ".json", ".md", ".tex", ".svg"}


def test_methods_name_version_seeds_policies_failures_and_corrections(tmp_path: Path) -> None:
    def row(job: Job) -> Row:
        status = "failed" if job.header.seed == 1 else "done"
        return scored(3, status=status, fallbacks=2, playbill="9.9")(job)

    report = report_of(lab_of(tmp_path, SCORE), row)
    text = methods(report)
    for part in (
        "48 games of toy were played with Playbill 9.9, in 8 cells, with 6 seeds, 1 to 6.",
        "Factor tokens: 3, 5.",
        "Policies: random, rules (self-play).",
        "In no figure: 8 failed.",
        "took 96 default actions",
        "Primary outcome: score by tokens, 5 - 3, with 2 as the smallest effect of interest.",
        "by Holm's method",
    ):
        assert part in text
    assert "<h2>Methods</h2>" in page(report)
