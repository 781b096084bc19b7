"""Read claims in free text, and never the opposite of a claim.

A message is put into plain words first (`plain`). Then each clause is held against a few patterns, from its first word
to its last: what fits none claims nothing. Neither does a sentence with a condition, a choice, irony or a quotation,
nor what follows "Bob says" in its sentence. A question asks.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

import msgspec

from scenes.werewolf.plain import sentences

Kind = Literal["role", "look", "suspect", "trust", "vote", "deed", "ask"]
About = Literal["", "role", "looks", "suspects", "vote"]
MOST = 8
"""Claims that are read from one message."""


class Claim(msgspec.Struct, frozen=True):
    """One claim.

    `role`: the speaker has that role ("innocent": it is no wolf). `look`: as the seer it saw whether the target is a
    wolf, in that night (0: it did not say). `suspect`, `trust`, `vote`: of the target. `deed`: it protected, saved or
    poisoned the target. `ask`: the target (all, if empty) is asked for something.
    """

    kind: Kind
    target: str = ""
    role: str = ""
    wolf: bool = False
    night: int = 0
    about: About = ""


# -- patterns over plain words

_N = r"<(?P<who>[\d+]+)>"
_ROLE = r"(?P<role>seer|witch|doctor|hunter|villager|wolf|town)"
_VERDICT = r"(?P<verdict>wolf|bad|town|good|clear|villager|suspect)"
_LINK = r"and|but|because|since|while|though|although|given|after"
_END = rf"(?= (?:{_LINK})\b| [,:]|$)(?! [,:] not$)"
_START = re.compile(
    rf" ?(?:(?:(?:{_LINK}|well|ok|okay|hey|yes|yeah|no|look|listen|sorry|hi|oh|anyway|personally|then|so|therefore|that"
    r" means|that|to me|for me|in my \w+)(?= )|[,:]) ?)*"
)
_STOP = re.compile(rf" (?:{_LINK})\b| ?[,:]|$")
_TAIL = (
    r"(?: (?:to me|for me|to us|for us|in my \w+|for sure|i (?:think|say|suspect)|here|too|tonight|though|"
    r"for (?:it|that)|with me|at all|first|right|about (?:it|this|that|his \w+)|by (?:far|his \w+)|of being \w+|"
    r"trying to \w+|than <[\d+]+>))*"
)
_MIND = (
    r"(?:i (?:is |will )?(?:not )?(?:think|believe|suspect|trust) (?:that )?|i (?:say|agree with <\d+>) (?:that )?)?"
)
_WILL = r"(?:i (?:(?:not )?think|say) (?:that )?)?(?:i |you (?=can|must))?(?:(?:is|will|must|can) )*(?:not )?(?:will )?"
_OPENER = re.compile(r"night(?P<night>\d+) (?:[,:] )?")

_PATTERNS = [
    (kind, re.compile(pattern.replace("END", _TAIL + _END).replace("NAME", _N)))
    for kind, pattern in (
        ("role", rf"(?:i (?:say|told you) (?:that )?)?i (?:is|claim) (?:not )?{_ROLE}END"),
        ("role", rf"as {_ROLE}(?: ,)?(?= i (?!will))"),
        ("role", rf"{_ROLE} hereEND"),
        ("deed", r"i (?P<deed>protected|saved|poisoned) NAME(?: night\d+)?END"),
        ("looking", rf"i (?:has )?looked(?: NAME(?: night(?P<night>\d+))?)?(?=(?: is| was)?(?: not)? {_VERDICT}|END)"),
        ("found", rf"(?:NAME (?:night(?P<night>\d+) )?(?:[,:] )?)?(?P<be>is |was )?(?:not )?{_VERDICT}END"),
        ("opinion", rf"{_MIND}(?:not (?=<\d+\+))?NAME (?:not )?(?:(?:is|mayis) |: )?(?:not )?{_VERDICT}END"),
        ("opinion", rf"{_MIND}NAME (?:is|mayis) (?P<verdict>seer|witch|doctor|hunter)END"),
        ("opinion", rf"{_MIND}(?P<verdict>it) is (?:not )?NAMEEND"),
        ("opinion", rf"{_VERDICT} (?:is (?:not )?|: )NAMEEND"),
        ("opinion", rf"{_WILL}(?P<verdict>trust|believe|suspect) (?:not )?NAMEEND"),
        ("opinion", r"(?P<verdict>trust|suspect) : NAMEEND"),
        ("vote", rf"{_WILL.replace('can|must', 'must')}(?:vote|hang) NAMEEND"),
        ("vote", r"NAME (?:not )?must goEND"),
    )
]
_REQUEST = re.compile(r"(?:\W|and )*(?:you )?(?:tell (?:us|me)|who|what|why)\b.*\b(?:you|your)\b")
_BAD = frozenset({"wolf", "bad", "suspect", "it"})
_TELLS = {
    "says", "said", "say", "think", "thinks", "thought", "claims", "claimed", "claim", "told", "tell", "tells",
    "believe", "believes", "believed", "suspects", "suspected", "accused", "accuses", "wants", "wanted", "heard",
    "hears", "idea", "mistake", "looked", "according", "knows", "asked", "hopes", "hope",
}  # fmt: skip
"""Words after which a clause may be somebody else's opinion."""


