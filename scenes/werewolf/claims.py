"""What somebody's words claim: read from free text, whoever wrote it, and never the opposite of what was said.

Sentences are read one by one. A question asks; a condition ("if Bob is a wolf"), what somebody else is said to have
said, and what is not understood claim nothing.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

Kind = Literal["role", "look", "suspect", "trust", "vote", "deed", "ask"]
About = Literal["", "role", "looks", "suspects", "vote"]
MOST = 8
"""Claims that are read from one message."""


class Claim(msgspec.Struct, frozen=True):
    """One claim. `role`: the speaker has that role ("innocent": it is no werewolf). `look`: as the seer it saw whether
    the target is a wolf, in that night (0: it did not say). `suspect`, `trust`, `vote`: of the target. `deed`: it
    protected, saved or poisoned the target. `ask`: the target (all, if empty) is asked for something."""

    kind: Kind
    target: str = ""
    role: str = ""
    wolf: bool = False
    night: int = 0
    about: About = ""


_ROLE = r"(seer|witch|doctor|hunter|villager|werewolf|wolf)"
_NOT = r"(?:not|never|no|n't|hardly|neither)"
_WOLF = r"(?:were)?wol(?:f|ves)"
_BAD = rf"(?:{_WOLF}|evil|guilty|lying|a liar|liar|suspicious|suspect|fishy|dirty|shady|one of them|bad)"
_GOOD = (
    r"(?:innocent|clean|clear|cleared|good|honest|human|safe|village|a villager|villager|with us|one of us|trustworthy|"
    r"truthful|telling the truth|the real (?:seer|witch|doctor|hunter)|the seer|on our side)"
)
_LOOKED = (
    r"(?:look(?:ed)?|saw|see|seen|check(?:ed)?|inspect(?:ed)?|investigated|peeked|my (?:look|check|vision|result)s?)"
)
_NIGHTS = {"first": 1, "one": 1, "second": 2, "two": 2, "third": 3, "three": 3, "fourth": 4, "four": 4, "five": 5}
_NIGHT = re.compile(r"\b(?:night (\d+|one|two|three|four|five)|(first|second|third|fourth) night)\b")
_SENTENCE = re.compile(r"[^.!?;\n]+[.!?;\n]?")
_SAID = (
    r"NAME(?:, who was (?:a|no) wolf,)? (?:says?|said|claims?|claimed|thinks?|thought|believes?|told|"
    r"accuse[sd]?|wants?|voted|defend(?:s|ed))\b.*"
)
"""What somebody else said or did, in words of the speaker."""
_LINK = (
    r"\W*(?:and )?(?:is|was|'s|are|must be|has to be|looks?|seems?|sounds?|smells?|lies|lied|can not be|can be|"
    r"could be|might be)\b"
)
_IF = re.compile(r"\b(?:if|unless|suppose|assuming|when|should)\b[^,]*(?:,|$)")
_HEDGED = re.compile(r"\b(?:might|could|may|perhaps|maybe) (?:or may not|be anything)\b")


@lru_cache(maxsize=4096)
def read(text: str, speaker: str, names: tuple[str, ...]) -> tuple[Claim, ...]:
    """Read the claims of a message, `MOST` at most. `names` are the players'."""
    return tuple(dict.fromkeys(_Reader(speaker, names).claims(text)))[:MOST]


