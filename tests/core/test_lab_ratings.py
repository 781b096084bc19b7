"""Ratings of players of known strength: drawn games, and models that play well and badly."""

import json
import random
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

import pytest

from core.engine.scene import Outcome
from core.lab.design import read_experiment
from core.lab.experiment import ExperimentFolder
from core.lab.figures import Figure
from core.lab.model_costs import answers, calls, cost_and_strength
from core.lab.page import page
from core.lab.ratings import Choice, Rating, choices, rate_names
from core.lab.report import Report
from core.lab.results import Claim
from core.lab.rows import Row
from core.lab.standings import pairwise_win_rates, ranks, ratings
from tests.core.lab_table import COUP, played, written
from tests.model_behaviors import Behavior, chosen, good
from tests.model_server import ModelServer
from tests.model_wire import Body, Request
from tests.toy import ToyScene, brought

REPEATED = 20
MODELS = """
name = "models"
scene = "richest"
games = 12
[options]
players = 2
tokens = 4
refills = 0
[cast]
design = "round-robin"
policies = ["llm:openai/weak", "llm:openai/strong"]
[models."openai/strong"]
base = "{base}"
price_in = 1.0
price_out = 2.0
[models."openai/weak"]
base = "{base}"
"""


def drawn(draw: random.Random, truth: Mapping[str, float], games: int, size: int, first: bool) -> list[Rating]:
    """Rate players of known strength after random games; with `first` only the winner of each is known."""
    results = []
    for seed in range(games):
        left = draw.sample([*truth], size)
        order: list[Sequence[str]] = []
        while left:
            (winner,) = draw.choices(left, [10 ** (truth[name] / 400) for name in left])
            left.remove(winner)
            order.append([winner])
        results.append((seed, choices([order[0], [name for (name,) in order[1:]]] if first else order)))
    return rate_names(results)


@pytest.mark.parametrize(
    ("truth", "games", "size", "first"),
    [
        ({"strong": 100, "middling": 0, "weak": -100}, 40, 3, False),
        ({"strong": 150, "middling": 0, "fair": -30, "weak": -120}, 80, 3, True),
    ],
)
@pytest.mark.few(1)
def test_intervals_cover_the_truth_in_19_of_20(truth: Mapping[str, float], games: int, size: int, first: bool) -> None:
    covered = 0
    for i in range(REPEATED):
        points = {each.name: each.points for each in drawn(random.Random(i), truth, games, size, first)}
        covered += sum(points[name].low <= strength <= points[name].high for name, strength in truth.items())
    assert covered >= 0.92 * REPEATED * len(truth)


def test_more_games_make_a_lead_significant() -> None:
    few, many = (drawn(random.Random(4), {"strong": 60, "weak": -60}, games, 2, True) for games in (12, 400))
    assert [each.name for each in many] == ["strong", "weak"]
    assert many[0].above_next is not None
    assert many[0].above_next.p < 0.001
    assert few[0].above_next is not None
    assert few[0].above_next.p > 0.05
    assert few[0].above_next.low < 0 < few[0].above_next.high


def test_a_player_that_always_won_has_no_interval() -> None:
    first, last = rate_names((seed, choices([["ever"], ["never"]])) for seed in range(9))
    assert (first.name, last.name) == ("ever", "never")
    assert not first.points.has_interval
    assert first.above_next is not None
    assert Claim(first.above_next).words(1.0) == "always or never ahead"


def test_games_of_a_seed_are_resampled_together() -> None:
    draw = random.Random(1)
    games = [(seed, choices([["a"], ["b"]] if draw.random() < 0.6 else [["b"], ["a"]])) for seed in range(40)]
    once, copied = rate_names(games)[0].points, rate_names(game for game in games for _ in range(9))[0].points
    assert copied.high - copied.low == pytest.approx(once.high - once.low, rel=0.1)


def test_the_size_of_a_team_is_no_advantage() -> None:
    villagers, wolves = ["villager"] * 6, ["wolf"] * 2
    draw = random.Random(2)
    games = [[villagers, wolves] if draw.random() < 0.5 else [wolves, villagers] for _ in range(60)]
    for rating in rate_names((seed, choices(teams)) for seed, teams in enumerate(games)):
        assert rating.points.low <= 0 <= rating.points.high


