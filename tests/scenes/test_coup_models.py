"""Model players of Coup: their prompts, the effects of their replies, and the fallback without a reply."""

from collections import Counter
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from core.engine.events import Asked, Defaulted, Event, Planned, RunEnded, Said, Thought
from core.engine.session import Session
from core.llm.replies import Unreadable
from core.recording.file import Recorder, Recording
from core.recording.header import Header
from core.recording.line_format import encode
from core.recording.verification import branch, verify
from scenes.coup.events import NoteAdded, NoteDeleted, Verified
from scenes.coup.notes import MAX_NOTES
from scenes.coup.replies import Commands, LabeledReply
from tests.scenes.coup_models import NO_CHANGE, Game, Replies, decided, script, seat, suspicion, thought, verdict
from tests.scenes.coup_table import ANN, BOB, CAT, Table

ROLES = ["reasoner", "verifier", "parser"]


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return Game(tmp_path)


def four(**options: Any) -> Table:
    return Table("duk cap, con amb, con cap, ass ass", **options)


# -- the whole path


LARGE = [pytest.param(players, talk, marks=pytest.mark.slow) for players, talk in ((3, "open"), (4, "off"), (6, "off"))]


@pytest.mark.parametrize(("players", "talk"), [(2, "open"), *LARGE])
async def test_a_game_of_models_ends_and_verifies(game: Game, players: int, talk: str) -> None:
    await game.play({"*": "llm:mock"}, players=players, talk=talk)
    assert (game.result["reason"], game.result["defaults"], game.result["verifier_disagreements"]) == ("won", 0, 0)
    asked = Counter(data.purpose for data in game.of_kind("asked"))
    planned = len(game.of_kind("planned"))
    assert asked["reasoner"] == asked["verifier"] == asked["parser"] == planned == game.result["verifier_checks"]
    assert asked["notes"] <= game.result["actions"], "forced turns ask nothing"
    assert asked["notes"] >= game.result["actions"] - len(game.of_kind("lost"))
    assert bool(asked["speaker"]) == (talk == "open")
    assert game.result["bluffs"] == 0, "what the mock model says is what somebody honest would do"
    assert game.of_kind("note_added")


# -- plan, verify, execute


def test_a_plan_is_made_checked_and_carried_out(tmp_path: Path) -> None:
    replies = [NO_CHANGE, thought("tax", "Be the Duke."), verdict("tax", "true claim"), {"action": "tax"}]
    command, turn = seat(four(), ANN, script(tmp_path / "ann", replies))
    assert command == "tax"
    assert turn.purposes == ["notes", *ROLES]
    assert turn.of(Thought) == [Thought("Review: It is early. Reasoning: I like it.")]
    assert turn.of(Planned) == [Planned("tax: Be the Duke.")]
    assert turn.of(Verified) == [Verified(True, "tax", "tax", "true claim")]
    assert all(event.audience == (ANN,) for event in turn.private)
    assert [data.value for data in turn.of(Asked)][1:] == [
        {"reasoning": "Review: It is early.\nReasoning: I like it.", "plan": "Be the Duke.", "action": "tax"},
        {"why": "true claim", "action": "tax"},
        {"action": "tax", "words": ""},
    ]


def test_each_role_hears_those_before_it(tmp_path: Path) -> None:
    replies = [NO_CHANGE, thought("tax", "Be the Duke."), verdict("income", "too bold"), {"action": "income"}]
    _, turn = seat(four(), ANN, script(tmp_path / "ann", replies))
    heard = {purpose: user.partition("What was thought so far:")[2] for purpose, _, user in turn.asked}
    assert heard["notes"] == heard["reasoner"] == ""
    for purpose in ("verifier", "parser"):
        assert 'reasoner\'s plan: "Be the Duke."' in heard[purpose]
        assert 'reasoner\'s decision: "tax"' in heard[purpose]
        assert ('verifier\'s finding: "too bold"' in heard[purpose]) == (purpose == "parser")
        assert ('verifier\'s decision: "income"' in heard[purpose]) == (purpose == "parser")
    assert len({user.partition("What was thought so far:")[0].rpartition("\n\n")[0] for _, _, user in turn.asked}) <= 2


