"""The public record of statements, votes and claims by day, as reasons for and against players."""

from collections.abc import Iterator
from itertools import pairwise

from scenes.werewolf.claims import Claim
from scenes.werewolf.evidence import claims_of_roles
from scenes.werewolf.observation import WerewolfObservation
from scenes.werewolf.sentences import Statement, statements

ACCUSING_KINDS = ("suspect", "vote")
"""Kinds of claims that accuse their target."""
REASONS_BY_STRENGTH = (
    *("seen_by", "false_look", "rival", "defended_wolf", "wolf_defended", "accuser_died", "word_broken", "missed"),
    *("voted_innocent", "turned", "softened", "voted_me", "accused_me", "accused_innocent", "pair_me", "groundless"),
    *("silent", "pair", "cleared_by", "voted_wolf", "accused_wolf", "wolf_attacked", "defended_me", "voted_with_me"),
    "same_suspect",
)
"""Acts that can be reasons: those against a player, then those for it, each strongest first."""
REASONS = frozenset((*REASONS_BY_STRENGTH, "hunch", "followed", "meant_it"))


def is_against(claim: Claim) -> bool:
    """Return True if a claim accuses its target: a suspicion, a vote, or a look that found a wolf."""
    return claim.kind in ACCUSING_KINDS or (claim.kind == "look" and claim.wolf)


