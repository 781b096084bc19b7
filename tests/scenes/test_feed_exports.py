"""Recordings of the feed, read by code that shares nothing with the scene; and the exports."""

import asyncio
import csv
import io
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import networkx as nx
import pytest

from core.engine.capabilities import Told, capability
from core.engine.casting import open_run, prepare, set_up
from core.engine.events import Event
from core.errors import UserError
from core.llm.routes import Routes
from core.recording.file import Recorder, Recording
from core.recording.header import Header
from core.recording.verification import verify
from core.tables import csv_table
from scenes.feed.behavior import LIKE, REPLY, RESHARE, AgentState
from scenes.feed.exports import EXPORTS
from scenes.feed.metrics import largest, shape_of
from scenes.feed.scene import FeedScene
from scenes.feed.state import MILESTONES
from tui.cli.lab import table as made

PLAYBILL = str(Path(sys.executable).parent / "playbill")
STATE = "{http://www.w3.org/2005/07/scxml}state"
BUSY: dict[str, Any] = {"agents": 50, "ticks": 60, "world": "lively", "mix": "lively", "day": 30, "links": 6}


@dataclass
class Played:
    header: Header
    scene: FeedScene
    events: list[Event]
    end: Any
    lines: list[dict[str, Any]]  # the recording's lines, as in the file


def play(cast: str = "rules", seed: int = 1, live: dict[int, str] | None = None, **options: Any) -> Played:
    """Run a feed; `live` are interventions by the turn after which they are made."""
    header = prepare("feed", options, {"*": cast}, seed)

    async def go() -> Played:
        chunks: list[bytes] = []
        run = open_run(header, write=chunks.append, routes=Routes())
        events = []
        async for event in run:
            events.append(event)
            if live and event.end == "turn" and event.turn in live:
                run.control.intervene(live[event.turn])
        assert isinstance(run.scene, FeedScene)
        return Played(header, run.scene, events, events[-1].data, [*map(json.loads, b"".join(chunks).splitlines())])

    return asyncio.run(go())


class Reading:
    """The content of a recording, from its own legend alone. A failed assertion means that the recording is wrong."""

    def __init__(self, lines: Sequence[dict[str, Any]]) -> None:
        self.series: list[dict[str, int]] = []
        self.items: list[tuple[str, int, int]] = []  # kind, author, parent
        self.shown: list[tuple[int, int, int]] = []  # tick, account, item
        self.moves: list[tuple[int, int, str, str, str]] = []  # tick, account, from, to, trigger
        self.earned: Counter[tuple[str, int]] = Counter()
        self.sizes: dict[int, int] = {}  # by post, for posts that were reshared
        self.crossed: set[int] = set()  # events in which a cascade reached a milestone
        names = lines[0]["data"]["names"]
        seen: set[tuple[int, int]] = set()
        before: dict[int, int] = {}
        for line in lines:
            data, now = line["data"], line["turn"]
            match line["kind"]:
                case "opened":
                    letters = {**data["letters"], ",": ("scrolling", "scrolling", "sees_post")}
                    follows = [set(whom) for whom in data["follows"]]
                    joined = [bool(kind) for kind in data["archetypes"]]
                    self.states = ["idle"] * len(names)
                    assert all(account not in whom for account, whom in enumerate(follows))
                case "joined":
                    number = names.index(line["agent"])
                    joined[number], follows[number] = True, set(data["follows"])
                case "injected":
                    self.items.append(("post", data["post"][0], -1))
                case "decided" | "ticked":
                    showing = iter(data.get("shown", ()))
                    for account, letter in enumerate(data["moves"]):
                        if letter == ".":
                            continue
                        source, target, trigger = letters[letter]
                        assert joined[account]
                        assert self.states[account] == source
                        assert (line["kind"] == "decided") == (trigger == "decides")
                        if trigger == "sees_post":
                            before[account] = item = next(showing)
                            root = self.up(item)[-1]
                            assert self.items[item][0] != "reply"
                            assert self.items[item][1] in follows[account]
                            assert (account, root) not in seen
                            assert self.items[root][1] != account
                            seen.add((account, root))
                            self.shown.append((now, account, item))
                        if letter != ",":
                            self.moves.append((now, account, source, target, trigger))
                            self.states[account] = target
                        if trigger == "decides":
                            self.engage(line["n"], target.removeprefix("engaging_"), account, before[account])
                    assert list(showing) == []
                    self.items += [("post", post[0], -1) for post in data.get("posts", ())]
                    if line["kind"] == "ticked":
                        self.series.append(Counter(s for s, here in zip(self.states, joined, strict=True) if here))
        assert len({move[:2] for move in self.moves}) == len(self.moves)  # one a tick

    def up(self, item: int) -> list[int]:
        """Return an item and its ancestors."""
        parent = self.items[item][2]
        return [item] if parent < 0 else [item, *self.up(parent)]

    def engage(self, n: int, kind: str, account: int, item: int) -> None:
        if kind in ("like", "reply", "reshare"):
            self.earned.update((kind, above) for above in self.up(item))
        if kind in ("reply", "reshare"):
            self.items.append((kind, account, item))
        if kind == "reshare":
            root = self.up(item)[-1]
            self.sizes[root] = self.sizes.get(root, 1) + 1
            self.crossed |= {n} if self.sizes[root] in MILESTONES else set()


