"""Statements about locks, clashes, penalties and satisfaction in plain words."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from core.text import later
from scenes.coloring.talk.claims.color_claims import ITEM, LIST, NAMES, NODE, names
from scenes.coloring.talk.claims.plain_text import words


class Locked(NamedTuple):
    """A node is locked, or is not; without one, none is."""

    node: str
    yes: bool


class Clash(NamedTuple):
    """Two nodes clash, or do not; without the other, a node clashes with any."""

    node: str
    other: str
    yes: bool


class Penalty(NamedTuple):
    """The speaker's penalty is a number, or is not."""

    number: float
    yes: bool
    whole: bool
    """True if it is surely the whole penalty, not that of one clash."""


class Clear(NamedTuple):
    """The speaker has no conflicts, or none with some."""

    others: tuple[str, ...] = ()
    """Nodes, or "your" for those of whom it speaks to."""


class Settled(NamedTuple):
    """The speaker is satisfied, or what amounts to that."""

    claim: str


Verdictive = Locked | Clash | Penalty | Clear | Settled

_NO = words("not no never without zero neither none nor free")
_SOLVED = words("resolved solved fixed removed eliminated gone cleared settled")
_DONE = f"(?:{'|'.join(sorted(_SOLVED))})"

_LOCK = later(
    rf"(?P<nodes>{LIST}) (?P<link>(?:(?:is|are|'s|stays|remains|not|never|still|currently|also|both|all|a|my|the|only"
    rf"|:|=|\(|\)|\||and|now|no|longer|actually|permanently|#\w+) ){{0,7}})"
    rf"(?P<word>locked|fixed|frozen|pinned|immutable|unlocked|free|changeable) (?P<right>\S+)?"
)
_LOCK_LIST = later(rf" (?:(?P<left>\S+) )?(?:locked|fixed) (?:nodes? )?(?:(?:is|are|:|=|\|) )?(?P<nodes>{LIST})(?= )")
_CHANGE = "(?:change|recolor|move|touch|alter|switch|modify)"
_BE_CHANGED = "(?:change|be (?:changed|recolored|moved|touched|altered|switched|modified))"
_CAN = later(
    rf" (?:(?:i|we) can (?P<a>not )?(?:still |also |easily |freely )?{_CHANGE} (?P<x>{LIST})"
    rf"|(?P<y>{LIST}) can (?P<b>not )?(?:still |also |easily |freely )?{_BE_CHANGED}) (?P<right>\S+)?"
)
_NO_LOCKS = later(r" no (?:locked|fixed) nodes?(?= $| ,)| none of my nodes (?:is|are) (?:locked|fixed)(?= $| ,)")
_LOCKS = words("locked fixed frozen pinned immutable unlocked free changeable")
_AFTER_LOCK = words(". , ) | to at on as and node nodes color colors")

_X = "(?:clash|clashes|clashing|conflict|conflicts|conflicting|collide|collides)"
_LINK = (
    "(?:(?:is|are|does|do|has|have|not|no|longer|never|any|a|in|currently|still|now|also|both|all|direct|directly|the"
    "|with|actually) )"
)
_PARTNERS = rf"{ITEM}(?: (?:, and|,|and|/) {ITEM}(?! {_LINK}{{0,7}}{_X})){{0,7}}"
_WITH = later(rf"(?P<a>{LIST}) {_LINK}{{0,7}}{_X} (?:directly |now |still |anymore )?with (?P<b>{_PARTNERS})")
_BETWEEN = later(rf" {_X} (?:\S+ ){{0,2}}?(?:between|of) (?P<a>{ITEM}) (?:and|,|/|-) (?P<b>{ITEM})(?= )")
_BOTH = later(rf"(?P<a>{ITEM}) (?:and|/) (?P<b>{ITEM}) {_LINK}{{0,7}}{_X} (?P<right>\S+)?")
_DASHED = later(rf"(?P<a>{NODE}) - (?P<b>{NODE})(?= )")
_ONE = later(
    rf"(?P<a>{ITEM}) {_LINK}{{0,7}}(?:{_X}(?: with (?:anything|anyone|anybody|any (?:node|neighbor)))?"
    rf"|(?P<free>conflict-free|clash-free))(?: anymore| now| at all| any more)? (?P<right>\S+)?"
)

