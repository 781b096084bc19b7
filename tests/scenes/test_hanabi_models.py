"""Model players of Hanabi: their prompts, the effects of their replies, and hidden information in prompts."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.engine.casting import open_run, prepare
from core.engine.events import Asked, Body, Defaulted, Event, Prompted, RunEnded, Thought
from core.errors import IllegalAction
from core.llm.routes import Routes
from core.recording.file import Recorder, Recording
from core.recording.verification import verify
from core.trust.grants import Grants
from scenes.hanabi.events import Advised, Clued, Discarded, Hid, Played, Proposed
from scenes.hanabi.scene import HanabiScene
from tests.scenes.test_hanabi_talk import DECK


class Table:
    """A game that is recorded and verified."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.events: list[Event] = []
        self.scene: HanabiScene

    async def play(self, cast: dict[str, str], **options: Any) -> None:
        header = prepare("hanabi", {"players": 3, "deck": DECK, **options}, cast, 1)
        path = self.folder / "run.jsonl"
        path.unlink(missing_ok=True)
        recorder = Recorder.create(path, header)
        run = open_run(header, write=recorder.write, routes=Routes())
        self.events = [event async for event in run]
        recorder.close()
        assert isinstance(run.scene, HanabiScene)
        self.scene = run.scene
        assert await verify(Recording.read(path), Grants.of(["py:tests"])) == len(self.events)

    def script(self, name: str, *replies: str | dict[str, Any], llm: bool = True) -> str:
        """Return the policy that gives these replies."""
        path = self.folder / name
        lines = [reply if isinstance(reply, str) else json.dumps(reply) for reply in replies]
        path.write_text("\n".join(lines) + "\n")
        return f"{'llm:' if llm else ''}script:{path}"

    def of(self, kind: type[Body], name: str = "") -> list[Any]:
        return [e.data for e in self.events if isinstance(e.data, kind) and name in ("", e.agent)]

    def asked(self, name: str = "", purpose: str = "") -> list[list[dict[str, str]]]:
        stored = {digest: message for each in self.of(Prompted) for digest, message in each.messages.items()}
        calls = [asked for asked in self.of(Asked, name) if purpose in ("", asked.purpose)]
        return [[stored[digest] for digest in asked.prompt] for asked in calls]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def advice(stance: str, words: str = "", action: str = "") -> dict[str, str]:
    return {"stance": stance, "action": action, "words": words}


# -- the whole path


@pytest.mark.parametrize("players", [3, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 5))])
async def test_a_game_of_models_ends_and_verifies(table: Table, players: int) -> None:
    await table.play({"*": "llm:mock"}, players=players, deck="")
    last = table.events[-1].data
    assert isinstance(last, RunEnded)
    assert last.reason in ("deck_out", "perfect", "bombed")
    moves = [e for e in table.events if isinstance(e.data, Played | Discarded | Clued)]
    names = table.scene.names
    assert [e.agent for e in moves] == [names[n % players] for n in range(len(moves))]
    proposals = int(last.result["proposals"] or 0)
    assert last.result["moves"] == len(moves)
    assert 0 < proposals < len(moves)
    assert last.result["turns"] == len(moves) + 2 * proposals
    assert last.result["leaks"] == 0
    assert int(last.result["score"] or 0) >= 10, "what the mock model says is what a beginner would do"
    assert len(table.of(Asked)) == 2 * len(moves) + min(2, players - 1) * proposals
    assert table.of(Defaulted) == []


