"""Probabilities of being a werewolf: every possible pack is weighted by the players' actions.

An action (an accusation, a vote) is more likely for some pairs of players than for others: a werewolf seldom votes for
a werewolf. Such factors add up to weights of single players and of pairs, so weighting a pack takes a few additions
(Bayes' rule over all packs, at most 8,008 with the default roles).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import combinations
from math import log
from typing import NamedTuple

from core.engine.capabilities import Verdict
from scenes.werewolf.actions import VoteLynch
from scenes.werewolf.observation import PublicClaim, WerewolfObservation

UNREASONABLE = 0.003
"""Likelihood of an action that makes no sense for the role."""


class Odds(NamedTuple):
    """Likelihoods of an action if neither, only the target, only the actor, or both are werewolves."""

    neither: float
    target: float
    actor: float
    both: float


SUSPECT = Odds(1.0, 1.08, 1.05, 0.6)
TRUST = Odds(1.0, 0.85, 0.9, 1.4)
WANTS_HANGED = Odds(1.0, 1.05, 1.05, 0.7)
VOTE = Odds(1.0, 1.15, 1.15, 0.45)
SAW_WOLF = Odds(UNREASONABLE, 1.0, 0.45, 0.06)
SAW_NONE = Odds(1.0, UNREASONABLE, 0.4, 0.4)
OPINIONS = {"suspect": SUSPECT, "trust": TRUST, "vote": WANTS_HANGED}
"""Odds of claims about others; announced votes count only on their own day."""
BOTH_CLAIM = Odds(UNREASONABLE, 1.0, 1.0, 0.3)


@cache
def _log_weights(odds: Odds) -> tuple[float, float, float]:
    """Return the log weights that an action adds to its actor, its target, and the pair."""
    neither, target, actor, both = map(log, odds)
    return actor - neither, target - neither, both - actor - target + neither


class Factor(NamedTuple):
    """An action of a player towards another, with its likelihoods."""

    actor: str
    target: str
    odds: Odds


class Evidence:
    """Computes werewolf probabilities from one player's knowledge, or with `public` from public knowledge."""

    def __init__(self, seen: WerewolfObservation, public: bool = False) -> None:
        self._seen = seen
        self._players = seen.players
        shown = {death.name: seen.roles[death.name] for death in seen.deaths if death.name in seen.roles}
        looks = {look.target: "werewolf" if look.wolf else "innocent" for look in seen.looks}
        self.known: Mapping[str, str] = shown if public else {**looks, **seen.roles}
        self._wolves = tuple(name for name, role in self.known.items() if role == "werewolf")
        self._open = tuple(name for name in self._players if name not in self.known)
        self._player_weights: dict[str, float] = defaultdict(float)
        self._pair_weights: dict[tuple[str, str], float] = defaultdict(float)
        for factor in self._factors():
            self._add(factor)

    # -- evidence

    def _factors(self) -> Iterator[Factor]:
        seen = self._seen
        yield from self._claims_of_roles()
        for each in seen.claims:
            kind, target = each.claim.kind, each.claim.target
            if kind in OPINIONS and target not in ("", each.name) and (kind != "vote" or each.day == seen.day):
                yield Factor(each.name, target, OPINIONS[kind])
            elif kind == "look" and target != each.name:
                yield Factor(each.name, target, SAW_WOLF if each.claim.wolf else SAW_NONE)
        for ballot in seen.ballots:
            for name, target in ballot.votes.items():
                if target:
                    yield Factor(name, target, VOTE)

    def _claims_of_roles(self) -> Iterator[Factor]:
        """Weigh claims of roles: one of two claimants lies, and so does one whose role another player had."""
        claimants = claims_of_roles(self._seen.claims)
        for role, names in claimants.items():
            taken = any(known == role and name not in names for name, known in self.known.items())
            lies = taken or not self._seen.rules.counts.get(role)
            for name in names:
                self._player_weights[name] += log(1 / UNREASONABLE if lies else 0.6)
            for one, other in combinations(names, 2):
                yield Factor(one, other, BOTH_CLAIM)
        killed = [death.name for death in self._seen.deaths if death.how == "night"]
        for each in self._seen.claims:
            if each.claim.kind == "suspect" and each.name in killed:
                self._player_weights[each.claim.target] += log(1.1)

    def _add(self, factor: Factor) -> None:
        actor, target, odds = factor
        of_actor, of_target, of_pair = _log_weights(odds)
        self._player_weights[actor] += of_actor
        self._player_weights[target] += of_target
        self._pair_weights[(actor, target) if actor < target else (target, actor)] += of_pair

    # -- conclusions

    @cached_property
    def chances(self) -> dict[str, float]:
        """Probability of being a werewolf, by player."""
        from scenes.werewolf.packs import memberships  # imported late because numpy is slow to load

        open_players = self._open
        missing = self._seen.rules.counts["werewolf"] - len(self._wolves)
        alone = [
            self._player_weights[name] + sum(self._pair(wolf, name) for wolf in self._wolves) for name in open_players
        ]
        index = {name: place for place, name in enumerate(open_players)}
        pairs = [
            (index[one], index[other], weight)
            for (one, other), weight in self._pair_weights.items()
            if one in index and other in index
        ]
        wolves = memberships(tuple(alone), tuple(pairs), missing)
        certain = {name: float(role == "werewolf") for name, role in self.known.items()}
        return {**certain, **dict(zip(open_players, wolves, strict=True))}

    def _pair(self, one: str, other: str) -> float:
        return self._pair_weights.get((one, other) if one < other else (other, one), 0.0)


def shown_suspicions(chances: Mapping[str, float], pack: Sequence[str]) -> dict[str, float]:
    """Return the werewolf probabilities that a wolf pretends to believe.

    They are the village's, multiplied by 0.25 for packmates, or by 0.9 for a packmate above 0.6, whom lies cannot save.
    """
    mates = {name: chances.get(name, 0.0) for name in pack}
    return {**chances, **{name: chance * (0.9 if chance > 0.6 else 0.25) for name, chance in mates.items()}}


def claims_of_roles(claims: Sequence[PublicClaim]) -> dict[str, tuple[str, ...]]:
    """Return the claimants of each special role in order; claiming a look counts as claiming to be the seer."""
    out: dict[str, tuple[str, ...]] = {}
    for each in claims:
        role = "seer" if each.claim.kind == "look" else each.claim.role if each.claim.kind in ("role", "deed") else ""
        if role in ("seer", "witch", "doctor", "hunter") and each.name not in out.get(role, ()):
            out[role] = (*out.get(role, ()), each.name)
    return out


EQUAL_WITHIN = 0.02
"""Probabilities that differ by less count as equal."""


def weigh(seen: WerewolfObservation, vote: VoteLynch) -> Verdict | None:
    """Compare a vote with a vote for the likeliest werewolf; return None for a werewolf's vote."""
    chances = {name: chance for name, chance in Evidence(seen).chances.items() if name in seen.alive}
    if not chances or seen.role == "werewolf":
        return None
    best = max(chances, key=lambda name: chances[name])
    loss = chances[best] - chances.get(vote.target, 0.0)
    return Verdict(f"vote {best}", loss if loss > EQUAL_WITHIN else 0.0, "of the odds")
