"""Models that choose dialog acts: what they may choose among, what becomes of it, and models that abuse it."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from core.engine.casting import prepare
from core.engine.chance import Chance
from core.engine.events import Asked, Event, Said
from core.engine.session import Session
from core.llm.replies import Unreadable
from core.recording.file import Recording
from core.recording.header import Header
from core.recording.verification import verify
from scenes.coloring.bots.dialog_acts import OfferReply, SpokenReply, acts, open_offers
from scenes.coloring.bots.rule_based import plan
from scenes.coloring.events import Colored, FalseClaim, Flagged
from scenes.coloring.negotiation.offers import Offer, OfferChanged, Proposed
from scenes.coloring.talk.phrases import in_mode
from scenes.coloring.talk.speech import Caught, Deal, Intended, Misread, Unworded
from tests.core.table import ended
from tests.model_behaviors import good
from tests.model_server import ModelServer
from tests.model_wire import Body
from tests.scenes.test_coloring_decision import sees
from tests.scenes.test_coloring_models import HUMAN, Table, of, table
from tests.scenes.test_coloring_rules import tiny

__all__ = ["table"]
STUCK = sees(
    tiny("a1-h1 a1-h2", colors=2),
    known={"h1": "red", "h2": "green"},
    colors={"a1": "red"},
    reported={"H": {"a1": "red"}},
    settled=10.0,
    moved=3,
    mode="llm_f",
)
"""With two colors, a1 clashes with h1 or with h2, whatever A does."""


def offer(number: int, by: str, to: str, give: dict[str, str], want: dict[str, str], state: str = "open") -> Offer:
    return Offer(number, by, to, give, want, {}, False, 3, state)  # type: ignore[arg-type]


def decided(**answers: str) -> str:
    told = [{"offer": int(number.removeprefix("n")), "answer": answer} for number, answer in answers.items()]
    return json.dumps({"why": "because", "answers": told})


# -- what there is to choose


def test_acts_are_options_of_exact_search() -> None:
    made = plan(STUCK, Chance(1))
    message = in_mode(STUCK, made.messages[0])
    found = acts(STUCK, made, message)
    assert len({act.label for act in found}) == len(found)
    asked = [act.message.request for act in found if act.message.request]
    assert asked
    table_rows = {tuple(sorted(row.colors.items())): row.penalty for row in made.tables[0].rows}
    for act in found:
        assert act.message.to == "H"
        if act.message.request and act.message.reach is not None:
            whole = {**STUCK.believed, **act.message.request}
            assert table_rows[tuple(sorted(whole.items()))] == act.message.reach < made.verdict.penalty
    assert "ask for nothing: just say how you stand" in [act.label for act in found]


def test_who_is_satisfied_has_nothing_to_choose() -> None:
    seen = sees(tiny("a1-h1"), known={"h1": "red"}, colors={"a1": "blue"}, mode="llm_u")
    made = plan(seen, Chance(1))
    assert len(acts(seen, made, in_mode(seen, made.messages[0]))) == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"act": 0, "words": "x"}', "act has to be a number from 1 to 3"),
        ('{"act": 4, "words": "x"}', "act has to be a number from 1 to 3"),
        ('{"act": 1, "words": " "}', "words is empty"),
        (json.dumps({"act": 1, "words": "x" * 601}), "use at most 600"),
    ],
)
def test_an_act_that_was_not_offered_is_asked_for_again(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        SpokenReply("H", 3, "fine").read(text)


def test_open_offers_say_what_they_cost() -> None:
    seen = sees(
        tiny("a1-h1 a1-a2"),
        known={"h1": "red"},
        colors={"a1": "blue", "a2": "red"},
        fixed={"a2": "red"},
        offers=(
            offer(1, "H", "A", {"h1": "blue"}, {"a1": "green"}),
            offer(2, "H", "A", {}, {"a1": "red"}),
            offer(3, "H", "A", {}, {"a2": "green"}),
        ),
    )
    free, costly = open_offers(seen)
    assert (free.verbs, free.facts) == (("accept", "refuse"), "it costs you nothing")
    assert costly.verbs == ("refuse", "accept")
    assert "with a1 red, a2 red I could not get below 10" in costly.facts  # and what a lock forbids is no choice at all
    for asked in (OfferReply((costly,)), SpokenReply("H", 3, "fine")):
        assert asked.read(asked.shape)  # as who answered in prose is shown it


# -- what becomes of it


async def test_a_model_may_concede_what_exact_search_refuses(table: Table) -> None:
    events = await table.play([decided(n1="accept"), "ok"], ["offer b2=green for h5=blue", "pass", "pass"], turns=6)
    assert [body.state for body in of(events, OfferChanged)][:1] == ["accepted"]
    assert any(body.colors.get("b2") == "green" for body in of(events, Colored))


async def test_a_model_may_refuse_what_costs_nothing(table: Table) -> None:
    events = await table.play([decided(n1="refuse"), "no"], ["offer b2=red for h5=green", "pass"], turns=3)
    (answer,) = of(events, OfferChanged)
    assert (answer.state, answer.why) == ("refused", "I do not want to")


async def test_without_a_usable_answer_exact_search_decides(table: Table) -> None:
    junk = ["?", decided(n7="accept"), decided(n1="burn")]
    events = await table.play(junk, ["offer b2=red for h5=green", "pass"], turns=3)
    asked = [body for body in of(events, Asked) if body.purpose == "answers to offers"]
    assert len(asked) == 3
    assert "There is no offer 7 to answer" in asked[1].error
    assert "Offer 1 can be answered by: accept, refuse" in asked[2].error
    assert of(events, OfferChanged)[0].state == "accepted"


async def test_a_counter_offer_names_what_it_answers(table: Table) -> None:
    events = await table.play([], ["offer b2=green for h5=blue", "pass", "accept 2", "pass"], turns=6)
    countered = [event.data for event in events if isinstance(event.data, Proposed) and event.agent == "B"]
    assert [(body.counters, body.give, body.want) for body in countered] == [(1, {"b2": "red"}, {"h5": "blue"})]
    assert OfferChanged(2, "accepted") in [e.data for e in events if isinstance(e.data, OfferChanged)]


# -- models that lie, break their word, misread and flood


def last(body: Body) -> str:
    return str(body["messages"][-1]["content"])


def offers_in(text: str) -> list[tuple[str, str]]:
    return re.findall(r"^- Offer (\d+).* You may (\w+ or \w+) it\.$", text, re.M)


def answering(verb: Callable[[str], str], words: Callable[[Body], str]) -> Callable[[Body], str]:
    """A model that decides on offers by what it may do, and says these words with the first act there is."""

    def text(body: Body) -> str:
        asked = last(body)
        if offers := offers_in(asked):
            return decided(**{f"n{number}": verb(may) for number, may in offers})
        if asked.startswith("The message:"):
            return json.dumps({"kind": "information", "reports": [], "requests": [], "avoid": [], "keep": []})
        said = words(body)
        return json.dumps({"act": 1, "words": said}) if '{"act": NUMBER' in asked else said

    return text


def own_colors(body: Body) -> dict[str, str]:
    whole = "\n".join(str(each["content"]) for each in body["messages"])
    return dict(re.findall(r"(\w+) = (\w+)", re.findall(r"- Your colors: (.*)\.", whole)[-1]))


def lie(body: Body) -> str:
    node, color = next(iter(own_colors(body).items()))
    return f"{node} is {'blue' if color == 'red' else 'red'}."


def truth(body: Body) -> str:
    return f"I have {', '.join(f'{node} {color}' for node, color in own_colors(body).items())}."


async def against(
    folder: Path, text: Callable[[Body], str], seed: int, cast: dict[str, str] | None = None, **options: object
) -> list[Event]:
    """A game of A, whose model is on loopback, with rule players at the other seats or the cast's."""
    with ModelServer(then=good(text)) as server:
        model = {"base": server.base, "route": "direct", "timeout": 20}
        seats = {"A": "llm:m", **(cast or {})}
        told: Header = prepare("coloring", {"max_turns": 24, **options}, seats, seed, models={"m": model})
        events = [event async for event in Session(told, folder / "run.jsonl")]
    assert await verify(Recording.read(folder / "run.jsonl")) == len(events)
    return events