@lru_cache(maxsize=4096)
def read(text: str, speaker: str, names: tuple[str, ...]) -> tuple[Claim, ...]:
    """Read the claims of a message, `MOST` at most. `names` are the players'."""
    return tuple(dict.fromkeys(_Reader(speaker, names).claims(text)))[:MOST]


class _Reader:
    """Reads one message; keeps the addressee, "he" and the last looks from sentence to sentence."""

    def __init__(self, speaker: str, names: tuple[str, ...]) -> None:
        self._speaker = speaker
        self._names = names
        self._called = ""
        self._recent: list[str] = []
        self._looked: list[str] = []
        self._night = 0
        self._listing = self._doctor = self._open = False

    def claims(self, text: str) -> list[Claim]:
        out: list[Claim] = []
        before = 0
        for sentence, asks in sentences(text, self._names):
            words = sentence.split()
            follows = self._open and words[:1] in (["then"], ["so"], ["therefore"], ["that"])
            self._open = "or" in words or follows
            if "retract" in words:
                del out[before:]
            before = len(out)
            sentence, called = self._address(sentence, asks)
            if asks or _REQUEST.match(sentence):
                out.extend(self._question(sentence, called or "you" in sentence))
            elif not self._open:
                out.extend(claim for claim in self._statement(self._resolve(sentence)) if claim.target != self._speaker)
        return out

    # -- whom is meant

    def _address(self, sentence: str, asks: bool) -> tuple[str, bool]:
        """Return the sentence without its addressee's name, and True if there was one."""
        match = (
            re.match(
                r"(?:(?:and|so|but|hey|well|ok|sorry|,) )*<(\d+)>(?: ,|$| (?=you |who |whom |what |why |how ))",
                sentence,
            )
            or re.search(r" , <(\d+)>(?: ,|$)", sentence)
            or (re.search(r" <(\d+)>$", sentence) if asks and "you" in sentence else None)
        )
        if match:
            self._called = match[1]
            sentence = re.sub(r"[ ,]+,[ ,]*", " , ", f"{sentence[: match.start()]} , {sentence[match.end() :]}").strip(
                " ,"
            )
            if not sentence:
                self._recent = [f"<{match[1]}>"]
        return sentence, bool(match)

    def _resolve(self, sentence: str) -> str:
        """Replace "you" and "he" by names where they are unambiguous."""
        if self._called:
            sentence = re.sub(r"\byou\b(?! (?:can|must|all)\b)( ,)?", f"<{self._called}>", sentence)
        out: list[str] = []
        named: dict[str, None] = {}
        for word in sentence.split():
            out.append(self._recent[0] if word == "he" and len(self._recent) == 1 else word)
            if word.startswith("<"):
                named[word] = None
                self._recent = list(named)
        text = re.sub(r"(trust|suspect) (<[\d+]+>) (?:but|and) not (?=<)", r"\1 \2 , i not \1 ", " ".join(out))
        return re.sub(
            r"is (wolf|bad|town|good|clear) ((?:, )?(?:and|but)) (<[\d+]+>) is not(?= [,:]|$)",
            r"is \1 \2 \3 is not \1",
            text,
        )

    # -- questions

    def _question(self, text: str, called_on: bool) -> Iterator[Claim]:
        asked = re.search(r"\b(?:who|what|why|how)\b (?:did |about )?<(\d+)>", text)
        to_all = re.search(r"\b(?:who|whom|any|anyone|anybody|everybody|everyone)\b", text)
        called = (asked[1] if asked else "") or (self._called if called_on else "")
        about = _about(text, bool(called))
        target = self._names[int(called)] if called else ""
        if about and target != self._speaker and (called or to_all):
            yield Claim("ask", target, about=about)

    # -- statements

    def _statement(self, text: str) -> Iterator[Claim]:
        """Read clause by clause; after another player's opinion, only clauses with "I"."""
        at, opinion, self._listing = 0, list[str](), False
        while at < len(text):
            at = next(_START.finditer(text, at)).end()
            end, claims = self._clause(text, at)
            if end and (not opinion or (text.startswith("i ", at) and opinion[-1] not in _TELLS)):
                yield from claims
                opinion = []
            else:
                end = next(_STOP.finditer(text, at)).end()
                words = text[at:end].rstrip(" ,:").split()
                if len(words) == 1 and words[0].startswith("<") and text.startswith(":", end - 1):
                    words = ["says"]
                opinion = words if words[:2] != ["i", "looked"] and not _TELLS.isdisjoint(words) else opinion
                self._looked = []
            at = max(end, at + 1)

    def _clause(self, text: str, at: int) -> tuple[int, list[Claim]]:
        """Return the end of an understood clause, and its claims; 0 for others."""
        opener = _OPENER.match(text, at)
        night, at = (int(opener["night"]), opener.end()) if opener else (0, at)
        for kind, pattern in _PATTERNS:
            match = pattern.match(text, at)
            claims = match and self._meaning(kind, match, night)
            if match and claims is not None:
                return match.end(), claims
        return 0, []

    def _meaning(self, kind: str, match: re.Match[str], night: int) -> list[Claim] | None:
        """Return the claims of a match; None if it does not apply in this state."""
        words, part = match[0].split(), match.groupdict()
        negated = words.count("not") == 1
        night = int(part.get("night") or night)
        targets = [] if not part.get("who") else [self._names[int(number)] for number in part["who"].split("+")]
        if words.count("not") > 1 or (negated and ("than" in words or part.get("verdict") == "clear")):
            return []
        match kind:
            case "role":
                return self._role(part["role"], negated)
            case "deed":
                return self._deed(part["deed"], targets)
            case "looking":
                self._listing, self._looked, self._night = True, targets, night
                return []
            case "found":
                return self._found(targets, night, (part["verdict"] in _BAD) is not negated, bool(part["be"]))
            case "vote":
                return [Claim("trust" if negated else "vote", name) for name in targets]
            case _:
                bad = (part["verdict"] in _BAD) is not negated
                return [Claim("suspect" if bad else "trust", name) for name in targets]

    def _role(self, role: str, negated: bool) -> list[Claim]:
        self._doctor = self._doctor or role == "doctor"
        if negated:
            return [Claim("role", role="innocent")] if role == "wolf" else []
        return [Claim("role", role={"wolf": "werewolf", "town": "innocent"}.get(role, role))]

    def _deed(self, deed: str, targets: list[str]) -> list[Claim]:
        poison = deed == "poisoned"
        witch = poison or (deed == "saved" and not self._doctor)
        return [Claim("deed", name, role="witch" if witch else "doctor", wolf=poison) for name in targets]

    def _found(self, targets: list[str], night: int, wolf: bool, said: bool) -> list[Claim] | None:
        """Return the speaker's findings about players it says it looked at, or lists as such."""
        if self._looked and targets in ([], self._looked):
            targets, night = self._looked, night or self._night
        elif not (targets and (night or (self._listing and not said))):
            return None
        self._looked = []
        return [Claim("look", name, wolf=wolf, night=night) for name in targets]


_ABOUT: tuple[tuple[About, re.Pattern[str]], ...] = (
    ("vote", re.compile(r"\bwhy\b.*\bvot")),
    (
        "looks",
        re.compile(
            r"\b(?:who|whom|what|which)\b.*\b(?:looked|check|look|see|find|found|learn)\b|"
            r"\bdid you (?:look|see|check)\b|\bany\w+ looked\b"
        ),
    ),
    ("role", re.compile(r"\bis you\b(?! vote| hang)|\bwho is (?:seer|witch|doctor|hunter)\b|\byour role\b|\bclaim\b")),
    ("vote", re.compile(r"\b(?:vote|hang)\b")),
    ("suspects", re.compile(r"\b(?:suspects?|thinks?|who\b.*\bwolf|reads|opinions?|thoughts|trust)\b")),
)
_ABOUT_OTHERS = re.compile(r"\bis <\d+>|\bwhat about you\b|\bwhy\b")


def _about(question: str, called: bool) -> About:
    for about, pattern in _ABOUT:
        if pattern.search(question):
            return about
    return "suspects" if called and _ABOUT_OTHERS.search(question) else ""
