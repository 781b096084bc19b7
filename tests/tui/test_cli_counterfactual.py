"""Counterfactuals on the command line: one reply of a recorded game is changed and the games are compared."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.engine.casting import prepare
from core.engine.events import Asked, Event
from core.lab.batch import play_batch
from core.lab.figures import share_by_seed, share_difference, short
from core.recording.file import Recording
from core.recording.verification import verify
from core.trust.grants import NO_GRANTS
from tests.core.llm_table import CHOSEN, LLM, game, play
from tests.core.table import header
from tests.model_behaviors import good
from tests.model_server import ModelServer
from tests.toy import brought
from tests.tui.test_cli import SAMPLE, mistake, playbill
from tui.cli.branching import Change, find_branch_point
from tui.cli.game_options import GameSettings
from tui.cli.run_files import sample_path


@pytest.fixture(autouse=True)
def toy(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with brought(tmp_path_factory.mktemp("site"), monkeypatch, toy="tests.toy:ToyScene"):
        yield


def calls(recording: Recording, agent: str = "") -> list[Event]:
    return [e for e in recording.events if isinstance(e.data, Asked) and agent in ("", e.agent)]


def replies(recording: Recording) -> list[str]:
    return [event.data.reply for event in calls(recording) if isinstance(event.data, Asked)]


@pytest.fixture
def parent(toy: None, tmp_path: Path) -> Path:
    with ModelServer(then=CHOSEN) as server:
        asyncio.run(play(game(server, tokens=6, cast={"A": LLM, "*": "rules"}), tmp_path / "parent.jsonl"))
    return tmp_path / "parent.jsonl"


def again(parent: Path, text: str, out: Path, *more: str, server: ModelServer) -> Recording:
    """Branch with another second reply than the parent's; the model is at this server now."""
    second = calls(Recording.read(parent))[1]
    config = out.with_suffix(".toml")
    config.write_text(f'[models."openai/test"]\nbase = "{server.base}"\n')
    told = ["--at", str(second.n), "--record", str(out), "--config", str(config), *more]
    playbill("branch", str(parent), *(["--reply", text] if text else []), *told)
    return Recording.read(out if out.is_file() else min(out.iterdir()))


def test_a_reply_that_is_the_same_changes_nothing_and_asks_nobody(parent: Path, tmp_path: Path) -> None:
    before = Recording.read(parent)
    with ModelServer(then=CHOSEN) as server:
        made = again(parent, replies(before)[1], tmp_path / "same.jsonl", server=server)
        assert server.chats == []
    assert [event.data for event in made.events[:-1]] == [event.data for event in before.events[:-1]]


def test_another_reply_is_taken_and_what_differs_from_there_is_asked_for(parent: Path, tmp_path: Path) -> None:
    before = Recording.read(parent)
    other = json.dumps({"token": offered_at(before, 1)[-1], "why": "for another reason"})
    with ModelServer(then=CHOSEN) as server:
        made = again(parent, other, tmp_path / "other.jsonl", server=server)
        asked = len(server.chats)
    told = replies(made)
    assert told[:2] == [replies(before)[0], other]
    assert 0 < asked == len(told) - 2, "what came before is held, what comes after is not the same"
    assert asyncio.run(verify(made)) == len(made.events)


def test_what_is_held_outlives_a_run_that_was_cut(parent: Path, tmp_path: Path) -> None:
    before, out = Recording.read(parent), tmp_path / "cut.jsonl"
    with ModelServer(then=CHOSEN) as server:
        again(parent, replies(before)[1], out, "--max-turns", "5", server=server)
        assert 1 < len(calls(Recording.read(out))) < len(calls(before))
        assert (tmp_path / "cut.jsonl.held.journal").exists()
        playbill("resume", str(out), "--max-turns", "80", "--config", str(out.with_suffix(".toml")))
        assert server.chats == []
    assert replies(Recording.read(out)) == replies(before)
    assert not (tmp_path / "cut.jsonl.held.journal").exists()


def prompts(recording: Recording) -> list[Event]:
    return [event for event in recording.events if event.kind == "prompted"]


def offered_at(recording: Recording, call: int) -> list[int]:
    """Return the tokens that a call could choose from."""
    messages = {digest: each for event in prompts(recording) for digest, each in event.data.messages.items()}  # type: ignore[attr-defined]
    last = messages[calls(recording)[call].data.prompt[-1]]["content"]  # type: ignore[attr-defined]
    return [int(token) for token in re.findall(r"\d+", last)]


