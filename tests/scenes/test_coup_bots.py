"""Bots of Coup: invariants of every game, and actions in prepared situations."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest

from core.engine.agents import Agent
from core.engine.casting import agent_for, prepare, set_up
from core.engine.chance import Chance
from core.engine.events import Thought
from core.engine.turn import Turn
from core.lab.batch import play_batch
from scenes.coup.actions import CHALLENGE, Action, Block, Move, describe
from scenes.coup.claim_memory import ClaimMemory
from scenes.coup.moves import CHARACTERS, COPIES, RULES, Character
from scenes.coup.observation import Observation
from scenes.coup.scene import CoupScene
from tests.scenes.coup_table import ANN, BOB, Table


class Decision(NamedTuple):
    policy: str
    seen: Observation
    lawful: Sequence[Action]
    action: Action
    thoughts: list[str]
    truth: dict[str, tuple[Any, ...]]
    """Each player's live cards."""

    @property
    def claim(self) -> Character | None:
        """Return the character that the action claims."""
        match self.action:
            case Move(verb):
                return RULES[verb].claims
            case Block(character):
                return character
        return None


def turn_of(scene: Any, name: str, number: int = 1, chance: Chance | None = None) -> Turn:
    client: Any = None  # bots ask no model
    return Turn(scene, name, number, chance or Chance(1), client)


def decide(table: Table, policy: str, name: str) -> str:
    """Return a bot's action at a prepared table."""
    return describe(agent_for(CoupScene, policy).act(turn_of(table.scene, name, 1, Chance(7))))  # type: ignore[arg-type]


def played(policies: Sequence[str], seed: int, **options: Any) -> Iterator[Decision]:
    """Yield every decision of a game that bots play."""
    scene, chance = set_up(prepare("coup", {"players": len(policies), **options}, {}, seed))
    agents: dict[str, Agent] = {
        name: agent_for(CoupScene, policy) for name, policy in zip(scene.names, policies, strict=True)
    }
    cast = dict(zip(scene.names, policies, strict=True))
    for event in scene.start(chance):
        scene.apply(event)
    number = 0
    while (pick := scene.pick()) and number < 400:
        number += 1
        chance.at(number, 1)
        actions = {}
        for name in pick.names:
            turn = turn_of(scene, name, number, chance)
            action: Any = agents[name].act(turn)
            actions[name] = action
            thoughts = [event.data.text for event in turn.private if isinstance(event.data, Thought)]
            legal: Any = turn.legal
            yield Decision(cast[name], turn.observation, legal, action, thoughts, scene.observe("").hands)
        for event in scene.resolve(actions, chance):
            scene.apply(event)


MIXES = (
    ["honest", "bluffer"],
    ["bluffer", "random", "honest"],
    ["bluffer", "bluffer", "honest", "random"],
    ["honest", "bluffer", "random", "bluffer", "honest", "bluffer"],
)
STYLES: tuple[dict[str, float], ...] = (
    {},
    {"bluff": 1.0, "suspicion": 1.0},
    {"bluff": 0.0, "suspicion": 0.0},
    {"grudge": 1.0, "bluff": 0.6},
)


@pytest.fixture(scope="module")
def decisions() -> list[Decision]:
    return [
        decision
        for mix in MIXES
        for style in STYLES
        for seed in range(1, 3)
        for decision in played(mix, seed, **style)
        if decision.policy != "random"
    ]


def test_all_that_bots_do_is_legal(decisions: list[Decision]) -> None:
    assert len(decisions) > 1000
    assert all(decision.action in decision.lawful for decision in decisions)


def test_nobody_claims_a_card_that_is_turned_up_three_times(decisions: list[Decision]) -> None:
    assert any(each.seen.turned_up(card) == COPIES for each in decisions for card in CHARACTERS), "there are such games"
    assert not [each for each in decisions if each.claim and each.seen.turned_up(each.claim) == COPIES]


def test_honest_claims_what_it_holds(decisions: list[Decision]) -> None:
    claims = [each for each in decisions if each.policy == "honest" and each.claim]
    assert len(claims) > 80
    assert all(each.claim in each.seen.hand for each in claims)


def test_honest_challenges_all_certain_lies(decisions: list[Decision]) -> None:
    asked = [each for each in decisions if each.policy == "honest" and CHALLENGE in each.lawful]
    certain = [each for each in asked if each.seen.claim and not each.seen.unseen(each.seen.claim)]
    assert certain
    assert all(each.action == CHALLENGE for each in certain)


def test_what_is_believed_less_is_true_more_seldom(decisions: list[Decision]) -> None:
    """Where the table has a policy that plays anything, this holds for it too."""
    came: dict[bool, list[bool]] = {True: [], False: []}
    for each in decisions:
        claim, name = each.seen.claim, each.seen.claimant
        if CHALLENGE in each.lawful and claim and (true := ClaimMemory(each.seen).chance_of_claim(name, claim)):
            came[true > 0.65].append(claim in each.truth[name])
    share = {believed: sum(true) / len(true) for believed, true in came.items()}
    assert share[True] > share[False] + 0.1
    assert min(len(true) for true in came.values()) > 50


def test_nobody_challenges_what_it_knows_to_be_true(decisions: list[Decision]) -> None:
    challenges = [each for each in decisions if each.action == CHALLENGE]
    assert len(challenges) > 40
    for each in challenges:
        assert each.seen.claim
        assert each.seen.odds_by_counting(each.seen.claimant, each.seen.claim) < 1


def test_bluffer_without_bluff_and_suspicion_never_lies_and_doubts_only_certain_lies() -> None:
    for seed in range(1, 12):
        for each in played(["bluffer", "random"], seed, bluff=0.0, suspicion=0.0):
            if each.policy == "bluffer":
                assert not each.claim or each.claim in each.seen.hand
                if each.action == CHALLENGE and each.seen.claim:
                    doomed = each.seen.verb == "assassinate" and len(each.seen.hand) == 1
                    assert doomed or not each.seen.unseen(each.seen.claim)


