"""Extraction of claims about the state from free text, by the chat grammar and by patterns.

The grammar (`core.intents`) finds reported colors and locks. Patterns find claims for which it has no label: denials,
others' colors, changes, nodes that are free, conflicts, penalties and verdicts.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from itertools import product
from operator import attrgetter
from typing import NamedTuple

from core.intents.features import closest
from core.intents.grammar import Reading
from core.intents.lexicon import word_set
from core.intents.tokens import Sentence
from core.text import lazy_pattern
from scenes.coloring.problem.graph import Problem
from scenes.coloring.talk.claims.clauses import Clause, clauses
from scenes.coloring.talk.intents import GRAMMAR, nouns


class ColorClaim(NamedTuple):
    """Claim that a node has a color, or does not have it."""

    node: str
    color: str
    yes: bool = True


class ChangeClaim(NamedTuple):
    """Claim that a node was changed in this turn, or was not; empty node: any node; empty color: any color."""

    node: str = ""
    yes: bool = True
    color: str = ""


class LockClaim(NamedTuple):
    """Claim that a node is locked or not; with an empty node, that no node is locked."""

    node: str
    yes: bool


class ClashClaim(NamedTuple):
    """Claim that two nodes clash or do not; with an empty `other`, that the node clashes with some other node."""

    node: str
    other: str
    yes: bool


class PenaltyClaim(NamedTuple):
    """Claim about the amount of the speaker's penalty."""

    number: float
    yes: bool
    whole: bool
    """True if the claim is certainly about the whole penalty, not about that of one clash."""


class NoConflictsClaim(NamedTuple):
    """Claim that the speaker has no conflicts, or no conflicts with some nodes."""

    others: tuple[str, ...] = ()
    """Nodes, or "your" for the addressee's nodes."""


class SettledClaim(NamedTuple):
    """Claim that the speaker is satisfied, done, or without problems."""

    claim: str


Claim = ColorClaim | ChangeClaim | LockClaim | ClashClaim | PenaltyClaim | NoConflictsClaim | SettledClaim

_NODE = r"[+@]\w++"
_ITEM = rf"(?:(?:my|your|our|the|both|all|of|nodes?|color of) ){{0,3}}{_NODE}(?: 's(?: colors?)?)?"
_LIST = rf"{_ITEM}(?: (?:, and|,|and|/|nor) {_ITEM}){{0,7}}"
_NODES = rf"(?P<nodes>{_LIST})"
_NAMES = lazy_pattern(_NODE)
_ADVERBS = (
    "(?:(?:now|currently|still|also|fully|completely|all|both|already|just|finally|very|actually|a|an|the) ){0,3}"
)
_NEGATIONS = word_set("not no never without zero neither nor none free")
_RESOLVED = word_set("resolved solved fixed removed cleared gone eliminated")
_ANY_RESOLVED = f"(?:{'|'.join(sorted(_RESOLVED))})"

_COLORS = (
    lazy_pattern(
        rf"{_NODES} (?:was #\w+ and )?(?:is|are|has|stays?|remains?) {_ADVERBS}(?P<no>not |no longer )?"
        r"(?:(?:set|locked|fixed) (?:to|at) )?#(?P<color>\w+)(?= )"
    ),
    lazy_pattern(
        rf"{_NODES} (?:(?:went|switched|changed|moved|was|has|been|:|back) )*(?:from )?#\w+ (?:to|->) "
        r"#(?P<color>\w+)(?= )"
    ),
    lazy_pattern(rf"(?:chose|picked|used|went with|took) #(?P<color>\w+) (?:for|on) {_NODES}(?= )"),
)
_COLOR_AFTER_CHANGE = lazy_pattern(rf"{_NODES} to #(?P<color>\w+)(?= )")
"""The new color in a statement about a change: "I changed b2 to red, b3 to blue"."""
_DENIALS = word_set("except not never neither no than from was were")
_BEFORE_OTHERS = word_set("of between neither with to by")
"""Words before a node which show that the node is not the subject: "the neighbor of b2 is green"."""

