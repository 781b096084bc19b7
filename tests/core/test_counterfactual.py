"""Counterfactuals: one change to a recorded run, with everything else held."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from core.engine.casting import prepare, set_up
from core.engine.events import Asked, Changed, Event, Forgotten, Prompted, Withheld
from core.lab.batch import play_batch
from core.recording.file import Recording
from core.recording.lineage import find_parent
from tests.tui.test_cli import mistake, playbill

NAMES = ("Ann", "Bob", "Cat")
SAY = '<Action name="send_message"><message>{}</message></Action>'
YIELD = '<Action name="yield"/>'
WHISPER = '<Action name="talk_to"><to>Bob</to><message>the cellar is open</message></Action>'


def block(plan: str, action: str) -> str:
    return json.dumps(f"--- Thoughts ---\nI think of {plan}.\n--- Plan ---\n{plan}\n--- Action ---\n{action}")


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record a chat: Ann whispers to Bob; Cat, who does not hear it, speaks; then all speak again."""
    folder = tmp_path_factory.mktemp("talk")
    for name in NAMES:
        actions = [WHISPER] * (name == "Ann") + [YIELD, SAY.format(f"{name} speaks"), YIELD]
        lines = [block(f"the {name} plan {i}", action) for i, action in enumerate(actions)]
        (folder / f"{name}.txt").write_text("\n".join(lines))
    cast = [f"{name}=llm:script:{folder / name}.txt" for name in NAMES]
    options = ("-o", "players=3", "--max-turns", "6", "--record", str(folder / "talk.jsonl"))
    playbill("run", "chat", *(word for each in cast for word in ("-c", each)), *options)
    return folder / "talk.jsonl"


def find(recording: Recording, kind: str, agent: str, place: int = 0) -> Event:
    return [event for event in recording.events if (event.kind, event.agent) == (kind, agent)][place]


def branched(parent: Path, out: Path, *options: str) -> Recording:
    """Play a branch to its end and verify it."""
    playbill("branch", str(parent), *options, "--record", str(out))
    playbill("verify", str(out))
    return Recording.read(out)


def prompts(recording: Recording, agent: str, since: int = 0) -> str:
    asked = [e.data for e in recording.events if isinstance(e.data, Prompted) and e.agent == agent and e.n > since]
    return "\n".join(message["content"] for each in asked for message in each.messages.values())


def folded(recording: Recording, n: int) -> Any:
    scene, _ = set_up(recording.header)
    for event in recording.events[:n]:
        scene.apply(event)
    return scene


def models(recording: Recording) -> list[tuple[str, str]]:
    return [(e.agent, e.data.model.partition(":")[0]) for e in recording.events if isinstance(e.data, Asked)]


@pytest.fixture(scope="module")
def withheld(talk: Path) -> Recording:
    """Return the branch in which Ann's whisper is withheld."""
    said = find(Recording.read(talk), "said", "Ann")
    return branched(talk, talk.parent / "withheld.jsonl", "--withhold", str(said.n), "--model", "mock")


def test_a_withheld_message_reaches_nobody_and_its_author_does_not_know(talk: Path, withheld: Recording) -> None:
    before, after = Recording.read(talk), withheld
    said = find(before, "said", "Ann")
    assert "the cellar is open" in prompts(before, "Bob")
    event = after.events[said.n - 1]
    assert event.data == Withheld("the cellar is open", ("Bob",))
    assert event.audience == ("Ann",)
    assert [e.data for e in after.events[: said.n - 1]] == [e.data for e in before.events[: said.n - 1]]
    assert "the cellar is open" not in prompts(after, "Bob") + prompts(after, "Cat")
    assert "the cellar is open" in prompts(after, "Ann")
    assert [each.text for each in folded(after, said.n).observe("Bob").heard][1:] == []
    assert [each.text for each in folded(after, said.n).observe("Ann").heard][1:] == ["the cellar is open"]


def test_show_lists_events_that_can_be_withheld_or_forgotten(talk: Path) -> None:
    before = Recording.read(talk)
    said, spoken, thought = find(before, "said", "Ann"), find(before, "said", "Cat"), find(before, "thought", "Ann")
    shown = playbill("show", str(talk))
    assert f"{said.n:5} t1    Ann  says to Bob: the cellar is open\n" in shown.stdout
    assert f"{spoken.n:5} t{spoken.turn:<4} Cat  says: Cat speaks\n" in shown.stdout
    assert f"{thought.n:5} t1    Ann  thinks: I think of the Ann plan 0.\n" in shown.stdout
    assert "--withhold N; without a thought, plan or note: --forget N" in shown.stderr