@pytest.mark.parametrize("mode", ["llm_u", "llm_c", "llm_f"])
async def test_each_lie_of_a_model_is_caught_corrected_and_counted(tmp_path: Path, mode: str) -> None:
    events = await against(tmp_path, answering(lambda may: may.split()[0], lie), 3, mode=mode)
    spoken = [e.data.text for e in events if isinstance(e.data, Said) and e.agent == "A"]
    assert spoken
    assert all("[Correction: " in text for text in spoken)
    result = ended(events).result
    assert result["false_claims"] == len([e for e in events if isinstance(e.data, FalseClaim)]) >= len(spoken)
    assert result["caught_claims"] == sum(len(e.data.lies) for e in events if isinstance(e.data, Caught)) >= len(spoken)


async def test_what_others_know_of_a_liar_is_its_correction(tmp_path: Path) -> None:
    events = await against(tmp_path, answering(lambda may: may.split()[0], lie), 5, mode="llm_u")
    a_colors: dict[str, str] = {}
    for event in events:
        match event.data:
            case Colored(colors) if event.agent == "A":
                a_colors |= colors
            case Misread() if event.agent == "A":
                wrong = [claim for claim in event.data.mistaken if re.fullmatch(r"a\d is \w+", claim)]
                assert not [claim for claim in wrong if a_colors.get(claim[:2]) != claim[6:]]


