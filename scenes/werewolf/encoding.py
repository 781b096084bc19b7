"""Numeric encoding of Werewolf for learners.

Seats are numbered from the observer's own; for the moderator from the first.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.env.encoding import Encoding, clip_to_byte, flags, one_hot_codes
from core.social.actions import ScheduleOrder, Speak, Yield
from core.social.scene import MODERATOR
from scenes.werewolf.actions import TARGETED, Bid, CloseVoting, OpenVoting, WitchSave
from scenes.werewolf.claims import Claim, Kind, statement_of
from scenes.werewolf.config import ROLES, WerewolfConfig
from scenes.werewolf.observation import WerewolfObservation
from scenes.werewolf.sentences import Voice
from scenes.werewolf.state import PHASES

WITHOUT_TARGET = {Yield: "yield", WitchSave: "save", ScheduleOrder: "schedule all", OpenVoting: "open voting",
         CloseVoting: "close voting"}  # fmt: skip
BIDS = 5
POTIONS = ("save", "poison")
CLAIMABLE_ROLES = ("seer", "doctor", "hunter", "villager", "innocent")
"""Roles that can be claimed by a numbered speech."""
CLAIMS_ABOUT_OTHERS: tuple[tuple[Kind, bool], ...] = (
    ("suspect", True),
    ("trust", False),
    ("look", True),
    ("look", False),
)
"""Claims about others that a numbered speech can make: suspicion, trust, and looks."""


class WerewolfEncoding(Encoding):
    """Actions: moves by kind and target, and speeches of one fixed sentence.

    Speeches: "I am the seer" (or another role of `CLAIMABLE_ROLES`), "I suspect …", "I trust …", and the result of a
    look. Howls have no number.

    An observation starts with the phase, day and night, speeches left and the winner; then the observer's role, looks
    and potions, tonight's victim, and the player protected last. For each player, the observer first: alive or not,
    the floor, number of speeches today, known role, and last claimed role. For each pair of players: votes of today and
    of the last ballot, claimed suspicions, trust and looks, and the victims that wolves propose.
    """

    def __init__(self, config: WerewolfConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.players = players = tuple(name for name in names if name != MODERATOR)
        count = len(players)
        self._labels: list[str] = []
        self._alone = {kind: self._new(label) for kind, label in WITHOUT_TARGET.items()}
        self._bids = [self._new(f"bid {level}") for level in range(BIDS)]
        self._aimed = {
            (kind, by): self._new(f"{kind.form.split()[0]} +{by}") for kind in TARGETED for by in range(count)
        }
        own = {(Claim("role", role=role)): self._new(f"say I am {role}") for role in CLAIMABLE_ROLES}
        self._own = list(own)
        self._claims = {
            (kind, wolf, by): self._new(f"say {kind} +{by}" + (f" {'wolf' if wolf else 'no wolf'}" * (kind == "look")))
            for kind, wolf in CLAIMS_ABOUT_OTHERS
            for by in range(1, count)
        }
        self.labels = self._labels
        self._said = {name: self._speeches(name, own) for name in players}
        self._phases = dict(zip(PHASES, one_hot_codes(len(PHASES)), strict=False))
        codes = one_hot_codes(len(ROLES) + 1)
        self._roles = dict(zip((*ROLES, "innocent", ""), codes, strict=True))
        self._seats = one_hot_codes(count)
        each = 3 + 2 * (len(ROLES) + 1)
        pairs = 7 * count * count
        self.size = len(PHASES) + 5 + len(ROLES) + 1 + 4 * count + len(POTIONS) + count * each + pairs

    def _new(self, label: str) -> int:
        self._labels.append(label)
        return len(self._labels) - 1

    def _speeches(self, name: str, own: Mapping[Claim, int]) -> dict[str, int]:
        """Return a player's numbered speeches by their text."""
        numbers = {_words(claim): number for claim, number in own.items()}
        for (kind, wolf, by), number in self._claims.items():
            target = self._around(name)[by]
            numbers[_words(Claim(kind, target, wolf=kind == "look" and wolf))] = number
        return numbers

    def _around(self, name: str) -> tuple[str, ...]:
        seat = self.seat[name] % len(self.players)
        return self.players[seat:] + self.players[:seat]

    def number(self, name: str, action: Any) -> int:
        match action:
            case Bid(level):
                return self._bids[level]
            case Speak(message):
                return self._said.get(name, {}).get(message, -1)
        if type(action) in self._alone:
            return self._alone[type(action)]
        if type(action) in TARGETED:
            by = (self.seat[action.target] - self.seat[name] % len(self.players)) % len(self.players)
            return self._aimed[type(action), by]
        return -1

    def more(self, seen: WerewolfObservation, legal: Sequence[Any]) -> Sequence[Speak]:
        """Return the numbered speeches about living players, for a player who can only speak."""
        if seen.phase not in ("talk", "words") or seen.name == MODERATOR or list(legal) != [Yield()]:
            return ()
        gone = [self._around(seen.name).index(name) for name in self.players if name not in seen.alive]
        silent = {number for (_, _, by), number in self._claims.items() if by in gone}
        return [Speak(text) for text, number in self._said[seen.name].items() if number not in silent]

    def encode(self, seen: WerewolfObservation) -> bytes:
        around = self._around(seen.name or self.players[0])
        place = {name: by for by, name in enumerate(around)}
        last = seen.ballots[-1].votes if seen.ballots else {}
        claimed = {each.name: each.claim.role for each in seen.claims if each.claim.kind == "role"}
        looks = {look.target: look.wolf for look in seen.looks}
        pieces = [
            self._phases[seen.phase],
            bytes((clip_to_byte(seen.day), clip_to_byte(seen.night), clip_to_byte(max(0, seen.speeches)))),
            flags((seen.winner == "village", seen.winner == "wolves")),
            self._roles[seen.role],
            flags([looks.get(name) is True for name in around]),
            flags([looks.get(name) is False for name in around]),
            flags([potion in seen.potions for potion in POTIONS]),
            self._seats[place.get(seen.victim, -1)],
            self._seats[place.get(seen.protected, -1)],
        ]
        for name in around:
            role = claimed.get(name, "")
            pieces += (
                flags((name in seen.alive, name in seen.speaking)),
                bytes((clip_to_byte(seen.spoken.get(name, 0)),)),
                self._roles[seen.roles.get(name, "")],
                self._roles[role if role in self._roles else ""],
            )
        pieces += (self._matrix(seen.votes.items(), place), self._matrix(last.items(), place))
        pieces.append(self._matrix(seen.stalked.items(), place))
        for kind, wolf in CLAIMS_ABOUT_OTHERS:
            claims = [(claimed.name, claimed.claim) for claimed in seen.claims if claimed.claim.kind == kind]
            matching = ((name, each.target) for name, each in claims if kind != "look" or each.wolf == wolf)
            pieces.append(self._matrix(matching, place))
        return b"".join(pieces)

    def _matrix(self, pairs: Iterable[tuple[str, str]], place: Mapping[str, int]) -> bytes:
        """Encode pairs of players as a matrix."""
        count = len(self.players)
        out = bytearray(count * count)
        for one, other in pairs:
            if one in place and other in place:
                out[place[one] * count + place[other]] = 1
        return bytes(out)

    def rewards(
        self, winners: Sequence[str], scores: Mapping[str, float], metrics: Mapping[str, Any]
    ) -> Mapping[str, float]:
        """Return 1 for winners, -1 for losers, and 0 for the moderator."""
        return {**super().rewards(winners, {}, metrics), **({MODERATOR: 0.0} if MODERATOR in self.names else {})}


def _words(claim: Claim) -> str:
    """Return the fixed text of a claim."""
    return Voice("", 0, lambda options: options[0]).say(statement_of(claim))