def test_choices_and_ranks_of_a_game() -> None:
    assert choices([["wolf", "wolf"], ["seer", "wolf"]]) == [Choice("wolf", ("seer", "wolf"))] * 2
    assert choices([["a"], ["b"], ["c"]]) == [Choice("a", ("a", "b", "c")), Choice("b", ("b", "c"))]
    assert choices([["a", "b"]]) == choices([["a"], ["a"]]) == []
    row = Row(seed=1, cast=dict.fromkeys("ABC", "x"), options={}, scores={"A": 2, "B": 5, "C": 2})
    assert ranks(row) == [["B"], ["A", "C"]]


def test_ratings_by_policy_and_by_seat(tmp_path: Path) -> None:
    report = Report(played(tmp_path, COUP))
    by_policy, by_seat = ratings(report)
    assert {row[:2] for row in by_policy.rows} == {(policy, "9") for policy in ("random", "honest", "bluffer")}
    assert len(by_seat.rows) == 9
    sheet = pairwise_win_rates(report)
    table = {row[0]: dict(zip(sheet.columns[1:], row[1:], strict=True)) for row in sheet.rows}
    one, other = table["honest"]["random"], table["random"]["honest"]
    assert isinstance(one, Figure)
    assert isinstance(other, Figure)
    assert one.n == other.n > 0
    assert one.value + other.value == 1


def test_ratings_and_wins_by_role(tmp_path: Path) -> None:
    wolves = 'name = "w"\nscene = "werewolf"\ngames = 3\n[cast]\ndesign = "self-play"\npolicies = ["random"]\n'
    report = Report(played(tmp_path, wolves))
    by_role = next(sheet for sheet in ratings(report) if sheet.title == "Ratings by role")
    assert {"random as werewolf", "random as seer"} < {row[0] for row in by_role.rows}
    (wins,) = (sheet for sheet in report.sheets() if sheet.title == "Wins by policy and role")
    share = dict(zip(wins.columns, wins.rows[0], strict=True))["werewolf"]
    assert isinstance(share, Figure)
    assert share.value == sum("werewolf" in {row.roles[name] for name in row.winners} for row in report.done) / 3


class RichestScene(ToyScene):
    """A scene won by the agents with the largest sum of tokens."""

    name = "richest"

    def outcome(self) -> Outcome:
        taken = {name: sum(hand) for name, hand in self.hands.items()}
        return Outcome(tuple(name for name in taken if taken[name] == max(taken.values())), taken)


def offered(body: Body) -> list[int]:
    prompt = next(each["content"] for each in reversed(body["messages"]) if each["content"].startswith("Take one"))
    return [int(token) for token in re.findall(r"\d+", prompt)]


def take_largest(body: Body) -> str:
    return json.dumps({"token": max(offered(body)), "why": "it is the largest"})


def take_first(body: Body) -> str:
    """Take the first token; one first reply in four cannot be read."""
    prompts = json.dumps(body["messages"])
    readable = "no idea" in prompts or int(sha256(prompts.encode()).hexdigest(), 16) % 4
    return json.dumps({"token": offered(body)[0], "why": "it is there"}) if readable else "no idea"


def play(request: Request) -> Behavior:
    return good(take_largest if request.body["model"] == "strong" else take_first)


def test_models_of_unequal_strength(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        brought(tmp_path, monkeypatch, richest=f"{__name__}:RichestScene"),
        ModelServer(then=chosen(play)) as server,
    ):
        path = written(tmp_path, MODELS.format(base=server.base))
        models = [f"llm:openai/{name}@{server.base}" for name in ("strong", "weak")]
        lab = ExperimentFolder(read_experiment(path), tmp_path / "out", {}, allow=models)
        lab.run(path, 1)
        report = Report(lab)
    assert len(report.done) == 24
    strong, weak = next(ratings(report)).rows
    assert (strong[0], weak[0]) == ("llm:openai/strong", "llm:openai/weak")
    assert isinstance(strong[4], Claim)
    assert strong[4].words(strong[4].figure.p) == "clear"
    asked_again = {row[0]: row[6] for row in answers(report).rows}
    assert asked_again["llm:openai/strong"] == "0" < str(asked_again["llm:openai/weak"])
    (tokens,) = (row[3:5] for row in calls(report).rows if row[0] == "llm:openai/strong")
    assert [*map(str, tokens)] == ["12 (alike in all 12 seeds)", "34 (alike in all 12 seeds)"]
    (one, _) = cost_and_strength(report).rows
    assert one[:2] == ("llm:openai/strong", strong[2])
    assert isinstance(one[3], Figure)
    assert one[3].value == pytest.approx(sum(row.cost or 0.0 for row in report.done) / 24)
    assert "How models answered" in page(report)