class _Reader:
    """Reads one message; who was looked at last is remembered from sentence to sentence."""

    def __init__(self, speaker: str, names: Sequence[str]) -> None:
        self._speaker = speaker
        self._by_low = {name.lower(): name for name in names}
        self._name = "(" + "|".join(map(re.escape, self._by_low)) + ")"
        self._looking = ""

    def claims(self, text: str) -> Iterator[Claim]:
        for sentence in _SENTENCE.findall(text.replace("’", "'").lower()):
            if sentence.strip().endswith("?"):
                yield from self._question(sentence)
            else:
                yield from self._statement(sentence)

    def _find(self, pattern: str, text: str) -> Iterator[re.Match[str]]:
        return re.finditer(pattern.replace("NAME", rf"\b{self._name}\b"), text)

    def _named(self, sentence: str) -> Iterator[tuple[re.Match[str], str]]:
        """Each name, with the words from there to the next one."""
        names = list(self._find("NAME", sentence))
        ends = [*(match.start() for match in names[1:]), len(sentence)]
        for match, end in zip(names, ends, strict=False):
            yield match, sentence[match.end() : end]

    def _called(self, sentence: str) -> str:
        """Whom a sentence is addressed to; empty if nobody."""
        match = re.match(rf"\W*(?:and |so |but |hey |ok |okay |well )?\W*@?{self._name}\b\s*[,:]", sentence)
        match = match or re.search(rf",\s*{self._name}\s*[.!?]?\s*$", sentence)
        return match[1] if match else ""

    # -- questions

    def _question(self, sentence: str) -> Iterator[Claim]:
        called = self._called(sentence)
        whom = called or next((m[1] for m in self._find(r"(?:does|did|is|are|what about|and) NAME", sentence)), "")
        about = _about(sentence)
        if about and whom != self._speaker.lower():
            yield Claim("ask", self._by_low.get(whom, ""), about=about)

    # -- statements

    def _statement(self, sentence: str) -> Iterator[Claim]:
        called = self._called(sentence)
        if called:
            sentence = re.sub(r"\byou(?:'re| are)\b", f"{called} is", sentence)
            sentence = re.sub(r"\byou\b", called, sentence)
        sentence = _IF.sub(" ", sentence).replace("n't", " not").replace("cannot", "can not")
        sentence = re.sub(r"\b(?:i'm|im|i am)\b", "i am", sentence)
        yield from self._roles(sentence)
        looks = list(self._looks(sentence))
        yield from looks
        seen = {look.target for look in looks}
        own = self._without_reports(sentence)
        yield from self._deeds(own)
        for claim in (*self._votes(own), *self._opinions(own)):
            if claim.target not in seen:
                yield claim

    def _without_reports(self, sentence: str) -> str:
        """The sentence up to where it tells what somebody else says."""
        return re.sub(_SAID.replace("NAME", rf"\b{self._name}\b"), " ", sentence)

    def _roles(self, sentence: str) -> Iterator[Claim]:
        for match in re.finditer(
            rf"\bi am (?:\w+ ){{0,3}}?({_NOT} )?(?:an? |the |your |just |only |simple )*{_ROLE}\b", sentence
        ):
            negated = re.search(rf"\b{_NOT}\b", match[0]) is not None
            role = match[2].replace("werewolf", "wolf")
            if re.search(r"\bi am (?:sure|certain|convinced|afraid|guessing|after|with|told|on)\b", match[0]):
                continue
            if role == "wolf":
                if negated:
                    yield Claim("role", role="innocent")
            elif not negated:
                yield Claim("role", role=role)
        if re.search(
            r"\bi (?:claim|am claiming) (?:to be )?(?:the |a )?(seer|witch|doctor|hunter|villager)\b", sentence
        ):
            yield Claim("role", role=re.search(_ROLE, sentence)[1])  # type: ignore[index]
        if re.search(r"\bi am (?:innocent|clean|human|village|one of you|on your side)\b", sentence):
            yield Claim("role", role="innocent")

    def _looks(self, sentence: str) -> Iterator[Claim]:
        """Pairs of a name and what was seen, with no other name in between."""
        pronoun = re.match(r"\W*(?:and |so )?(?:he|she|they)(?:'s| is| are| was| were)\b(.*)", sentence)
        if pronoun and self._looking:
            yield from self._look(self._looking, pronoun[1], sentence)
            return
        self._looking = ""
        if not re.search(rf"\b(?:i|my)\b.*\b{_LOOKED}\b|\bi {_LOOKED}|^\W*{_LOOKED}\b", sentence):
            return
        start = re.search(rf"\b{_LOOKED}\b", sentence)
        for match, told in self._named(sentence):
            if start is None or match.start() > start.start() or match[1] in sentence[: start.start()]:
                self._looking = match[1]
                yield from self._look(match[1], told, sentence[: match.start()])

    def _look(self, name: str, verdict: str, around: str) -> Iterator[Claim]:
        wolf = _verdict(verdict)
        if wolf is not None and name != self._speaker.lower():
            nights = _NIGHT.findall(around) or _NIGHT.findall(verdict)
            word = next(filter(None, nights[-1]), "") if nights else ""
            night = int(word) if word.isdigit() else _NIGHTS.get(word, 0)
            yield Claim("look", self._by_low[name], wolf=wolf, night=min(night, 99))
            self._looking = ""

    def _deeds(self, sentence: str) -> Iterator[Claim]:
        for match in self._find(r"\bi (?:have )?(?:\w+ )?(protected|guarded|saved|healed|poisoned) NAME", sentence):
            if not re.search(rf"\b{_NOT}\b", match[0]):
                role = "doctor" if match[1] in ("protected", "guarded") else "witch"
                yield Claim("deed", self._by_low[match[2]], role=role, wolf=match[1] == "poisoned")

    def _votes(self, sentence: str) -> Iterator[Claim]:
        verb = r"(?:vote|voting|hang|hanging|lynch|lynching|kill|eliminate|get rid of)"
        for match in self._find(rf"\b{verb}\b(?: for| against| out| is| goes| to| on| today|:)* NAME", sentence):
            before = sentence[max(0, match.start() - 30) : match.start()]
            wolves = re.search(r"\b(?:wolves|wolf|pack|they|he|she|would)\b[^,]*$", before)
            if not wolves:
                negated = re.search(rf"\b{_NOT}\b[^,]*$", before) is not None
                yield Claim("trust" if negated else "vote", self._by_low[match[1]])
        for match in self._find(r"\bmy vote (?:is|goes|will go|will be)(?: to| for| on)* NAME", sentence):
            yield Claim("vote", self._by_low[match[1]])

    def _opinions(self, sentence: str) -> Iterator[Claim]:
        """Of each name what is said right after it, and what the speaker feels about it."""
        felt = r"\bi (?:\w+ ){0,2}?(suspect|accuse|distrust|doubt|trust|believe|fear)(?: in| that)? NAME(?! is| was)"
        for match in self._find(felt, sentence):
            good = match[1] in ("trust", "believe")
            negated = re.search(rf"\b{_NOT}\b", match[0]) is not None
            yield self._opinion(match[2], good is not negated)
        for match, told in self._named(sentence):
            before = sentence[max(0, match.start() - 25) : match.start()]
            if not re.match(_LINK, told) or match[1] == self._speaker.lower():
                continue
            doubted = re.search(r"\b(?:not|never) (?:think|believe|say|see)(?: that)?\s*$", before) is not None
            wolf = True if re.match(r"\W*(?:lies|lied)\b", told) else _verdict(told)
            if wolf is not None:
                yield self._opinion(match[1], wolf is doubted)

    def _opinion(self, name: str, good: bool) -> Claim:
        return Claim("trust" if good else "suspect", self._by_low[name])


def _verdict(text: str) -> bool | None:
    """Whether a piece of a sentence says wolf, or no wolf; None if neither. The first word that decides counts."""
    match = re.search(rf"\b(?:({_BAD})|({_GOOD}))\b", text)
    if match is None:
        return None
    negated = re.search(rf"\b{_NOT}\b", text[: match.start()]) is not None
    return (match[1] is not None) is not negated


def _about(question: str) -> About:
    if re.search(r"\bwhy\b.*\bvot", question):
        return "vote"
    if re.search(rf"\b(?:who|whom|what|which)\b.*\b(?:{_LOOKED}|find|found|learn)\b|\bdid you .*{_LOOKED}", question):
        return "looks"
    if re.search(
        r"\bwhat are you\b|\bwho are you\b|\byour role\b|\bare you (?:really )?(?:a|the)\b|\bclaim\b", question
    ):
        return "role"
    if re.search(r"\bvot", question):
        return "vote"
    if re.search(
        rf"\bsuspect|\bwho(?:m)?\b.*\b{_WOLF}|\bthink|\bwhat about you|\bwho is it|\bwhy\b|\bopinion", question
    ):
        return "suspects"
    return ""