RUNS: tuple[dict[str, Any], ...] = (
    BUSY,
    {**BUSY, "seed": 2, "inbox": 2, "history": 3, "timeout": 1, "ranking": "popularity"},
    {**BUSY, "seed": 3, "network": "communities", "ranking": "interest", "visitors": 4},
    {**BUSY, "seed": 4, "network": "small-world", "ranking": "chronological", "ordering": "random", "ticks": 200},
    {**BUSY, "cast": "amplify", "plan": "3 inject mira food: hello; 9 add visitor; 20 mute food; 30 boost food 9"},
    {**BUSY, "cast": "random", "agents": 20, "plan": "1 add creator; 5 timeout mira 1; 5 inject newcomer1 yes"},
)


@pytest.mark.parametrize("options", RUNS, ids=range(len(RUNS)))
@pytest.mark.few(1)
def test_another_reader_of_the_recording_finds_the_same(options: dict[str, Any]) -> None:
    run = play(**options)
    scene, posts, told = run.scene, run.scene.posts, Reading(run.lines)
    assert told.states == [agent.state for agent in scene.agents]
    assert scene.series == [tuple(counts.get(state, 0) for state in AgentState) for counts in told.series]
    assert told.items == [(item.kind, item.author, item.parent) for item in posts.items]
    for kind, counts in (("like", posts.likes), ("reply", posts.replies), ("reshare", posts.reshares)):
        assert counts == [told.earned[kind, item] for item in range(len(told.items))]
    roots = [n for n, (kind, *_) in enumerate(told.items) if kind == "post"]
    assert [posts.size(thread) for thread in range(len(roots))] == [told.sizes.get(root, 1) for root in roots]
    did, result = Counter(target for *_, target, trigger in told.moves if trigger == "decides"), scene.outcome().metrics
    assert (result["likes"], result["replies"], result["reshares"]) == (did[LIKE], did[REPLY], did[RESHARE])
    assert (result["posts"], result["oracle_calls"]) == (len(roots), did.total())
    timeouts = sum(trigger == "timeout" for *_, trigger in told.moves)
    assert (result["timeouts"], result["largest_cascade"]) == (timeouts, max(told.sizes.values()))
    again, marked = set_up(run.header)[0], set()
    for event in run.events:
        again.apply(event)
        marked |= {event.n} if capability(again, Told).notable(event) == "good" else set()
    assert marked == told.crossed
    assert marked or options is not RUNS[4]
    for agent in scene.agents:
        mine = [(s, t, trigger, now) for now, account, s, t, trigger in told.moves if account == agent.number]
        assert [entry[:4] for entry in agent.history] == mine[-scene.config.history :]
    for thread in largest(scene, 999):
        tree = nx.DiGraph((posts.items[n].parent, n) for n in posts.members(thread)[1:])
        form = shape_of(scene, thread)
        assert (form.size, form.depth) == (len(tree), nx.dag_longest_path_length(tree))
        assert form.virality == pytest.approx(nx.average_shortest_path_length(tree.to_undirected()))


@pytest.fixture(scope="module")
def run() -> Played:
    return play(**BUSY, plan="7 inject mira food: soup, cold; 8 add creator", timeout=1)


def table(run: Played, to: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(EXPORTS[to](run.header, run.events))))


def rows(run: Played, to: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in EXPORTS[to](run.header, run.events).splitlines()]


def test_ticks_are_rows_that_sum_to_the_result(run: Played) -> None:
    told, result = table(run, "csv"), run.scene.outcome().metrics
    assert [row["tick"] for row in told] == [str(n) for n in range(1, 61)]
    assert [[int(row[state]) for state in AgentState] for row in told] == [list(each) for each in run.scene.series]
    assert [sum(int(row[state]) for state in AgentState) for row in told] == [50] * 7 + [51] * 53
    for name in ("posts", "timeouts", "oracle_calls", "oracle_fallbacks", "likes", "replies", "reshares"):
        assert sum(int(row[name]) for row in told) == result[name]
    assert [{key: str(value) for key, value in row.items()} for row in rows(run, "jsonl")] == told


def test_transitions_are_the_moves_of_the_recording(run: Played) -> None:
    names = run.scene.names
    told = [(r["tick"], names.index(r["account"]), r["from"], r["to"], r["trigger"]) for r in rows(run, "transitions")]
    assert told == Reading(run.lines).moves
    seen = {(tick, names[account]): item for tick, account, item in Reading(run.lines).shown}
    looked = [row for row in rows(run, "transitions") if row["trigger"] == "sees_post"]
    assert all(seen[row["tick"], row["account"]] == row["item"] for row in looked)


