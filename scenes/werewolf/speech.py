"""Speeches of bots: answers, claims, accusations with reasons, trust, and questions."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice

from core.engine.turn import Turn
from scenes.werewolf.claims import About, Claim
from scenes.werewolf.evidence import Evidence, Factor, claims_of_roles, pretended
from scenes.werewolf.observation import Look, PublicClaim, Village
from scenes.werewolf.templates import AGREEMENTS, HUNCHES
from scenes.werewolf.wording import Choose, answer, because, gist, sentence

MOST = 3
"""Claims of one speech."""
LATELY = 12
"""Number of past speeches whose wordings are not repeated, if there are others."""


def urgency(seen: Village) -> int:
    """Rate the need to speak: 3 if it cannot wait, 2 if asked or accused, otherwise 0 or 1."""
    if seen.role == "seer" and any(look.wolf and look.target in seen.alive for look in _untold(seen)):
        return 3
    if questions(seen) or _accusers(seen):
        return 2
    return int(not seen.spoken.get(seen.name))


def speak(turn: Turn, seen: Village, daring: float) -> str:
    """Make a speech; empty if there is nothing to say."""
    draw = turn.chance("words")

    recent = " ".join(heard.text for heard in seen.heard[-LATELY:] if heard.by is None)

    def choose(options: Sequence[str]) -> str:
        return draw.choice([option for option in options if gist(option) not in recent] or options)

    speech = _Speech(turn, seen, daring, choose, recent)
    return " ".join(dict.fromkeys(islice(speech.sentences(), MOST + 2)))


class _Speech:
    """One speech of one player."""

    def __init__(self, turn: Turn, seen: Village, daring: float, choose: Choose, recent: str) -> None:
        self._turn = turn
        self._seen = seen
        self._daring = daring
        self._choose = choose
        self._recent = recent
        self._wolf = seen.role == "werewolf"
        self._evidence = Evidence(seen, public=self._wolf)
        self._own = [claimed.claim for claimed in seen.claims if claimed.name == seen.name]
        self._today = {
            claimed.claim for claimed in seen.claims if claimed.name == seen.name and claimed.day == seen.day
        }
        self._named: set[str] = set()
        """Players that this speech was about."""

    def sentences(self) -> Iterator[str]:
        own = dict.fromkeys(self._role(), "")
        claims = list(({**own, **dict(self._answers())} | own).items())[:MOST]
        for claim, asker in claims:
            self._named.add(claim.target)
            words = sentence(claim, self._choose)
            yield answer(asker, words) if asker else words
        if self._seen.phase == "words" or len(claims) < MOST:
            yield from self._opinion()

    # -- claims of a role

    def _role(self) -> Iterator[Claim]:
        seen, seers = self._seen, claims_of_roles(self._seen.claims).get("seer", ())
        pressed = len(_accusers(seen)) >= 2 or seen.phase == "words"
        claimed = seen.name in seers
        if seen.role == "seer":
            found = any(look.wolf and look.target in seen.alive for look in seen.looks)
            countered = bool(seers) and not claimed
            if claimed or found or pressed or countered or (seen.day >= 3 and self._dares("reveal")):
                yield from () if claimed else (Claim("role", role="seer"),)
                yield from (Claim("look", k.target, wolf=k.wolf, night=k.night) for k in _untold(seen))
        elif self._wolf:
            yield from self._lie(seers, pressed)
        elif pressed and not any(claim.kind == "role" for claim in self._own):
            yield Claim("role", role=seen.role)

    def _lie(self, seers: Sequence[str], pressed: bool) -> Iterator[Claim]:
        """Make a named wolf claim to be the seer itself, with a look at its accuser."""
        seen = self._seen
        accused = [t for t in seen.claims if t.claim.kind == "look" and t.claim.wolf and t.claim.target == seen.name]
        if seen.name in seers:
            yield from self._invented()
        elif accused and accused[0].name in seen.alive and self._dares("counter"):
            yield Claim("role", role="seer")
            yield Claim("look", accused[0].name, wolf=True, night=seen.night)
        elif (accused or pressed) and not any(claim.kind == "role" for claim in self._own):
            yield Claim("role", role="villager")

    def _invented(self) -> Iterator[Claim]:
        """Invent another look of last night."""
        seen = self._seen
        named = {claim.target for claim in self._own if claim.kind == "look"}
        if any(claim.kind == "look" and claim.night == seen.night for claim in self._own):
            return
        others = [name for name in seen.alive if name not in named and name != seen.name]
        if others:
            target = self._turn.chance("invent").choice(others)
            guilty = target not in seen.pack and self._turn.chance("guilty").random() < 0.6
            yield Claim("look", target, wolf=guilty, night=seen.night)

    def _dares(self, purpose: str) -> bool:
        return self._turn.chance(purpose).random() < self._daring

    # -- answers

    def _answers(self) -> Iterator[tuple[Claim, str]]:
        """Yield claims, each with the player who asked for it."""
        seen = self._seen
        for question in questions(seen):
            match question.claim.about:
                case "role" | "looks" if not any(claim.kind in ("role", "look") for claim in self._own):
                    hidden = self._wolf or (seen.role == "seer" and not self._dares("admit"))
                    yield (
                        Claim("role", role="villager" if hidden or seen.role == "villager" else seen.role),
                        question.name,
                    )
                case "role" | "looks":
                    yield from ((claim, question.name) for claim in self._own if claim.kind in ("role", "look"))
                case "suspects" | "vote":
                    suspect = self._suspect
                    if suspect:
                        yield Claim("suspect", suspect), question.name

    # -- opinions

    @cached_property
    def _suspect(self) -> str:
        """The likeliest wolf; for a wolf, the likeliest in the village's eyes."""
        seen, chances = self._seen, pretended(self._evidence.chances, self._seen.pack)
        others = [name for name in seen.alive if name != seen.name]
        draw = self._turn.chance("suspect")
        accused = next((claim.target for claim in self._own if claim.kind == "look" and claim.wolf), "")
        if self._wolf and accused in others:
            return accused
        return max(others, key=lambda name: chances.get(name, 0.0) * (1 + 0.15 * draw.random()), default="")

    def _opinion(self) -> Iterator[str]:
        seen, chances = self._seen, self._evidence.chances
        suspect = self._suspect
        if not suspect:
            return
        base = seen.rules.counts["werewolf"] / len(seen.players)
        chance = chances.get(suspect, 0.0)
        if chance > 1.15 * base or seen.day > 1 or self._turn.chance("hunch").random() < 0.4:
            yield from self._accuse(suspect, chance)
            if seen.phase == "talk" and seen.speeches <= len(seen.alive):
                if Claim("vote", suspect) not in self._today:
                    yield sentence(Claim("vote", suspect), self._choose)
            elif self._turn.chance("friend").random() < 0.35:
                yield from self._friend(base)
            return
        yield from self._friend(base)
        quiet = min((n for n in seen.alive if n != seen.name), key=lambda name: seen.spoken.get(name, 0))
        about: About = "suspects" if seen.spoken.get(quiet) else "role"
        if seen.phase == "talk" and Claim("ask", quiet, about=about) not in self._today:
            yield sentence(Claim("ask", quiet, about=about), self._choose)

    @cached_property
    def _called_wolves(self) -> set[str]:
        """Players whom the speaker has called a wolf: it does not vouch for them later."""
        return {claim.target for claim in self._own if claim.kind == "suspect" or (claim.kind == "look" and claim.wolf)}

    def _accuse(self, suspect: str, chance: float) -> Iterator[str]:
        """Accuse a suspect once a day, with a reason; bold players sound sure sooner."""
        claim = Claim("suspect", suspect)
        if claim not in self._today and suspect not in self._named:
            yield sentence(claim, self._choose, sure=chance > 1.1 - 0.6 * self._daring)
            yield from self._reason(suspect)
        self._named.add(suspect)

    def _friend(self, base: float) -> Iterator[str]:
        """Name a trusted player, if there is one; a wolf sometimes names one of its pack."""
        seen, chances = self._seen, self._evidence.chances
        others = [name for name in seen.alive if name != seen.name and name not in self._called_wolves]
        friend = min(others, key=lambda name: chances.get(name, 0.0), default="")
        if self._wolf and seen.pack and self._turn.chance("cover").random() < 0.3:
            friend = next((name for name in seen.pack if name in others), friend)
        if not friend:
            return
        known = friend in self._named or Claim("trust", friend) in self._today
        if chances.get(friend, 0.0) < 0.8 * base and not known:
            yield sentence(Claim("trust", friend), self._choose)

    def _reason(self, suspect: str) -> Iterator[str]:
        """Name the act that speaks most against a player; sometimes admit that there is none, or that it was named."""
        seen, factor = self._seen, self._evidence.why(suspect)
        if factor is None or self._did_so_too(factor):
            if self._turn.chance("excuse").random() < 0.3:
                yield self._choose(HUNCHES)
            return
        other = factor.target if factor.actor == suspect else factor.actor
        if other == seen.name:
            return
        dead = any(death.name == other for death in seen.deaths)
        known = seen.roles.get(other) == "werewolf" if dead and other in seen.roles else None
        if because(factor, suspect, known, lambda options: options[0]).rstrip(".") not in self._recent:
            yield because(factor, suspect, known, self._choose)
        elif self._turn.chance("echo").random() < 0.3:
            yield self._choose(AGREEMENTS)

    def _did_so_too(self, factor: Factor) -> bool:
        """Return True if the speaker cast the same vote for which another player is blamed."""
        return factor.what == "voted for" and any(
            ballot.votes.get(self._seen.name) == factor.target for ballot in self._seen.ballots
        )


def _untold(seen: Village) -> list[Look]:
    """Return a seer's looks that it has not claimed yet."""
    claimed = {t.claim.target for t in seen.claims if t.name == seen.name and t.claim.kind == "look"}
    return [look for look in seen.looks if look.target not in claimed]


def questions(seen: Village) -> list[PublicClaim]:
    """Return today's questions to the player since its last speech."""
    own = max((heard.turn for heard in seen.heard if heard.name == seen.name and heard.by is None), default=0)
    new = [each for each in seen.claims if each.speech > own and each.day == seen.day and each.name != seen.name]
    return [each for each in new if each.claim.kind == "ask" and each.claim.target == seen.name]


def _accusers(seen: Village) -> set[str]:
    """Return the players who accuse the player today or want it hanged."""
    return {
        claimed.name
        for claimed in seen.claims
        if claimed.day == seen.day
        and claimed.claim.target == seen.name
        and claimed.name != seen.name
        and (claimed.claim.kind in ("vote", "suspect") or (claimed.claim.kind == "look" and claimed.claim.wolf))
    }
