"""The strongest bot, its evaluation of decisions, and its estimates of win probability."""

from collections.abc import Sequence
from math import exp, log
from typing import TYPE_CHECKING, cast

from core.engine.capabilities import Verdict
from core.engine.chance import Chance, Draw
from core.engine.turn import Turn
from scenes.coup.actions import PASS, Action, Say, describe
from scenes.coup.bots import TalkingBot
from scenes.coup.claim_memory import ClaimMemory
from scenes.coup.diplomacy import price_of
from scenes.coup.flow import legal
from scenes.coup.moves import with_article
from scenes.coup.observation import Observation
from scenes.coup.strong.belief import Belief, lie_by_challenger
from scenes.coup.strong.pruning import undominated_actions, worthwhile_actions
from scenes.coup.strong.search import SampledGame, drop_poor_lies, search
from scenes.coup.talk import Odds, TalkStyle, choose_statement

if TYPE_CHECKING:
    from scenes.coup.equilibrium.policy import Plan

CLAIM_PHASES = ("challenge", "challenge block")
TALK_STYLE = TalkStyle(lies=0.2, doubts=0.6, fierce=0.5, deals=0.5)
ADVICE_STYLE = TalkStyle(lies=0.0, doubts=2.0, often=1.0)
"""Talking style for advice: it states every useful truth."""
NOTHING_TO_SAY = "There is nothing to say that would help now."
WORDS_ARE_FREE = "What is said costs nothing, and is believed of who was honest so far."


class Strong(TalkingBot):
    what = "counts cards, thinks ahead"

    def decide(self, turn: Turn, seen: Observation) -> Action:
        if len(turn.legal) == 1:
            return cast(Action, turn.legal[0])
        action, why = _explained(seen, Belief(seen), turn.chance("playouts"), best=False)
        turn.think(why)
        return action

    def talk_style(self, seen: Observation) -> TalkStyle:
        return TALK_STYLE

    def odds(self, seen: Observation) -> Odds:
        return lambda *claim: Belief(seen).believes(*claim)


def explain(seen: Observation, draw: Draw, best: bool = False) -> tuple[Action, str]:
    """Return the strong player's action in this seat, or with `best` its best-rated action, with the reason."""
    if seen.name not in seen.deciding:
        return PASS, "Nothing waits for my answer."
    belief = Belief(seen)
    if seen.phase == "talk":
        said = choose_statement(seen, ADVICE_STYLE if best else TALK_STYLE, belief.believes, draw)
        return (Say(str(said)), WORDS_ARE_FREE) if said else (PASS, NOTHING_TO_SAY)
    return _explained(seen, belief, draw, best)


def _explained(seen: Observation, belief: Belief, draw: Draw, best: bool) -> tuple[Action, str]:
    lawful = legal(belief.game, seen.seat)
    if len(belief.suspects) == 1 and (solved := equilibrium_plan(seen, undominated_actions(belief, lawful))):
        action = solved.best.action if best else solved.draw(draw)
        mix = ", ".join([f"{describe(each)} {odds:.0%}" for each, odds in solved.mixed[:4]])
        said = f"Against somebody who plays as well: {_claim(seen, solved.true)}{solved}."
        return action, f"{said} To give nothing away, mix: {mix}."
    actions = worthwhile_actions(belief, lawful)
    if not best:
        actions = drop_poor_lies(belief, ClaimMemory(seen), actions, draw)
    if len(actions) == 1:
        return actions[0], f"There is nothing better to do than {describe(actions[0])}."
    true = belief.believes(seen.claimant, seen.claim) if seen.claim and seen.phase in CLAIM_PHASES else 1.0
    action, tried = search(belief, actions, seen.style.playouts, draw, [price_of(seen, each) for each in actions])
    left = len(belief.suspects) + 1
    first, *others = tried[:2]
    rates = "".join(f", {describe(each.action)} {calibrated_chance(each.won, left):.0%}" for each in others)
    won = f"{describe(first.action)} wins {calibrated_chance(first.won, left):.0%}"
    played = f"{_claim(seen, true)}In games tried out, {won}{rates}."
    cost = price_of(seen, first.action)
    if any(each.won > first.won and price_of(seen, each.action) > cost for each in tried):
        played += " A deal or a threat speaks against what might win more."
    if action != first.action and not best:
        return action, f"{played} I take {describe(action)}: about as good, and harder to read."
    return first.action, played


def equilibrium_plan(seen: Observation, actions: Sequence[Action]) -> "Plan | None":
    """Return the equilibrium plan if two players are left; None without a choice or in an unknown position."""
    if len(actions) == 1:
        return None
    from scenes.coup.equilibrium.policy import plan  # imported late because numpy is slow to load

    return plan(seen, actions)


def _claim(seen: Observation, true: float) -> str:
    """Write the belief about a claim that may be challenged."""
    if seen.claim is None or seen.phase not in CLAIM_PHASES:
        return ""
    return f"{seen.claimant} has {with_article(seen.claim)} at {true:.0%}. "


# -- estimates of win probability

CALIBRATION = {2: (0.273, 0.776), 3: (0.262, 0.705), 4: (0.108, 0.554)}
"""Intercept and slope of the log odds by number of players; six and five use the values of four.

Fitted to games of all bots by `tests.bench.coup_calibration`, which also reports the fit."""
MIN_ESTIMATE = 0.005
"""Lower bound of estimated probabilities; the upper bound is 1 minus this."""


def calibrated_chance(won: float, left: int) -> float:
    """Return the win probability with this many players left, from the share of won playouts."""
    return apply_calibration(won, CALIBRATION[min(left, max(CALIBRATION))])


def apply_calibration(share: float, fit: tuple[float, float]) -> float:
    more, times = fit
    return 1 / (1 + exp(-more - times * log_odds(share)))


def log_odds(share: float) -> float:
    kept = min(max(share, MIN_ESTIMATE), 1 - MIN_ESTIMATE)
    return log(kept / (1 - kept))


# -- evaluating a decision

REVIEW_DEALS = 160
"""Number of deals in which an action is compared with the best one."""


def weigh(seen: Observation, action: Action) -> Verdict | None:
    """Compare an action with the best one, by the plan for two players or else by playouts of both.

    Return None if the player had no choice, or if the action is not legal.
    """
    belief = Belief(seen)
    actions = legal(belief.game, seen.seat)
    if seen.name not in seen.deciding or len(actions) < 2 or action not in actions:
        return None
    if len(belief.suspects) == 1 and (plan := equilibrium_plan(seen, actions)):
        return Verdict(describe(plan.best.action), plan.loss(action), "of games")
    draw = Chance(0)("review", seen.name)
    options = undominated_actions(belief, actions)
    best = search(belief, options, seen.style.playouts, draw)[1][0].action if len(options) > 1 else options[0]
    if best == action:
        return Verdict(describe(best), 0.0, "of games")
    images = lie_by_challenger(belief, best), lie_by_challenger(belief, action)
    gains = []
    for _ in range(REVIEW_DEALS):
        sample = SampledGame.draw(belief, draw.random)
        gains.append(sample.play(best, images[0]) - sample.play(action, images[1]))
    return Verdict.of_sample(describe(best), gains, "of games")
