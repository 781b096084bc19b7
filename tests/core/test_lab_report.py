"""Reports: figures with a known true value, sheets of experiments, and the page."""

import random
import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from hashlib import sha256
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

import playbill as pb
from core.lab.comparisons import cells, differences, wins_by_level
from core.lab.experiment import ExperimentFolder
from core.lab.figures import Figure, mean_by_seed, mean_of, share_by_seed
from core.lab.page import page
from core.lab.playing import Job
from core.lab.recordings_folder import read_folder
from core.lab.report import Report
from core.lab.results import Cell, Sheet, correct_claims
from core.lab.rows import ModelUsage, Row
from core.lab.standings import matrices, wins_by, wins_by_policy
from tests.core.lab_table import COUP, TOY, lab_of, played

TALK = """
name = "talk"
scene = "coup"
games = 4
[options]
players = 3
[factors]
talk = ["off", "open"]
[cast.seats]
Ann = "bluffer"
Bob = "honest"
Cat = "honest"
"""


def row_of(job: Job, metrics: dict[str, float | bool], **fields: object) -> Row:
    place = {"cell": job.cell, "recording": job.recording, "rotation": job.rotation}
    return Row(seed=job.header.seed, cast=job.header.cast, options={}, metrics=metrics, **place, **fields)  # type: ignore[arg-type]


def report_of(lab: ExperimentFolder, row: Callable[[Job], Row]) -> Report:
    """Return a report on made-up rows."""
    lab.rows |= {job.recording: row(job) for job in lab.jobs}
    return Report(lab)


def named(sheet: Sheet, row: int = 0) -> dict[str, Cell]:
    """Return the cells of a row by column."""
    return dict(zip(sheet.columns, sheet.rows[row], strict=True))


@pytest.fixture(scope="module")
def coup(tmp_path_factory: pytest.TempPathFactory) -> ExperimentFolder:
    return played(tmp_path_factory.mktemp("coup"), COUP)


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory, toy: Path) -> ExperimentFolder:
    return played(tmp_path_factory.mktemp("toy"), TOY.replace("games = 6", "games = 2"))


# -- means and differences


def clustered(draw: random.Random) -> Figure:
    seeds = [(seed, draw.gauss(3, 5)) for seed in range(10)]
    return mean_by_seed((seed, mean + draw.gauss(0, 0.1)) for seed, mean in seeds for _ in range(8))


@pytest.mark.parametrize(
    "estimate",
    [
        lambda draw: mean_of([draw.gauss(3, 2) for _ in range(4)]),
        lambda draw: mean_of([draw.gauss(3, 2) for _ in range(30)]),
        clustered,
    ],
    ids=["4 seeds", "30 seeds", "games in clusters"],
)
def test_intervals_of_means_cover_the_truth(estimate: Callable[[random.Random], Figure]) -> None:
    figures = [estimate(random.Random(i)) for i in range(200)]
    assert 0.91 <= sum(figure.low <= 3 <= figure.high for figure in figures) / 200 <= 0.99
    assert clustered(random.Random(1)).n == 10


@pytest.mark.slow
def test_paired_differences_find_an_effect_smaller_than_that_of_seeds(tmp_path: Path) -> None:
    covered = []
    for i in range(60):
        draw = random.Random(i)
        luck = {seed: draw.gauss(0, 50) for seed in range(1, 7)}

        def row(job: Job) -> Row:
            score = luck[job.header.seed] + 3 * (job.header.config["tokens"] == 5) + draw.gauss(0, 1)  # noqa: B023
            return row_of(job, {"score": score, "lucky": score > 0})

        tokens, ordering = correct_claims(differences(report_of(lab_of(tmp_path, TOY), row)))[:2]
        effect, none = named(tokens)["score"], named(ordering)["score"]
        assert isinstance(effect, Figure)
        assert isinstance(none, Figure)
        assert (tokens.rows[0][:3], effect.n) == (("5 - 3", "24", "clear"), 6)
        assert effect.low > 0
        covered.append((effect.low <= 3 <= effect.high, none.low <= 0 <= none.high))
    assert all(sum(each) >= 52 for each in zip(*covered, strict=True))


# -- sheets


def test_failed_games_are_counted_and_in_no_figure(tmp_path: Path) -> None:
    lab = lab_of(tmp_path, TOY)
    first = lab.jobs[0].cell

    def row(job: Job) -> Row:
        if job.cell == first and job.header.seed <= 2:
            return row_of(job, {"score": 10**6}, status="failed", error="it <b>tripped</b>")
        return row_of(job, {"score": job.header.seed})

    report = report_of(lab, row)
    cell = named(cells(report))
    assert (cell["cell"], cell["games"], cell["score"]) == (first, "4 (and 2 failed)", mean_of([3, 4, 5, 6]))
    assert "it &lt;b&gt;tripped" in page(report)