def test_cascades_are_those_of_the_metrics(run: Played) -> None:
    told = table(run, "cascades")
    assert [int(row["size"]) for row in told] == sorted(Reading(run.lines).sizes.values(), reverse=True)
    assert (len(told), int(told[0]["depth"])) == (run.end.result["cascades"], run.end.result["depth"])


def test_the_trace_has_a_row_for_each_reshare(run: Played) -> None:
    told, items, names = rows(run, "trace"), run.scene.posts.items, run.scene.names
    looks = {(account, item): tick for tick, account, item in Reading(run.lines).shown}
    for row, item in zip(told, [item for item in items if item.kind == "reshare"], strict=True):
        assert (row["account"], row["from"]) == (names[item.author], names[items[item.parent].author])
        assert (row["tick"], row["cascade"], row["generation"]) == (item.tick, item.thread, item.generation)
        assert row["seen"] == looks[item.author, item.parent] < row["tick"]
        assert row["heat"] == pytest.approx(row["interest"] * row["appeal"] * row["proof"], rel=2e-3, abs=2e-3)
        assert 0 < row["chance"] < 1


def test_accounts_sum_to_the_result(run: Played) -> None:
    told = table(run, "accounts")
    sums = {name: sum(int(row[name]) for row in told) for name in told[0] if told[0][name].isdigit()}
    joined = [name for name, agent in zip(run.scene.names, run.scene.agents, strict=True) if agent.joined]
    assert [row["account"] for row in told] == joined
    assert sums.pop("follows") == sums.pop("followers") > 0
    done = {name: run.scene.outcome().metrics[name] for name in ("posts", "likes", "replies", "reshares")}
    assert {name: sums[name] for name in done} == done
    assert sums["acts"] == sum(sums[name] for name in done)
    reading = Reading(run.lines)
    assert sums["views"] == len(reading.shown)
    assert sums["looks"] == sum(target == "evaluating" for _, _, _, target, _ in reading.moves)
    assert sums["sessions"] == sum(trigger == "start_browsing" for *_, trigger in reading.moves)
    away = ("idle", "resting")
    assert sums["online"] == sum(n for counts in reading.series for state, n in counts.items() if state not in away)


def test_a_table_of_accounts_is_made_as_other_tables_are(run: Played, tmp_path: Path) -> None:
    recorder = Recorder.create(path := tmp_path / "run.jsonl", run.header)
    recorder.write(b"".join(msgspec.json.encode(event) + b"\n" for event in run.events))
    recorder.close()
    made(name := "accounts", [path], out := tmp_path / "accounts.csv")
    told = list(csv.DictReader(out.open()))
    place = {"recording": str(path), "scene": "feed", "seed": str(run.header.seed)}
    assert told == [{**place, **row, "more": ""} for row in table(run, name)]
    made(name, [path, path], out := tmp_path / "accounts.jsonl")
    assert len(out.read_text().splitlines()) == 2 * len(told)
    with pytest.raises(UserError, match=r"feed has no table 'acounts'; did you mean accounts\?"):
        made("acounts", [path], out := tmp_path / "none.csv")
    assert not out.exists()


def test_the_chart_is_exported_in_three_languages(run: Played) -> None:
    told = {to: EXPORTS[to](run.header, run.events) for to in ("scxml", "mermaid", "dot")}
    assert {each.get("id") for each in ET.fromstring(told["scxml"]).iter(STATE)} == {*AgentState, "engaging"}
    assert all(state in text for state in AgentState for text in told.values())


@pytest.mark.slow
def test_the_command_line_exports_a_file(run: Played, tmp_path: Path) -> None:
    recorder = Recorder.create(path := tmp_path / "run.jsonl", run.header)
    recorder.write(b"".join(msgspec.json.encode(event) + b"\n" for event in run.events))
    recorder.close()
    assert asyncio.run(verify(Recording.read(path))) == len(run.events)
    for to in ("csv", "trace"):
        command = [PLAYBILL, "export", str(path), "--to", to, "-O", str(tmp_path / to)]
        subprocess.run(command, check=True, capture_output=True)
        assert (tmp_path / to).read_text("utf-8") == EXPORTS[to](run.header, run.events) + "\n"
    assert subprocess.run([*command[:-3], "xlsx"], capture_output=True).returncode == 2


def test_tables_of_nothing_have_a_header() -> None:
    quiet = play(agents=2, ticks=1, links=1)
    table = EXPORTS["cascades"](quiet.header, quiet.events)
    assert table.startswith("cascade,author,")
    assert "\n" not in table


def test_what_a_spreadsheet_would_run_is_text() -> None:
    rows = [{"who": "mira", "text": '=HYPERLINK("http://127.0.0.1")', "n": -1}]
    read = list(csv.DictReader(io.StringIO(csv_table(("who", "text", "n"), rows))))
    assert read == [{"who": "mira", "text": '\'=HYPERLINK("http://127.0.0.1")', "n": "-1"}]
