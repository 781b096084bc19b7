"""The convention player: small named situations, then whole games.

Hands are written as they are seen, newest card (slot a) first; later draws are written in order.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from statistics import mean
from types import SimpleNamespace

import msgspec
import pytest

from core.engine.agents import Agent, RandomAgent
from core.engine.chance import Chance
from scenes.hanabi.actions import Action, Clue, Play
from scenes.hanabi.bots import Cautious
from scenes.hanabi.config import HanabiConfig
from scenes.hanabi.convention.explanations import Inference, inferences_of
from scenes.hanabi.convention.player import ConventionPlayer, explain, read_table
from scenes.hanabi.convention.reading import focus_of
from scenes.hanabi.scene import HanabiScene
from scenes.hanabi.variants import VARIANTS
from tests.scenes.hanabi_tables import ANY_TABLE

NOTHING = ("R3 R4 Y4 B3 G4", "G3 B4 P3 P4 Y3")
"""Two hands without a playable card, a 2 or a 5."""


def dealt(*hands: str, then: str = "") -> HanabiScene:
    """Return a game with these hands. The other cards are drawn highest rank first, after `then`."""
    cards = [card for hand in hands for card in reversed(hand.split())] + then.split()
    variant = VARIANTS["standard"]
    rest = Counter(variant.labels[card] for card in variant.deck)
    rest.subtract(cards)
    assert min(rest.values()) >= 0, "too many of a card"
    cards += sorted(rest.elements(), key=lambda label: (-int(label[1]), label))
    return started(HanabiConfig(players=len(hands), deck=" ".join(cards)), 0)


def started(config: HanabiConfig, seed: int) -> HanabiScene:
    scene = HanabiScene(config, config.seats)
    for event in scene.start(Chance(seed)):
        scene.apply(event)
    return scene


def turn_of(scene: HanabiScene) -> str:
    return scene.names[len(scene.history) % len(scene.names)]


def perform(scene: HanabiScene, action: Action) -> None:
    name = turn_of(scene)
    scene.check(name, action)
    for event in scene.decide(name, action, Chance(0)):
        scene.apply(event)


def after(scene: HanabiScene, *commands: str) -> HanabiScene:
    """Perform commands of the players in turn."""
    for command in commands:
        perform(scene, scene.parse(turn_of(scene), command))
    return scene


def advice(scene: HanabiScene) -> tuple[str, str]:
    """Return the convention player's action for the player to move, and its reason."""
    action, sentence = explain(scene.observe(turn_of(scene)))
    scene.check(turn_of(scene), action)
    return scene.describe(action), sentence


def believes(scene: HanabiScene, name: str, slot: str) -> Inference:
    found = inferences_of(read_table(scene.observe(name)))["abcde".index(slot)]
    assert "abcde"[found.slot] == slot
    return found


def labels(mask: int) -> str:
    return " ".join(label for card, label in enumerate(VARIANTS["standard"].labels) if mask >> card & 1)


# -- conventions


def test_the_chop_is_the_oldest_card_without_a_clue() -> None:
    scene = dealt(*NOTHING)
    assert [seen.chop for seen in inferences_of(read_table(scene.observe("Bob")))] == [False] * 4 + [True]
    after(scene, "clue Bob 3")  # touches a, c and e
    assert [seen.chop for seen in inferences_of(read_table(scene.observe("Bob")))] == [False] * 3 + [True, False]


@pytest.mark.parametrize(
    ("clue", "focus", "on_chop"),
    [("3", "e", True), ("4", "b", False), ("purple", "d", False), ("yellow", "e", True), ("green", "a", False)],
)
def test_the_focus_is_the_chop_else_the_newest_card_touched(clue: str, focus: str, on_chop: bool) -> None:
    scene = dealt("R3 R4 Y4 B3 G4", "G3 B4 R3 P4 Y3")
    assert focused(scene, clue) == (focus, True, on_chop)
    after(scene, "clue Bob blue", "clue Ann 4")
    assert focused(scene, "4") == ("d", True, False), "a card that is touched for the first time comes first"


