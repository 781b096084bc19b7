"""TextArena's Coup, which its package brings and does not register, as another implementation to be faster than."""

import json
import subprocess

from tests.bench.pace import Pace

NEEDED = "textarena==0.7.4"

SPEED = r"""
import importlib.util, json, random, re, sys, time
import textarena as ta

players, seconds = int(sys.argv[1]), float(sys.argv[2])

class State(ta.MinimalMultiPlayerState):
    "The names by which its Coup calls what this version calls otherwise."
    def __init__(self, num_players, min_players, max_players):
        super().__init__(num_players)
        self.prevent_player_change = False
    def reset(self, seed, game_state, player_prompt_function):
        super().reset(game_state, player_prompt_function)
    def add_observation(self, message, observation_type=ta.ObservationType.GAME_MESSAGE, for_logging=False, **told):
        super().add_observation(message, observation_type, **told)
    def manually_update_current_player(self, new_player_id):
        self.manually_set_current_player_id(new_player_id)
    def set_invalid_move(self, player_id, reason):
        raise RuntimeError(f"not legal: {reason}")

ta.State = State
spec = importlib.util.find_spec("textarena.envs.Coup.env")
source = open(spec.origin).read()
# Python 3.11 has no f-strings that hold their own kind of quote
source = re.sub(r'\["(\w+)"\]', r"['\1']", source)
module = {"__name__": "coup_env"}
exec(compile(source, spec.origin, "exec"), module)
CoupEnv, Phase, Kind = module["CoupEnv"], module["GamePhase"], module["CoupActionType"]
choice = random.Random(1).choice
random.seed(1)

def legal(state):
    game, me = state.game_state, state.current_player_id
    phase, about = game["phase"], game["action_metadata"]
    if phase is Phase.Play:
        coins, hands = game["coins"], game["hidden_hand"]
        others = [p for p in range(players) if p != me and hands[p]]
        coups = [f"[coup {p}]" for p in others]
        if coins[me] >= 10:
            return coups
        moves = ["[income]", "[foreign aid]", "[tax]", "[exchange]"]
        moves += [f"[steal {p}]" for p in others if coins[p] >= 2]
        if coins[me] >= 3:
            moves += [f"[assassinate {p}]" for p in others]
        return moves + coups if coins[me] >= 7 else moves
    if phase is Phase.QueryForBlockOrChallenge:
        kind = about.action_type
        if kind is Kind.ForeignAid:
            return ["[pass]", "[block foreign aid]"]
        if about.target_player_id == me:
            if kind is Kind.Assassinate:
                return ["[pass]", "[bullshit]", "[block assassinate]"]
            return ["[pass]", "[bullshit]", "[block steal captain]", "[block steal ambassador]"]
        return ["[pass]", "[bullshit]"]
    if phase is Phase.QueryToChallengeTheBlocker:
        return ["[pass]", "[bullshit]"]
    hand = game["hidden_hand"][me]
    if len(hand) == 3:
        return [f"[keep {a}]" for a in hand]
    return [f"[keep {a} {b}]" for i, a in enumerate(hand) for b in hand[i + 1 :]]

games, moves, began = 0, 0, time.process_time()
while time.process_time() - began < seconds:
    env = CoupEnv()
    env.reset(players)
    done = False
    while not done:
        env.get_observation()
        done, _ = env.step(choice(legal(env.state)))
        moves += 1
    games += 1
print(json.dumps([games, moves, time.process_time() - began]))
"""
"""Uniformly random legal play, each player being told what it is told. Its f-strings want Python 3.12 and its state an
older TextArena, so both are mended here; what is left as it is, is all that takes time: rules, prompts, and a board."""


def textarena(python: str, players: int, seconds: float) -> Pace:
    """Games and decisions in about so many CPU seconds."""
    command = [python, "-c", SPEED, str(players), str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120 + 20 * seconds)
    return Pace(*json.loads(done.stdout))
