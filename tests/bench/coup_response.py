"""How exploitable a bot of Coup is at two players: what a learner that plays nothing else wins against it.

The learner estimates the chance to win of each action from what it may know (`features`) with a small network, by
Q(λ) over its own games (Watkins 1989), and plays the best of it. What it then wins in new games is a lower bound of
what a best response would: 50% says that this learner found nothing. All seeds are fixed.
"""

import random
from collections import deque
from collections.abc import Sequence
from time import perf_counter
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from core.engine.agents import Agent
from core.engine.casting import agent_for
from core.engine.turn import Turn
from scenes.coup.actions import Action, Move, describe
from scenes.coup.config import SEATS, CoupConfig
from scenes.coup.encoding import CoupEncoding
from scenes.coup.equilibrium.hands import Array
from scenes.coup.equilibrium.nets import Net
from scenes.coup.events import Blocked, Challenged, Declared, Exchanged, Lost, Proved
from scenes.coup.moves import CHARACTERS, COPIES, RULES, Character
from scenes.coup.observation import Observation
from scenes.coup.scene import CoupScene
from tests.bench.coup_net import Adam, fresh
from tests.bench.coup_tables import Duel, duels

# -- what it sees

PHASES = ("act", "challenge", "block", "challenge block", "lose", "exchange")
BRACKETS = (1, 2, 3, 4, 5, 6, 7, 8, 10)
"""Coins from which on something else can be done, now or soon."""
PLACE: dict[Character, int] = {character: place for place, character in enumerate(CHARACTERS)}

_LABELS = CoupEncoding(CoupConfig(), ("Ann", "Bob")).labels
_NUMBERS = {label.removesuffix(" +1"): n for n, label in enumerate(_LABELS)}
ACTIONS = len(_NUMBERS)


def number(action: Action) -> int:
    """At two players there is one target."""
    return _NUMBERS[action.verb if isinstance(action, Move) else describe(action)]


def features(seen: Observation) -> Array:
    """Own cards, what is turned up, coins, what is on the table, and who has claimed, proved and doubted what."""
    me, other = seen.me, seen.players[1 - seen.seat]
    hand = [seen.hand.count(character) for character in CHARACTERS]
    gone = [me.lost.count(character) + other.lost.count(character) for character in CHARACTERS]
    left = [COPIES - mine - out for mine, out in zip(hand, gone, strict=True)]
    mine, theirs = _heard(seen, me.name), _heard(seen, other.name)
    hidden = sum(left)
    claim = seen.claim
    return np.array(
        [
            1.0,
            *hand,
            *[count > 0 for count in hand],
            *[count == 2 for count in hand],
            *[count / COPIES for count in left],
            *[count == 0 for count in left],
            me.cards == 2,
            other.cards == 2,
            me.coins / 10,
            other.coins / 10,
            *[me.coins >= coins for coins in BRACKETS],
            *[other.coins >= coins for coins in BRACKETS],
            *[seen.phase == phase for phase in PHASES],
            seen.actor == me.name,
            *[seen.verb == verb for verb in RULES],
            *[claim == character for character in CHARACTERS],
            0.0 if claim is None else 1 - (1 - left[PLACE[claim]] / hidden) ** other.cards,
            0.0 if claim is None else float(theirs[PLACE[claim]] > 0),
            seen.actions / 20,
            *mine,
            *theirs,
        ],
        dtype=np.float32,
    )


def _heard(seen: Observation, name: str) -> list[float]:
    """Of one player: claims of each character that stand since it last exchanged or drew, whether there were any, what
    was proved since; then bluffs caught, challenges won and lost."""
    claims, proved = [0] * len(CHARACTERS), [0] * len(CHARACTERS)
    caught = won = lost = 0
    last: Character | None = None
    for fact in seen.history:
        own = fact.agent == name
        match fact.data:
            case Declared(claim=claim) | Blocked(claim=claim) if own:
                if claim is not None:
                    claims[PLACE[claim]] += 1
                    last = claim
            case Challenged():
                won += own
            case Proved(card) if own:
                claims[PLACE[card]] = 0
                proved[PLACE[card]] = 1
            case Lost(card, why) if own:
                claims[PLACE[card]] = 0
                if why == "challenge":
                    won, lost = won - 1, lost + 1
                elif why == "bluff" and last is not None:
                    caught += 1
                    claims[PLACE[last]] = 0
            case Exchanged() if own:
                claims = [0] * len(CHARACTERS)
                proved = [0] * len(CHARACTERS)
    return [*[min(count, 3) / 3 for count in claims], *[count > 0 for count in claims], *proved, caught, won, lost]


# -- how it plays


class Lesson(NamedTuple):
    """Games against a policy with options. Each lesson goes on from what was learned in those before."""

    policy: str
    games: int
    options: dict[str, Any] = {}