def focused(scene: HanabiScene, clue: str) -> tuple[str, bool, bool]:
    """Return the slot of Bob's card that a clue is about, and whether the card is new and is the chop."""
    mask = scene.variant.touched[scene.variant.clues.index(clue)]
    touched = tuple(order for order in scene.hands[1] if mask >> scene.deck[order] & 1)
    order, fresh, on_chop = focus_of(read_table(scene.observe("Ann")), 1, touched)
    return "edcba"[scene.hands[1].index(order)], fresh, on_chop


def test_a_play_clue_says_that_its_focus_fits() -> None:
    scene = dealt(NOTHING[0], "G3 B1 P3 P4 Y3")
    action, why = advice(scene)
    assert action in ("clue Bob blue", "clue Bob 1")
    assert why == "tells Bob to play b: blue 1 fits now"
    after(scene, "clue Bob blue")
    seen = believes(scene, "Bob", "b")
    assert (labels(seen.cards), seen.kind, seen.plays) == ("B1", "play", True)
    assert advice(scene) == ("play b", "plays b: Ann's clue said it is playable")


def test_a_clue_on_the_chop_saves_a_five() -> None:
    scene = dealt(NOTHING[0], "G3 B4 P3 P4 Y5")
    assert advice(scene) == ("clue Bob 5", "saves the 5 on Bob's chop")
    after(scene, "clue Bob 5")
    seen = believes(scene, "Bob", "e")
    assert (labels(seen.cards), seen.kind, seen.plays) == ("R5 Y5 G5 B5 P5", "save", False)
    assert believes(scene, "Bob", "d").chop


def test_a_clue_on_the_chop_saves_a_two_and_the_last_copy_of_a_card() -> None:
    assert advice(dealt(NOTHING[0], "G3 B4 P3 P4 Y2")) == ("clue Bob 2", "saves the yellow 2 on Bob's chop")
    scene = dealt("R5 R4 Y4 B3 Y3", "G5 B4 P3 Y3 P4")
    after(scene, "clue Bob 5", "clue Ann 5", "discard e", "discard e")
    action, why = advice(scene)
    assert action in ("clue Bob yellow", "clue Bob 3")
    assert why == "saves the yellow 3, the last one, on Bob's chop"


def test_a_card_that_is_seen_twice_is_not_saved() -> None:
    scene = dealt("R5 R4 Y4 B3", "G5 B4 P3 Y2", "P5 Y2 B3 G4", "B5 R3 Y3 G3")
    after(scene, "clue Bob 5", "clue Cat 5", "clue Dan 5", "clue Ann 5")
    assert advice(scene) == ("discard d", "discards d: the oldest card nobody clued")


PROMPT = ("R3 R4 Y4 B3 G4", "Y3 G3 B4 P3 R2", "R1 R3 G4 Y4 P4")


def test_a_prompt_asks_a_clued_card_that_can_be_what_is_missing() -> None:
    scene = after(dealt(*PROMPT), "clue Bob 2", "clue Cat 1", "play a")
    assert advice(scene) == ("clue Cat red", "prompt: Bob's e is the red 2 that Cat's card waits for")
    after(scene, "clue Cat red")
    seen = believes(scene, "Bob", "e")
    assert (labels(seen.cards), seen.kind) == ("R2", "prompt")
    assert advice(scene) == ("play e", "plays e: Ann's clue to Cat needs the red 2 first, and this can be it")


FINESSE = ("Y3 R4 Y4 B3 G4", "R1 G3 B4 P3 P4", "G3 R2 G4 Y4 P4")