async def test_a_turn_asks_for_thoughts_a_proposal_advice_and_a_decision(table: Table) -> None:
    ann = table.script(
        "ann",
        "Bob and Cat know nothing. I could play, or clue.",
        {"action": "play b", "reasons": "Perhaps."},
        {"why": "Cat is right", "action": "clue Bob 1"},
    )
    bob = table.script("bob", advice("support", "Yes."))
    cat = table.script("cat", advice("alternative", "Tell Bob something.", "clue Bob 1"))
    await table.play({"Ann": ann, "Bob": bob, "Cat": cat}, max_turns=3)
    assert [asked.purpose for asked in table.of(Asked)] == [
        "thoughts",
        "proposal",
        "advice",
        "advice",
        "decision",
    ]
    assert [data.text for data in table.of(Thought)] == [
        "Bob and Cat know nothing. I could play, or clue.",
        "Cat is right",
    ]
    assert [(data.move, data.reasons) for data in table.of(Proposed)] == [("play b", "Perhaps.")]
    assert [(data.stance, data.move, data.words) for data in table.of(Advised)] == [
        ("support", "", "Yes."),
        ("alternative", "clue Bob 1", "Tell Bob something."),
    ]
    assert len(table.of(Clued)) == 1
    ((_, decision),) = table.asked("Ann", "decision")
    assert 'Cat: "alternative clue Bob 1: Tell Bob something."' in decision["content"]
    assert 'Your thoughts before: "Bob and Cat know nothing. I could play, or clue."' in decision["content"]
    for own in ("I could play", "know nothing", "Cat is right"):
        assert all(own not in m["content"] for name in ("Bob", "Cat") for asked in table.asked(name) for m in asked)


async def test_what_nobody_speaks_against_is_done_without_another_call(table: Table) -> None:
    ann = table.script("ann", "I could play, or clue.", {"action": "clue Bob 1", "reasons": "Perhaps."})
    bob = table.script("bob", {"stance": "modify", "action": "clue Bob 1", "words": "I would."})
    await table.play({"*": "cautious", "Ann": ann, "Bob": bob}, max_turns=3)
    assert [asked.purpose for asked in table.of(Asked)] == ["thoughts", "proposal", "advice"]
    assert [(data.stance, data.move) for data in table.of(Advised)] == [("support", ""), ("support", "")]
    assert [data.says for data in table.of(Clued)] == ["1"]


@pytest.mark.parametrize(("mode", "asks"), [("strict", False), ("advice", True), ("open", True)])
async def test_a_move_that_is_certain_needs_no_advice_where_others_see_less(
    table: Table, mode: str, asks: bool
) -> None:
    """Bob's slot e is the yellow 1, and he knows it."""
    ann, cat = table.script("ann", "clue Bob 1", llm=False), table.script("cat", advice("support"))
    bob = table.script("bob", "It fits.", {"action": "play e", "reasons": "It fits."})
    await table.play({"Ann": ann, "Bob": bob, "Cat": cat}, max_turns=2, talk=mode)
    assert bool(table.of(Proposed)) == asks
    assert [data.label for data in table.of(Played)] == [] if asks else ["Y1"]


async def test_where_nobody_talks_a_move_is_one_call(table: Table) -> None:
    ann = table.script("ann", {"why": "Bob has a one.", "action": "clue Bob 1"}, {"why": "", "action": "play a"})
    await table.play({"*": "cautious", "Ann": ann}, max_turns=4, talk="none")
    assert [asked.purpose for asked in table.of(Asked)] == ["move", "move"]
    assert [data.text for data in table.of(Thought, "Ann")] == ["Bob has a one."]
    assert 'Turn 1: "Bob has a one."' in table.asked("Ann")[1][1]["content"]
    assert (table.of(Proposed), table.of(Advised)) == ([], [])
    with pytest.raises(IllegalAction, match="talk=none"):
        table.scene.check("Bob", table.scene.parse("Bob", "propose play a: it fits"))


async def test_own_thoughts_reach_later_turns_and_nobody_else(table: Table) -> None:
    moves = [{"action": "play a", "reasons": ""}, {"action": "clue Bob 3", "reasons": ""}]
    replies = [each for n in range(4) for each in (f"Thought {n}.", moves[n % 2])]
    await table.play({"*": "cautious", "Ann": table.script("ann", *replies)}, max_turns=16, talk="advice")
    told = [user["content"] for _, user in table.asked("Ann", "thoughts")]
    assert [[n for n in range(4) if f'"Thought {n}."' in text] for text in told[:4]] == [[], [0], [0, 1], [0, 1, 2]]


async def test_an_illegal_move_is_asked_again_with_the_reason(table: Table) -> None:
    replies: list[str | dict[str, Any]] = [
        "so",
        {"action": "discard a"},
        {"action": "clue Bob red"},
        {"action": "Play B", "reasons": "x"},
    ]
    await table.play({"*": "cautious", "Ann": table.script("ann", *replies)}, max_turns=1)
    errors = [asked.error for asked in table.of(Asked, "Ann")]
    assert "discard a is not legal now" in errors[1]
    assert "clue Bob red is not legal now" in errors[2]
    assert "Legal moves: play a, play b" in errors[1]
    assert table.asked("Ann")[2][-1] == {"role": "user", "content": errors[1]}
    assert [data.move for data in table.of(Proposed)] == ["play b"]


