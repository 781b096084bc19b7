"""Tables of Coup: claims and their truth, threats and deals, and players."""

from collections.abc import Iterable, Iterator
from typing import Any

from core.engine.casting import scene_after
from core.engine.events import Defaulted, Event, Planned
from core.recording.header import Header
from core.tables import Column, EventTable
from scenes.coup.claims import Claim, count_claims
from scenes.coup.events import NoteAdded, Verified
from scenes.coup.measures import MEASURES

PLAYER = Column(str, "player")
POLICY = Column(str, "policy of the player")
METRICS = (
    *("claims", "bluffs", "bluff_rate", "bluff_success", "challenges", "challenges_won", "challenge_precision"),
    *("verifier_checks", "verifier_disagreements"),
)
"""Metrics that are also counted for each player."""


def _claims(header: Header, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    log = list(events)
    scene: Any = scene_after(header, log)
    for claim in scene.claims:
        yield _claim(header, log, claim)


def _claim(header: Header, events: list[Event], claim: Claim) -> dict[str, Any]:
    before = [e.data for e in events[: claim.n - 1] if e.turn == claim.turn and e.agent == claim.agent]
    plans = [data.text for data in before if isinstance(data, Planned)]
    checks = [data.agrees for data in before if isinstance(data, Verified)]
    return {
        "event": claim.n,
        "decision": claim.turn,
        "turn": claim.action,
        "player": claim.agent,
        "policy": header.cast[claim.agent],
        "card": claim.card,
        "verb": claim.verb,
        "kind": "block" if claim.block else "action",
        "against": claim.against,
        "true": claim.true,
        "fallback": claim.fallback,
        "challenged_by": claim.challenger,
        "challenge_fallback": claim.fallback_challenge,
        "outcome": "undoubted" if not claim.challenger else "proved" if claim.true else "caught",
        "plan": plans[-1] if plans else "",
        "verifier_agrees": checks[-1] if checks else None,
    }


def _pacts(header: Header, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    scene: Any = scene_after(header, events)
    for pact in scene.pacts:
        yield {
            "kind": "threat" if pact.is_threat else "deal",
            "by": pact.by,
            "to": pact.to,
            "barred": pact.deed,
            "in_return": pact.strike if pact.is_threat else pact.gives,
            **{name: getattr(pact, name) for name in ("since", "until", "status", "breaker")},
        }


def _players(header: Header, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    log = list(events)
    scene: Any = scene_after(header, log)
    for name, policy in header.cast.items():
        own = [event.data for event in log if event.agent == name]
        verified = [data.agrees for data in own if isinstance(data, Verified)]
        claimed = [claim for claim in scene.claims if claim.agent == name]
        challenged = [claim for claim in scene.claims if claim.challenger == name]
        yield {
            "player": name,
            "policy": policy,
            "won": name in scene.outcome().winners,
            **count_claims(claimed, challenged),
            "verifier_checks": len(verified),
            "verifier_disagreements": verified.count(False),
            "fallback_claims": sum(claim.fallback for claim in claimed),
            "fallback_challenges": sum(claim.fallback_challenge for claim in challenged),
            "defaults": sum(isinstance(data, Defaulted) for data in own),
            "notes": sum(isinstance(data, NoteAdded) for data in own),
        }


TABLES = {
    "claims": EventTable(
        "a claim to a card, by an action or a block",
        {
            "event": Column(int, "number of the event"),
            "decision": Column(int, "turn of the run"),
            "turn": Column(int, "turn of the game"),
            "player": PLAYER,
            "policy": POLICY,
            "card": Column(str, "claimed card"),
            "verb": Column(str, "the action, or the action that was blocked"),
            "kind": Column(str, "action or block"),
            "against": Column(str, "target; of a block, the player of the action"),
            "true": Column(bool, "true if the player held the card"),
            "fallback": Column(bool, "true for a default action without a usable reply"),
            "challenged_by": Column(str, "challenger; empty if nobody challenged"),
            "challenge_fallback": Column(bool, "true if the challenge was a default action"),
            "outcome": Column(str, "undoubted, proved or caught"),
            "plan": Column(str, "the player's private plan before the claim"),
            "verifier_agrees": Column(bool, "true if the model's check agreed with the plan; empty without a check"),
        },
        _claims,
    ),
    "pacts": EventTable(
        "a threat or a deal",
        {
            "kind": Column(str, "threat or deal"),
            "by": Column(str, "player who made it"),
            "to": Column(str, "player whom it addresses"),
            "barred": Column(str, "deed that this player is to refrain from"),
            "in_return": Column(str, "announced punishment, or the deed that the maker refrains from"),
            "since": Column(int, "turn of the game in which it was made or agreed"),
            "until": Column(int, "last turn of the game for which it holds"),
            "status": Column(str, "open, agreed, declined, provoked, kept, broken, carried out, empty or over"),
            "breaker": Column(str, "player who broke it"),
        },
        _pacts,
    ),
    "players": EventTable(
        "a player",
        {
            "player": PLAYER,
            "policy": POLICY,
            "won": Column(bool, "true for the winner"),
            **{
                name: Column(float if MEASURES[name].unit == "share" else int, MEASURES[name].meaning)
                for name in METRICS
            },
            "fallback_claims": Column(int, "claims by default actions"),
            "fallback_challenges": Column(int, "challenges by default actions"),
            "defaults": Column(int, "default actions"),
            "notes": Column(int, "notes that the player kept"),
        },
        _players,
    ),
}