def test_another_model_gives_that_reply_alone(parent: Path, tmp_path: Path) -> None:
    token = offered_at(Recording.read(parent), 1)[-1]
    words = json.dumps({"token": token, "why": "says the other"})
    with ModelServer(good(words), then=CHOSEN) as server:
        made = again(parent, "", tmp_path / "asked.jsonl", "--ask", "openai/test", server=server)
    assert replies(made)[1] == words
    assert [call.data.model for call in calls(made)[:2]] == ["openai/test", "openai/test"]  # type: ignore[attr-defined]


def test_the_log_says_whose_a_reply_is(parent: Path, tmp_path: Path) -> None:
    before = Recording.read(parent)
    other = json.dumps({"token": offered_at(before, 1)[-1], "why": "for another reason"})
    with ModelServer() as server:
        written = again(parent, other, tmp_path / "written.jsonl", "--model", "mock", server=server)
        asked = again(parent, "", tmp_path / "asked.jsonl", "--ask", "mock", "--model", "mock", server=server)
        assert server.chats == []
    for made, whose in ((written, "by hand"), (asked, "mock")):
        models = [call.data.model for call in calls(made)]  # type: ignore[attr-defined]
        assert models[:2] == ["openai/test", whose]
        assert set(models[2:]) <= {"openai/test", "mock"}
        assert made.header.cast["A"] == "llm:mock"
        assert asyncio.run(verify(made)) == len(made.events)
    assert written.ended is not None
    assert written.ended.models["llm:mock"].questions == len(calls(written)) - 1, "what was written by hand counts not"


def test_many_branches_are_compared_with_their_parent(parent: Path, tmp_path: Path) -> None:
    other = json.dumps({"token": offered_at(Recording.read(parent), 1)[-1], "why": "for another reason"})
    with ModelServer(then=CHOSEN) as server:
        again(parent, other, tmp_path / "many", "-n", "3", server=server)
    made = [Recording.read(path) for path in sorted((tmp_path / "many").glob("*.jsonl"))]
    assert [each.header.seed for each in made] == [1, 2, 3]
    assert all(each.ended and replies(each)[1] == other for each in made)
    told = playbill("compare", str(parent), str(tmp_path / "many")).stdout
    assert re.search(r"^  parent\.jsonl +1 ", told, re.MULTILINE)
    assert re.search(r"^  many +3 .*\[.*\]", told, re.MULTILINE)
    assert "Differences" in told


def test_folders_are_compared_by_pairs_of_seeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    for name, cast in (("one", {}), ("other", {"*": "random"})):
        play_batch(header(1, cast, players=2), 4, 1, tmp_path / name)
    told = playbill("compare", str(tmp_path / "one"), str(tmp_path / "other")).stdout
    scores = [
        {
            r.header.seed: r.ended.scores["A"]
            for path in (tmp_path / name).iterdir()
            if (r := Recording.read(path)).ended
        }
        for name in ("one", "other")
    ]
    mean = sum(scores[1][seed] - scores[0][seed] for seed in scores[0]) / 4
    differences = told.partition("Differences")[2].splitlines()
    assert differences[2].split()[:3] == ["other", "-", "one"]
    place = differences[1].index("score A")
    assert differences[2][place:].startswith(f"{short(mean)} [")


def test_mistakes(parent: Path, tmp_path: Path) -> None:
    play_batch(header(1), 1, 1, tmp_path / "bots")
    bots = str(tmp_path / "bots" / "toy-1.jsonl")
    assert "No model was asked in this run" in mistake("branch", bots, "--at", "3", "--reply", "x")
    last = calls(Recording.read(parent))[-1].n
    wrong = mistake("branch", str(parent), "--at", str(last + 1), "--reply", "x")
    assert wrong.endswith(f"No model is asked from event {last + 1} on; the last call is event {last}.")
    both = mistake("branch", str(parent), "--at", "1", "--reply", "x", "--ask", "mock")
    assert both.endswith("A branch changes one thing: --reply or --ask; leave out all but one.")
    (tmp_path / "empty").mkdir()
    assert "holds no recordings" in mistake("compare", str(parent), str(tmp_path / "empty"))
    council = str(sample_path("council"))
    assert "is a game of council, not of" in mistake("compare", str(parent), council)