@pytest.mark.parametrize("status", ["done", "failed"])
def test_one_game_is_enough_for_a_report(tmp_path: Path, status: str) -> None:
    text = TOY.replace("games = 6", "games = 1").replace("[3, 5]", "[3]").replace(', "asynchronous"', "")
    lab = lab_of(tmp_path, text.replace(', "random"', ""))
    report = report_of(lab, lambda job: row_of(job, {"score": 3}, status=status))
    assert [sheet.title for sheet in report.sheets()] == ["Cells"]
    assert "tokens=3, ordering=sequential, rules" in page(report)


def test_wins_by_policy_and_by_seat(coup: ExperimentFolder) -> None:
    report = Report(coup)
    rows = report.done
    for policy, seats, wins, _ in wins_by_policy(report).rows:
        assert seats == str(sum([*row.cast.values()].count(str(policy)) for row in rows)) == "9"
        assert wins == str(sum(policy in row.won for row in rows))
    for policy, *shares in wins_by(report, "seat", lambda row, name: name).rows:
        for name, share in zip(rows[0].cast, shares, strict=True):
            mine = [row for row in rows if row.cast[name] == policy]
            assert share == share_by_seed((row.seed, name in row.winners, 1) for row in mine)
            assert isinstance(share, Figure)
            assert share.rows == mine


def test_cross_play_shows_the_policy_of_the_row(tmp_path: Path) -> None:
    text = COUP.replace("round-robin", "cross-play").replace("players = 3", "players = 2") + "rotate = true"
    report = Report(played(tmp_path, text))
    (matrix,) = matrices(report)
    assert matrix.columns[1:] == ("random", "honest", "bluffer")
    mine = [row for row in report.done if row.cell == "random + honest"]
    assert named(matrix)["honest"] == share_by_seed((row.seed, "random" in row.won, 1) for row in mine)
    assert len(mine) == 6


def test_wins_by_level_and_their_paired_differences(tmp_path: Path) -> None:
    def row(job: Job) -> Row:  # with talk Ann wins every seed but the first, without it only the first
        ann = (job.header.seed == 1) != (job.header.config["talk"] == "open")
        return row_of(job, {"turns": 9}, winners=("Ann",) if ann else ("Bob",))

    report = report_of(lab_of(tmp_path, TALK), row)
    shares, apart = wins_by_level(report)
    off, on = (share_by_seed((seed, (seed == 1) == is_off, 1) for seed in range(1, 5)) for is_off in (True, False))
    none = share_by_seed((seed, 0, 1) for seed in range(1, 5))
    assert shares.columns == ("who", "off", "open")
    assert (shares.rows[0], shares.rows[2]) == (("bluffer at Ann", off, on), ("honest at Cat", none, none))
    points = apart.rows[0][3]
    assert apart.rows[0][:3] == ("bluffer at Ann", "open - off", "4")
    assert isinstance(points, Figure)
    assert points.value == 50
    assert (points.low, points.high) == pytest.approx((100 * (on.low - off.high), 100 * (on.high - off.low))), "r is -1"
    assert {sheet.title for sheet in report.sheets()} >= {"Wins by talk", "Differences in wins: talk"}


@pytest.mark.parametrize("roles", [{}, {"Ann": "liar", "Bob": "mark", "Cat": "mark"}], ids=["policies", "roles"])
def test_equal_seats_of_a_game_share_one_figure(tmp_path: Path, roles: dict[str, str]) -> None:
    lab = lab_of(tmp_path, TALK.replace("[cast.seats]", "[cast]\nrotate = true\n[cast.seats]"))
    assert {job.rotation for job in lab.jobs} == {0, 1, 2}

    def row(job: Job) -> Row:
        winner = next(name for name, policy in job.header.cast.items() if policy == "honest")
        return row_of(job, {"turns": 9}, winners=(winner,), roles=roles)

    shares, _ = wins_by_level(report_of(lab, row))
    found = {str(name): figure for name, figure, _ in shares.rows}
    if roles:
        assert set(found) == {"bluffer as liar", "honest as mark", "honest as liar", "bluffer as mark"}
        assert found["bluffer as liar"] == share_by_seed((seed, 0, 1) for seed in range(4))
    else:
        assert found["bluffer"] == share_by_seed((seed, 0, 3) for seed in range(4))
        assert found["honest"] == share_by_seed((seed, 1.5, 3) for seed in range(4))


def test_fallen_back_games_are_in_the_figures_and_in_sheets_without_them(tmp_path: Path) -> None:
    def row(job: Job) -> Row:
        seed = job.header.seed
        status = "fell back" if seed <= 2 else "failed" if seed == 4 else "done"
        return row_of(job, {"actions": seed}, status=status, winners=("Bob",) if seed <= 2 else ("Ann",))

    report = report_of(lab_of(tmp_path, TALK), row)
    sheets = {sheet.title: sheet for sheet in report.sheets()}
    first = named(sheets["Cells"])
    assert (first["games"], str(first["actions"])) == ("3 (2 fell back) (and 1 failed)", "2 [0, 4.48]*")
    without = sheets["Cells, without games that fell back"].rows[0]
    assert without[1:3] == ("1 (and 2 fell back, 1 failed)", mean_of([3]))
    for title in ("Wins by policy", "Wins by policy, without games that fell back"):
        assert {row[0]: row[2] for row in sheets[title].rows}["bluffer"] == "2"
    assert {row[0]: row[1] for row in sheets["Wins by policy"].rows} == {"bluffer": "6", "honest": "12"}
    assert report.done == [row for row in report.rows if row.status != "failed"]