def test_a_finesse_asks_the_newest_unclued_card() -> None:
    scene = dealt(*FINESSE)
    assert advice(scene) == ("clue Cat red", "finesse: Bob's newest is the red 1 that Cat's card waits for")
    after(scene, "clue Cat red")
    seen = believes(scene, "Bob", "a")
    assert (labels(seen.cards), seen.kind, seen.plays) == ("R1 Y1 G1 B1 P1", "bluff", True), "it may be a bluff"
    assert advice(scene) == ("play a", "plays a: Ann's clue to Cat asks for the newest card, by a finesse or a bluff")
    after(scene, "play a")
    seen = believes(scene, "Cat", "b")
    assert (labels(seen.cards), seen.plays) == ("R2", True)
    assert advice(scene)[0] == "play b"


def test_a_card_that_may_wait_for_a_finesse_waits_and_is_read_anew_if_nobody_plays() -> None:
    scene = after(dealt("Y3 R4 Y4 B3 G4", "R1 G3 B4 P3 P4", "G3 R1 G4 Y4 P4"), "clue Cat red")
    seen = believes(scene, "Cat", "b")
    assert (labels(seen.cards), seen.plays) == ("R1 R2", False)
    after(scene, "discard e")
    seen = believes(scene, "Cat", "b")
    assert (labels(seen.cards), seen.plays) == ("R1", True)


def test_a_finesse_that_was_none_is_dropped() -> None:
    scene = after(dealt("Y3 R4 Y4 B3 G4", "B3 G3 B4 P3 P4", "G3 R2 G4 Y4 P4"), "clue Cat red")
    assert believes(scene, "Bob", "a").kind == "bluff"
    after(scene, "discard e")
    assert believes(scene, "Bob", "b").kind == "touch"
    assert not any(seen.plays for seen in inferences_of(read_table(scene.observe("Bob"))))


def test_good_touch_tells_the_card_and_not_the_useless_one_beside_it() -> None:
    scene = after(dealt("R5 R4 Y4 B3 R1", "B4 Y1 R1 P4 G3"), "play e", "clue Ann 5")
    assert advice(scene) == ("clue Bob yellow", "tells Bob to play b: yellow 1 fits now")


def test_good_touch_says_that_a_clued_card_is_not_one_that_was_played() -> None:
    scene = after(dealt("R5 R4 Y4 B3 R1", "G3 B4 P3 Y1 Y3"), "play e", "clue Ann 5", "clue Bob 1")
    assert labels(believes(scene, "Bob", "d").cards) == "Y1 G1 B1 P1"


def test_a_warning_comes_before_a_play() -> None:
    scene = after(dealt("Y1 R4 Y4 B3 R1", "G3 B4 P3 P4 Y5"), "play e", "clue Ann 1")
    assert believes(scene, "Ann", "b").plays
    assert advice(scene) == ("clue Bob 5", "saves the 5 on Bob's chop")


def test_with_nothing_to_do_the_chop_is_discarded() -> None:
    scene = dealt("R3 R4 Y4 B3 G4", "G3 B4 P3 P4 Y3")
    after(scene, "clue Bob 4", "clue Ann 4")
    assert advice(scene)[1].startswith("discards d: the oldest card nobody clued")


# -- whole games


def seat(scene: HanabiScene, agent: Agent, chance: Chance) -> tuple[Action, str]:
    name = turn_of(scene)
    said: list[str] = []
    turn = SimpleNamespace(
        observation=scene.observe(name),
        legal=scene.legal(name),
        chance=lambda purpose: chance(purpose, name),
        think=said.append,
    )
    action = agent.act(turn)  # type: ignore[arg-type]
    assert isinstance(action, Action)
    return action, " ".join(said)


def played(scene: HanabiScene, agents: list[Agent], seed: int) -> Iterator[tuple[Agent, Action, str]]:
    """Play a game to its end; yield each move before it is made."""
    chance = Chance(seed)
    while scene.is_complete() is None:
        chance.at(len(scene.history) + 1, 0)
        agent = agents[len(scene.history) % len(agents)]
        action, sentence = seat(scene, agent, chance)
        yield agent, action, sentence
        perform(scene, action)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.few(1)
