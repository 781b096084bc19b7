"""Claims of a Coup game: their truth, the odds that they were lies as the person saw them, and the answers."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from scenes.coup.claims import Claim
from scenes.coup.events import Lost
from scenes.coup.scene import CoupScene
from scenes.coup.strong.belief import Belief
from tui.glyphs import cells
from tui.log_view import LogView
from tui.panes.coup.cards import percent
from tui.panes.drawing import notice
from tui.panes.results import called
from tui.styles import Line, Span, clip, fit, pad

PAID = {
    ("assassinate", True): (6, "saved a card"),
    ("assassinate", False): (5, "took a card"),
    ("tax", False): (4, "+3 coins"),
    ("steal", False): (3, "took coins"),
    ("steal", True): (2, "kept coins"),
    ("foreign aid", True): (1, "−2 for another"),
    ("exchange", False): (0, "new cards"),
}
"""Rank and gain of an unchallenged lie, by verb and whether it was a block; the highest rank gained most."""
ODDS = "odds of a lie: by the cards → by play"
MAX_DEED_WIDTH = 26
"""Maximum cells for a claim with its use."""


class Chance(NamedTuple):
    """Probability that a claim was a lie, when it was made."""

    counting_odds: float
    """By the visible cards alone."""
    believed: float | None
    """By the claims and answers so far too; None for an observer without a hand."""

    @property
    def words(self) -> str:
        counted = percent(self.counting_odds)
        believed = counted if self.believed is None else percent(self.believed)
        return counted if believed == counted else f"{counted[:-1]}→{believed}"


class Chances:
    """Probabilities of lies by claim, for the person, each computed once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, str], Chance] = {}

    def of(self, view: LogView, claim: Claim) -> Chance:
        """Return the probability by the person's knowledge; for its own claims, by the turned-up cards."""
        key = (claim.n, view.person)
        if key not in self._known:
            scene: CoupScene = view.scene_at(claim.n)  # type: ignore[assignment]
            self._known[key] = _chance(scene, view.person, claim)
        return self._known[key]


def _chance(scene: CoupScene, person: str, claim: Claim) -> Chance:
    seen = scene.observe(person if person != claim.agent else "")
    if not seen.name or not seen.hand:
        return Chance(1 - replace(seen, hands={}).odds_by_counting(claim.agent, claim.card), None)
    believed = Belief(seen).believes(claim.agent, claim.card)
    return Chance(1 - seen.odds_by_counting(claim.agent, claim.card), 1 - believed)


def most_telling(claims: Sequence[Claim], person: str) -> list[Claim]:
    """Sort claims: lies that stood first, those against the person and the most profitable ones before others."""
    return sorted(claims, key=lambda claim: (-_weight(claim, person), claim.n))


def _weight(claim: Claim, person: str) -> int:
    if not claim.true:
        return 20 if claim.challenger else 30 + PAID[claim.verb, claim.block][0] + 10 * (claim.against == person != "")
    return (10 if claim.challenger == person else 5) if claim.challenger else 0


def table(view: LogView, scene: CoupScene, chances: Chances, claims: Sequence[Claim], width: int) -> list[Line]:
    """Draw a row for each claim in the given order."""
    if not claims:
        return notice("Nobody has claimed a card")
    lost = {each.agent: each.action for each in scene.history if isinstance(each.data, Lost) and each.data.out}
    blocked = {claim.action for claim in scene.claims if claim.block and claim.agent == view.person}
    names = max(cells(clip(called(view, claim.agent), 12)) for claim in claims)
    deeds = [clip(_deed(view, claim), MAX_DEED_WIDTH) for claim in claims]
    room = max(map(cells, deeds))
    out: list[Line] = [((f"   turn {pad('', names)}  {pad('claimed', room)}  was   lie?    then", "dim"),)]
    for claim, deed in zip(claims, deeds, strict=True):
        is_own = claim.agent == view.person
        asked = bool(view.person) and not is_own and claim.action <= lost.get(view.person, claim.action)
        out.append(
            fit(
                (
                    (f"   {claim.action:>4} ", "mid"),
                    (pad(clip(called(view, claim.agent), 12), names), "bold accent" if is_own else "bold hi"),
                    (f"  {pad(deed, room)}  ", "fg"),
                    ("true  ", "good") if claim.true else ("lie   ", "bad"),
                    (f"{chances.of(view, claim).words:<8}", "hi"),
                    _answer(view, claim, asked, claim.action in blocked and not claim.block),
                ),
                width,
            )
        )
    return out


def _deed(view: LogView, claim: Claim) -> str:
    """Write a claim with its use: "Captain, steal from you"."""
    links = {"steal": "steal from", "assassinate": "kill"}
    use = "block" if claim.block else links.get(claim.verb, claim.verb)
    return f"{claim.card}, {use} {called(view, claim.against)}".rstrip()


def _answer(view: LogView, claim: Claim, asked: bool, blocked: bool) -> Span:
    """Write who challenged a claim; for one that stood, the person's answer and the gain of a lie."""
    if claim.challenger:
        return f"{called(view, claim.challenger)} challenged{', wrongly' if claim.true else ': caught'}", "fg"
    text = "nobody doubted" if not asked else "you blocked" if blocked else "you passed"
    if claim.true or blocked:
        return text, "mid"
    return f"{text}: {PAID[claim.verb, claim.block][1]}", "bad" if asked else "fg"
