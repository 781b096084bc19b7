"""Solvers: the loss of every legal action in a position, if one action is clearly best."""

from collections.abc import Mapping
from typing import NamedTuple

from scenes.coloring.actions import Color
from scenes.coloring.problem.penalty import judge
from scenes.coloring.scene import ColoringScene
from scenes.coup.flow import legal
from scenes.coup.scene import CoupScene
from scenes.coup.strong.belief import Belief
from scenes.coup.strong.player import equilibrium_plan
from scenes.werewolf.actions import VoteLynch
from scenes.werewolf.evidence import Evidence
from scenes.werewolf.scene import WerewolfScene


class Solution(NamedTuple):
    """The best action, and the loss of each other one."""

    best: str
    losses: dict[str, float]
    unit: str
    theme: str

    @property
    def margin(self) -> float:
        """Loss of the second best action."""
        return min(self.losses.values())


def solution(values: Mapping[str, float], margin: float, unit: str, theme: str) -> Solution | None:
    """Return the solution of a position with these values; None unless one value leads by the margin."""
    best, second = sorted(values, key=lambda text: -values[text])[:2]
    if values[best] - values[second] < margin:
        return None
    losses = {text: round(values[best] - value, 2) for text, value in values.items() if text != best}
    return Solution(best, losses, unit, theme)


def solve_coup(scene: CoupScene, seat: str) -> Solution | None:
    """Solve a position of two players by the equilibrium plan, which has each action's win probability."""
    seen = scene.observe(seat)
    if seat not in seen.deciding or seen.phase == "talk":
        return None
    belief = Belief(seen)
    actions = legal(belief.game, seen.seat)
    if len(belief.suspects) != 1 or len(actions) < 2 or not (plan := equilibrium_plan(seen, actions)):
        return None
    if plan.mixed[0][0] != plan.choices[0].action or plan.mixed[0][1] < 0.97:
        return None
    (other,) = belief.suspects
    rival = scene.names[other] if isinstance(other, int) else other
    themes = {
        "challenge": f"{seen.claimant} claims the {seen.claim}: do you believe it?",
        "challenge block": f"{seen.claimant} blocks with the {seen.claim}: do you believe it?",
        "block": "block, or let it happen?",
        "lose": "which card can you spare?",
        "exchange": "which cards do you keep?",
    }
    theme = themes.get(seen.phase, f"your move against {rival}, with {seen.me.coins} coins")
    values = {scene.describe(each.action): each.wins for each in plan.choices}
    return solution(values, 0.12, "of games", theme)


def solve_werewolf(scene: WerewolfScene, seat: str) -> Solution | None:
    """Solve a vote in which the likeliest player is a werewolf, with a probability of 80 % or more."""
    if not any(isinstance(action, VoteLynch) for action in scene.legal(seat)):
        return None
    seen = scene.observe(seat)
    evidence = Evidence(seen)
    if seen.role == "werewolf":
        return None
    values = {f"vote {name}": evidence.chances[name] for name in seen.alive if name != seat}
    best = max(values, key=lambda text: values[text]).removeprefix("vote ")
    if best in evidence.known or scene.roles[best] != "werewolf" or values[f"vote {best}"] < 0.8:
        return None
    if len(values) < 3:
        return None
    theme = f"day {seen.day}, {len(seen.alive)} alive: whom do you hang?"
    return solution(values, 0.4, "of the odds", theme)


def solve_coloring(scene: ColoringScene, seat: str) -> Solution | None:
    """Solve a position in which the best change of color removes every known conflict."""
    seen = scene.observe(seat)
    if not seen.is_colored:
        return None
    problem, known = seen.problem, seen.believed

    def value(colors: dict[str, str]) -> float:
        return problem.score(colors) - judge(problem, seat, colors, known).penalty

    now = judge(problem, seat, seen.colors, known)
    values = {"pass": value(seen.colors)}
    for action in scene.legal(seat):
        if isinstance(action, Color):
            values[scene.describe(action)] = value({**seen.colors, action.node: action.color})
    if not now.conflicts:
        return None
    clashes = len(now.conflicts)
    theme = f"{clashes} clash{'es' * (clashes > 1)}, {len(problem.colors)} colors: change one node"
    found = solution(values, 5.0, "points", theme)
    if found is None or found.best == "pass":
        return None
    _, node, color = found.best.split()
    return None if judge(problem, seat, {**seen.colors, node: color}, known).conflicts else found
