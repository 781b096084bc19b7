"""Tables of Werewolf: votes, and public claims with their truth."""

from collections.abc import Iterable, Iterator
from typing import Any

from core.engine.casting import scene_after
from core.engine.events import Event
from core.recording.header import Header
from core.tables import Column, EventTable
from scenes.werewolf.claims import Claim
from scenes.werewolf.observation import WerewolfObservation

WOLF = "werewolf"
DAY = Column(int, "day of the game")


def _votes(header: Header, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    seen: WerewolfObservation = scene_after(header, events).observe("")
    for ballot in seen.ballots:
        for name, target in ballot.votes.items():
            yield {
                "day": ballot.day,
                "player": name,
                "policy": header.cast[name],
                "role": seen.roles[name],
                "target": target,
                "target_role": seen.roles.get(target, ""),
                "hanged": ballot.hanged,
            }


def _claims(header: Header, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    seen: WerewolfObservation = scene_after(header, events).observe("")
    looks = {(look.target, look.wolf) for look in seen.looks}
    for each in seen.claims:
        claim = each.claim
        yield {
            "day": each.day,
            "speech": each.speech,
            "player": each.name,
            "policy": header.cast[each.name],
            "role": seen.roles.get(each.name, ""),
            "kind": claim.kind,
            "target": claim.target,
            "claimed_role": claim.role,
            "wolf": claim.wolf if claim.kind == "look" else None,
            "true": _is_true(claim, each.name, seen.roles, looks),
        }


def _is_true(claim: Claim, speaker: str, roles: dict[str, str], looks: set[tuple[str, bool]]) -> bool | None:
    """Return True if a claim agrees with the dealt roles; None for requests, votes and deeds."""
    match claim.kind:
        case "role":
            role = roles.get(speaker, "")
            return role != WOLF if claim.role == "innocent" else role == claim.role
        case "look":
            return roles.get(speaker) == "seer" and (claim.target, claim.wolf) in looks
        case "suspect" | "trust":
            return (roles.get(claim.target) == WOLF) == (claim.kind == "suspect")
    return None


TABLES = {
    "votes": EventTable(
        "a vote of a day",
        {
            "day": DAY,
            "player": Column(str, "voter"),
            "policy": Column(str, "policy of the voter"),
            "role": Column(str, "role of the voter"),
            "target": Column(str, "player voted for; empty for nobody"),
            "target_role": Column(str, "role of that player"),
            "hanged": Column(str, "player who was hanged; empty for nobody"),
        },
        _votes,
    ),
    "claims": EventTable(
        "a claim that was read in a public speech",
        {
            "day": DAY,
            "speech": Column(int, "number of the public speech"),
            "player": Column(str, "speaker"),
            "policy": Column(str, "policy of the speaker"),
            "role": Column(str, "role of the speaker; empty for the moderator"),
            "kind": Column(str, "role, look, suspect, trust, vote, deed or ask"),
            "target": Column(str, "player whom the claim is about"),
            "claimed_role": Column(str, "role that the speaker claims"),
            "wolf": Column(bool, "finding of a claimed look"),
            "true": Column(bool, "true if the dealt roles and real looks agree; empty where nothing is claimed"),
        },
        _claims,
    ),
}