_CHANGED = "(?:changed|switched|updated|flipped|moved|recolored|turned|swapped|adjusted|modified|touched)"
_ACTIVE_CHANGE = lazy_pattern(
    rf"(?:^|(?<= i)|(?<= we)|(?<= and)) (?:i )?(?:(?:have|did|just|now|also|done|only|yes|sure|instead) )*"
    rf"(?P<no>not |never )?(?P<verb>{_CHANGED}|change|touch|move|kept|left) {_NODES}(?= )(?! (?:off|again|back))"
)
_PASSIVE_CHANGE = lazy_pattern(
    rf"{_NODES} (?:(?:was|were|has|have|been|did|is|are|'s|just|now|also) )*(?P<no>not |never )?"
    rf"(?:{_CHANGED}|change|(?P<same>unchanged|untouched))(?= )"
)
_NO_CHANGE = lazy_pattern(
    r" (?:(?:did|have) not (?:changed?|touch(?:ed)?|updated?) (?:anything|any of my \w+|my (?:colors|nodes))(?! else)"
    r"|no changes?|nothing (?:has |was |is )?changed|my (?:colors|nodes) (?:are|is|stay) (?:unchanged|the same)"
    r"|(?:kept|left) (?:everything|it all) (?:as \w+ (?:is|was)|unchanged))(?= )"
)
_ANY_CHANGE = lazy_pattern(
    r" (?:i|we) (?:have |just |now )*(?:(?:changed|updated|adjusted) my (?:colors|nodes)"
    r"|made (?:the|that|this|your|some) changes?)(?= )"
)
_REPEATED = word_set("already again back had")

_LOCK = "(?:locked|fixed|frozen|pinned)"
_LOCKED = lazy_pattern(
    rf"{_NODES} (?:(?:is|are|stays?|remains?) {_ADVERBS}(?P<no>not |no longer )?|)"
    rf"(?:{_LOCK}|(?P<free>free|unlocked))(?= $| to #| at #)"
)
_NO_LOCKS = lazy_pattern(rf" (?:no {_LOCK} nodes?|none of my nodes (?:is|are) {_LOCK}) ")

_CLASH = "(?:clash|clashes|clashing|conflict|conflicts|conflicting)"
_CLASHES = lazy_pattern(rf" {_CLASH} ")
_NO_CLASH = lazy_pattern(rf" (?:no|not|never|zero|without)(?: \S+){{0,2}}? {_CLASH} |{_CLASH}(?: -)? free ")
_ANY_CLASH = lazy_pattern(
    rf"^ (?:my )?(?P<node>\+\w+) (?:(?:is|does|has|have|do|not|no|any|a|longer|now|currently|still) )*{_CLASH}"
    rf"(?:(?: -)? free)?(?: with (?:anything|anyone|anybody)| anymore| any more| now| at all)* $"
)
_HAS_NO_CONFLICTS = lazy_pattern(
    rf" (?:(?:no|zero|0|without|free of|(?:do|does) not(?: have(?: any)?)?)"
    rf"(?: (?:more|longer|remaining|known|color|current))* {_CLASH}|{_CLASH}(?: -)? free"
    rf"|(?:no|zero) (?:issues|problems)(?= (?:on|at) my )|{_CLASH} (?:: |= |are |is )*(?:none|zero|0|no)"
    rf"|(?:i|we) (?:(?:have|just|now|also|finally|already) )*{_ANY_RESOLVED}(?: (?:all|the|my|any|of))* {_CLASH}"
    rf"|(?:all (?:of )?(?:my |the )?|my |the ){_CLASH}(?: with .*)?(?: (?:are|is|have|has|been))+ "
    rf"{_ADVERBS}{_ANY_RESOLVED}"
    r")(?= (?!there))"
)
_CONFLICT_PARTNERS = lazy_pattern(
    rf"(?:with {_LIST}|with (?:any of )?your (?:nodes|cluster|colors|side)|between (?:us|our \w+)) "
)
_LIMITING_WORDS = word_set("but internal other only except besides apart aside one was were had did")

_PENALTY_FIGURE = r"\d+(?: · \d+)?|zero|no"
_DECIMAL_POINT = lazy_pattern(r"(?<=\d)\.(?=\d)")
_PENALTY = lazy_pattern(
    r"(?<!your)(?<!their) penalty (?:(?:is|now|currently|at|of|:|=|still|remains|stays|only|just|a|back|down|up|to"
    r"|dropped|fell|went|rose|increased|has|have|been|exactly|from|\d+|reduced|(?P<no>not)) )*(?<!from )"
    rf"(?P<after>{_PENALTY_FIGURE})(?= )(?! [-+*/x>])| (?P<before>{_PENALTY_FIGURE})(?: points? of)? penalty(?= )"
)
_NOT_PRESENT = word_set("lowest best minimum possible reach per each every costs lower was 's")
_WHOLE_PENALTY = word_set("my total overall our")

