"""The chat's starters: situations with characters, an aim, and an end that the rules judge."""

import asyncio
from pathlib import Path

import pytest

import playbill as pb
from core.engine.agents import Agent, Scripted
from core.engine.casting import agent_for, open_run, prepare, scene_after
from core.engine.events import Event, RunEnded, Said
from core.engine.turn import Action, Turn
from core.recording.file import Recording
from core.recording.verification import verify
from scenes.chat.scene import ChatScene
from scenes.chat.starters.actions import Accept
from scenes.chat.starters.events import CardDealt
from scenes.chat.starters.prices import accepts, is_final, price_in


class Eager(Agent):
    """Accepts the first price."""

    def act(self, turn: Turn) -> Action:
        return Accept()


def played(starter: str, seed: int, ann: Agent) -> list[Event]:
    header = prepare("chat", {"starter": starter}, {}, seed)
    agents = {name: agent_for(ChatScene, "rules") for name in header.cast} | {"Ann": ann}

    async def play() -> list[Event]:
        return [event async for event in open_run(header, agents=agents)]

    return asyncio.run(play())


def ended(events: list[Event]) -> RunEnded:
    assert isinstance(events[-1].data, RunEnded)
    return events[-1].data


def rules() -> Agent:
    return agent_for(ChatScene, "rules")


def test_a_person_without_options_gets_a_dinner_and_bots_a_topic() -> None:
    assert prepare("chat", {}, {}, 1, human=True).config["starter"] == "dinner"
    assert "starter" not in prepare("chat", {"topic": "tea"}, {}, 1, human=True).config
    assert "starter" not in prepare("chat", {}, {}, 1).config


@pytest.mark.parametrize(
    ("starter", "at_most", "random_at_most"), [("dinner", 14, 9), ("negotiation", 16, 0), ("interview", 14, 0)]
)
def test_a_sensible_player_does_clearly_better_than_a_random_one(
    starter: str, at_most: int, random_at_most: int
) -> None:
    seeds = range(16)
    won = sum("Ann" in ended(played(starter, seed, rules())).winners for seed in seeds)
    at_random = sum("Ann" in ended(played(starter, seed, agent_for(ChatScene, "random"))).winners for seed in seeds)
    assert 9 <= won <= at_most
    assert at_random <= random_at_most


def test_who_accepts_the_first_price_loses() -> None:
    results = [ended(played("negotiation", seed, Eager())) for seed in range(8)]
    assert all(each.winners == ("Bob",) and float(each.result["points"] or 0) < 0 for each in results)


def test_prices_acceptance_and_last_words_are_read() -> None:
    texts = {
        "I'd go to $1,050.": 1050,
        "1,000, and no more": 1000,
        "You ask 900, I pay six hundred": 600,
        "A dealer wants 400 for the same one elsewhere.": None,
        "500? No: 450.": 450,
    }
    assert {text: price_in(text) for text in texts} == texts
    assert accepts("ok, 700 it is", 700)
    assert not any(accepts(text, 700) for text in ("no deal", "deal at 650", "would you accept less?"))
    assert is_final("650, that is my final offer")
    assert not is_final("is that your last price?")


def test_words_of_a_person_decide_a_recorded_dinner(tmp_path: Path) -> None:
    facts = {each.agent: each.data for each in played("dinner", 5, rules()) if isinstance(each.data, CardDealt)}
    thief, witness, hider = (
        next(name for name, each in facts.items() if each.part == part) for part in ("thief", "witness", "hider")
    )
    lines = ("say Whom did you see?", f"say {hider}, {witness} saw you in the {facts[hider].facts['hidden']}!")
    script = tmp_path / "ann.txt"
    script.write_text("\n".join([f"{line}\nyield" for line in lines] + [f"accuse {thief}"]))
    path = tmp_path / "run.jsonl"
    game = pb.play("chat", {"starter": "dinner"}, {"Ann": f"script:{script}"}, seed=5, record=path)
    assert game.outcome.winners == ("Ann",)
    said = [each.data.text for each in game.events if isinstance(each.data, Said) and each.agent == hider]
    assert asyncio.run(verify(Recording.read(path)))
    assert any(facts[hider].facts["secret"] in text for text in said), "it admits its secret when it was seen"


def test_a_card_is_for_its_agent_alone() -> None:
    header = prepare("chat", {"starter": "negotiation"}, {}, 2)
    scene = scene_after(header, played("negotiation", 2, Scripted(("walk away",))))
    lowest = scene.observe("Bob").facts["lowest"]
    assert f"Never go below ${lowest}" in scene.observe("Bob").portraits["Bob"].role
    assert lowest not in str(scene.observe("Ann").portraits)
    assert "lowest" not in scene.observe("Ann").facts