def test_replies_to_equal_prompts_are_the_parents(talk: Path, withheld: Recording) -> None:
    asked = models(withheld)
    assert asked[:3] == [("Ann", "script"), ("Ann", "script"), ("Bob", "mock")], "Bob missed a whisper"
    assert {model for _, model in asked[3:]} == {"mock"}, "what Bob says instead changes all later prompts"
    assert withheld.header.cast == dict.fromkeys(NAMES, "llm:mock")
    assert find_parent(withheld, [talk.parent]).path == talk


def test_a_forgotten_plan_is_in_no_later_prompt(talk: Path, tmp_path: Path) -> None:
    before = Recording.read(talk)
    planned = find(before, "planned", "Bob")
    assert "the Bob plan 0" in prompts(before, "Bob")
    after = branched(talk, tmp_path / "out.jsonl", "--forget", str(planned.n))
    event = after.events[planned.n - 1]
    assert isinstance(event.data, Forgotten)
    assert (event.data.what, event.audience) == ("planned", ())
    later = prompts(after, "Bob", planned.n)
    assert "--- Plan ---\nthe Bob plan 0" not in later
    assert "I think of the Bob plan 0" in later, "of the same reply the rest is remembered"
    assert "the Bob plan 1" in later


def test_a_branch_is_resumed_shown_and_branched_like_any_run(talk: Path, tmp_path: Path) -> None:
    said = find(Recording.read(talk), "said", "Ann")
    out = tmp_path / "out.jsonl"
    after = branched(talk, out, "--withhold", str(said.n), "--model", "mock", "--max-turns", "4")
    playbill("resume", str(out), "--max-turns", "6")
    playbill("verify", str(out))
    shown = [playbill("show", str(out), "--as", name).stdout for name in ("Ann", "Bob", "Cat")]
    assert ["the cellar is open" in each for each in shown] == [True, False, False]
    again = branched(out, tmp_path / "again.jsonl", "--at", str(said.n + 6), "-c", "*=rules")
    assert again.events[said.n - 1].data == after.events[said.n - 1].data
    late = find(Recording.read(out), "said", "Cat")
    twice = branched(out, tmp_path / "twice.jsonl", "--withhold", str(late.n))
    assert [e.agent for e in twice.events if isinstance(e.data, Withheld)] == ["Ann", "Cat"]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("games")
    play_batch(prepare("hanabi", {"max_turns": 12, "players": 3}, {}, 1), 1, 1, folder)
    play_batch(prepare("coup", {"max_turns": 12, "players": 3}, {"*": "honest"}, 1), 1, 1, folder)
    play_batch(prepare("coloring", {"mode": "rb"}, {}, 1), 1, 1, folder)
    return {scene: folder / f"{scene}-1.jsonl" for scene in ("hanabi", "coup", "coloring")}


def test_set_swaps_a_card_in_hanabi_unseen_by_its_holder(game: dict[str, Path], tmp_path: Path) -> None:
    parent = Recording.read(game["hanabi"])
    at = [event.n for event in parent.events if event.end][4]
    before = folded(parent, at)
    hand, labels = before.observe("Ann").hands[1], before.variant.labels
    left = before.deck[before.drawn :]
    card = next(card for card in left if hand[0].possible >> card & 1 and card != hand[0].card)
    after = branched(game["hanabi"], tmp_path / "out.jsonl", "--at", str(at), "--set", f"Bob a={labels[card]}")
    changed = next(event for event in after.events if isinstance(event.data, Changed))
    assert (changed.n, changed.audience) == (at + 1, ())
    scene = folded(after, at + 3)
    assert scene.observe("Ann").hands[1][0].card == card
    assert scene.observe("Bob") == replace(before.observe("Bob"), turn=scene.turn)
    assert sorted(scene.deck) == sorted(before.deck)
    shown = playbill("show", str(tmp_path / "out.jsonl"), "--as", "Bob").stdout
    assert "by hand" not in shown
    assert "in place of another card" not in shown


