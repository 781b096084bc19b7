"""Threats and deals: how they are read from words, how they end, and how bots treat them."""

from collections.abc import Mapping
from itertools import pairwise

import pytest

import playbill as pb
from core.engine.chance import Draw
from core.engine.events import Body, Said
from scenes.coup import topics
from scenes.coup.actions import Move
from scenes.coup.config import SEATS
from scenes.coup.events import COMMITMENT_EVENTS, Agreed, Declined, Offered, PactChanged, Threatened
from scenes.coup.sentences import sentence
from scenes.coup.strong.belief import Belief
from scenes.coup.strong.search import search
from scenes.coup.understanding import commitment, examples
from tests.examples import counts
from tests.scenes.coup_table import ANN, BOB, CAT, Table
from tests.scenes.test_coup_bots import decide

THREE = "duk cap, con amb, duk cap"


def spoken_at(table: Table, name: str, text: str) -> Body | None:
    """Return the commitment that words make at this table."""
    return commitment(text, name, table.game, table.scene.pacts)


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Bob, if you steal from me, I coup you.", Threatened(BOB, "steal", "coup", 6)),
        ("bob if you come after me i'll assassinate you", Threatened(BOB, "attack", "assassinate", 6)),
        ("You challenged my Duke on turn 2, Bob. Do it again and I take your coins.",
         Threatened(BOB, "challenge", "steal", 6)),
        ("Block me again, Cat, and I challenge your next claim", Threatened(CAT, "block", "challenge", 6)),
        ("Leave me alone this round and I will not challenge your Duke, Bob.",
         Offered(BOB, "attack", "challenge", 3, 1)),
        ("Peace for two rounds, Cat?", Offered(CAT, "attack", "attack", 3, 2)),
        ("Bob, let's team up against Cat!", Offered(BOB, "attack", "attack", 3, 3, CAT)),
        ("I coup you, Bob.", None),
        ("Bob stole from me. I hate that.", None),
        ("Would you coup me if I stole from you, Bob?", None),
        ('Cat said "Bob, if you steal from me, I coup you"', None),
        ("If you steal from me, I coup you.", None),
        ("No peace with you, Bob.", None),
        ("Bob, I'd never leave you alone", None),
        ("Deal, Bob.", None),
    ],
)  # fmt: skip
def test_commitments_are_read_from_ordinary_sentences(text: str, made: Body | None) -> None:
    assert spoken_at(Table(THREE), ANN, text) == made


def test_the_sentences_that_models_are_shown_are_read() -> None:
    table = Table(THREE)
    kinds = [type(spoken_at(table, ANN, text)) for text in examples(BOB)[:3]]
    assert kinds == [Threatened, Offered, Offered]
    table.give({ANN: f"say {examples(BOB)[1]}".replace("Bob", "Cat")})
    assert [type(spoken_at(table, CAT, text)) for text in examples(ANN)[3:]] == [Agreed, Declined]


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("ok", Agreed(ANN, 3)),
        ("Ann, sounds good to me", Agreed(ANN, 3)),
        ("Sorry, no, Ann: you have 8 coins", Declined(ANN)),
        ("Cat, what a deal that was", None),
        ("I'm fine, thanks", None),
        ("I do not believe that Cat has no Duke", None),
    ],
)
def test_an_answer_is_to_an_open_offer(text: str, made: Body | None) -> None:
    table = Table(THREE).give({ANN: f"say {examples(BOB)[1]}"})
    assert spoken_at(table, BOB, text) == made
    assert spoken_at(Table(THREE), BOB, text) is None


def test_the_last_two_players_make_no_commitments() -> None:
    assert spoken_at(Table("duk cap, con amb"), ANN, examples(BOB)[0]) is None