_SIDE = (
    r"(?: (?:on|from|at|for|in|within|of) (?:my|our) (?:own )?(?:side|end|part|cluster|coloring)| here| for me| with me"
    r"| right| now| at all| anymore| left| remaining| remain| remains| again| too| anywhere| whatsoever| this turn"
    r"| with (?:anyone|anybody|anything|others|(?:my|any) neighbors?"
    r"|(?:(?:my|our)(?: own| current)?|(?:the|this) current)"
    r" (?:colors|coloring|cluster|state|situation|solution|assignment|configuration)))"
)
_STOP = rf"(?={_SIDE}{{0,4}} (?:$|,|\)|and |: (?:yes|true)))"
_VERY = (
    r"(?:(?:now|also|fully|completely|totally|quite|still|both|all|already|very|happily|currently|finally|a|an|the) )"
)
_PLACE = "(?:coloring|solution|assignment|cluster|side|colors|configuration|state|everything|nodes|board|graph)"
_SETTLED = (
    (
        later(
            rf" (?:i|we|i and you|my (?:cluster|side|nodes)) (?:am|are|is|feel|remain) {_VERY}{{0,3}}"
            rf"(?:satisfied|happy(?= with (?:my|our|the|this) ){_SIDE}){_STOP}"
        ),
        "satisfied",
    ),
    (
        later(rf"^ (?:(?:now|ok|okay|yes|,|flag|status|all) ){{0,4}}(?:satisfied)(?: (?::|=) (?:yes|true))?{_STOP}"),
        "satisfied",
    ),
    (later(rf" (?:i am|we are) {_VERY}{{0,3}}(?:done|finished|set){_STOP}"), "done"),
    (
        later(rf" {_PLACE} (?:is|are|looks) {_VERY}{{0,3}}(?:valid|proper|complete and valid|solved){_STOP}"),
        "a valid solution",
    ),
    (
        later(
            rf"(?:^| (?:have|has|is|found|reached|got|with)) {_VERY}{{0,3}}(?:valid|proper|correct)"
            rf" (?:solution|coloring|assignment|configuration){_STOP}"
        ),
        "a valid solution",
    ),
    (later(rf" (?:problem|puzzle|it|everything) is {_VERY}{{0,3}}solved{_STOP}"), "a valid solution"),
    (later(rf" (?:i|we) (?:have )?solved (?:it|the (?:problem|puzzle|graph)){_STOP}"), "a valid solution"),
    (
        later(
            rf"(?: (?:all|everything|my side|my cluster|my end)(?: is| looks| are)?|^ looks) {_VERY}{{0,3}}"
            r"(?:good|fine|ok|okay|clean|clear|set|great|perfect)(?: now)?"
            r" (?:on|from|at|for|in) (?:my|our) (?:side|end|part|cluster)"
        ),
        "all good",
    ),
    (later(rf" (?:my side|my cluster|my end) is {_VERY}{{0,3}}(?:good|fine|clean|clear){_STOP}"), "all good"),
)
_CLASHES = "(?:conflicts?|clash|clashes)"
_TARGET = (
    rf"(?: with (?:(?:any|all|either|both) of )?(?:{LIST}|your (?:own )?(?:nodes|cluster|colors|coloring|side))"
    r"| between (?:us|our (?:nodes|clusters|colors|sides)))"
)
_WITH_TARGET = later(_TARGET)
_MANY = rf"{_CLASHES}(?:{_SIDE}{{0,2}}{_TARGET})?"
_KINDS = "(?:(?:more|remaining|known|current|active|boundary|color|coloring|any|of the|the|my|of my) ){0,3}"
_CLEAR = later(
    rf" (?:(?:no|zero|0|without|free of|not have|not)(?: longer)? {_KINDS}{_MANY}{_STOP}"
    rf"|(?:no|zero|0) {_KINDS}(?:issues|problems)(?= (?:on|at|in) (?:my|our) ){_STOP}"
    rf"|(?:i|we) (?:(?:have|just|now|also|finally|already) ){{0,3}}{_DONE} {_KINDS}{_CLASHES}{_TARGET}{_STOP}"
    rf"|{_MANY} (?:(?:are|is|:|=|now) ){{1,2}}(?:none|0|zero|no){_STOP}"
    rf"|(?:(?:all|my) {_KINDS}{_MANY}|the {_KINDS}{_CLASHES}{_TARGET}) (?:are|is|have been|has been|were|got)"
    rf" {_VERY}{{0,2}}{_DONE}{_STOP}"
    rf"|(?:am|are|is|remains|stays|now|^) {_VERY}{{0,3}}(?:conflict-free|clash-free){_TARGET}?{_STOP})"
)
_NUMBERS = {"no": 0.0, "zero": 0.0, "ten": 10.0, "twenty": 20.0, "thirty": 30.0}
_NUMBER = r"(?:\d+(?:[.,]\d+)?|zero|ten|twenty|thirty)"
_PENALTY = later(
    rf" (?P<left>\S+) penalty (?P<link>(?:(?:is|are|was|now|currently|at|of|:|=|still|remains|stays|only|just|a|the"
    rf"|back|down|up|to|dropped|fell|went|rose|increased|decreased|reduced|brought|has|have|been|not|exactly|no|longer"
    rf"|equals|actually|score|value|total|cost|goes|has|come|came|from {_NUMBER} (?:to|->)|{_NUMBER} ->) ){{0,8}})"
    rf"(?P<number>{_NUMBER})(?: points?)?(?= )(?: (?P<right>\S+))?"
)
_OF_PENALTY = later(rf" (?P<left>\S+) (?P<number>no|{_NUMBER})(?: points? of)? penalty{_STOP}")
_NOT_NOW = words(
    "lowest best minimum minimal optimal optimum possible reach reachable achieve per each every costs lower reduce"
    " get -> old"
)
_NOT_WHOLE = words("conflict clash node your their 's old previous new extra additional expected resulting")
_TOPICS = words(
    """satisfied done finished set valid proper correct solved good fine ok okay clean clear great perfect penalty
    conflict conflicts clash clashes conflict-free clash-free happy issues problems"""
)
_SOME = words("internal other new only except besides apart aside")
_MINE = words("i my me we our")
_YOURS = words("you your yours their theirs they his her he she")


