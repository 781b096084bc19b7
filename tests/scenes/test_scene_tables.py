"""Tables of scenes: their rows agree with the results of the games."""

from pathlib import Path
from typing import Any

import pytest

import playbill as pb
from playbill.types import Row

QUICK = {"playouts": 2}
"""Options of games of Coup, so that its bots do not think long."""


def games(scene: str, folder: Path, count: int = 4, **options: Any) -> dict[str, Row]:
    """Play games, and return their rows by recording."""
    return {row.recording: row for row in pb.batch(scene, count, options, record=folder)}


def rows_of(kind: str, folder: Path, recording: str) -> list[dict[str, Any]]:
    return pb.table(kind, folder / Path(recording).name)


@pytest.mark.slow
def test_news_reach_as_many_as_the_metric_says(tmp_path: Path) -> None:
    for recording, row in games("village", tmp_path, 1).items():
        news = rows_of("news", tmp_path, recording)
        pieces = {each["piece"] for each in news}
        assert round(len(news) / (len(row.cast) * len(pieces)), 3) == row.metrics["informed"]
        assert max(each["hops"] for each in news) == row.metrics["hops"]
        told = {(each["piece"], each["villager"]): each for each in news}
        assert all(told[each["piece"], each["source"]]["minute"] <= each["minute"] for each in news if each["source"])


def test_votes_hang_players_and_claims_are_compared_with_the_roles(tmp_path: Path) -> None:
    found = set()
    for recording, row in games("werewolf", tmp_path).items():
        votes, claims = (rows_of(kind, tmp_path, recording) for kind in ("votes", "claims"))
        hanged = {(each["day"], each["hanged"]) for each in votes if each["hanged"]}
        assert len(hanged) == row.metrics["hanged"]
        assert sum(row.roles[name] == "werewolf" for _, name in hanged) == row.metrics["hanged_wolves"]
        assert all(each["role"] == row.roles[each["player"]] for each in votes)
        for each in claims:
            match each["kind"]:
                case "role" if each["claimed_role"] != "innocent":
                    assert each["true"] == (row.roles[each["player"]] == each["claimed_role"])
                case "look":
                    truth = each["wolf"] == (row.roles[each["target"]] == "werewolf")
                    assert each["true"] == (truth and row.roles[each["player"]] == "seer")
                case "suspect":
                    assert each["true"] == (row.roles[each["target"]] == "werewolf")
                case "vote" | "ask":
                    assert each["true"] is None
            found.add((each["kind"], each["true"]))
    assert {("suspect", True), ("suspect", False), ("role", True)} <= found


def test_positions_change_and_ballots_decide_as_often_as_the_metrics_say(tmp_path: Path) -> None:
    for recording, row in games("council", tmp_path).items():
        positions, ballots = (rows_of(kind, tmp_path, recording) for kind in ("positions", "ballots"))
        changes = [each for each in positions if each["before"] is not None]
        assert len(changes) == row.metrics["changes"]
        assert sum(abs(each["position"] - each["before"]) for each in changes) == row.metrics["moved"]
        passed = {each["motion"] for each in ballots if each["passed"]}
        assert len(passed) == row.metrics["motions_passed"]
        assert {each["vote"] for each in ballots if each["position"] == 3} <= {"yes"}


def test_threats_and_deals_are_those_of_the_metrics(tmp_path: Path) -> None:
    seen = set()
    for recording, row in games("coup", tmp_path, **QUICK).items():
        pacts, players = (rows_of(kind, tmp_path, recording) for kind in ("pacts", "players"))
        threats = [each for each in pacts if each["kind"] == "threat"]
        assert len(threats) == row.metrics["threats"]
        for status, metric in (("kept", "deals_kept"), ("broken", "deals_broken"), ("empty", "threats_empty")):
            assert sum(each["status"] == status for each in pacts) == row.metrics[metric]
        assert sum(each["bluffs"] for each in players) == row.metrics["bluffs"]
        seen |= {each["kind"] for each in pacts}
    assert seen == {"threat", "deal"}


def test_frames_hold_rows_and_tables(tmp_path: Path) -> None:
    rows = games("coup", tmp_path, 2, **QUICK).values()
    claims = pb.table("claims", tmp_path)
    for library in ("pandas", "polars"):
        frame: Any = pb.frame(rows, library)
        assert frame.shape[0] == 2
        assert {"plays Ann", "option players", "bluffs", "seed"} <= {*frame.columns}
        assert pb.frame(claims, library)["true"].sum() == sum(each["true"] for each in claims)
    with pytest.raises(pb.UserError, match="no table 'claim'"):
        pb.table("claim", tmp_path)


def test_an_experiment_is_played_continued_and_reported(tmp_path: Path) -> None:
    file, folder = tmp_path / "talk.toml", tmp_path / "talk"
    file.write_text(
        'name = "talk"\nscene = "coup"\ngames = 2\noptions = { playouts = 2 }\n[factors]\ntalk = ["off", "turns"]'
    )
    rows = pb.experiment(file, folder)
    assert [row.seed for row in rows] == [1, 1, 2, 2]
    assert [row.digest for row in pb.experiment(file, folder)] == [row.digest for row in rows]
    cells = pb.report(folder)[0]
    assert len(cells.rows) == 2
    with pytest.raises(pb.UserError, match="holds no experiment"):
        pb.report(tmp_path)
