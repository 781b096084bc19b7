"""What a report says of rows: figures whose truth is known, and the page."""

import random
import re
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

import playbill as pb
from core.lab.comparisons import cells, differences, wins_by_level
from core.lab.experiment import Lab
from core.lab.figures import Figure, mean_by_seed, mean_of, share_by_seed
from core.lab.page import page
from core.lab.playing import Job
from core.lab.recordings_folder import read_folder
from core.lab.report import Report
from core.lab.results import corrected
from core.lab.rows import ModelUsage, Row
from core.lab.standings import matrices, wins_by, wins_by_policy
from tests.core.lab_table import COUP, TOY, lab_of, played

TIMES = 400


def covered(truth: float, made: Callable[[random.Random], Figure]) -> float:
    figures = [made(random.Random(i)) for i in range(TIMES)]
    return sum(figure.low <= truth <= figure.high for figure in figures) / TIMES


def told_by(job: Job, metrics: dict[str, float | bool], **more: object) -> Row:
    made = job.header
    place = {"cell": job.cell, "recording": job.recording, "rotation": job.rotation}
    return Row(seed=made.seed, cast=made.cast, options={}, metrics=metrics, **place, **more)  # type: ignore[arg-type]


def simulated(lab: Lab, draw: random.Random, effect: float) -> Report:
    """Scores that depend far more on the seed than on what is tried."""
    luck = {seed: draw.gauss(0, 50) for seed in range(1, 7)}
    for job in lab.jobs:
        score = luck[job.header.seed] + effect * (job.header.config["tokens"] == 5) + draw.gauss(0, 1)
        lab.rows[job.recording] = told_by(job, {"score": score, "lucky": score > 0})
    return Report(lab)


@pytest.mark.parametrize("n", [4, 30])
def test_means_cover_the_truth(n: int) -> None:
    assert 0.92 <= covered(3, lambda draw: mean_of([draw.gauss(3, 2) for _ in range(n)])) <= 0.98


def test_what_comes_from_one_seed_counts_once() -> None:
    def made(draw: random.Random) -> Figure:
        decks = [(seed, draw.gauss(10, 5)) for seed in range(10)]
        return mean_by_seed((seed, deck + draw.gauss(0, 0.1)) for seed, deck in decks for _ in range(8))

    assert 0.92 <= covered(10, made) <= 0.98
    assert made(random.Random(1)).n == 10


@pytest.mark.slow
def test_paired_differences_find_what_the_seeds_would_hide(tmp_path: Path) -> None:
    read_folder = []
    for i in range(60):
        report = simulated(lab_of(tmp_path, TOY), random.Random(i), 3.0)
        tokens, ordering = corrected(differences(report))[:2]
        (effect,) = [row[tokens.columns.index("score")] for row in tokens.rows]
        (none,) = [row[ordering.columns.index("score")] for row in ordering.rows]
        assert isinstance(effect, Figure)
        assert isinstance(none, Figure)
        assert (tokens.rows[0][:3], effect.n) == (("5 - 3", "24", "clear"), 6)
        assert effect.low > 0, "far less than what the seeds differ by"
        read_folder.append((effect.low <= 3 <= effect.high, none.low <= 0 <= none.high))
    assert all(sum(each) >= 52 for each in zip(*read_folder, strict=True))


def test_what_failed_is_counted_and_in_no_figure(tmp_path: Path) -> None:
    lab = lab_of(tmp_path, TOY)
    first = lab.jobs[0].cell
    for job in lab.jobs:
        bad = job.cell == first and job.header.seed <= 2
        status = {"status": "failed", "error": "it <b>tripped</b>"} if bad else {}
        lab.rows[job.recording] = told_by(job, {"score": 10**6 if bad else job.header.seed}, **status)
    sheet = cells(Report(lab))
    row = dict(zip(sheet.columns, sheet.rows[0], strict=True))
    assert (row["cell"], row["games"]) == (first, "4 (and 2 failed)")
    assert row["score"] == mean_of([3, 4, 5, 6])
    assert "it &lt;b&gt;tripped" in page(Report(lab))


@pytest.mark.parametrize("status", ["done", "failed"])
def test_one_game_and_one_level_are_enough(tmp_path: Path, status: str) -> None:
    text = TOY.replace("games = 6", "games = 1").replace("[3, 5]", "[3]").replace(', "asynchronous"', "")
    lab = lab_of(tmp_path, text.replace(', "random"', ""))
    lab.rows[lab.jobs[0].recording] = told_by(lab.jobs[0], {"score": 3}, status=status)
    report = Report(lab)
    assert [sheet.title for sheet in report.sheets()] == ["Cells"]
    assert "tokens=3, ordering=sequential, rules" in page(report)


def test_wins_by_policy_and_seat_are_those_of_the_rows(tmp_path: Path) -> None:
    report = Report(played(tmp_path, COUP))
    rows = report.done
    for policy, seats, wins, _ in wins_by_policy(report).rows:
        assert seats == str(sum([*row.cast.values()].count(str(policy)) for row in rows)) == "9"
        assert wins == str(sum(policy in row.won for row in rows))
    for policy, *shares in wins_by(report, "seat", lambda row, name: name).rows:
        for name, share in zip(rows[0].cast, shares, strict=True):
            mine = [row for row in rows if row.cast[name] == policy]
            assert share == share_by_seed((row.seed, name in row.winners, 1) for row in mine)
            assert isinstance(share, Figure)
            assert share.n == 3