@pytest.mark.parametrize(
    ("done", "became"),
    [
        (["tax", "income", "income"], {"kept"}),
        (["income", "steal Ann"], {"broken"}),
        (["steal Bob"], {"broken"}),
        (["steal Cat"], set()),
    ],
)
def test_a_deal_is_kept_or_broken_by_what_is_done(done: list[str], became: set[str]) -> None:
    table = Table(THREE).give({ANN: "say Bob, leave me alone this round and I leave you alone."})
    for event in table.scene.deliver_message(BOB, "Agreed, Ann."):
        table._apply(event)
    assert table.scene.observe(CAT).pacts[0].status == "agreed"
    for command in [*done, *(["income"] if "kept" in became else [])]:
        table.do(command)
        while table.phase in ("challenge", "block"):
            table.answer()
    assert {change.became for change in table.told(PactChanged)} == became
    breaker = table.scene.observe(CAT).pacts[0].breaker
    assert bool(breaker) == ("broken" in became)


def test_a_threat_is_defied_and_carried_out_or_empty() -> None:
    for strikes, end in ((True, "carried out"), (False, "empty")):
        table = Table(THREE, coins=[8, 2, 2]).give({ANN: "say Bob, if you steal from me, I coup you."})
        table.do("income", "steal Ann").answer().answer().do("income")
        assert [change.became for change in table.told(PactChanged)] == ["provoked"]
        table.do("coup Bob" if strikes else "income")
        while len(table.told(PactChanged)) < 2:
            (name,) = table.deciding if len(table.deciding) == 1 else ("",)
            table.do("income") if table.phase == "act" and name else table.answer()
        assert table.told(PactChanged)[-1].became == end
        assert table.scene.outcome().metrics[f"threats_{end.replace(' ', '_')}"] == 1


@pytest.mark.parametrize("policy", ["honest", "bluffer", "strong"])
def test_bots_fear_threats_keep_deals_and_punish(policy: str) -> None:
    """Bob is the best target for all three bots, until his words protect him."""

    def coup(words: str = "", reply: str = "") -> str:
        table = Table("con con, duk cap, con amb", coins=[10, 6, 5], bluff=0.0, playouts=400)
        for name, text in ((BOB, words), (ANN, reply)):
            for event in table.scene.deliver_message(name, text) if text else ():
                table._apply(event)
        return decide(table, policy, ANN)

    assert coup() == "coup Bob"
    assert coup("Peace this round, Ann?", "Deal, Bob.") != "coup Bob"
    if policy != "strong":
        assert coup("If you touch me, Ann, I coup you.") != "coup Bob"


@counts(24, 40)
def test_words_of_bots_commit_them_as_meant(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Every sentence is read as it was meant, and nobody repeats one."""
    wants = {"threaten": Threatened, "warn": Threatened, "offer": Offered, "ally": Offered, "trust": Offered,
             "agree": Agreed, "decline": Declined}  # fmt: skip
    meant: dict[str, str] = {}

    def noted(intent: str, voice: str, facts: Mapping[str, str | int], draw: Draw) -> str:
        text = sentence(intent, voice, facts, draw)
        meant[text] = intent
        return text

    monkeypatch.setattr(topics, "sentence", noted)
    intents, broken = set(), 0
    for seed in range(count):
        cast = dict(
            zip(SEATS, ["bluffer", "honest", "bluffer", "honest", "bluffer", "honest"][: 3 + seed % 4], strict=False)
        )
        events = pb.play("coup", {"players": 3 + seed % 4, "bluff": 0.5}, cast, seed=seed).events
        spoken = [(event.agent, event.data.text) for event in events if isinstance(event.data, Said)]
        assert len(spoken) == len(set(spoken))
        for event, after in pairwise(events):
            if isinstance(event.data, Said):
                intent = meant[event.data.text]
                made = (
                    type(after.data) if type(after.data) in COMMITMENT_EVENTS and after.agent == event.agent else None
                )
                assert made == wants.get(intent), event.data.text
                intents.add(intent)
        broken += sum(isinstance(event.data, PactChanged) and event.data.became == "broken" for event in events)
    assert intents >= {*wants, "accuse", "report", "strike", "betray", "point", "own"}
    assert broken


def test_a_price_beyond_all_chances_leaves_a_choice() -> None:
    """With hardly a chance to win, every attack costs more than it can gain."""
    belief = Belief(Table(THREE, coins=[10, 2, 2]).scene.observe(ANN))
    actions = [Move("coup", BOB), Move("coup", CAT)]
    for prices in ([2.0, 3.0], [-2.0, -1.0]):
        assert search(belief, actions, 4, Draw(1), prices)[0] == actions[0]