def read_verdicts(text: str, closes: bool, can: bool, outcomes: bool, particular: bool) -> Iterator[Verdictive]:
    """Return the other statements in a part of a sentence."""
    said = frozenset(text.split())
    if can:
        yield from _read_cans(text, closes)
        return
    if said & _LOCKS:
        yield from _read_locks(text)
    if any(word.startswith(("clash", "conflict", "collide")) for word in said):
        yield from _read_clashes(text, said)
    yours = _YOURS.intersection(text.replace(" with your ", " ").split())
    if outcomes and said & _TOPICS and (said & _MINE or not yours):
        yield from _read_outcomes(text, said, particular)


def _read_cans(text: str, closes: bool) -> Iterator[Locked]:
    for match in _CAN.finditer(text):
        cannot = bool(match["a"] or match["b"])
        if (closes and match["right"] is None) if cannot else match["right"] in (None, "to", ","):
            yield from (Locked(node, cannot) for node in names(match["x"] or match["y"]))


def _read_locks(text: str) -> Iterator[Locked]:
    for match in _LOCK.finditer(text):
        free = match["word"] in ("unlocked", "free", "changeable")
        stated = _frees(text, match) if free else _ties(match)
        if stated and not _before(text, match.start()) & {"of", "with", "to", "by", "not"}:
            no = not {"not", "never", "no"}.isdisjoint(match["link"].split())
            yield from (Locked(node, no is free) for node in names(match["nodes"]))
    for match in _LOCK_LIST.finditer(text):
        left = match["left"] or "."
        if left in ("my", "the", ".", ",", "only", "and", "one", "two", "not"):
            yield from (Locked(node, left != "not") for node in names(match["nodes"]))
    if _NO_LOCKS.search(text):
        yield Locked("", False)