def test_the_matrix_tells_of_the_policy_in_the_row(tmp_path: Path) -> None:
    text = COUP.replace("round-robin", "cross-play").replace("players = 3", "players = 2") + "rotate = true"
    report = Report(played(tmp_path, text))
    (matrix,) = matrices(report)
    assert matrix.columns[1:] == ("random", "honest", "bluffer")
    told = dict(zip(matrix.columns, matrix.rows[0], strict=True))
    mine = [row for row in report.done if row.cell == "random + honest"]
    assert told["honest"] == share_by_seed((row.seed, "random" in row.won, 1) for row in mine)
    assert len(mine) == 6


@pytest.mark.parametrize(("price", "across"), [(0.5, "dollars a seat"), (None, "tokens a seat")])
def test_cost_is_drawn_against_strength(tmp_path: Path, price: float | None, across: str) -> None:
    lab = played(tmp_path, COUP)
    for name, row in lab.rows.items():
        lab.rows[name] = replace(row, took={"honest": ModelUsage(2, 100, 10, 1.0, price)})
    text = page(Report(lab))
    drawn = text.partition("<svg class=plot")[2].partition("</svg>")[0]
    assert f"Cost against strength: rating by {across}" in drawn
    assert drawn.count("<circle") == 3
    x = {name: float(cx) for cx, name in re.findall(r'cx="([\d.]+)".*?<text[^>]*>(.*?)</text>', drawn)}
    assert x["honest"] > x["random"] == x["bluffer"], "who calls no model pays nothing"