_SPEAKER_IS = rf"(?:i|we|my (?:cluster|side|end)) (?:am|are|is|feel) {_ADVERBS}"
_OWN_STATE = "(?:my|our|the) (?:current )?(?:colors|coloring|state|cluster)"
_GOOD_WORDS = "(?:good|fine|clean|clear|great|ok)"
_SETTLED = {
    "satisfied": lazy_pattern(
        rf" {_SPEAKER_IS}(?:satisfied(?! with (?!{_OWN_STATE}))|happy with {_OWN_STATE}) "
        r"|^ (?:(?:flag|status|all|now|yes) )*(?:: )?satisfied(?: (?::|=) (?:yes|true))? $"
    ),
    "done": lazy_pattern(rf" (?:i am|we are) {_ADVERBS}(?:done|finished|set)(?= $| now| here| on my)"),
    "a valid solution": lazy_pattern(
        r" (?:(?:coloring|solution|cluster|problem|puzzle|everything|it|this) (?:is|looks)|have|found|got|reached) "
        rf"{_ADVERBS}(?:valid|proper|correct|solved)(?: (?:solution|coloring))?(?= $| now| on my)"
        r"| (?:i|we) (?:have )?solved (?:it|the) "
    ),
    "all good": lazy_pattern(
        rf"(?: (?:all|everything)(?: is| looks| are)?|^ looks) {_ADVERBS}{_GOOD_WORDS} (?:on|at) my "
        rf"|^ {_SPEAKER_IS}{_GOOD_WORDS} $"
    ),
}
_OTHERS_WORDS = word_set("you your yours their they his he her she")
_OWN_WORDS = word_set("i we my our me")

_ASIDES = lazy_pattern(
    r"(?i),?\s*\b(?:(?:as )?per|matching|following|at|upon) (?:your|their) (?:requests?|wish(?:es)?|suggestions?)\b"
    r"|,?\s*\b(?:as|like) (?:you )?(?:have )?(?:requested|asked|wished|suggested|wanted|said)(?: for)?\b"
    r"|(?<=change) you asked for\b|\bI can confirm that\b|\bhappy to report that\b"
    r"|[\"“][^\"”\n]*\w [^\"”\n]*[\"”]|[*_`~\"“”]+"
)
"""Asides, emphasis and quotation marks, which do not change a statement."""
MIN_CONFIDENCE = 0.7
"""Minimum confidence with which a reported color counts as a claim, even if bots may not act on it."""


def read_claims(problem: Problem, speaker: str, to: str, text: str) -> Iterator[Claim]:
    """Yield the claims in a speaker's words to an owner ("" for all neighbors): reports first, then by clause."""
    find = nouns(problem, speaker, to)
    text = _DECIMAL_POINT.sub("·", _ASIDES.sub(lambda found: " " * len(found[0]), text))
    message = GRAMMAR.message(text, find)
    stated = list(clauses(message))
    sentences = {sentence[0].start: sentence for sentence in message}
    found: set[tuple[str, str, int]] = set()
    for reading in GRAMMAR.read(text, find, kinds=("pair", "node")):
        one = (reading.intent, reading.slots[0], reading.span[0])
        if reading.intent in ("report", "lock") and problem.owner[reading.slots[0]] == speaker and one not in found:
            found.add(one)  # of two colors of a node in one sentence, the likelier comes first
            yield from _reported_claim(reading, sentences[reading.span[0]], stated)
    names = {name.casefold() for name in problem.clusters if name != speaker}
    for clause in stated:
        yield from _claims_about_nodes(clause)
        yield from _claims_about_changes(clause)
        yield from _claims_about_clashes(clause)
        yield from _claims_about_outcome(clause, names)


def _reported_claim(reading: Reading, sentence: Sentence, stated: Sequence[Clause]) -> Iterator[Claim]:
    """Yield the claim of a report if the clauses with its node and color are stated as facts and deny nothing."""
    places = [[at for at, token in enumerate(sentence) if token.value == slot] for slot in reading.slots]
    starts = [sentence[at].start for at in (closest(*places) if len(places) == 2 else places[0][:1])]
    found = (stated[bisect_right(stated, at, key=attrgetter("start")) - 1] for at in starts if stated)
    inside = [clause for clause, at in zip(found, starts, strict=False) if clause.start <= at < clause.end]
    denied = _DENIALS & word_set("".join(clause.text for clause in inside))
    if len(inside) == len(starts) and not denied and (reading.licensed or reading.confidence >= MIN_CONFIDENCE):
        node = f"+{reading.slots[0]}"
        yield ColorClaim(node, reading.slots[1]) if reading.intent == "report" else LockClaim(node, True)


