"""Facts about a Coup game: awaited players, claims, and the state of the turn."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile

from msgspec.structs import replace

from scenes.coup.claims import Claim
from scenes.coup.events import Blocked, Challenged, Declared, Lost, Passed, Proved
from scenes.coup.moves import RULES, Character, Rule, Verb
from scenes.coup.observation import Fact, Observation
from scenes.coup.scene import CoupScene
from scenes.coup.strong.belief import Odds, all_odds

WINDOWS = ("challenge", "block", "challenge block")
"""Windows of a turn, in order: the phases in which others may answer."""
MOVES = (Declared, Passed, Challenged, Blocked, Proved, Lost)
REASONS = {"bluff": "caught bluffing", "challenge": "by a wrong challenge", "coup": "by a coup"}


@dataclass
class Window:
    """One of `WINDOWS` in the current turn: players who passed, the player who answered, and the result."""

    passed: list[str] = field(default_factory=list)
    answered: str = ""
    """Player who challenged or blocked; "" for none."""
    proved: bool | None = None
    """True if the challenged claim was true, False if it was a lie, None while the result is open."""


class Facts:
    """Everything derived from one observation: that of the player `perspective`, or the director's if it is empty."""

    def __init__(self, scene: CoupScene, perspective: str, settled: bool = True) -> None:
        """Derive the facts. `settled` is True if all consequences of the last answers have been shown."""
        self._settled = settled
        self.seen: Observation = scene.observe(perspective)
        self.perspective = perspective
        self.players = {player.name: player for player in self.seen.players}
        self.held = tuple(scene.names[seat] for seat in scene.held)
        """Players whose answers are held back until the others have answered."""
        self._claims = scene.claims

    @property
    def verb(self) -> Verb | None:
        """The action of the current turn; None before it is declared."""
        return self.seen.verb or None  # type: ignore[return-value]

    @property
    def rule(self) -> Rule:
        assert self.verb is not None
        return RULES[self.verb]

    @property
    def open(self) -> bool:
        """True if a challenge or block is possible now."""
        return self.seen.phase in WINDOWS

    @property
    def has_open_claim(self) -> bool:
        """True if there is an open claim of another player."""
        return self.open and self.seen.claim is not None and self.seen.claimant != self.perspective

    @property
    def truth(self) -> bool | None:
        """Truth of the open claim, which only the director sees; None for players, or if no claim is open."""
        claimed = self.seen.claim is not None and bool(self._claims) and self.verb is not None
        return self._claims[-1].true if claimed and not self.perspective else None

    @property
    def awaits_proof(self) -> bool:
        """True if a claim was just challenged and the result has not been shown yet."""
        return self.seen.phase == "lose" and not self._settled and isinstance(self.newest_move.data, Challenged)

    @property
    def newest_move(self) -> Fact:
        """The newest event of the turn that is no talk."""
        return next(fact for fact in reversed(self.turn) if isinstance(fact.data, MOVES))

    @cached_property
    def odds(self) -> dict[str, dict[Character, Odds]]:
        """Odds by player and card that also use behavior; for the director they are certain."""
        return all_odds(self.seen)

    def counting_odds(self, name: str, card: Character) -> float:
        """Return the probability that a player holds a card, by the visible cards alone.

        The director sees all cards; for it, only turned-up cards count as visible.
        """
        seen = self.seen if self.seen.name else replace(self.seen, hands={})
        return seen.odds_by_counting(name, card)

    def hand(self, name: str) -> tuple[Character | None, ...]:
        """Return a player's live cards, None for each hidden card, without the cards drawn in an exchange."""
        cards = self.seen.hands.get(name, (None,) * self.players[name].cards)
        return cards[:-2] if self.exchanges(name) else cards

    def exchanges(self, name: str) -> bool:
        return self.seen.phase == "exchange" and self.seen.actor == name

    def has(self, card: Character) -> bool:
        """Return True if the perspective's player holds the card."""
        return card in self.seen.hand

    # -- claims

    def claims_of(self, name: str) -> tuple[Claim, ...]:
        return tuple(claim for claim in self._claims if claim.agent == name)

    def said(self, name: str) -> str:
        """Describe a player's claims so far; for an eliminated player, the cause and turn of its elimination."""
        if not self.players[name].cards:
            return self._out(name)
        counts = Counter(claim.card for claim in self.claims_of(name))
        now = self.seen.claim if self.verb and self.seen.claimant == name else None
        if now:
            counts[now] -= 1
        before = ", ".join(f"{card} ×{count}" for card, count in counts.most_common() if count)
        return "; ".join([*([f"says {now} now"] if now else []), *([f"said {before}"] if before else [])])

    def _out(self, name: str) -> str:
        for fact in self.seen.history:
            if isinstance(fact.data, Lost) and fact.data.out and fact.agent == name:
                return f"out on turn {fact.action}, {REASONS.get(fact.data.why, 'assassinated')}"
        return "out"

    # -- the current turn

    @property
    def turn(self) -> list[Fact]:
        """Public facts of the latest turn, oldest first."""
        newest_first = takewhile(lambda fact: fact.action == self.seen.actions, reversed(self.seen.history))
        return list(newest_first)[::-1]

    def windows(self) -> dict[str, Window]:
        """Return the state of each window of the open turn."""
        made = {name: Window() for name in WINDOWS}
        here = "challenge" if self.rule.claims else "block"
        for fact in self.turn:
            window = made[here]
            match fact.data:
                case Passed():
                    if here == "challenge" and (fact.agent in window.passed or window.answered):
                        here = "block"
                    made[here].passed.append(fact.agent)
                case Challenged():
                    window.answered = fact.agent
                case Proved():
                    window.proved = True
                case Lost(why="bluff"):
                    window.proved = False
                case Blocked():
                    made["block"].answered, here = fact.agent, "challenge block"
        return made

    def may_answer(self, window: str) -> tuple[str, ...]:
        """Return the players who may answer in a window, in turn order after the actor."""
        seen = self.seen
        live = tuple(player.name for player in seen.players if player.cards)
        if window == "block" and seen.target:
            return (seen.target,) if seen.target in live else ()
        claimant = seen.claimant if window == "challenge block" else seen.actor
        after = seen.names.index(seen.actor)
        order = (*seen.names[after + 1 :], *seen.names[: after + 1])
        return tuple(name for name in order if name in live and name != claimant)