class Reading(HTMLParser):
    """Collects links, and complains of tags that are not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for key, value in attrs if key in ("href", "src")]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_alone_and_links_every_game(tmp_path: Path) -> None:
    lab = played(tmp_path, TOY)
    text = page(Report(lab))
    reading = Reading()
    reading.feed(text)
    assert reading.open == []
    assert "script" not in text
    assert "default-src 'none'; style-src 'sha256-" in text
    assert "//" not in text, "no address"
    files = {link for link in reading.links if not link.startswith("#")}
    assert files == {f"./{name}" for name in ("experiment.toml", "rows.jsonl", *(job.recording for job in lab.jobs))}
    assert all((lab.folder / file).exists() for file in files)
    anchors = {link for link in reading.links if link.startswith("#")}
    assert len([anchor for anchor in anchors if anchor.startswith("#c")]) == len(lab.cells)
    assert all(f'id="{anchor[1:]}"' in text or f"id={anchor[1:]}>" in text for anchor in anchors)


NAMES = ("javascript:alert(1),[].jsonl", 'a" onclick="x.jsonl', "<b>#?%41 ü.jsonl", "data:text,x.jsonl")


def test_no_name_of_a_recording_becomes_a_script_or_leads_out_of_the_folder(tmp_path: Path) -> None:
    for seed, name in enumerate(NAMES, 1):
        pb.play("coup", {"players": 2}, {"*": "random"}, seed, record=tmp_path / name)
    (made,) = read_folder(tmp_path)
    text = page(Report(made))
    reading = Reading()
    reading.feed(text)
    files = {link for link in reading.links if not link.startswith("#")}
    assert all(link.startswith("./") and not set("<>\"'#? :") & set(link) for link in files)
    assert {unquote(link.removeprefix("./")) for link in files} == set(NAMES)
    assert "<b>" not in text


def test_the_pages_policy_lets_its_own_style_pass_and_nothing_else(tmp_path: Path) -> None:
    text = page(Report(played(tmp_path, TOY)))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)
    assert style
    digest = b64encode(sha256(style[1].encode()).digest()).decode()
    assert policy[1] == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert " style=" not in text, "the policy has no room for it"


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


def test_who_wins_under_which_level_is_told_and_how_far_that_is_apart_seed_by_seed(tmp_path: Path) -> None:
    lab = lab_of(tmp_path, TALK)
    for job in lab.jobs:  # with talk Ann wins every seed but the first, without it the first alone
        ann = (job.header.seed == 1) != (job.header.config["talk"] == "open")
        lab.rows[job.recording] = told_by(job, {"turns": 9}, winners=("Ann",) if ann else ("Bob",))
    shares, apart = wins_by_level(Report(lab))
    assert shares.columns == ("who", "off", "open")
    off, on = [(seed, seed == 1, 1) for seed in range(1, 5)], [(seed, seed != 1, 1) for seed in range(1, 5)]
    none = share_by_seed((seed, 0, 1) for seed in range(1, 5))
    assert shares.rows[0] == ("bluffer at Ann", share_by_seed(off), share_by_seed(on))
    assert shares.rows[2] == ("honest at Cat", none, none)
    a, b, points = share_by_seed(off), share_by_seed(on), apart.rows[0][3]
    assert apart.rows[0][:3] == ("bluffer at Ann", "open - off", "4")
    assert isinstance(points, Figure)
    assert points.value == 50
    assert (points.low, points.high) == pytest.approx((100 * (b.low - a.high), 100 * (b.high - a.low))), "r is -1"
    assert {sheet.title for sheet in Report(lab).sheets()} >= {"Wins by talk", "Differences in wins: talk"}


@pytest.mark.parametrize("roles", [{}, {"Ann": "liar", "Bob": "mark", "Cat": "mark"}], ids=["policies", "roles"])
def test_who_is_alike_shares_its_seats_and_a_game_counts_once(tmp_path: Path, roles: dict[str, str]) -> None:
    lab = lab_of(tmp_path, TALK.replace("[cast.seats]", "[cast]\nrotate = true\n[cast.seats]"))
    assert {job.rotation for job in lab.jobs} == {0, 1, 2}
    for job in lab.jobs:
        won = [name for name, policy in job.header.cast.items() if policy == "honest"]
        lab.rows[job.recording] = told_by(job, {"turns": 9}, winners=tuple(won[:1]), roles=roles)
    shares, _ = wins_by_level(Report(lab))
    told = {str(who): figure for who, figure, _ in shares.rows}
    if roles:
        assert set(told) == {"bluffer as liar", "honest as mark", "honest as liar", "bluffer as mark"}
        assert told["bluffer as liar"] == share_by_seed((seed, 0, 1) for seed in range(4))
    else:
        assert told["bluffer"] == share_by_seed((seed, 0, 3) for seed in range(4))
        assert told["honest"] == share_by_seed((seed, 1.5, 3) for seed in range(4))


def test_games_that_fell_back_stay_in_the_figures_with_a_table_without_them_beside(tmp_path: Path) -> None:
    lab = lab_of(tmp_path, TALK)
    for job in lab.jobs:
        fell_back = job.header.seed <= 2
        status = "fell back" if fell_back else "failed" if job.header.seed == 4 else "done"
        winners = ("Bob",) if fell_back else ("Ann",)
        lab.rows[job.recording] = told_by(job, {"actions": job.header.seed}, status=status, winners=winners)
    report = Report(lab)
    sheets = {sheet.title: sheet for sheet in report.sheets()}
    first = dict(zip(sheets["Cells"].columns, sheets["Cells"].rows[0], strict=True))
    assert (first["games"], str(first["actions"])) == ("3 (2 fell back) (and 1 failed)", "2 [0, 4.48]*")
    alone = sheets["Cells, without games that fell back"].rows[0]
    assert alone[1:3] == ("1 (and 2 fell back, 1 failed)", mean_of([3]))
    for title, wins in (("Wins by policy", "2"), ("Wins by policy, without games that fell back", "2")):
        told = {row[0]: row for row in sheets[title].rows}
        assert told["bluffer"][2] == wins
    assert {row[0]: row[1] for row in sheets["Wins by policy"].rows} == {"bluffer": "6", "honest": "12"}
    assert report.done == [row for row in report.rows if row.status != "failed"]


def test_claims_are_corrected_for_all_of_a_report_and_the_number_is_printed(tmp_path: Path) -> None:
    lab = lab_of(
        tmp_path, TOY.replace("tokens = [3, 5]", "tokens = [2, 3, 4, 5, 6]").replace("games = 6", "games = 12")
    )
    draw = random.Random(3)
    for job in lab.jobs:
        lab.rows[job.recording] = told_by(job, {"score": draw.gauss(0, 1) + 9 * (job.header.config["tokens"] == 6)})
    report = Report(lab)
    claims = [claim for sheet in differences(report) for claim in sheet.claims]
    assert len(claims) == 12, "ten pairs of levels, one of orderings and one of policies"
    tokens = next(sheet for sheet in report.sheets() if sheet.title == "Differences: tokens")
    assert tokens.columns[2] == "by Holm (12)"
    assert {row[0]: row[2] for row in tokens.rows} == {
        f"{other} - {one}": "clear" if other == 6 else "not clear" for one in range(2, 7) for other in range(one + 1, 7)
    }
    assert report.caveat.startswith("Exploratory: no primary outcome is declared. 12 comparisons, of which 12 are corr")
    assert escape(report.caveat) in page(report)
    assert "more seed" not in page(report)


def test_a_claim_and_its_mirror_image_are_one_test(tmp_path: Path) -> None:
    lab = lab_of(
        tmp_path,
        TALK.replace("games = 4", "games = 30").replace("players = 3", "players = 2").replace('Cat = "honest"', ""),
    )
    draw = random.Random(1)
    for job in lab.jobs:
        ann = draw.random() < (0.2 if job.header.config["talk"] == "off" else 0.8)
        lab.rows[job.recording] = told_by(job, {"turns": 9}, winners=("Ann",) if ann else ("Bob",))
    sheet = next(each for each in Report(lab).sheets() if each.title == "Differences in wins: talk")
    assert sheet.columns[-1] == "by Holm (2)", "one of wins and one of ratings"
    assert [row[-1] for row in sheet.rows] == ["clear", "clear"]
