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
from core.intents.tokens import Sentence
from core.text import lazy_pattern
from scenes.coloring.problem.graph import Problem
from scenes.coloring.talk.claims.clauses import Clause, clauses, words
from scenes.coloring.talk.intents import GRAMMAR, nouns


class Is(NamedTuple):
    """Claim that a node has a color, or does not have it."""

    node: str
    color: str
    yes: bool = True


class Changed(NamedTuple):
    """Claim that a node was changed in this turn, or was not; an empty node or color means any."""

    node: str = ""
    yes: bool = True
    color: str = ""


class Locked(NamedTuple):
    """Claim that a node is locked or not; without a node, that none is locked."""

    node: str
    yes: bool


class Clash(NamedTuple):
    """Claim that two nodes clash or do not; without the second, that a node clashes with any."""

    node: str
    other: str
    yes: bool


class Penalty(NamedTuple):
    """Claim about the amount of the speaker's penalty."""

    number: float
    yes: bool
    whole: bool
    """True if it is certainly the whole penalty, not that of one clash."""


class Clear(NamedTuple):
    """Claim that the speaker has no conflicts, or none with some nodes."""

    others: tuple[str, ...] = ()
    """Nodes, or "your" for the addressee's nodes."""


class Settled(NamedTuple):
    """Claim that the speaker is satisfied, done, or without problems."""

    claim: str


Claim = Is | Changed | Locked | Clash | Penalty | Clear | Settled

_NODE = r"[+@]\w++"
_ITEM = rf"(?:(?:my|your|our|the|both|all|of|nodes?|color of) ){{0,3}}{_NODE}(?: 's(?: colors?)?)?"
_LIST = rf"{_ITEM}(?: (?:, and|,|and|/|nor) {_ITEM}){{0,7}}"
_NODES = rf"(?P<nodes>{_LIST})"
_NAMES = lazy_pattern(_NODE)
_VERY = "(?:(?:now|currently|still|also|fully|completely|all|both|already|just|finally|very|actually|a|an|the) ){0,3}"
_NO = words("not no never without zero neither nor none free")
_GONE = words("resolved solved fixed removed cleared gone eliminated")
_ANY_GONE = f"(?:{'|'.join(sorted(_GONE))})"

_COLORS = (
    lazy_pattern(
        rf"{_NODES} (?:was #\w+ and )?(?:is|are|has|stays?|remains?) {_VERY}(?P<no>not |no longer )?"
        r"(?:(?:set|locked|fixed) (?:to|at) )?#(?P<color>\w+)(?= )"
    ),
    lazy_pattern(
        rf"{_NODES} (?:(?:went|switched|changed|moved|was|has|been|:|back) )*(?:from )?#\w+ (?:to|->) "
        r"#(?P<color>\w+)(?= )"
    ),
    lazy_pattern(rf"(?:chose|picked|used|went with|took) #(?P<color>\w+) (?:for|on) {_NODES}(?= )"),
)
_TO = lazy_pattern(rf"{_NODES} to #(?P<color>\w+)(?= )")
"""A color in a statement about a change: "I changed b2 to red, b3 to blue"."""
_DENIALS = words("except not never neither no than from was were")
_BEFORE_OTHERS = words("of between neither with to by")
"""Words before a node which show that the node is not the subject: "the neighbor of b2 is green"."""

_DONE = "(?:changed|switched|updated|flipped|moved|recolored|turned|swapped|adjusted|modified|touched)"
_DID = lazy_pattern(
    rf"(?:^|(?<= i)|(?<= we)|(?<= and)) (?:i )?(?:(?:have|did|just|now|also|done|only|yes|sure|instead) )*"
    rf"(?P<no>not |never )?(?P<verb>{_DONE}|change|touch|move|kept|left) {_NODES}(?= )(?! (?:off|again|back))"
)
_WAS_DONE = lazy_pattern(
    rf"{_NODES} (?:(?:was|were|has|have|been|did|is|are|'s|just|now|also) )*(?P<no>not |never )?"
    rf"(?:{_DONE}|change|(?P<same>unchanged|untouched))(?= )"
)
_NOTHING_DONE = lazy_pattern(
    r" (?:(?:did|have) not (?:changed?|touch(?:ed)?|updated?) (?:anything|any of my \w+|my (?:colors|nodes))(?! else)"
    r"|no changes?|nothing (?:has |was |is )?changed|my (?:colors|nodes) (?:are|is|stay) (?:unchanged|the same)"
    r"|(?:kept|left) (?:everything|it all) (?:as \w+ (?:is|was)|unchanged))(?= )"
)
_SOMETHING_DONE = lazy_pattern(
    r" (?:i|we) (?:have |just |now )*(?:(?:changed|updated|adjusted) my (?:colors|nodes)"
    r"|made (?:the|that|this|your|some) changes?)(?= )"
)
_AGAIN = words("already again back had")