@pytest.mark.parametrize(
    ("command", "minds"),
    [
        ("income", ["reasoner"]),
        ("tax", ["reasoner"]),
        ("steal Bob", ["reasoner"]),
        ("exchange", ROLES),
        ("assassinate Bob", ROLES),
    ],
)
def test_a_plan_is_checked_where_something_is_at_stake(tmp_path: Path, command: str, minds: list[str]) -> None:
    """Ann has a Duke and a Captain: her other claims are false."""
    table = four(coins=[3], notes="stakes", verifier="stakes", parser="stakes")
    made, turn = seat(table, ANN, script(tmp_path / "ann", decided(command)))
    assert (made, turn.purposes) == (command, minds)


def test_notes_are_taken_where_there_is_news(tmp_path: Path) -> None:
    table = four(notes="stakes", verifier="never", parser="never")
    assert seat(table, ANN)[1].purposes == ["reasoner"]
    table.do("income", "income", "tax").answer().do("income")
    assert seat(table, ANN)[1].purposes == ["notes", "reasoner"]
    table.do("tax").answer().do("income", "income", "income")
    assert seat(table, ANN)[1].purposes == ["reasoner"]


@pytest.mark.parametrize(("left_out", "minds"), [("verifier", ["reasoner", "parser"]), ("parser", ROLES[:2])])
def test_the_verifier_or_the_parser_can_be_left_out(tmp_path: Path, left_out: str, minds: list[str]) -> None:
    table = four(coins=[3], notes="never", **{left_out: "never"})
    replies = [each for each, role in zip(decided("assassinate Bob"), ROLES, strict=True) if role in minds]
    made, turn = seat(table, ANN, script(tmp_path / "ann", replies))
    assert (made, turn.purposes) == ("assassinate Bob", minds)


async def test_a_verifier_that_disagrees_wins_and_is_counted(game: Game, tmp_path: Path) -> None:
    replies = [NO_CHANGE, thought("income"), verdict("foreign aid", "nobody blocks"), {"action": "foreign aid"}]
    ann = script(tmp_path / "ann", replies)
    await game.play({ANN: ann, BOB: "honest"}, players=2, max_turns=1)
    assert game.of_kind("verified") == [Verified(False, "income", "foreign aid", "nobody blocks")]
    assert [data.verb for data in game.of_kind("declared")] == ["foreign aid"]
    assert (game.result["verifier_checks"], game.result["verifier_disagreements"]) == (1, 1)


def test_a_verifier_that_names_what_is_not_legal_is_asked_again(tmp_path: Path) -> None:
    bad = [verdict("coup Bob"), verdict("dance"), verdict("Tax")]
    replies = [NO_CHANGE, thought("tax"), *bad, {"action": "tax"}]
    command, turn = seat(four(), ANN, script(tmp_path / "ann", replies))
    assert command == "tax"
    errors = [data.error for data in turn.of(Asked) if data.purpose == "verifier"]
    assert "coup Bob is not legal now. The legal commands are: income, foreign aid" in errors[0]
    assert 'Unknown command "dance"' in errors[1]
    assert errors[2] == ""
    assert turn.of(Verified) == [Verified(True, "tax", "tax", "fine")]


@pytest.mark.parametrize(
    "text",
    [
        "Review: x\nPlan: Be bold.\nDecision: steal Bob",
        "I think.\n\n**Plan:** Be bold.\n**Decision:** `Steal Bob`.",
        "## Review\nx\n## Plan\nBe bold.\n## Decision\n**steal Bob**",
        "<think>Plan: no\nDecision: income</think>Plan: Be bold.\nDecision: steal from Bob",
        "Plan: Be bold.\nDecision: steal Bob (claiming Captain)",
        "1. Review: x\nReasoning: the decision: none yet\nPlan: Be bold.\nDecision: steal Bob - he is rich",
    ],
)
def test_a_decision_is_found_in_free_text(text: str) -> None:
    reply = LabeledReply("", Commands(["income", "steal Bob"], (ANN, BOB)))
    assert (reply.read(text).action, reply.read(text).plan) == ("steal Bob", "Be bold.")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("I would steal from Bob.", "one that begins with Decision:"),
        ("Plan: x\nDecision:", "one that begins with Decision:"),
        ("Plan: x\nDecision: do not steal from Bob", "Unknown command"),
        ("Plan: x\nDecision: tax", "tax is not legal now. The legal commands are: income, steal Bob."),
        ("Plan: x\nDecision: income or steal Bob", "unexpected 'or'"),
    ],
)
def test_a_text_without_a_legal_decision_is_refused(text: str, error: str) -> None:
    with pytest.raises(Unreadable, match=error.replace("?", r"\?")):
        LabeledReply("", Commands(["income", "steal Bob"], (ANN, BOB))).read(text)