def test_a_bluffer_keeps_to_its_story(decisions: list[Decision]) -> None:
    """It claims no more characters than it has cards, and none after it was caught, unless it has nothing to lose."""
    lies = [each for each in decisions if each.policy == "bluffer" and each.claim and each.claim not in each.seen.hand]
    assert len(lies) > 40
    for each in lies:
        memory = ClaimMemory(each.seen)
        doomed = each.seen.verb == "assassinate" and len(each.seen.hand) == 1
        assert each.claim
        assert doomed or memory.can_claim(each.claim)


def test_bluffer_bluffs_and_doubts_more_when_told_to() -> None:
    def rates(**style: float) -> tuple[float, float]:
        made = Counter[str]()
        for seed in range(1, 16):
            for each in played(["bluffer", "bluffer"], seed, **style):
                lies = bool(each.claim) and each.claim not in each.seen.hand
                made.update(moves=isinstance(each.action, Move), lies=lies)
                made.update(windows=CHALLENGE in each.lawful, doubts=each.action == CHALLENGE)
        return made["lies"] / made["moves"], made["doubts"] / made["windows"]

    timid, daring = rates(bluff=0.1, suspicion=0.1), rates(bluff=0.8, suspicion=0.8)
    assert timid[0] < 0.5 * daring[0]
    assert timid[1] < 0.5 * daring[1]


def test_a_grudge_is_about_who_took_aim() -> None:
    table = Table("duk duk, cap amb, con con", starter="first").do("tax").answer().do("steal Ann").answer().do("pass")
    assert table.do("income").deciding == ("Ann",)
    assert decide(rich(table, grudge=1.0), "bluffer", "Ann") == "coup Bob"
    table = Table("duk duk, cap amb, con con", starter="first").do("tax").answer().do("income", "income")
    assert decide(rich(table, grudge=1.0), "honest", "Ann") == "coup Cat", "of equals whoever has most coins"


def rich(table: Table, **style: float) -> Table:
    """Let Ann afford a coup, and make Cat the strongest opponent."""
    table.game.coins[0], table.game.coins[2] = 7, 6
    table.scene.config = table.scene.config.model_copy(update=style)
    return table


@pytest.mark.parametrize(
    ("hands", "coins", "does"),
    [
        ("duk con, cap cap", (7, 2), "coup Bob"),
        ("duk ass, cap cap", (3, 2), "assassinate Bob"),
        ("duk cap, cap con", (2, 2), "tax"),
        ("cap con, duk con", (2, 2), "steal Bob"),
        ("amb con, duk con", (2, 0), "exchange"),
        ("con con, duk con", (2, 2), "foreign aid"),
    ],
)
def test_honest_plays_what_it_holds(hands: str, coins: tuple[int, int], does: str) -> None:
    assert decide(Table(hands, coins=coins), "honest", "Ann") == does


def test_honest_blocks_when_it_truly_can() -> None:
    assert decide(Table("ass duk, con cap", coins=(3, 2)).do("assassinate Bob", "pass"), "honest", "Bob") == (
        "block with Contessa"
    )
    assert decide(Table("ass duk, cap cap", coins=(3, 2)).do("assassinate Bob", "pass"), "honest", "Bob") == "pass"
    assert decide(Table("con con, duk cap").do("foreign aid"), "honest", "Bob") == "block with Duke"


def test_honest_does_not_steal_from_who_blocks_it() -> None:
    table = Table("cap cap, cap con").do("steal Bob", "pass", "block with Captain", "pass", "income")
    assert decide(table, "honest", "Ann") != "steal Bob"


def test_with_nothing_to_lose_a_bluffer_says_contessa() -> None:
    table = Table("ass ass, cap duk", coins=(7, 2)).do("coup Bob", "lose Duke", "income")
    table.game.coins[0] = 3
    table.do("assassinate Bob", "pass")
    assert decide(table, "bluffer", "Bob") == "block with Contessa"
    assert decide(table, "honest", "Bob") == "pass"


def test_a_thought_says_why(decisions: list[Decision]) -> None:
    for each in decisions:
        if isinstance(each.action, Move | Block) or each.action == CHALLENGE:
            assert each.thoughts, f"{each.policy} does {describe(each.action)} for no reason"
        assert all(1 < len(text) < 150 for text in each.thoughts)
    table = Table("cap con, cap con").do("tax")
    turn = turn_of(table.scene, "Bob")
    agent_for(CoupScene, "bluffer").act(turn)
    assert "Ann has a Duke at 83%, by the cards and its claims" in str(turn.private[0].data)


def test_a_claim_is_believed_by_what_was_claimed_before() -> None:
    table = Table("cap con, cap ass").do("tax").answer()
    assert table.deciding == (BOB,)
    first = ClaimMemory(table.scene.observe(BOB)).chance_of_claim(ANN, "Duke")
    table.do("income", "steal Bob").answer().do("pass", "income")
    memory = ClaimMemory(table.scene.observe(BOB))
    assert memory.undisproved[ANN] == ["Captain", "Duke"]
    assert memory.chance_of_claim(ANN, "Duke") == first > memory.chance_of_claim(ANN, "Ambassador")
    assert first > 0.8


def test_honest_beats_chance() -> None:
    """Its win rate in the long run is 95 %."""
    header = prepare("coup", {"players": 2}, {"Ann": "honest", "Bob": "random"}, 1)
    won = Counter(policy for game in play_batch(header, 30, 1, rotate=True).games for policy in game.won)
    assert won["honest"] > 22
