"""Rating of a position by the share of bots and rules of thumb that find the best action."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from core.actions.menu import command_taken
from core.engine.casting import open_run
from core.engine.events import Event
from core.engine.scene import Scene
from core.recording.header import Header
from scenes.coloring.problem.penalty import judge
from scenes.hanabi.convention.explanations import meaning_of_last_clue

BOTS = {
    "coloring": ("rules",),
    "coup": ("rules", "honest", "bluffer"),
    "hanabi": ("rules", "hat", "cautious"),
    "werewolf": ("rules",),
}
"""Policies that are asked for an action, one of those that weigh evidence alike. Random play is added."""
SEEDS = {"coup": 3, "werewolf": 3}
"""Number of seeds with which each policy is asked, in scenes where its choice is random."""


async def rate(header: Header, past: Sequence[Event], scene: Scene, seat: str, best: str, count: int) -> float:
    """Return the share of policies that find the best of `count` actions, rounded to hundredths."""
    found = [1 / count]
    for policy in BOTS[header.scene]:
        seeds = range(header.seed, header.seed + SEEDS.get(header.scene, 1))
        found += [sum([await chosen_action(header, past, scene, seat, policy, n) == best for n in seeds]) / len(seeds)]
    found += [thumb(scene, seat) == best for thumb in RULES_OF_THUMB.get(header.scene, ())]
    return round(sum(found) / len(found), 2)


async def chosen_action(header: Header, past: Sequence[Event], scene: Scene, seat: str, policy: str, seed: int) -> str:
    """Return the action that a policy takes in a position; "" if it is not one of the legal ones."""
    run = open_run(replace(header, cast={**header.cast, seat: policy}, seed=seed), past=past)
    step: list[Event] = []
    async for event in run:
        step.append(event)
        if event.end and any(each.agent == seat for each in step):
            break
    return (
        _single_recoloring(scene, seat, step) if header.scene == "coloring" else command_taken(scene.copy(), seat, step)
    )


def _single_recoloring(scene: Scene, seat: str, step: Sequence[Event]) -> str:
    """Return the change of color in a bot's turn; "" if it changed several or none."""
    before, after = scene.observe(seat).colors, scene.copy()
    for event in step:
        after.apply(event)
    new = [(node, color) for node, color in after.observe(seat).colors.items() if before.get(node) != color]
    return f"color {new[0][0]} {new[0][1]}" if len(new) == 1 else ""


# -- rules of thumb


def _fewest_clashes(scene: Scene, seat: str) -> str:
    """Give a node of the first clash the color with the fewest clashes."""
    return _first_clash(scene, seat, lambda problem, colors, known: -len(judge(problem, seat, colors, known).conflicts))


def _most_points(scene: Scene, seat: str) -> str:
    """Give a node of the first clash the color with the most points."""
    return _first_clash(scene, seat, lambda problem, colors, known: problem.score(colors))


def _first_clash(scene: Scene, seat: str, value: Callable[..., float]) -> str:
    seen = scene.observe(seat)
    pair = judge(seen.problem, seat, seen.colors, seen.believed).conflicts[0]
    own = [node for node in pair if node in seen.colors and node not in seen.fixed]
    options = [(n, c) for n in own[:1] for c in seen.problem.colors if c != seen.colors[n]]
    if not options:
        return "pass"
    node, color = max(options, key=lambda each: value(seen.problem, {**seen.colors, each[0]: each[1]}, seen.believed))
    return f"color {node} {color}"


def _most_suspected(scene: Scene, seat: str) -> str:
    """Vote for the player whom most others suspect today."""
    seen = scene.observe(seat)
    named = Counter(
        each.claim.target
        for each in seen.claims
        if each.day == seen.day and each.claim.kind in ("suspect", "vote") and each.claim.target in seen.alive
    )
    named.pop(seat, None)
    return f"vote {named.most_common(1)[0][0]}" if named else ""


def _last_accuser(scene: Scene, seat: str) -> str:
    """Vote for the player who accused this one last."""
    seen = scene.observe(seat)
    own = [c.name for c in seen.claims if c.claim.kind in ("suspect", "vote") and c.claim.target == seat]
    living = [name for name in own if name in seen.alive]
    return f"vote {living[-1]}" if living else ""


def _last_ballot(scene: Scene, seat: str) -> str:
    """Vote for the living player who got most votes in the last ballot."""
    seen = scene.observe(seat)
    votes = (
        Counter(name for name in seen.ballots[-1].votes.values() if name in seen.alive) if seen.ballots else Counter()
    )
    votes.pop(seat, None)
    return f"vote {votes.most_common(1)[0][0]}" if votes else ""


def _as_clued(scene: Scene, seat: str) -> str:
    """Play the card that the last clue asks for, by the stage's recap; else discard the oldest card."""
    meaning = meaning_of_last_clue(scene.observe(seat))
    oldest = "abcde"[len(scene.observe(seat).hands[scene.names.index(seat)]) - 1]
    return " ".join(meaning.split()[:2]) if meaning.startswith("play ") else f"discard {oldest}"


RULES_OF_THUMB: Mapping[str, Sequence[Callable[[Scene, str], str]]] = {
    "coloring": (_fewest_clashes, _most_points),
    "hanabi": (_as_clued,),
    "werewolf": (_most_suspected, _last_accuser, _last_ballot),
}
