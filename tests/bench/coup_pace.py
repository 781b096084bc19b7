"""Random games of Coup: how many a CPU second, and whether coins and cards are conserved at each of their events."""

import random
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from time import process_time

from core.engine.chance import Chance
from scenes.coup.config import SEATS, CoupConfig
from scenes.coup.flow import legal, resolve_answers, start
from scenes.coup.moves import CHARACTERS, COPIES, TREASURY
from scenes.coup.rules import Dealt, Game
from scenes.coup.scene import CoupScene
from tests.bench.pace import SECONDS, Contender, Pace, batches


def events(game: Game, draw: random.Random) -> Iterator[Dealt]:
    """A game played at random on the bare rules. Each event is to be applied before the next is asked for."""
    choice, shuffle = draw.choice, draw.shuffle
    yield from start(game, draw.randrange(len(game.names)), shuffle)
    while game.phase != "over":
        yield from resolve_answers(game, {seat: choice(legal(game, seat)) for seat in game.deciding}, shuffle)


# -- conservation


def check(game: Game) -> None:
    """Of cards, whoever has shown one and not drawn another has one less, which is in the deck."""
    coins = game.coins
    if sum(coins) + game.treasury != TREASURY or min(coins) < 0 or game.treasury < 0:
        raise AssertionError(f"coins {coins}, treasury {game.treasury}")
    cards = [*game.deck]
    for hand, lost in zip(game.hands, game.lost, strict=True):
        cards += hand
        cards += lost
    if any(cards.count(card) != COPIES for card in CHARACTERS):
        raise AssertionError(f"hands {game.hands}, turned up {game.lost}, deck {game.deck}")


def conserved(games: int, players: range = range(2, 7)) -> Pace:
    """That many random games in all, of each number of players in turn; every event is checked. Raises AssertionError
    with the seed of the game that breaks it. `moves` are events."""
    began, seen = process_time(), 0
    for seed in range(games):
        game = Game(SEATS[: players[seed % len(players)]])
        apply = game.apply
        try:
            for seat, body in events(game, random.Random(seed)):
                apply(seat, body)
                check(game)
                seen += 1
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error
    return Pace(games, seen, process_time() - began)


# -- speed


def bare(players: int, seconds: float) -> Pace:
    """The rules and nothing around them: legal, follow, apply."""
    names, draw = SEATS[:players], random.Random(1)
    choice, shuffle = draw.choice, draw.shuffle
    games = moves = 0
    began = process_time()
    while process_time() - began < seconds:
        game = Game(names)
        apply = game.apply
        for seat, body in start(game, draw.randrange(players), shuffle):
            apply(seat, body)
        while game.phase != "over":
            answers = {seat: choice(legal(game, seat)) for seat in game.deciding}
            moves += len(answers)
            for seat, body in resolve_answers(game, answers, shuffle):
                apply(seat, body)
        games += 1
    return Pace(games, moves, process_time() - began)


def through_scene(players: int, seconds: float) -> Pace:
    """Legal, decide or resolve, apply, with events in their envelopes."""
    config = CoupConfig(players=players)
    names, choice = config.seats, random.Random(1).choice
    games = moves = 0
    began = process_time()
    while process_time() - began < seconds:
        scene, chance = CoupScene(config, names), Chance(games)
        apply, legal = scene.apply, scene.legal
        for event in scene.start(chance):
            apply(event)
        for turn in count(1):
            pick = scene.pick()
            if pick is None:
                break
            chance.at(turn, 0)
            actions = {name: choice(legal(name)) for name in pick.names}
            moves += len(actions)
            for event in scene.resolve(actions, chance):
                apply(event)
        games += 1
    return Pace(games, moves, process_time() - began)


def ours(players: int, folder: Path) -> dict[str, Contender]:
    return {
        "bare rules": partial(bare, players, SECONDS),
        "through the scene": partial(through_scene, players, SECONDS),
        **batches("coup", players, folder),
    }