# -- claims


def test_claims_are_corrected_for_their_number(tmp_path: Path) -> None:
    text = TOY.replace("tokens = [3, 5]", "tokens = [2, 3, 4, 5, 6]").replace("games = 6", "games = 12")
    draw = random.Random(3)
    report = report_of(
        lab_of(tmp_path, text),
        lambda job: row_of(job, {"score": draw.gauss(0, 1) + 9 * (job.header.config["tokens"] == 6)}),
    )
    claims = [claim for sheet in differences(report) for claim in sheet.claims]
    assert len(claims) == 12, "ten pairs of levels, one of orderings and one of policies"
    tokens = next(sheet for sheet in report.sheets() if sheet.title == "Differences: tokens")
    assert tokens.columns[2] == "by Holm (12)"
    assert {row[0]: row[2] for row in tokens.rows} == {
        f"{other} - {one}": "clear" if other == 6 else "not clear" for one in range(2, 7) for other in range(one + 1, 7)
    }
    assert report.caveat.startswith("Exploratory: no primary outcome is declared. 12 comparisons, 12 of them correct")
    assert escape(report.caveat) in page(report)


def test_a_claim_and_its_reverse_are_one_test(tmp_path: Path) -> None:
    text = TALK.replace("games = 4", "games = 30").replace("players = 3", "players = 2").replace('Cat = "honest"', "")
    draw = random.Random(1)

    def row(job: Job) -> Row:
        ann = draw.random() < (0.2 if job.header.config["talk"] == "off" else 0.8)
        return row_of(job, {"turns": 9}, winners=("Ann",) if ann else ("Bob",))

    sheets = report_of(lab_of(tmp_path, text), row).sheets()
    sheet = next(sheet for sheet in sheets if sheet.title == "Differences in wins: talk")
    assert sheet.columns[-1] == "by Holm (2)", "one of wins and one of ratings"
    assert [row[-1] for row in sheet.rows] == ["clear", "clear"]


# -- the page


class Links(HTMLParser):
    """A parser that collects links and checks that tags are closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.all: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        assert self.open == []
        self.files = {link for link in self.all if not link.startswith("#")}

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.all += [value or "" for key, value in attrs if key in ("href", "src")]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_alone_and_links_each_game(toy: ExperimentFolder) -> None:
    text = page(Report(toy))
    assert "script" not in text
    assert "//" not in text, "no address"
    links = Links(text)
    files = ("experiment.toml", "rows.jsonl", *(job.recording for job in toy.jobs))
    assert links.files == {f"./{name}" for name in files}
    assert all((toy.folder / file).exists() for file in links.files)
    anchors = {link[1:] for link in links.all if link.startswith("#")}
    assert len([anchor for anchor in anchors if anchor.startswith("c")]) == len(toy.cells)
    assert all(f'id="{anchor}"' in text or f"id={anchor}>" in text for anchor in anchors)


def test_the_pages_policy_allows_only_its_own_style(toy: ExperimentFolder) -> None:
    text = page(Report(toy))
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert " style=" not in text, "the policy forbids it"


def test_a_recordings_name_is_no_script_and_no_link_out_of_the_folder(tmp_path: Path) -> None:
    names = ("javascript:alert(1),[].jsonl", 'a" onclick="x.jsonl', "<b>#?%41 ü.jsonl", "data:text,x.jsonl")
    for seed, name in enumerate(names, 1):
        pb.play("coup", {"players": 2}, {"*": "random"}, seed, record=tmp_path / name)
    (folder,) = read_folder(tmp_path)
    text = page(Report(folder))
    files = Links(text).files
    assert all(link.startswith("./") and not set("<>\"'#? :") & set(link) for link in files)
    assert {unquote(link.removeprefix("./")) for link in files} == set(names)
    assert "<b>" not in text


@pytest.mark.parametrize(("price", "across"), [(0.5, "dollars a seat"), (None, "tokens a seat")])
def test_the_page_draws_cost_against_strength(coup: ExperimentFolder, price: float | None, across: str) -> None:
    lab, usage = copy(coup), {"honest": ModelUsage(2, 100, 10, 1.0, price)}
    lab.rows = {name: replace(row, took=usage) for name, row in coup.rows.items()}
    plot = page(Report(lab)).partition('<svg class="plot"')[2].partition("</svg>")[0]
    assert f"Cost against strength: rating by {across}" in plot
    assert plot.count("<circle") == 3
    x = {name: float(cx) for cx, name in re.findall(r'cx="([\d.]+)".*?<text[^>]*>(.*?)</text>', plot)}
    assert x["honest"] > x["random"] == x["bluffer"], "policies without a model cost nothing"
