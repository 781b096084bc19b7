"""How exploitable a bot of Coup is at two players: what a learner that plays nothing else wins against it.

The learner estimates the chance to win of each action from what it may know (`coup_features`) with a small network, by
Q(λ) over its own games (Watkins 1989), and plays the best of it. What it then wins in new games is a lower bound of
what a best response would: 50% says that this learner found nothing. All seeds are fixed.
"""

import random
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from math import exp
from time import perf_counter
from typing import Any, NamedTuple, cast

import numpy as np

from core.engine.agents import Agent
from core.engine.casting import agent_for
from core.engine.chance import Chance
from core.engine.turn import Turn
from scenes.coup.actions import Action
from scenes.coup.config import SEATS, CoupConfig
from scenes.coup.scene import CoupScene
from tests.bench.coup_features import ACTIONS, features, number
from tests.bench.coup_net import Array, Net
from tests.bench.coup_tables import Share


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
        values = self.net(seen)
        action = best = max(lawful, key=lambda each: values[number(each)])
        if self.daring and self.draw.random() < self.daring:
            action = self.draw.choice(lawful)
        hope = 1 / (1 + exp(-values[number(best)]))
        self.made.append(Made(seen, number(action), hope, action is best))
        return action


def opened(seed: int, options: Mapping[str, Any]) -> tuple[CoupScene, Chance]:
    """A table of two, cards dealt."""
    config = CoupConfig(players=2, **options)
    scene, chance = CoupScene(config, config.seats), Chance(seed)
    for event in scene.start(chance):
        scene.apply(event)
    return scene, chance


def duel(agents: Mapping[str, Agent], seed: int, options: Mapping[str, Any]) -> str:
    """The winner of a game that nobody records, or nobody's name where it took too long."""
    scene, chance = opened(seed, options)
    turns = 0
    while (pick := scene.pick()) is not None and turns < scene.config.max_turns:
        turns += 1
        chance.at(turns, 1)
        actions: dict[str, Any] = {name: agents[name].act(_turn(scene, name, turns, chance)) for name in pick.names}
        for event in scene.resolve(actions, chance):
            scene.apply(event)
    return "".join(scene.outcome().winners)


def _turn(scene: CoupScene, name: str, turns: int, chance: Chance) -> Turn:
    client: Any = None  # bots ask no model
    return Turn(scene, name, turns, chance, client)


# -- learning


def learn(net: Net, lesson: Lesson, start: float = SOBER) -> None:
    """The net goes on learning. `start` is how often it takes any action at first."""
    dice, draw = random.Random(1), np.random.default_rng(1)
    replay: deque[tuple[Array, int, float]] = deque(maxlen=REPLAY)
    for game in range(lesson.games):
        done = game / lesson.games
        responder = Responder(net, max(SOBER, start * (1 - 1.25 * done)), dice)
        name, rival = SEATS[game % 2], SEATS[1 - game % 2]
        seats: dict[str, Agent] = {name: responder, rival: agent_for(CoupScene, lesson.policy)}
        worth = float(duel(seats, TRAINING + game, lesson.options) == name)
        for made in reversed(responder.made):
            replay.append((made.seen, made.action, worth))
            worth = TRACE * worth + (1 - TRACE) * made.hope if made.best else made.hope
        if game % GAMES == GAMES - 1:
            _fit(net, replay, draw, RATE * (SLOWEST / RATE) ** done)


def _fit(net: Net, replay: Sequence[tuple[Array, int, float]], draw: np.random.Generator, rate: float) -> None:
    seen = np.array([each[0] for each in replay])
    actions = np.array([each[1] for each in replay])
    worth = np.array([each[2] for each in replay], np.float32)
    for _ in range(STEPS):
        some = draw.integers(len(actions), size=BATCH)
        net.fit(seen[some], actions[some], worth[some], rate)


def untaught() -> Net:
    scene, _ = opened(1, {})
    return Net(len(features(scene.observe(scene.names[0]))), ACTIONS, np.random.default_rng(1))


# -- measuring


def measured(make: Callable[[], Agent], policy: str, games: int) -> Share:
    """Of new games, each seed in both seatings, against the policy as it is by default."""
    won = 0
    for seed in range(1, games // 2 + 1):
        for name, rival in (SEATS[:2], SEATS[1::-1]):
            won += duel({name: make(), rival: agent_for(CoupScene, policy)}, seed, {}) == name
    return Share(won, games // 2 * 2)


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
        share = measured(lambda: Responder(net), policy, games)
        print(f"{policy:10}{share!s:>22}   after {count:,} games in {took:.0f} s", flush=True)