_LOCK = "(?:locked|fixed|frozen|pinned)"
_LOCKED = lazy_pattern(
    rf"{_NODES} (?:(?:is|are|stays?|remains?) {_VERY}(?P<no>not |no longer )?|)"
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
_CLEAR = lazy_pattern(
    rf" (?:(?:no|zero|0|without|free of|(?:do|does) not(?: have(?: any)?)?)"
    rf"(?: (?:more|longer|remaining|known|color|current))* {_CLASH}|{_CLASH}(?: -)? free"
    rf"|(?:no|zero) (?:issues|problems)(?= (?:on|at) my )|{_CLASH} (?:: |= |are |is )*(?:none|zero|0|no)"
    rf"|(?:i|we) (?:(?:have|just|now|also|finally|already) )*{_ANY_GONE}(?: (?:all|the|my|any|of))* {_CLASH}"
    rf"|(?:all (?:of )?(?:my |the )?|my |the ){_CLASH}(?: with .*)?(?: (?:are|is|have|has|been))+ {_VERY}{_ANY_GONE}"
    r")(?= (?!there))"
)
_TARGET = lazy_pattern(rf"(?:with {_LIST}|with (?:any of )?your (?:nodes|cluster|colors|side)|between (?:us|our \w+)) ")
_PARTIAL = words("but internal other only except besides apart aside one was were had did")

_FIGURE = r"\d+(?: · \d+)?|zero|no"
_POINT = lazy_pattern(r"(?<=\d)\.(?=\d)")
_PENALTY = lazy_pattern(
    r"(?<!your)(?<!their) penalty (?:(?:is|now|currently|at|of|:|=|still|remains|stays|only|just|a|back|down|up|to"
    r"|dropped|fell|went|rose|increased|has|have|been|exactly|from|\d+|reduced|(?P<no>not)) )*(?<!from )"
    rf"(?P<after>{_FIGURE})(?= )(?! [-+*/x>])| (?P<before>{_FIGURE})(?: points? of)? penalty(?= )"
)
_NOT_NOW = words("lowest best minimum possible reach per each every costs lower was 's")
_WHOLE = words("my total overall our")

_MINE_IS = rf"(?:i|we|my (?:cluster|side|end)) (?:am|are|is|feel) {_VERY}"
_STATE = "(?:my|our|the) (?:current )?(?:colors|coloring|state|cluster)"
_GOOD = "(?:good|fine|clean|clear|great|ok)"
_SETTLED = {
    "satisfied": lazy_pattern(
        rf" {_MINE_IS}(?:satisfied(?! with (?!{_STATE}))|happy with {_STATE}) "
        r"|^ (?:(?:flag|status|all|now|yes) )*(?:: )?satisfied(?: (?::|=) (?:yes|true))? $"
    ),
    "done": lazy_pattern(rf" (?:i am|we are) {_VERY}(?:done|finished|set)(?= $| now| here| on my)"),
    "a valid solution": lazy_pattern(
        r" (?:(?:coloring|solution|cluster|problem|puzzle|everything|it|this) (?:is|looks)|have|found|got|reached) "
        rf"{_VERY}(?:valid|proper|correct|solved)(?: (?:solution|coloring))?(?= $| now| on my)"
        r"| (?:i|we) (?:have )?solved (?:it|the) "
    ),
    "all good": lazy_pattern(
        rf"(?: (?:all|everything)(?: is| looks| are)?|^ looks) {_VERY}{_GOOD} (?:on|at) my |^ {_MINE_IS}{_GOOD} $"
    ),
}
_THEIRS = words("you your yours their they his he her she")
_MINE = words("i we my our me")

_ASIDES = lazy_pattern(
    r"(?i),?\s*\b(?:(?:as )?per|matching|following|at|upon) (?:your|their) (?:requests?|wish(?:es)?|suggestions?)\b"
    r"|,?\s*\b(?:as|like) (?:you )?(?:have )?(?:requested|asked|wished|suggested|wanted|said)(?: for)?\b"
    r"|(?<=change) you asked for\b|\bI can confirm that\b|\bhappy to report that\b"
    r"|[\"“][^\"”\n]*\w [^\"”\n]*[\"”]|[*_`~\"“”]+"
)
"""Asides, emphasis and quotation marks, which do not change a statement."""
SURE = 0.7
"""Probability from which a reported color counts as a claim, even if it is too low to act upon."""


def read_claims(problem: Problem, speaker: str, to: str, text: str) -> Iterator[Claim]:
    """Yield the claims in a speaker's words to an owner ("" for all neighbors): reports first, then by clause."""
    find = nouns(problem, speaker, to)
    text = _POINT.sub("·", _ASIDES.sub(lambda found: " " * len(found[0]), text))
    message = GRAMMAR.message(text, find)
    stated = list(clauses(message))
    sentences = {sentence[0].start: sentence for sentence in message}
    found: set[tuple[str, str, int]] = set()
    for reading in GRAMMAR.read(text, find, kinds=("pair", "node")):
        one = (reading.intent, reading.slots[0], reading.span[0])
        if reading.intent in ("report", "lock") and problem.owner[reading.slots[0]] == speaker and one not in found:
            found.add(one)  # of two colors of a node in one sentence, the likelier comes first
            yield from _reported(reading, sentences[reading.span[0]], stated)
    names = {name.casefold() for name in problem.clusters if name != speaker}
    for clause in stated:
        yield from _of_nodes(clause)
        yield from _of_changes(clause)
        yield from _of_clashes(clause)
        yield from _of_outcomes(clause, names)


def _reported(reading: Reading, sentence: Sentence, stated: Sequence[Clause]) -> Iterator[Claim]:
    """Yield the claim of a report whose nouns are in stated clauses and are not denied there."""
    places = [[at for at, token in enumerate(sentence) if token.value == slot] for slot in reading.slots]
    starts = [sentence[at].start for at in (closest(*places) if len(places) == 2 else places[0][:1])]
    found = (stated[bisect_right(stated, at, key=attrgetter("start")) - 1] for at in starts if stated)
    inside = [clause for clause, at in zip(found, starts, strict=False) if clause.start <= at < clause.end]
    denied = _DENIALS & words("".join(clause.text for clause in inside))
    if len(inside) == len(starts) and not denied and (reading.licensed or reading.confidence >= SURE):
        node = f"+{reading.slots[0]}"
        yield Is(node, reading.slots[1]) if reading.intent == "report" else Locked(node, True)


def _of_nodes(clause: Clause) -> Iterator[Claim]:
    did = _DID.search(clause.text)
    patterns = (*_COLORS, _TO) if did and not did["no"] and not words(clause.text) & _AGAIN else _COLORS
    for match in (match for pattern in patterns for match in pattern.finditer(clause.text)):
        if not _BEFORE_OTHERS.intersection(clause.text[: match.start()].split()[-1:]):
            no = match.groupdict().get("no")
            yield from (Is(node, match["color"], not no) for node in _NAMES.findall(match["nodes"]))
    for match in _LOCKED.finditer(clause.text):
        yield from (Locked(node, not (match["no"] or match["free"])) for node in _NAMES.findall(match["nodes"]))
    if _NO_LOCKS.search(clause.text):
        yield Locked("", False)


def _of_changes(clause: Clause) -> Iterator[Changed]:
    if _NOTHING_DONE.search(clause.text):
        yield Changed(yes=False)
    elif _SOMETHING_DONE.search(clause.text):
        yield Changed()
    if words(clause.text) & _AGAIN:
        return
    aim = re.search(r"#(\w+) $", clause.text)
    for match in (*_DID.finditer(clause.text), *_WAS_DONE.finditer(clause.text)):
        found = match.groupdict()
        same = found.get("same") or found.get("verb") in ("kept", "left") or " neither " in clause.text
        color = aim[1] if aim and found["no"] else ""
        yield from (Changed(node, not (same or found["no"]), color) for node in _NAMES.findall(found["nodes"]))


def _of_clashes(clause: Clause) -> Iterator[Clash]:
    said = words(clause.text)
    clashes = list(_CLASHES.finditer(clause.text))
    if len(clashes) != 1 or "#" in clause.text or said & _PARTIAL:
        return
    no, gone = bool(_NO_CLASH.search(clause.text)), bool(said & _GONE)
    if said & _NO and (gone or not no):
        return
    if one := _ANY_CLASH.search(clause.text):
        yield Clash(one["node"], "", not no)
    at = clashes[0]
    left, right = _NAMES.findall(clause.text[: at.start()]), _NAMES.findall(clause.text[at.end() :])
    pairs: list[tuple[str, ...]] = []
    if "with" in said:
        pairs = list(product(left, right))
    elif len(left + right) == 2 and not said & {"both", "have"}:
        pairs = [(*left, *right)]
    yield from (Clash(a, b, not (no or gone)) for a, b in pairs)


def _of_outcomes(clause: Clause, names: Collection[str]) -> Iterator[Penalty | Clear | Settled]:
    """Yield claims about the speaker's satisfaction, conflicts and penalty; `names` are the other owners'."""
    said = words(_TARGET.sub("", clause.text))
    first, second = clause.text.split()[:2] if clause.text.count(" ") > 2 else ("", "")
    others_state = (said & _THEIRS and not said & _MINE) or (first in names and second in ("is", "has"))
    if not clause.present or others_state:
        return
    for claim, pattern in _SETTLED.items():
        match = pattern.search(clause.text)
        if match and not _NO & words(clause.text[: match.end()]):
            yield Settled(claim)
            break
    clear = _CLEAR.search(clause.text)
    if clear and not said & _PARTIAL and not _NO & words(clause.text[: clear.start()]):
        target = _TARGET.search(clause.text)
        others = tuple(_NAMES.findall(target[0])) if target else ()
        theirs = all(node[0] == "@" for node in others)
        if (
            theirs
            and _NAMES.findall(clause.text) == [*others]
            and (target or " with " not in clause.text[clear.end() :])
        ):
            yield Clear(others or (("your",) if target else ()))
    for match in _PENALTY.finditer(clause.text) if not said & _NOT_NOW else ():
        figure = match["after"] or match["before"]
        number = 0.0 if figure in ("zero", "no") else float(figure.replace(" · ", "."))
        yield Penalty(number, not match["no"], bool(said & _WHOLE))