def test_set_swaps_a_card_in_coup_seen_only_by_its_holder(game: dict[str, Path], tmp_path: Path) -> None:
    parent = Recording.read(game["coup"])
    at = next(event.n for event in parent.events if event.end)
    before = folded(parent, at)
    held = before.observe("Bob").hand
    other = next(each for each in before.game.deck if each not in held)
    after = branched(game["coup"], tmp_path / "out.jsonl", "--at", str(at), "--set", f"Bob {held[0]}={other}")
    scene = folded(after, at + 2)
    assert sorted(scene.observe("Bob").hand) == sorted([other, held[1]])
    assert scene.observe("Ann") == before.observe("Ann")
    left = mistake("branch", str(game["coup"]), "--at", str(at), "--set", f"Bob {held[0]}={held[0]}")
    assert "another card that is in the court deck" in left


def test_set_changes_a_color_seen_only_by_its_owner(game: dict[str, Path], tmp_path: Path) -> None:
    parent = Recording.read(game["coloring"])
    at = [event.n for event in parent.events if event.end == "turn"][3]
    before = folded(parent, at)
    seen = before.observe("A")
    node = next(node for node in seen.colors if node not in seen.fixed)
    other = next(color for color in seen.problem.colors if color != seen.colors[node])
    after = branched(game["coloring"], tmp_path / "out.jsonl", "--at", str(at), "--set", f"{node}={other}")
    scene = folded(after, at + 2)
    assert scene.observe("A").colors == {**seen.colors, node: other}
    assert scene.observe("H") == before.observe("H")
    fixed = next(iter(seen.fixed))
    wrong = mistake("branch", str(game["coloring"]), "--at", str(at), "--set", f"{fixed}={other}")
    assert "is locked to" in wrong or "already" in wrong


def test_a_bots_message_is_withheld_and_the_bot_does_not_know(game: dict[str, Path], tmp_path: Path) -> None:
    parent = Recording.read(game["coloring"])
    said = find(parent, "said", "A")
    after = branched(game["coloring"], tmp_path / "out.jsonl", "--withhold", str(said.n))
    end = next(event.n for event in after.events[said.n :] if event.end)
    before, scene = folded(parent, next(e.n for e in parent.events[said.n :] if e.end)), folded(after, end)
    assert before.observe("H").known
    assert not scene.observe("H").known
    assert scene.observe("A").reported == before.observe("A").reported


def test_many_branches_are_compared_with_their_parent(game: dict[str, Path], tmp_path: Path) -> None:
    parent, folder = game["coloring"], tmp_path / "many"
    said = find(Recording.read(parent), "said", "A")
    playbill("branch", str(parent), "--withhold", str(said.n), "-n", "3", "--record", str(folder))
    for seed, path in enumerate(sorted(folder.glob("*.jsonl")), 1):
        playbill("verify", str(path))
        assert isinstance(Recording.read(path).events[said.n - 1].data, Withheld)
        assert Recording.read(path).header.seed == seed
    assert "Differences" in playbill("compare", str(parent), str(folder)).stdout


def test_bad_changes_are_rejected_with_a_remedy(talk: Path, game: dict[str, Path]) -> None:
    said = find(Recording.read(talk), "said", "Ann").n
    assert f"no message; the nearest are {said}," in mistake("branch", str(talk), "--withhold", str(said - 1))
    assert "is no note, thought or plan; the nearest are" in mistake("branch", str(talk), "--forget", str(said))
    assert "leave out --at" in mistake("branch", str(talk), "--withhold", str(said), "--at", "2")
    assert "--at N" in mistake("branch", str(talk), "--model", "mock")
    both = mistake("branch", str(talk), "--withhold", str(said), "--forget", "5")
    assert both.endswith("A branch changes one thing: --withhold or --forget; leave out all but one.")
    assert "chat allows no changes by hand" in mistake("branch", str(talk), "--at", "9", "--set", "x=y")
    assert "seat one with -c" in mistake("branch", str(game["coup"]), "--at", "9", "--model", "mock")
    for scene, wrong, says in (
        ("hanabi", "Bob", "write a changed card as Ann a=R3"),
        ("hanabi", "Bob a=R9", "there is no card"),
        ("hanabi", "deck 99=R1", "deck 1 is the next one drawn"),
        ("hanabi", "Bob z=R1", "lettered from the newest"),
        ("coup", "Ann=Duke", "a changed card as Ann Duke=Contessa"),
        ("coloring", "satisfied", "a color is changed as in"),
    ):
        assert says in mistake("branch", str(game[scene]), "--at", "20", "--set", wrong)
