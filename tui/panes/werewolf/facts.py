"""A player's knowledge in Werewolf: claims, deaths and roles."""

from collections.abc import Sequence
from functools import cached_property

from msgspec.structs import replace

from scenes.werewolf.claims import Claim
from scenes.werewolf.evidence import Evidence
from scenes.werewolf.observation import Death, WerewolfObservation
from scenes.werewolf.record import ACCUSING_KINDS
from tui.styles import Span

OPINIONS = {"suspect": "suspects", "trust": "trusts", "vote": "wants to hang"}
DEATH_CAUSES = {"night": "night", "rope": "hanged day", "shot": "shot day"}
ASKED_ABOUT = {
    "role": "for its role",
    "looks": "whom it saw",
    "suspects": "whom it suspects",
    "vote": "about a vote",
}


class Facts:
    """Claims, deaths and roles as a player or the director knows them."""

    def __init__(self, seen: WerewolfObservation, hands: int | None = None) -> None:
        """Derive the facts. While a ballot is shown vote by vote, only its first `hands` votes are known."""
        if hands is not None:
            last = seen.ballots[-1]
            shown = dict([*last.votes.items()][:hands])
            alive = tuple(name for name in seen.players if name in (*seen.alive, last.hanged))
            deaths = tuple(death for death in seen.deaths if death.name != last.hanged)
            past = {"phase": "voting", "ballots": seen.ballots[:-1], "alive": alive, "deaths": deaths}
            seen = replace(seen, votes=shown, **past)
        self.seen = seen
        self.deaths: dict[str, Death] = {death.name: death for death in seen.deaths}
        self.opinions: dict[str, dict[str, bool]] = {name: {} for name in seen.players}
        """By speaker and target, True if the last claim was against the target; newest claims last."""
        self.roles: dict[str, str] = {}
        """Last role claimed by each player."""
        self.looks: dict[str, dict[str, bool]] = {}
        """Claimed results of looks by claimed seer and target; True for a wolf."""
        for each in seen.claims:
            self._hear(each.name, each.claim)

    def _hear(self, name: str, claim: Claim) -> None:
        if claim.kind in (*ACCUSING_KINDS, "trust", "look") and claim.target != name and claim.target:
            self.opinions[name].pop(claim.target, None)
            self.opinions[name][claim.target] = claim.wolf if claim.kind == "look" else claim.kind in ACCUSING_KINDS
        if claim.kind == "role":
            self.roles[name] = claim.role
        elif claim.kind == "look":
            self.roles[name] = "seer"
            self.looks.setdefault(name, {})[claim.target] = claim.wolf

    @property
    def by_night(self) -> bool:
        return self.seen.phase == "night"

    def opinions_of(self, name: str, against: bool) -> list[str]:
        """Return the living players that a player accuses, or trusts if `against` is False; newest claims first."""
        opinions = reversed(self.opinions[name].items())
        return [target for target, bad in opinions if bad is against and target in self.seen.alive]

    def suspected_by(self, name: str) -> list[str]:
        """Return the living players who call a player a wolf or want it hanged."""
        return [each for each in self.seen.alive if self.opinions.get(each, {}).get(name)]

    def ballots(self) -> list[tuple[int, dict[str, str]]]:
        """Return the known votes of each day; the vote in progress, if any, is last."""
        out = [(ballot.day, ballot.votes) for ballot in self.seen.ballots]
        open_now = self.seen.votes and (not out or out[-1][0] != self.seen.day)
        return [*out, (self.seen.day, self.seen.votes)] if open_now else out

    def fate(self, name: str) -> str:
        """Describe when and how a player died; "" for the living."""
        death = self.deaths.get(name)
        return f"{DEATH_CAUSES[death.how]} {death.day}" if death else ""

    def acting_tonight(self) -> list[str]:
        """Return the living players known as werewolf, seer or doctor, who act by night."""
        return [name for name in self.seen.alive if self.seen.roles.get(name) in ("werewolf", "seer", "doctor")]

    def role(self, name: str) -> Span:
        """Draw a player's role if the perspective knows it, or the result of a look; else empty."""
        role = self.seen.roles.get(name, "")
        if role:
            return role, "bad" if role == "werewolf" else "mid" if role == "villager" else "accent"
        look = next((look for look in self.seen.looks if look.target == name), None)
        return ("", "") if look is None else ("a wolf", "bad") if look.wolf else ("no wolf", "good")

    def revealed_role(self, name: str) -> Span:
        """Draw a dead player's role, bold for a wolf; empty while it is unknown."""
        role = self.seen.roles.get(name, "")
        if not role:
            return "", ""
        wolf = role == "werewolf"
        return f"was {with_article(role).replace(role, role.upper() if wolf else role)}", "good" if wolf else "bad"

    @cached_property
    def chances(self) -> dict[str, float]:
        """Return each player's probability of being a wolf, by the perspective's knowledge.

        For the director, it is by public knowledge.
        """
        return Evidence(self.seen, public=not self.seen.name).chances


def with_article(role: str) -> str:
    """Write a role with "a" if several players can have it, else with "the"."""
    return f"{'a' if role in ('werewolf', 'villager') else 'the'} {role}"


def claim_words(claim: Claim) -> str:
    """Write a claim briefly."""
    match claim.kind:
        case "role":
            return "no werewolf" if claim.role == "innocent" else with_article(claim.role)
        case "look":
            night = f"night {claim.night}, " if claim.night else ""
            return f"saw {night}{claim.target}: {'wolf' if claim.wolf else 'no wolf'}"
        case "suspect" | "trust" | "vote":
            return f"{OPINIONS[claim.kind]} {claim.target}"
        case "deed":
            verb = "protected" if claim.role == "doctor" else "poisoned" if claim.wolf else "saved"
            return f"{verb} {claim.target}"
        case "ask":
            return f"asks {claim.target or 'all'} {ASKED_ABOUT.get(claim.about, '')}".rstrip()


def claims_words(claims: Sequence[Claim]) -> str:
    return ", ".join(map(claim_words, claims)) or "no claim, only words"