def test_who_is_asked_for_advice_in_the_middle_of_a_game_says_what_is_played(players: int) -> None:
    for seed in range(2):
        scene = started(HanabiConfig(players=players), seed)
        agents: list[Agent] = [ConventionPlayer() for _ in range(players)]
        for _, action, sentence in played(scene, agents, seed):
            assert explain(scene.observe(turn_of(scene))) == (action, sentence)


def test_one_player_can_go_from_a_game_to_another() -> None:
    one = ConventionPlayer()
    scenes = [started(HanabiConfig(players=2), seed) for seed in (1, 2)]
    for _ in range(10):
        for scene in scenes:
            action, sentence = seat(scene, one, Chance(0))
            assert explain(scene.observe(turn_of(scene))) == (action, sentence)
            perform(scene, action)


@pytest.mark.parametrize("players", [2, 4])
def test_a_hand_that_is_hidden_from_who_advises_breaks_nothing(players: int) -> None:
    scene = started(HanabiConfig(players=players), 5)
    agents: list[Agent] = [ConventionPlayer() for _ in range(players)]
    for _ in played(scene, agents, 5):
        seen = scene.observe(scene.names[-1])
        first = tuple(msgspec.structs.replace(held, card=None) for held in seen.hands[0])
        action, sentence = explain(msgspec.structs.replace(seen, hands=(first, *seen.hands[1:])))
        assert sentence
        assert action not in [Clue(0, clue) for clue in range(len(scene.variant.clues))]


@ANY_TABLE
@pytest.mark.few(1)
def test_odd_partners_break_nothing(variant: str, players: int) -> None:
    partners: tuple[Callable[[], Agent], ...] = (RandomAgent, Cautious, ConventionPlayer)
    for seed, partner in enumerate(partners):
        config = HanabiConfig.model_validate({"players": players, "variant": variant})
        scene = started(config, seed)
        agents = [ConventionPlayer(), *(partner() for _ in range(players - 1))]
        for agent, _, sentence in played(scene, agents, seed):
            if isinstance(agent, ConventionPlayer):
                assert 10 < len(sentence) < 120, sentence
                name = turn_of(scene)
                assert len(inferences_of(read_table(scene.observe(name)))) == len(scene.hands[scene.seat[name]])


@pytest.mark.parametrize(
    ("players", "least"),
    [(2, 22.0), *(pytest.param(*more, marks=pytest.mark.slow) for more in ((3, 22.5), (4, 22.3), (5, 21.2)))],
)
def test_it_is_a_good_partner(players: int, least: float) -> None:
    """A beginner's mean is below 18.5 with any number of players; a game lost by strikes scores 0."""
    scores = []
    for seed in range(6):
        scene = started(HanabiConfig(players=players, bomb="zero"), seed)
        for _ in played(scene, [ConventionPlayer() for _ in range(players)], seed):
            pass
        scores.append(scene.score)
    assert mean(scores) > least


def test_plays_clues_and_words_agree() -> None:
    """A sentence about telling a player to play a slot belongs to a clue; one about playing belongs to a play."""
    scene = started(HanabiConfig(players=4), 11)
    agents: list[Agent] = [ConventionPlayer() for _ in range(4)]
    for _, action, sentence in played(scene, agents, 11):
        assert sentence.startswith("plays ") == isinstance(action, Play)
        assert not sentence.startswith("tells ") or isinstance(action, Clue)
    assert scene.score > 22


def test_a_finesse_that_is_under_way_needs_no_second_clue() -> None:
    scene = dealt("P5 B1 Y2 R3", "Y3 B5 R4 B1", "G5 G3 Y4 P4", "R2 Y1 B4 P2", then="P1")
    after(scene, "clue Bob blue", "play d", "clue Dan purple")
    assert advice(scene)[0] == "discard c"
    after(scene, "discard c", "clue Dan yellow")
    assert advice(scene) == (
        "play a",
        "plays a: Cat's clue to Dan needs the purple 1 first, a finesse of the newest card",
    )
