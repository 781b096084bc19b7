"""Exports of recordings: a transcript, and tables of claims and of players."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.engine.casting import set_up
from core.engine.events import Defaulted, Event, Planned, Said, Thought
from core.recording.header import Header
from core.tables import csv_table
from scenes.coup.claims import counted
from scenes.coup.events import PUBLIC, NoteAdded, NoteDeleted, Verified
from scenes.coup.wording import turns

ENDS = ('."', '!"', '?"')
MINDS = (Thought, Planned, Verified, NoteAdded, NoteDeleted, Defaulted)
CLAIMS = (
    *("event", "decision", "turn", "player", "policy", "card", "verb", "kind", "against"),
    *("true", "fallback", "challenged_by", "challenge_fallback", "outcome", "plan", "verifier_agrees"),
)


def transcript(header: Header, events: Sequence[Event]) -> str:
    """Write the game turn by turn.

    All public events, with the truth of each claim, and indented below them the players' private thoughts, plans and
    notes.
    """
    scene = _folded(header, events)
    public = [event for event in events if isinstance(event.data, (*PUBLIC, Said)) and event.audience is None]
    truth = {claim.n: " (true)" if claim.true else " (a bluff)" for claim in scene.claims}
    cast = ", ".join(f"{name}: {policy}" for name, policy in header.cast.items())
    lines = [f"Coup, seed {header.seed}. {cast}"]
    minds = [event for event in events if isinstance(event.data, MINDS)]
    for turn in turns(scene.history):
        lines.append("")
        lead = f"{turn.action:>3}  " if turn.action else " " * 5
        for at, text in turn.sentences:
            while minds and minds[0].n < public[at].n:
                lines.append(f"{'':9}{_mind(minds.pop(0))}")
            line = f"{text[0].upper()}{text[1:]}{truth.get(public[at].n, '')}"
            lines.append(f"{lead}{line}{'' if line.endswith(ENDS) else '.'}")
            lead = " " * 5
    lines += [f"{'':9}{_mind(event)}" for event in minds]
    return "\n".join([*lines, "", scene.board()])


def _mind(event: Event) -> str:
    """Return a player's private text in an event."""
    return f"[{event.agent}] {event.data.sentence()}"


def claims(header: Header, events: Sequence[Event]) -> str:
    """Export a row for each claim: its truth, challenges, and the player's private plan before it."""
    return csv_table(CLAIMS, (_claim(header, events, claim) for claim in _folded(header, events).claims))


def _claim(header: Header, events: Sequence[Event], claim: Any) -> dict[str, Any]:
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
        "verifier_agrees": checks[-1] if checks else "",
    }


def players(header: Header, events: Sequence[Event]) -> str:
    """Export a row for each player: its bluffs and challenges, and the work of its verifier and fallback."""
    scene = _folded(header, events)
    claims_made = scene.claims
    rows = []
    for name, policy in header.cast.items():
        own = [event.data for event in events if event.agent == name]
        verified = [data.agrees for data in own if isinstance(data, Verified)]
        rows.append(
            {
                "player": name,
                "policy": policy,
                "won": name in scene.outcome().winners,
                **counted(
                    [claim for claim in claims_made if claim.agent == name],
                    [claim for claim in claims_made if claim.challenger == name],
                ),
                "verifier_checks": len(verified),
                "verifier_disagreements": verified.count(False),
                "fallback_claims": sum(claim.fallback for claim in claims_made if claim.agent == name),
                "fallback_challenges": sum(c.fallback_challenge for c in claims_made if c.challenger == name),
                "defaults": sum(isinstance(data, Defaulted) for data in own),
                "notes": sum(isinstance(data, NoteAdded) for data in own),
            }
        )
    return csv_table(list(rows[0]), rows)


def _folded(header: Header, events: Sequence[Event]) -> Any:
    scene, _ = set_up(header)
    for event in events:
        scene.apply(event)
    return scene


EXPORTS: Mapping[str, Callable[[Header, Sequence[Event]], str]] = {
    "text": transcript,
    "claims": claims,
    "players": players,
}