def test_many_branches_come_with_a_control_and_pairs_with_one_seed_differ_by_the_change_alone(
    parent: Path, tmp_path: Path
) -> None:
    other = json.dumps({"token": offered_at(Recording.read(parent), 1)[-1], "why": "for another reason"})
    with ModelServer(then=CHOSEN) as server:
        again(parent, other, tmp_path / "many", "-n", "3", server=server)
    before = Recording.read(parent)
    controls = [Recording.read(path) for path in sorted((tmp_path / "many-control").iterdir())]
    assert [each.header.seed for each in controls] == [1, 2, 3]
    assert all(replies(each)[1] == replies(before)[1] for each in controls)
    assert [event.data for event in controls[0].events[:-1]] == [event.data for event in before.events[:-1]], (
        "with the parent's seed nothing is different from the parent"
    )
    told = playbill("compare", str(tmp_path / "many-control"), str(tmp_path / "many"))
    assert "Games with the same seed are paired" in told.stderr
    differences = told.stdout.partition("Differences")[2]
    assert re.search(r"many - many-control .*0 \(alike in all 3 seeds\)", differences), "no interval of zero width"


def test_one_run_has_no_spread_and_what_nobody_came_to_is_a_dash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    for name, policy, games in (("one", "honest", 1), ("many", "random", 3)):
        play_batch(prepare("coup", {"players": 2}, {"*": policy}, 2), games, 1, tmp_path / name)
    told = playbill("compare", str(tmp_path / "one"), str(tmp_path / "many"))
    table, won, differences = told.stdout.split("\n\n")[:3]
    assert "[" in table
    assert won.startswith("Who won\n")
    assert not won.splitlines()[2].endswith("]"), "how far that is apart has no interval either"
    assert "[" not in differences, "as many runs on one side say nothing of the other"
    assert "one seed" in differences
    assert "one is a single run" in told.stderr
    place = differences.splitlines()[1].index("challenge_precision")
    assert differences.splitlines()[2][place:].startswith("- "), "nobody doubted anything in the one game"


def test_who_won_is_told_with_how_far_it_is_apart(tmp_path: Path) -> None:
    casts = {"one": {"Ann": "honest", "Bob": "random"}, "other": {"Ann": "random", "Bob": "honest"}}
    wins = []
    for name, cast in casts.items():
        rows = play_batch(prepare("coup", {"players": 2}, cast, 1), 4, 1, tmp_path / name).games
        wins.append([row.winners == ("Ann",) for row in rows])
    one, other = ([(seed, won, 1) for seed, won in enumerate(each)] for each in wins)
    shares = [str(share_by_seed(each)) for each in (one, other)]
    apart = share_difference(one, other, paired=True).times(100)
    told = playbill("compare", str(tmp_path / "one"), str(tmp_path / "other")).stdout
    line = told.partition("Who won\n")[2].splitlines()[1]
    assert re.split(r"  +", line.strip()) == ["Ann", *shares, str(apart)]


def test_the_control_of_another_cast_has_the_parents(tmp_path: Path) -> None:
    play_batch(header(1), 1, 1, tmp_path / "bots")
    parent = str(tmp_path / "bots" / "toy-1.jsonl")

    def made(name: str, *told: str) -> list[Recording]:
        playbill("branch", parent, "--at", "t2", "-n", "2", "--record", str(tmp_path / name), *told)
        there = tmp_path / f"{name}-control"
        return [Recording.read(path) for path in sorted(there.iterdir())] if there.exists() else []

    controls = made("other", "-c", "*=random", "--max-turns", "4")
    assert [each.header.seed for each in controls] == [1, 2]
    assert all(each.header.cast == Recording.read(Path(parent)).header.cast for each in controls)
    assert all(each.header.config["max_turns"] == 4 for each in controls), "limits are no change"
    assert made("alone", "-c", "*=random", "--no-control") == []
    assert made("same") == [], "with nothing changed there is nothing to hold it against"


def test_who_plays_in_a_persons_place_is_no_change(tmp_path: Path) -> None:
    parent = Recording.read(Path(SAMPLE))
    changes = GameSettings({}, {"H": "rules", "A": "random"}, None, {})
    plan = find_branch_point(parent, "t2", changes, Change(), NO_GRANTS)
    assert plan.control is not None
    assert plan.control.changes.cast == {"H": "rules"}
    assert find_branch_point(parent, "t2", changes._replace(cast={"*": "rules"}), Change(), NO_GRANTS).control is None
