"""Bots' public speeches, and their messages to the pack."""

from collections.abc import Iterator, Sequence

from core.engine.turn import Turn
from scenes.werewolf.answers import Answers
from scenes.werewolf.claims import claim_of, statement_of
from scenes.werewolf.config import SEATS
from scenes.werewolf.evidence import claims_of_roles
from scenes.werewolf.observation import WerewolfObservation
from scenes.werewolf.opinions import Part, temperament
from scenes.werewolf.record import ACCUSING_KINDS
from scenes.werewolf.replies import accusers, free_questions, questions, unclaimed_looks
from scenes.werewolf.sentences import Choose, Statement, Voice, longest_literal

MAX_CLAIMS_AND_ANSWERS = 3
"""Maximum role claims and answers to questions in one speech."""
MAX_STATEMENTS = 5
"""Maximum statements of one speech."""
RECENT_SPEECHES = 12
"""Number of past speeches whose wordings are avoided if possible; a speaker avoids all of its own."""


def urgency(seen: WerewolfObservation) -> int:
    """Rate the need to speak: 3 if urgent, 2 if asked or accused, otherwise 0 or 1."""
    if seen.role == "seer" and any(look.wolf and look.target in seen.alive for look in unclaimed_looks(seen)):
        return 3
    unsure = any(guess.to == seen.name and not guess.asked for guess in seen.guesses.values())
    if unsure or questions(seen) or free_questions(seen) or accusers(seen):
        return 2
    return int(not seen.spoken.get(seen.name))


def speak(turn: Turn, seen: WerewolfObservation, daring: float) -> str:
    """Write a speech; empty if there is nothing to say."""
    public = [heard for heard in seen.heard if heard.heard_by is None]
    recent = [
        heard.text.lower()
        for at, heard in enumerate(public, RECENT_SPEECHES - len(public))
        if at >= 0 or heard.name == seen.name
    ]
    voice = Voice(temperament(seen), seen.day, _avoid_repetition(turn, recent))
    texts: list[str] = []
    for part in _Speech(turn, seen, daring).parts():
        text = voice.say(part.statement, part.frame, part.person)
        texts.append(address(part.to, text) if part.to else text)
        recent.append(text.lower())
        if len(texts) == MAX_STATEMENTS:
            break
    return " ".join(texts)


def howl(turn: Turn, seen: WerewolfObservation, prey: str) -> str:
    """Name a victim to the pack, with a reason from the day."""
    roles = [role for role, names in claims_of_roles(seen.claims).items() if prey in names]
    hunted = next(
        (
            claimed.claim.target
            for claimed in seen.claims
            if claimed.name == prey and claimed.claim.kind in ACCUSING_KINDS and claimed.claim.target in seen.pack
        ),
        "",
    )
    if roles:
        statement = Statement("prey_claims", prey, role=roles[0])
    elif hunted:
        statement = Statement("prey_hunts_me", prey) if hunted == seen.name else Statement("prey_hunts", prey, hunted)
    else:
        statement = Statement("prey", prey)
    return Voice(
        temperament(seen), seen.day, _avoid_repetition(turn, [heard.text.lower() for heard in seen.heard])
    ).say(statement)


def _avoid_repetition(turn: Turn, recent: Sequence[str]) -> Choose:
    """Return a function that chooses a template, preferably one that recent texts did not use.

    `recent` holds texts in lower case; more may be added later.
    """
    draw = turn.chance("words")

    def choose(options: Sequence[str]) -> str:
        said = "\n".join(recent)
        return draw.choice(
            [option for option in options if not longest_literal(option) or longest_literal(option) not in said]
            or options
        )

    return choose


def address(asker: str, words: str) -> str:
    """Address an answer to the asker, unless it names the asker already."""
    if asker in words:
        return words
    first = words.split()[0].strip(",.")
    return f"{asker}, {words if first == 'I' or first in SEATS else words[0].lower() + words[1:]}"


class _Speech(Answers):
    """One speech of one player."""

    def parts(self) -> Iterator[Part]:
        """Yield the statements of the speech, without claims repeated today and remarks made before."""
        for part in self._planned():
            claim, content = claim_of(part.statement), part.statement.content
            if not part.is_answer and (claim in self._claims_today if claim else content in self._said_contents):
                continue
            self._claims_today += [claim] if claim else []
            self._said_contents.add(content)
            yield part

    def _planned(self) -> Iterator[Part]:
        seen = self._seen
        if seen.phase == "words" and self._wolf and seen.rules.reveal and self._happens("concede", 0.3):
            yield Part(Statement("concede"))
            return
        if seen.phase == "talk" and sum(seen.spoken.values()) < 3 and self._happens("open", self._habits.opens):
            yield self._opening()
        yield from self._questions_back()
        yield from self._free_answers()
        own = dict.fromkeys(self._role(), "")
        claims = list(({**own, **dict(self._answers())} | own).items())[:MAX_CLAIMS_AND_ANSWERS]
        for claim, asker in claims:
            self._mentioned.add(claim.target)
            yield Part(statement_of(claim), to=asker)
        if seen.phase == "words":
            if not claims and self._happens("farewell", 0.6):
                yield Part(Statement("farewell"))
        else:
            yield from self._explanations()
            defense = list(self._defense())
            yield from defense or self._review()
        if seen.phase == "words" or len(claims) < MAX_CLAIMS_AND_ANSWERS:
            yield from self._opinion()