async def test_a_promise_that_a_model_takes_back_is_broken_and_counted(tmp_path: Path) -> None:
    """It agrees to everything, and withdraws whatever turns out to cost something."""
    text = answering(lambda may: "withdraw" if "withdraw" in may else "accept", truth)
    (tmp_path / "H").write_text(
        "\n".join([*HUMAN, "say @A promise me a4 green", "pass", "color h4 green", "pass", "pass"])
    )
    events = await against(tmp_path, text, 3, cast={"H": f"script:{tmp_path}/H"}, mode="llm_u", fixed=0)
    course = [e.data.state for e in events if isinstance(e.data, OfferChanged) and e.agent == "A"]
    assert course == ["accepted", "kept", "broken"]
    assert ended(events).result["offers_broken"] == 1


async def test_a_model_that_says_nothing_useful_is_missed_and_counted(tmp_path: Path) -> None:
    events = await against(tmp_path, answering(lambda may: may.split()[0], lambda body: "Hmm, let me see."), 4)
    meant = [e.data.meant for e in events if isinstance(e.data, Intended)]
    misread = [e.data for e in events if isinstance(e.data, Misread) and e.agent == "A"]
    assert sum(len(each.missed) for each in misread) == sum(len(each.statements()) for each in meant) > 0
    assert ended(events).result["missed"] == sum(len(e.data.missed) for e in events if isinstance(e.data, Misread))


async def test_a_flood_is_refused_and_the_rules_speak(tmp_path: Path) -> None:
    events = await against(tmp_path, answering(lambda may: may.split()[0], lambda body: "b" * 5000), 4, max_turns=6)
    assert [e for e in events if isinstance(e.data, Unworded)]
    said = [e.data.text for e in events if isinstance(e.data, Said) and e.agent == "A"]
    assert said
    assert max(map(len, said)) < 700
    assert ended(events).models["llm:m"].fallbacks


async def test_a_model_that_acts_at_random_plays_by_the_rules(tmp_path: Path) -> None:
    """Whatever it chooses: what it means is one of the acts it was given, and the game ends."""
    for seed in range(4):
        folder = tmp_path / str(seed)
        folder.mkdir()

        def text(body: Body) -> str:
            asked = last(body)
            acts = re.findall(r"^(\d+)\. ", asked, re.M)
            told = answering(lambda may: may.split()[-1], truth)(body)
            return json.dumps({"act": int(acts[-1]), "words": truth(body)}) if acts else told

        events = await against(folder, text, seed, problem="generate", size=4, density=1.0, solvable=True)
        assert ended(events).reason in ("consensus", "max_turns", "impossible")
        assert [e for e in events if isinstance(e.data, Flagged)]
        deals = [e.data for e in events if isinstance(e.data, Proposed) and e.agent == "A"]
        assert all(isinstance(Deal(each.give, each.want), Deal) for each in deals)