def _claims_about_nodes(clause: Clause) -> Iterator[Claim]:
    did = _ACTIVE_CHANGE.search(clause.text)
    patterns = (
        (*_COLORS, _COLOR_AFTER_CHANGE) if did and not did["no"] and not word_set(clause.text) & _REPEATED else _COLORS
    )
    for match in (match for pattern in patterns for match in pattern.finditer(clause.text)):
        if not _BEFORE_OTHERS.intersection(clause.text[: match.start()].split()[-1:]):
            no = match.groupdict().get("no")
            yield from (ColorClaim(node, match["color"], not no) for node in _NAMES.findall(match["nodes"]))
    for match in _LOCKED.finditer(clause.text):
        yield from (LockClaim(node, not (match["no"] or match["free"])) for node in _NAMES.findall(match["nodes"]))
    if _NO_LOCKS.search(clause.text):
        yield LockClaim("", False)


def _claims_about_changes(clause: Clause) -> Iterator[ChangeClaim]:
    if _NO_CHANGE.search(clause.text):
        yield ChangeClaim(yes=False)
    elif _ANY_CHANGE.search(clause.text):
        yield ChangeClaim()
    if word_set(clause.text) & _REPEATED:
        return
    aim = re.search(r"#(\w+) $", clause.text)
    for match in (*_ACTIVE_CHANGE.finditer(clause.text), *_PASSIVE_CHANGE.finditer(clause.text)):
        found = match.groupdict()
        same = found.get("same") or found.get("verb") in ("kept", "left") or " neither " in clause.text
        color = aim[1] if aim and found["no"] else ""
        yield from (ChangeClaim(node, not (same or found["no"]), color) for node in _NAMES.findall(found["nodes"]))


def _claims_about_clashes(clause: Clause) -> Iterator[ClashClaim]:
    said = word_set(clause.text)
    clashes = list(_CLASHES.finditer(clause.text))
    if len(clashes) != 1 or "#" in clause.text or said & _LIMITING_WORDS:
        return
    no, gone = bool(_NO_CLASH.search(clause.text)), bool(said & _RESOLVED)
    if said & _NEGATIONS and (gone or not no):
        return
    if one := _ANY_CLASH.search(clause.text):
        yield ClashClaim(one["node"], "", not no)
    at = clashes[0]
    left, right = _NAMES.findall(clause.text[: at.start()]), _NAMES.findall(clause.text[at.end() :])
    pairs: list[tuple[str, ...]] = []
    if "with" in said:
        pairs = list(product(left, right))
    elif len(left + right) == 2 and not said & {"both", "have"}:
        pairs = [(*left, *right)]
    yield from (ClashClaim(a, b, not (no or gone)) for a, b in pairs)


def _claims_about_outcome(
    clause: Clause, names: Collection[str]
) -> Iterator[PenaltyClaim | NoConflictsClaim | SettledClaim]:
    """Yield claims about the speaker's satisfaction, conflicts and penalty; `names` are the other owners'."""
    said = word_set(_CONFLICT_PARTNERS.sub("", clause.text))
    first, second = clause.text.split()[:2] if clause.text.count(" ") > 2 else ("", "")
    others_state = (said & _OTHERS_WORDS and not said & _OWN_WORDS) or (first in names and second in ("is", "has"))
    if not clause.present or others_state:
        return
    for claim, pattern in _SETTLED.items():
        match = pattern.search(clause.text)
        if match and not _NEGATIONS & word_set(clause.text[: match.end()]):
            yield SettledClaim(claim)
            break
    yield from _claims_of_no_conflicts(clause, said)
    for match in _PENALTY.finditer(clause.text) if not said & _NOT_PRESENT else ():
        figure = match["after"] or match["before"]
        number = 0.0 if figure in ("zero", "no") else float(figure.replace(" · ", "."))
        yield PenaltyClaim(number, not match["no"], bool(said & _WHOLE_PENALTY))


def _claims_of_no_conflicts(clause: Clause, said: frozenset[str]) -> Iterator[NoConflictsClaim]:
    clear = _HAS_NO_CONFLICTS.search(clause.text)
    if not clear or said & _LIMITING_WORDS or _NEGATIONS & word_set(clause.text[: clear.start()]):
        return
    target = _CONFLICT_PARTNERS.search(clause.text)
    if not target and " with " in clause.text[clear.end() :]:
        return
    others = tuple(_NAMES.findall(target[0])) if target else ()
    if all(node[0] == "@" for node in others) and _NAMES.findall(clause.text) == [*others]:
        yield NoConflictsClaim(others or (("your",) if target else ()))