# -- the fallback


@pytest.mark.parametrize("role", ROLES)
async def test_a_role_without_a_usable_reply_is_bounded_and_flagged(game: Game, tmp_path: Path, role: str) -> None:
    good = dict(zip(ROLES, decided("tax"), strict=True))
    before = [good[each] for each in takewhile(lambda each: each != role, ROLES)]
    replies: Replies = [NO_CHANGE, *before, *["I am a teapot"] * 10]
    ann = script(tmp_path / "ann", replies)
    await game.play({ANN: ann, BOB: "honest"}, players=2, max_turns=1)
    assert Counter(data.purpose for data in game.of_kind("asked"))[role] == 3
    (defaulted,) = [e for e in game.events if isinstance(e.data, Defaulted)]
    assert isinstance(defaulted.data, Defaulted)
    assert defaulted.audience == (ANN,)
    assert "no usable reply" in defaulted.data.why
    assert game.result["defaults"] == 1
    (declared,) = game.of_kind("declared")
    assert f"{declared.verb} {declared.target}".strip() == defaulted.data.command


def test_the_default_is_any_legal_action_and_has_a_target_where_one_is_needed(tmp_path: Path) -> None:
    taken, table = Counter[str](), four(coins=[7])
    model = script(tmp_path / "ann", ["nonsense"] * 9)
    for seed in range(70):
        command, turn = seat(four(coins=[7]), ANN, model, seed=seed)
        assert [data.command for data in turn.of(Defaulted)] == [command]
        taken[command] += 1
    assert set(taken) == set(table.may(ANN))
    assert {command for command in taken if command.split()[0] in ("coup", "assassinate", "steal")} == {
        f"{verb} {name}" for verb in ("coup", "assassinate", "steal") for name in ("Bob", "Cat", "Dan")
    }
    assert max(taken.values()) < 20, "each is as likely as any other"


async def test_a_model_that_never_answers_plays_on_to_the_end(game: Game, tmp_path: Path) -> None:
    mute = script(tmp_path / "mute", ["…"])
    await game.play({"*": "honest", ANN: mute}, players=2, max_turns=300, max_failures=0)
    assert game.result["reason"] == "won"
    assert game.result["defaults"] == len(game.of_kind("defaulted", ANN)) > 0
    assert game.of_kind("note_added") == game.of_kind("planned") == []


# -- prompts, and when they are sent


def test_what_is_forced_asks_nothing() -> None:
    table = Table("duk cap, con amb", coins=[10])
    for name, command in ((ANN, "coup Bob"), (BOB, "pass")):
        assert seat(table, name)[0] == command
        assert seat(table, name)[1].private == ()
    table.do("coup Bob", "lose Contessa", "income")
    table.pay(ANN, 7)
    table.do("coup Bob")
    assert table.phase == "over"
    pair = Table("duk duk, con amb", coins=[2, 7])
    pair.do("income", "coup Ann")
    command, turn = seat(pair, ANN)
    assert (command, turn.private) == ("lose Duke", ()), "two cards of a kind are no choice"


@pytest.mark.parametrize("talk", ["off", "open"])
def test_the_parser_may_choose_what_is_legal_and_nothing_else(talk: str) -> None:
    table = four(coins=[3], talk=talk)
    if talk == "open":
        table.answer()
    schemas = []
    for name in (ANN, CAT):
        _, turn = seat(table, name)
        for role in ("verifier", "parser"):
            schema = turn.reply(role).schema
            assert schema is not None
            assert schema["properties"]["action"]["enum"] == table.may(name)
            schemas.append(sorted(schema["properties"]))
        table.do("assassinate Bob") if name == ANN else None
    assert "steal Bob" not in table.may(CAT)
    spoken = ["action", "words"] if talk == "open" else ["action"]
    assert schemas == [["action", "why"], spoken, ["action", "why"], ["action"]]


# -- notes


def note(id: int, suspect: str, card: Any, reason: str = "looks like it") -> NoteAdded:
    return NoteAdded(id, suspect, True, card, "low", reason)


