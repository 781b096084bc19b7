"""OpenSpiel's Hanabi, as another implementation of the rules: the same games in both, and how fast it is."""

import json
import random
import subprocess
from collections import Counter
from itertools import cycle
from typing import NamedTuple

from core.engine.chance import Chance
from scenes.hanabi.actions import Action, Clue, Discard, Play
from scenes.hanabi.config import HanabiConfig
from scenes.hanabi.scene import HanabiScene
from tests.bench.pace import Pace

NEEDED = "open_spiel==2.0.2"
DEALT = {"its chance nodes deal": "chance", "dealt from a shuffled deck": "shuffled"}
"""How OpenSpiel gets its cards: as whoever plays its games at random does, asking each chance node for outcomes and
chances; or, sparing it that, from a deck that was shuffled beforehand, as ours is."""

SPEED = """
import json, random, sys, time
import pyspiel
players, seconds, dealt = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
game = pyspiel.load_game("hanabi(players=%d,random_start_player=false)" % players)
draw = random.Random(1)
full = [5 * suit + rank for suit in range(5) for rank, n in enumerate((3, 2, 2, 2, 1)) for _ in range(n)]
games, moves, began = 0, 0, time.process_time()
while time.process_time() - began < seconds:
    state = game.new_initial_state()
    deck = full[:]
    if dealt == "shuffled":
        draw.shuffle(deck)
    while not state.is_terminal():
        if not state.is_chance_node():
            state.apply_action(draw.choice(state.legal_actions()))
            moves += 1
        elif dealt == "shuffled":
            state.apply_action(deck.pop())
        else:
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(draw.choices(outcomes, chances)[0])
    games += 1
print(json.dumps([games, moves, time.process_time() - began]))
"""
"""Uniformly random legal play. Cards are dealt from a deck shuffled beforehand, as ours are, or as its chance nodes
say."""

REFEREE = """
import json, re, sys
import pyspiel
told = json.load(sys.stdin)
game = pyspiel.load_game("hanabi(players=%d,random_start_player=false)" % told["players"])
out = []
for deck, moves in told["games"]:
    state, place, seen = game.new_initial_state(), 0, []
    def deal():
        global place
        while state.is_chance_node():
            state.apply_action(deck[place])
            place += 1
    place = 0
    deal()
    for move in [*moves, None]:
        text = str(state)
        fire = [int(n) for n in re.search("Fireworks: R(.) Y(.) G(.) W(.) B(.)", text).groups()]
        life, info = (int(re.search(name + ": (.*)", text)[1]) for name in ("Life tokens", "Info tokens"))
        over = state.is_terminal()
        legal = {} if over else {state.action_to_string(state.current_player(), a): a for a in state.legal_actions()}
        returns = state.returns()[0] if over else None
        seen.append([over, None if over else state.current_player(), sorted(legal), fire, life, info, returns])
        if move not in legal:
            break
        state.apply_action(legal[move])
        deal()
    out.append(seen)
print(json.dumps(out))
"""
"""Plays games that are told: the state before each move, and after the last."""


def openspiel(python: str, players: int, seconds: float, dealt: str) -> Pace:
    command = [python, "-c", SPEED, str(players), str(seconds), dealt]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60 + 10 * seconds)
    return Pace(*json.loads(done.stdout))


def spelled(action: Action, hand: int, seat: int, players: int) -> str:
    """An action as OpenSpiel spells it: its cards are counted from the oldest, its players from the one who moves."""
    match action:
        case Play(slot):
            return f"(Play {hand - 1 - slot})"
        case Discard(slot):
            return f"(Discard {hand - 1 - slot})"
        case Clue(to, clue):
            what = f"color {'RYGWB'[clue]}" if clue < 5 else f"rank {clue - 4}"
            return f"(Reveal player +{(to - seat) % players} {what})"


class Moment(NamedTuple):
    """What both implementations must say of a state."""

    over: bool
    seat: int | None
    legal: list[str]
    fireworks: list[int]
    life: int
    clues: int
    score: float | None


def our_game(players: int, seed: int) -> tuple[list[int], list[str], list[Moment]]:
    """A random game that lasts: cards that do not fit are played now and then only. Deck, moves, and all moments."""
    config = HanabiConfig(players=players)
    scene = HanabiScene(config, config.seats)
    draw, chance = random.Random(seed), Chance(seed)
    for event in scene.start(chance):
        scene.apply(event)
    moves: list[str] = []
    moments: list[Moment] = []
    daring = draw.choice((0.0, 0.02, 0.2, 1.0))
    for seat, name in cycle(enumerate(scene.names)):
        hand = len(scene.hands[seat])
        over = scene.is_complete() is not None
        legal = [] if over else list(scene.legal(name))
        spellings = sorted(spelled(action, hand, seat, players) for action in legal)
        score = float(scene.score) if over else None
        moment = Moment(
            over, None if over else seat, spellings, list(scene.stacks), 3 - scene.strikes, scene.clues, score
        )
        moments.append(moment)
        if over:
            break
        good = [a for a in legal if isinstance(a, Play) and fits(scene, scene.hands[seat][-1 - a.slot])]
        other = [a for a in legal if not isinstance(a, Play)]
        action = draw.choice(
            good if good and draw.random() < 0.8 else legal if draw.random() < daring or not other else other
        )
        moves.append(spelled(action, hand, seat, players))
        for event in scene.decide(name, action, chance):
            scene.apply(event)
    return list(scene.deck), moves, moments


def fits(scene: HanabiScene, order: int) -> bool:
    suit, rank = divmod(scene.cards[order], 5)
    return scene.stacks[suit] == rank


def disagreements(python: str, players: int, games: int) -> list[str]:
    """The same decks and moves in both: every state of which they do not say the same."""
    ours = [our_game(players, seed) for seed in range(games)]
    told = {"players": players, "games": [(deck, moves) for deck, moves, _ in ours]}
    command = [python, "-c", REFEREE]
    done = subprocess.run(command, input=json.dumps(told), capture_output=True, text=True, timeout=600)
    if done.returncode:
        raise RuntimeError(f"OpenSpiel failed: {done.stderr[-500:]}")
    out = []
    for seed, ((_, moves, moments), theirs) in enumerate(zip(ours, json.loads(done.stdout), strict=True)):
        for turn, moment in enumerate(moments):
            if turn >= len(theirs) or Moment(*theirs[turn]) != moment:
                there = Moment(*theirs[turn]) if turn < len(theirs) else None
                out.append(f"game {seed}, before move {turn + 1} ({moves[turn - 1 : turn]}): {moment}, there {there}")
                break
    return out


def agreement(python: str, games: int = 200) -> None:
    for players in (2, 3, 4, 5):
        found = disagreements(python, players, games)
        ends = Counter(
            "bombed" if m[-1].life == 0 else "played out" for _, _, m in [our_game(players, s) for s in range(games)]
        )
        print(
            f"{players} players: {games} games in both ({dict(ends)}), {len(found)} in which they differ",
            *found[:3],
            sep="\n  ",
        )