LESSONS = (
    Lesson("random", 10_000),
    Lesson("honest", 20_000),
    Lesson("bluffer", 60_000),
    Lesson("strong", 10_000, {"playouts": 20}),
    Lesson("strong", 5_000, {"playouts": 80}),
    Lesson("strong", 2_000),
)
"""Some ten minutes. A strong player that thinks less leaves time for more games, and plays much like itself."""
GAMES = 200
"""Played between two fits."""
REPLAY = 60_000
"""Decisions that a fit draws from: the last ones."""
BATCH, STEPS = 256, 100
"""Decisions a step of a fit, and steps of a fit."""
RATE, SLOWEST = 1e-3, 1e-4
"""Of learning, at the start of a lesson and at its end."""
DARING, SOBER = 0.25, 0.02
"""How often an action is taken at random: in the first lesson at its start, and later."""
TRACE = 0.7
"""λ: how much of what an action is worth is told by how the game went on, and not by what was expected of it then."""
HIDDEN = 128
"""Units of a hidden layer."""
TRAINING = 1_000_000
"""Seeds from here on are for training; measured games have seeds from 1."""


class Made(NamedTuple):
    """A decision of the learner."""

    seen: Array
    action: int
    hope: float
    """The chance to win that it expected of its best action."""
    best: bool
    """Whether it took that."""


class Responder(Agent):
    """Plays what its net thinks best, or now and then anything; keeps what it did where it had a choice."""

    def __init__(self, net: Net, daring: float = 0.0, draw: random.Random | None = None) -> None:
        self.net, self.daring, self.draw = net, daring, draw or random.Random(0)
        self.made: list[Made] = []

    def act(self, turn: Turn) -> Action:
        lawful = cast(Sequence[Action], turn.legal)
        if len(lawful) == 1:
            return lawful[0]
        seen = features(turn.observation)
        (chances,) = self.net(seen[None])
        action = best = max(lawful, key=lambda each: chances[number(each)])
        if self.daring and self.draw.random() < self.daring:
            action = self.draw.choice(lawful)
        self.made.append(Made(seen, number(action), float(chances[number(best)]), action is best))
        return action


# -- learning


def learn(net: Net, lesson: Lesson, start: float = SOBER) -> None:
    """The net goes on learning. `start` is how often it takes any action at first."""
    optimizer = Adam(net.weights)
    dice, draw = random.Random(1), np.random.default_rng(1)
    replay: deque[tuple[Array, int, float]] = deque(maxlen=REPLAY)
    for game in range(lesson.games):
        done = game / lesson.games
        responder = Responder(net, max(SOBER, start * (1 - 1.25 * done)), dice)
        name, rival = SEATS[game % 2], SEATS[1 - game % 2]
        seats: dict[str, Agent] = {name: responder, rival: agent_for(CoupScene, lesson.policy)}
        duel = Duel(TRAINING + game, seats, lesson.options)
        while duel.deciding:
            duel.step()
        worth = float(duel.scene.outcome().winners == (name,))
        for made in reversed(responder.made):
            replay.append((made.seen, made.action, worth))
            worth = TRACE * worth + (1 - TRACE) * made.hope if made.best else made.hope
        if game % GAMES == GAMES - 1:
            _fit(optimizer, replay, draw, RATE * (SLOWEST / RATE) ** done)


def _fit(optimizer: Adam, replay: Sequence[tuple[Array, int, float]], draw: np.random.Generator, rate: float) -> None:
    seen = np.array([each[0] for each in replay])
    actions = np.array([each[1] for each in replay])
    worth = np.array([each[2] for each in replay], np.float32)
    for _ in range(STEPS):
        some = draw.integers(len(actions), size=BATCH)
        fit(optimizer, seen[some], actions[some], worth[some], rate)


def fit(optimizer: Adam, seen: Array, actions: NDArray[np.int64], came: Array, rate: float) -> None:
    """Take a step towards the chances to win that these actions turned out to have."""

    def slope_of(chances: Array) -> Array:
        slope, rows = np.zeros_like(chances), np.arange(len(actions))
        slope[rows, actions] = (chances[rows, actions] - came) / len(actions)
        return slope

    optimizer.step(seen, slope_of, rate)


def untaught() -> Net:
    inputs = len(features(Duel(1, {}).scene.observe(SEATS[0])))
    return fresh((inputs, HIDDEN, HIDDEN, ACTIONS), np.random.default_rng(1))


# -- measuring


def exploit(policies: Sequence[str], games: int, effort: float) -> None:
    """A learner against one policy after the other, and what it wins from the one that it has just learned to beat."""
    print(f"\nTwo players: what a learner wins from whom it has learned to beat, {games} new games, 95% intervals")
    net, start = untaught(), DARING
    for policy in policies:
        began, count = perf_counter(), 0
        for lesson in LESSONS:
            if lesson.policy == policy:
                learn(net, lesson._replace(games=round(lesson.games * effort)), start)
                count, start = count + round(lesson.games * effort), SOBER
        took = perf_counter() - began
        share = duels(lambda: Responder(net), policy, games)
        print(f"{policy:10}{share!s:>22}   after {count:,} games in {took:.0f} s", flush=True)