def test_notes_are_added_deleted_and_seen_by_the_next(tmp_path: Path) -> None:
    table = four()
    first = {"delete": [], "add": [suspicion(BOB, "Contessa"), suspicion(CAT, "Duke", reason='taxed " twice')]}
    _, turn = seat(table, ANN, script(tmp_path / "1", [first, *decided("income")]), number=1)
    assert turn.of(NoteAdded) == [note(1, BOB, "Contessa"), note(2, CAT, "Duke", 'taxed " twice')]
    assert "Your notes:\nnone" in turn.user("notes")
    for role in ROLES:
        assert '- note 2: Cat has Duke (low): "taxed \\" twice"' in turn.user(role), "the plan sees the new notes"
    second = {"delete": [1], "add": [suspicion(BOB, "Captain")]}
    _, turn = seat(table, ANN, script(tmp_path / "2", [second, *decided("income")]), number=5)
    assert turn.of(NoteDeleted) == [NoteDeleted(1)]
    assert turn.of(NoteAdded) == [note(3, BOB, "Captain")]
    assert "- note 1: Bob has Contessa" in turn.user("notes")
    assert "note 1" not in turn.user("reasoner")
    assert [(each.id, each.turn) for each in table.scene.observe(ANN).notes] == [(2, 1), (3, 5)]
    assert table.scene.observe(BOB).notes == ()
    table.do("income")
    assert "Your notes:\nnone" in seat(table, BOB)[1].user("notes")


def test_a_note_replaces_an_older_one_and_those_on_players_who_are_out_go(tmp_path: Path) -> None:
    table = four(coins=[7, 2, 7])
    first = {"delete": [], "add": [suspicion(BOB), suspicion(CAT)]}
    seat(table, ANN, script(tmp_path / "1", [first, *decided("income")]))
    table.do("coup Bob", "lose Contessa", "income", "coup Bob", "income")
    again = {"add": [suspicion(CAT, holds=False)]}
    _, turn = seat(table, ANN, script(tmp_path / "2", [again, *decided("income")]))
    assert turn.of(NoteDeleted) == [NoteDeleted(1), NoteDeleted(2)]
    assert [(each.id, each.suspect, each.holds) for each in table.scene.observe(ANN).notes] == [(3, CAT, False)]
    assert "You can suspect Cat, Dan." in turn.user("notes")


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        ({"delete": [7]}, "There is no note 7"),
        ({"add": [suspicion(ANN)]}, "You cannot suspect Ann; there are: Bob, Cat, Dan."),
        ({"add": [suspicion("Zoe")]}, "You cannot suspect Zoe"),
        ({"add": [suspicion(BOB, "King")]}, "card"),
        ({"add": [suspicion(BOB)] * 5}, "at most 4"),
        ({"add": [{"suspect": BOB}]}, "holds"),
        ("no notes today", "JSON"),
    ],
)
def test_notes_that_cannot_be_are_asked_for_again(tmp_path: Path, bad: Any, error: str) -> None:
    good = {"delete": [], "add": [suspicion(BOB)]}
    command, turn = seat(four(), ANN, script(tmp_path / "1", [bad, good, *decided("income")]))
    assert error in turn.of(Asked)[0].error
    assert (command, turn.of(NoteAdded)) == ("income", [note(1, BOB, "Duke")])
    command, turn = seat(four(), ANN, script(tmp_path / "2", [bad, bad, bad, *decided("income")]))
    assert (command, turn.of(NoteAdded), turn.of(Defaulted)) == ("income", [], []), "without notes play goes on"


def test_there_are_only_so_many_notes(tmp_path: Path) -> None:
    table = four()
    every = [
        suspicion(name, card) for card in ("Duke", "Captain", "Contessa", "Assassin") for name in (BOB, CAT, "Dan")
    ]
    for start in range(0, MAX_NOTES, 4):
        model = script(tmp_path / f"{start}", [{"add": every[start : start + 4]}, *decided("income")])
        seat(table, ANN, model)
    assert [each.id for each in table.scene.observe(ANN).notes] == list(range(1, MAX_NOTES + 1))
    more = [{"add": [suspicion(BOB, "Ambassador")]}, {"delete": [12], "add": [suspicion(BOB, "Ambassador")]}]
    _, turn = seat(table, ANN, script(tmp_path / "more", [*more, *decided("income")]))
    assert "You would have 13 notes, and 12 are the limit" in turn.of(Asked)[0].error
    assert [each.id for each in table.scene.observe(ANN).notes] == [*range(1, 12), 13], "ids are not used again"