BAD = [
    "I would not play b.",
    "{}",
    '{"action": "dance"}',
    '{"action": "play a or play b"}',
    '{"action": 3}',
    '{"action": "play z"}',
]


@pytest.mark.parametrize("bad", BAD)
async def test_a_model_that_cannot_answer_takes_the_safe_default(table: Table, bad: str) -> None:
    await table.play({"*": "cautious", "Ann": table.script("ann", "so", bad, bad, bad)}, max_turns=1)
    (defaulted,) = table.of(Defaulted)
    assert defaulted.command.startswith("clue ")
    assert len(table.of(Clued)) == 1
    assert table.of(Proposed) == []


async def test_an_adviser_that_cannot_answer_supports(table: Table) -> None:
    bad = [advice("alternative"), advice("modify", "", "clue Bob yellow"), advice("maybe")]
    ann = table.script("ann", "propose play a", "play a", llm=False)
    await table.play({"Ann": ann, "Bob": table.script("bob", *bad), "Cat": "cautious"}, max_turns=3)
    assert [data.command for data in table.of(Defaulted)] == ["support"]
    assert [data.stance for data in table.of(Advised)] == ["support", "support"]
    errors = [asked.error for asked in table.of(Asked, "Bob")]
    assert "clue Bob yellow is not legal now" in errors[1]
    assert "stance" in errors[2]


@pytest.mark.parametrize("mode", ["strict", "advice", "open"])
@pytest.mark.parametrize("stubborn", [False, True])
async def test_words_that_name_a_card_are_asked_again_once_then_hidden(table: Table, mode: str, stubborn: bool) -> None:
    leak = advice("support", "Your slot a is the red 5!")
    second = advice("support", "It is a 5") if stubborn else advice("support", "I like it.")
    ann = table.script("ann", "propose play a", "play b", llm=False)
    cast = {"Ann": ann, "Bob": table.script("bob", leak, second), "Cat": "cautious"}
    await table.play(cast, max_turns=3, talk=mode)
    calls, words = table.asked("Bob"), table.of(Advised, "Bob")[0].words
    result = table.of(RunEnded)[0].result
    if mode == "open":
        assert (len(calls), words) == (1, "Your slot a is the red 5!")
    else:
        assert len(calls) == 2
        assert calls[1][-1]["content"].startswith("Your words name")
        assert '"red 5"' in calls[1][-1]["content"]
        assert words == ("It is a [1 word hidden: named a card]" if stubborn else "I like it.")
    hidden = stubborn and mode != "open"
    assert (len(table.of(Hid)), result["leaks"], result["talk"]) == (hidden, hidden, mode)
    assert [bool(e.data.finding()) for e in table.events if isinstance(e.data, Hid)] == [True] * hidden
    if hidden:
        assert not any("It is a 5" in m["content"] for name in ("Ann", "Cat") for c in table.asked(name) for m in c)


async def test_a_proposal_that_names_anothers_card_is_asked_again(table: Table) -> None:
    first = {"action": "clue Bob 1", "reasons": "Bob's e is the yellow 1."}
    second = {"action": "clue Bob 1", "reasons": "Bob can play then."}
    await table.play({"*": "cautious", "Ann": table.script("ann", "so", first, second)}, max_turns=1)
    assert [data.reasons for data in table.of(Proposed)] == ["Bob can play then."]
    assert len(table.of(Asked, "Ann")) == 3


async def test_a_model_that_fails_when_asked_again_is_heard_as_far_as_it_may(table: Table) -> None:
    ann = table.script("ann", "propose play a", "play b", llm=False)
    cast = {"Ann": ann, "Bob": table.script("bob", advice("support", "It is a red 5")), "Cat": "cautious"}
    await table.play(cast, max_turns=3)
    assert table.of(Advised, "Bob")[0].words == "It is a [2 words hidden: named a card]"
    assert table.of(Defaulted) == []