def _frees(text: str, match: re.Match[str]) -> bool:
    """Return True if a node is said to be free, and not just free to have a color."""
    right = match["right"] or "."
    return right in (".", ",", ")") or (right == "to" and " free to change " in text)


def _ties(match: re.Match[str]) -> bool:
    """Return True if a node is said to be locked; a node that is "now fixed" may be repaired."""
    right = match["right"] or "."
    loose = match["word"] == "fixed" and ("now" in match["link"].split() or right not in (".", ",", ")", "to", "at"))
    return not loose and (right in _AFTER_LOCK or right[0] == "#")


def _read_clashes(text: str, said: frozenset[str]) -> Iterator[Clash]:
    if said & {"clashed", "conflicted", "was", "were", "had", "did", "would", "other", "only"}:
        return
    yes = _holds(text)
    done = 0
    if yes is not None:
        pairs = [(match["a"], match["b"]) for match in _DASHED.finditer(text)]
        pairs += [(match["a"], match["b"]) for match in _BETWEEN.finditer(text)]
        both = _BOTH.search(text)
        if both and both["right"] != "with" and len(NAMES.findall(text)) == 2:
            pairs.append((both["a"], both["b"]))
        yield from (Clash(names(left)[0], names(right)[0], yes) for left, right in pairs)
        one = _ONE.search(text)
        if one and one["right"] in (None, ",", ")") and len(NAMES.findall(text)) == 1 and not said & _SOLVED:
            yield Clash(names(one["a"])[0], "", yes and not one["free"])
    for match in _WITH.finditer(text):
        yes = _holds(text[done : match.end()])
        if yes is not None:
            yield from (Clash(a, b, yes) for a in names(match["a"]) for b in names(match["b"]))
        done = match.end()


def _holds(text: str) -> bool | None:
    """Return True if the mentioned clashes exist, False if not; None if the text is unclear."""
    said = frozenset(text.split())
    no, solved = bool(said & _NO), bool(said & _SOLVED)
    return None if no and solved else not (no or solved)


def _read_outcomes(text: str, said: frozenset[str], particular: bool) -> Iterator[Penalty | Clear | Settled]:
    for pattern, claim in _SETTLED:
        match = pattern.search(text)
        if match and not _NO & frozenset(text[: match.end()].split()):
            yield Settled(claim)
            break
    clear = _CLEAR.search(text)
    if clear and not _NO & frozenset(text[: clear.start()].split()) and not said & _SOME:
        target = _WITH_TARGET.search(clear[0])
        others = tuple(names(target[0])) if target else ()
        if names(text) == [node for node in others if node[0] == "@"]:
            yield Clear(others or (("your",) if target else ()))
    if said & _NOT_NOW:
        return
    yield from _read_penalties(text, said, particular)


def _read_penalties(text: str, said: frozenset[str], particular: bool) -> Iterator[Penalty]:
    whole = bool(said & {"my", "total", "overall", "our"}) or not particular
    for match in (*_PENALTY.finditer(f" .{text}"), *_OF_PENALTY.finditer(f" .{text}")):
        link = frozenset(match.groupdict().get("link", "").split())
        right = match.groupdict().get("right") or "."
        passed = "was" in link and not link & {"now", "reduced", "brought", "to"}
        of_part = right in ("+", "*", "/", "x", "-", "->", "more", "less", "or", "to", "%")
        if not (match["left"] in _NOT_WHOLE or passed or of_part):
            yield Penalty(_number(match["number"]), not {"not", "no"} & link, whole)


def _number(word: str) -> float:
    return _NUMBERS[word] if word in _NUMBERS else float(word.replace(",", "."))


def _before(text: str, at: int) -> frozenset[str]:
    return frozenset(text[max(0, at - 30) : at].split()[-1:])