# -- talk


async def test_statements_are_asked_for_once_a_turn_and_said(game: Game, tmp_path: Path) -> None:
    replies = [{"words": "I am\nthe Duke."}, NO_CHANGE, *decided("tax", words="As I said."), {"words": ""}]
    ann, bob = script(tmp_path / "ann", replies), script(tmp_path / "bob", [{"words": "x" * 301}, {"words": "Hm."}])
    await game.play({ANN: ann, BOB: bob}, players=2, talk="open", max_turns=2)
    assert [(e.agent, e.data.text) for e in game.events if isinstance(e.data, Said)] == [
        (BOB, "Hm."),
        (ANN, "I am the Duke."),
        (ANN, "As I said."),
    ]
    assert "at most 300" in game.of_kind("asked", BOB)[0].error
    assert [data.verb for data in game.of_kind("declared")] == ["tax"]
    (_, (_, user)), *_ = game.asked("parser")
    assert '0. Ann began; Bob said "Hm."; Ann said "I am the Duke."' in user["content"]


async def test_a_refusal_is_not_said_to_the_table(game: Game, tmp_path: Path) -> None:
    refusal = "I'm sorry, but I can't assist with that request."
    replies = [{"words": refusal}, {"words": "Hm."}, NO_CHANGE, *decided("tax", words=refusal), {"action": "tax"}]
    await game.play({ANN: script(tmp_path / "ann", replies), BOB: "honest"}, players=2, talk="open", max_turns=2)
    assert [(e.agent, e.data.text) for e in game.events if isinstance(e.data, Said)] == [(ANN, "Hm.")]
    (tally,) = next(event.data for event in game.events if isinstance(event.data, RunEnded)).models.values()
    assert (tally.refused, tally.again, tally.fallbacks) == (2, 2, 0)


async def test_who_has_no_statement_to_give_is_silent_and_flagged(game: Game, tmp_path: Path) -> None:
    mute = script(tmp_path / "mute", ["…"] * 3)
    await game.play({ANN: mute, BOB: "honest"}, players=2, talk="open", max_turns=1)
    assert (game.of_kind("said"), [data.command for data in game.of_kind("defaulted")]) == ([], ["pass"])


# -- resume and branch


def plain(events: list[Event]) -> list[tuple[int, str, Any]]:
    return [(e.turn, e.agent, e.data) for e in events if not isinstance(e.data, RunEnded)]


async def resume(path: Path, header: Header) -> Recording:
    async for _ in Session(header, None, Recording.read(path)):
        pass
    recording = Recording.read(path)
    assert await verify(recording) == len(recording.events)
    return recording


@pytest.mark.parametrize("calls", [31, *(pytest.param(n, marks=pytest.mark.slow) for n in (30, 32, 33))])
async def test_a_run_cut_in_a_decision_goes_on_as_if_it_had_not_been(game: Game, tmp_path: Path, calls: int) -> None:
    await game.play({"*": "llm:mock"}, players=2, max_turns=20)
    header, path = Recording.read(game.path).header, tmp_path / "cut.jsonl"
    limited = replace(header, config={**header.config, "max_calls": calls})
    last = [event async for event in Session(limited, path)][-1].data
    assert isinstance(last, RunEnded)
    assert last.reason == "max_calls"
    assert plain((await resume(path, header)).events) == plain(game.events)


@pytest.mark.slow
async def test_a_branch_keeps_the_notes(game: Game, tmp_path: Path) -> None:
    await game.play({"*": "llm:mock"}, players=3)
    added, noted = next((e, e.data) for e in game.events if isinstance(e.data, NoteAdded))
    at = next(e.n for e in game.events if e.n > added.n and e.end == "turn")
    header, past = branch(Recording.read(game.path), at, {}, {}, 99, {})
    path = tmp_path / "branch.jsonl"
    recorder = Recorder.create(path, header)
    recorder.write(b"".join(encode(event) + b"\n" for event in past))
    recorder.close()
    game.events = (await resume(path, header)).events
    assert plain(game.events)[: len(past)] == plain(past)
    later = [user["content"] for name, (_, user) in game.asked("notes") if name == added.agent]
    shown = f"- note {noted.id}: {noted.suspect} has {noted.card} (medium)"
    assert [shown in text for text in later[:3]] == [False, True, True]