class Record:
    """Reasons for and against players from public events alone, from one player's perspective."""

    def __init__(self, seen: WerewolfObservation) -> None:
        self._seen = seen
        shown = (death.name for death in seen.deaths if seen.rules.reveal and death.name != seen.name)
        self.was_wolf = {name: seen.roles[name] == "werewolf" for name in shown if name in seen.roles}
        """For each dead player whose role was shown, True if it was a werewolf."""
        self.claims = [
            (claimed.day, claimed.name, claimed.claim)
            for claimed in seen.claims
            if claimed.claim.target not in ("", claimed.name)
        ]
        self.accusations = [
            (day, speaker, claim.target) for day, speaker, claim in self.claims if claim.kind in ACCUSING_KINDS
        ]
        self.defenses = [(day, speaker, claim.target) for day, speaker, claim in self.claims if claim.kind == "trust"]
        self.votes = [
            (ballot.day, name, target) for ballot in seen.ballots for name, target in ballot.votes.items() if target
        ]
        self.said = [
            (heard.turn, heard.name, statements(heard.text, heard.name, seen.players))
            for heard in seen.heard
            if heard.heard_by is None
        ]
        """Number, speaker and statements of each remembered speech."""
        self._killed = {(death.name, death.day) for death in seen.deaths if death.how == "night"}
        self._roles = claims_of_roles(seen.claims)
        self._against: dict[str, list[Statement]] = {}

    # -- reasons

    def reasons_against(self, name: str) -> list[Statement]:
        """Return the reasons to suspect a player: strongest first, newest of a kind first."""
        if name not in self._against:
            self._against[name] = self._found_against(name)
        return self._against[name]

    def _found_against(self, name: str) -> list[Statement]:
        found = [*self._looks(name), *self._acts(name), *self._ballots(name), *self._shifts(name), *self._today(name)]
        return self._sorted(each for each in found if not self._about_me(each))

    def reasons_for(self, name: str) -> list[Statement]:
        """Return the reasons to trust a player."""
        return self._sorted(each for each in self._merits(name) if not self._about_me(each))

    def _sorted(self, found: Iterator[Statement]) -> list[Statement]:
        return sorted(dict.fromkeys(found), key=lambda each: (REASONS_BY_STRENGTH.index(each.act), -each.day))

    def _about_me(self, statement: Statement) -> bool:
        """Return True if a statement names the speaker in a slot that must name another player."""
        return self._seen.name in (statement.other, statement.third)

    def _looks(self, name: str) -> Iterator[Statement]:
        for _, speaker, claim in self.claims:
            if claim.kind == "look" and claim.wolf and claim.target == name and not self.was_wolf.get(speaker):
                yield Statement("seen_by", name, speaker)
            if claim.kind == "look" and claim.wolf and speaker == name and self.was_wolf.get(claim.target) is False:
                yield Statement("false_look", name, claim.target)
        for role, names in self._roles.items():
            yield from (
                Statement("rival", name, other, role=role) for other in names if other != name and name in names
            )

    def _acts(self, name: str) -> Iterator[Statement]:
        """Yield accusations and defenses that make a player suspicious: its own, and others' about it."""
        for day, speaker, target in self.defenses:
            if speaker == name and self.was_wolf.get(target):
                yield Statement("defended_wolf", name, target, day=day)
            if target == name and self.was_wolf.get(speaker):
                yield Statement("wolf_defended", name, speaker, day=day)
        for day, speaker, target in self.accusations:
            if speaker == name and self.was_wolf.get(target) is False:
                yield Statement("accused_innocent", name, target, day=day)
            if speaker == name and target == self._seen.name:
                yield Statement("accused_me", name, day=day)
            if target == name and (speaker, day + 1) in self._killed:
                yield Statement("accuser_died", name, speaker, day=day)

    def _ballots(self, name: str) -> Iterator[Statement]:
        """Yield votes that make a player suspicious."""
        for day, voter, target in self.votes:
            if voter == name and self.was_wolf.get(target) is False:
                yield Statement("voted_innocent", name, target, day=day)
            if voter == name and target == self._seen.name:
                yield Statement("voted_me", name, day=day)
        for ballot in self._seen.ballots:
            vote = ballot.votes.get(name, "")
            if self.was_wolf.get(ballot.hanged) and vote not in ("", ballot.hanged) and name != ballot.hanged:
                yield Statement("missed", name, ballot.hanged, vote, ballot.day)

    def _shifts(self, name: str) -> Iterator[Statement]:
        """Yield changes between trust and accusation, and votes that differ from the announced vote."""
        sides: dict[str, list[tuple[int, str]]] = {}
        for day, speaker, claim in self.claims:
            if speaker == name and claim.kind in ("trust", *ACCUSING_KINDS):
                sides.setdefault(claim.target, []).append((day, claim.kind))
        for target, steps in sides.items():
            for (day, one), (_, other) in pairwise(steps):
                if "trust" in (one, other) and one != other:
                    yield Statement("turned" if one == "trust" else "softened", name, target, day=day)
        announced = {
            day: claim.target for day, speaker, claim in self.claims if speaker == name and claim.kind == "vote"
        }
        for day, voter, target in self.votes:
            if voter == name and announced.get(day, target) != target:
                yield Statement("word_broken", name, announced[day], target, day)

    def _today(self, name: str) -> Iterator[Statement]:
        """Yield reasons from today's talk: silence, and accusations that are groundless or repeat another's."""
        seen = self._seen
        if not seen.spoken.get(name) and sum(seen.spoken.values()) >= len(seen.alive) - 1 and name in seen.alive:
            yield Statement("silent", name, day=seen.day)
        today = [(speaker, claim) for day, speaker, claim in self.claims if day == seen.day]
        accused = [(speaker, claim.target) for speaker, claim in today if is_against(claim)]
        for speaker, target in accused:
            if speaker == name and self.is_groundless(name, target):
                yield Statement("groundless", name, target, day=seen.day)
            first = next(one for one, other in accused if other == target)
            if speaker == name != first and target != name:
                act, third = ("pair_me", "") if target == seen.name else ("pair", target)
                yield Statement(act, name, first, third, seen.day)

    def is_groundless(self, name: str, target: str) -> bool:
        """Return True if a bot's last speech accused a player without a reason; a look counts as a reason."""
        if any(claim.kind == "look" and (speaker, claim.target) == (name, target) for _, speaker, claim in self.claims):
            return False
        last = next((found for _, speaker, found in reversed(self.said) if speaker == name), ())
        acts = {each.act for each in last if each}
        return (
            None not in last
            and any(statement and statement.name == target and statement.act == "suspect" for statement in last)
            and not acts & REASONS
        )

    def _merits(self, name: str) -> Iterator[Statement]:
        me = self._seen.name
        mine = {(day, target) for day, voter, target in self.votes if voter == me}
        for day, voter, target in self.votes:
            if voter == name and self.was_wolf.get(target):
                yield Statement("voted_wolf", name, target, day=day)
            elif voter == name != me and (day, target) in mine and self.was_wolf.get(target) is None:
                yield Statement("voted_with_me", name, target, day=day)
            if target == name and self.was_wolf.get(voter):
                yield Statement("wolf_attacked", name, voter, day=day)
        for _, speaker, claim in self.claims:
            if claim.kind == "look" and not claim.wolf and claim.target == name and not self.was_wolf.get(speaker):
                yield Statement("cleared_by", name, speaker)
        yield from self._merits_in_talk(name)

    def _merits_in_talk(self, name: str) -> Iterator[Statement]:
        """Yield a player's accusations and defenses that speak for it."""
        me = self._seen.name
        suspects = {target for _, speaker, target in self.accusations if speaker == me}
        for day, speaker, target in self.accusations:
            if speaker == name and self.was_wolf.get(target):
                yield Statement("accused_wolf", name, target, day=day)
            elif speaker == name != me and target in suspects and target not in self.was_wolf:
                yield Statement("same_suspect", name, target, day=day)
        for day, speaker, target in self.defenses:
            if speaker == name != me and target == me:
                yield Statement("defended_me", name, day=day)

    # -- explanations

    def vote_of(self, name: str, day: int) -> str:
        """Return a player's vote on a day; empty if it had none."""
        return next((target for at, voter, target in self.votes if (at, voter) == (day, name)), "")

    def day_of_vote(self, name: str, target: str) -> int:
        """Return the last day on which a player voted for another; 0 if it never did."""
        return max((day for day, *pair in self.votes if pair == [name, target]), default=0)

    def vote_reason(self, name: str, target: str) -> Statement | None:
        """Return the reason for a player's last vote for another: its own accusation, or somebody else's."""
        day = self.day_of_vote(name, target)
        accusers = [speaker for at, speaker, accused in self.accusations if (at, accused) == (day, target)]
        if name in accusers:
            return Statement("meant_it", name, target, day=day)
        others = [speaker for speaker in accusers if speaker not in (name, target)]
        return Statement("followed", name, target, others[0], day) if others else None

    def suspects_of(self, name: str) -> list[tuple[int, str]]:
        """Return the days and the targets of a player's accusations, newest first."""
        return [(day, target) for day, speaker, target in reversed(self.accusations) if speaker == name]
