"""Recognition of threats, offers and answers in players' words. Unclear words commit nobody."""

import re

from core.engine.events import Body
from scenes.coup.events import Agreed, Declined, Deed, Offered, Strike, Threatened
from scenes.coup.pacts import ROUNDS, Pacts
from scenes.coup.rules import Game

ALLIED = 3
"""Maximum rounds of a deal against a rival."""


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(patterns)})\b", re.IGNORECASE)


DEEDS: dict[Deed, re.Pattern[str]] = {
    "steal": _any(
        r"(?:steal(?:ing)?|stole|take|took|taking) from me",
        "rob(?:bed|bing)? me",
        "my coins",
        "coins of mine",
        "my purse",
    ),
    "challenge": _any(
        r"(?:challeng|doubt|question)(?:e|es|ed|ing)? (?:me|my)", "call(?:ed|ing)? (?:me a liar|my bluff)"
    ),
    "block": _any(r"block(?:ed|ing)? (?:me|my|what I)", "(?:get|got|getting|stand) in my way", "stop(?:ped|ping)? me"),
    "attack": _any(
        r"(?:attack|hit|hurt|touch|cross|coup|assassinat|kill)(?:e|es|ed|ing)? me",
        "(?:come|came|coming|go|went|going|sent|send) (?:an Assassin )?(?:after|for|at) me",
        "(?:aim|aimed|aiming|move|strike|struck) (?:at|against) me",
        "(?:a|your|that) coup (?:against|on) me",
    ),
}
"""Deeds against the speaker."""
_WILL = r"I(?:'ll| will| shall|'m going to)?"
STRIKES: dict[Strike, re.Pattern[str]] = {
    "coup": _any(
        rf"{_WILL} coup you",
        r"(?:my|the|next) coup (?:is yours|is for you|goes to you|hits you)",
        r"get my (?:next )?coup",
        r"seven coins on you",
    ),
    "assassinate": _any(
        rf"{_WILL} (?:assassinate|kill) you",
        rf"{_WILL} (?:send|pay) (?:an|my) Assassin",
        r"my Assassin (?:comes|visits|goes)",
    ),
    "steal": _any(
        rf"{_WILL} (?:steal from you|rob you|take your coins|empty your purse)", r"my Captain comes? for your coins"
    ),
    "challenge": _any(rf"{_WILL} challenge (?:you|your|whatever)", rf"{_WILL} (?:doubt|call) (?:you|your|whatever)"),
}
IF = _any(
    "if",
    "next time",
    "when",
    "once more",
    "one more time",
    "again",
    "or",
    "otherwise",
    "try",
    "dare",
    r"and (?:I|my|you|the)",
)
_SPARES: dict[Deed, tuple[str, str]] = {
    "attack": (
        r"(?:leave me alone|stay off me|keep (?:away from|off) me|let me be|don't (?:attack|touch) me)",
        rf"{_WILL} (?:leave you alone|stay off you|keep (?:away from|off) you|let you be)"
        r"|I (?:won't|will not) (?:attack|touch) you",
    ),
    "steal": (
        r"don't steal from me|leave my coins alone",
        rf"I (?:won't|will not) steal from you|{_WILL} leave your coins alone",
    ),
    "challenge": (
        r"don't (?:challenge|doubt) (?:me|my \w+)|let my claims pass",
        rf"I (?:won't|will not) (?:challenge|doubt) (?:you|your \w+)|{_WILL} let your claims pass",
    ),
}
ASKS = {deed: _any(asks) for deed, (asks, _) in _SPARES.items()}
GIVES = {deed: _any(gives) for deed, (_, gives) in _SPARES.items()}
BOTH = _any(
    "peace",
    "truce",
    "each other alone",
    "hands off each other",
    "cease-?fire",
    "neither of us attacks",
    "work together",
    "team up",
)
RIVAL = re.compile(
    r"\b(?:against|until|till|go after|go for|stop|beat) (\w+)(?:'s out| is (?:out|gone|beaten))?(?: together)?",
    re.IGNORECASE,
)
SENTENCES = re.compile(r"[.!?;:]")
TWO = _any("two rounds", "two turns", "2 rounds", "2 turns")
YES = re.compile(
    r"^(?:\w+, )?(?:fine|all right|okay|ok|yes|done|with pleasure)\b"
    r"|\b(?:deal|agreed|my word|I'm in|works for me|I accept|sounds good|fine by me)\b",
    re.IGNORECASE,
)
REFUSAL = re.compile(
    r"^(?:\w+, )?(?:no|not|never)\b"
    r"|\b(?:no (?:deal|way|chance)|rather not|(?:sorry|but),? no|I decline|I refuse|forget it)\b",
    re.IGNORECASE,
)
NO = _any("no", "not", "never", "rather", r"\w+n't")


def forms(name: str) -> tuple[str, ...]:
    """Return example sentences to a player that are always understood: a threat, two offers, and two answers."""
    return (
        f"{name}, if you steal from me, I coup you.",
        f"{name}, leave me alone this round and I leave you alone.",
        f"{name}, let's leave each other alone for two rounds.",
        f"Deal, {name}.",
        f"No deal, {name}.",
    )


def understand(text: str, name: str, game: Game, pacts: Pacts) -> Body | None:
    """Return the commitment that a player's words make, or None."""
    if '"' in text:
        return None
    plain = text.replace("’", "'")
    living = [each for each, hand in zip(game.names, game.hands, strict=True) if hand]
    others = [each for each in living if each != name]
    if name not in living or len(others) < 2:
        return None
    offers = [
        each
        for each in pacts
        if each.to == name and each.status == "open" and not each.is_threat and each.until >= game.actions
    ]
    to = _addressee(plain, others)
    if threat := _threat(plain, to, game.actions + ROUNDS * len(living)):
        return threat
    answered = [each for each in offers if each.by == to] if to else offers
    first = SENTENCES.split(plain)[0]
    if len(answered) == 1 and REFUSAL.search(first):
        return Declined(answered[0].by)
    if len(answered) == 1 and YES.search(first) and not NO.search(first):
        return Agreed(answered[0].by, game.actions + answered[0].rounds * len(living))
    allied = any(each.status == "agreed" and {each.by, each.to} == {name, to} for each in pacts)
    return _offer(plain, to, others, game.actions + len(living)) if to and not allied else None


def _addressee(text: str, others: list[str]) -> str:
    """Return the addressee: a name at the start or between punctuation marks; empty if unclear."""
    for each in others:
        if re.search(rf"(?:^|[,.:;!?] ?){each}(?=[,.:;!?]|$)", text, re.IGNORECASE):
            return each
    begins = re.match(
        r"(\w+) (?:if|next|you|don't|do|leave|let|stay|keep|peace|truce|deal|no|I)\b", text, re.IGNORECASE
    )
    return next((each for each in others if begins and begins[1].casefold() == each.casefold()), "")


def _threat(text: str, to: str, until: int) -> Threatened | None:
    for strike, pattern in STRIKES.items():
        if to and (found := pattern.search(text)):
            rest = f"{text[: found.start()]} {text[found.end() :]}"
            if not IF.search(f"{text[: found.start()]}{found[0][:3]}") or re.match(r"[^.!?]*\?", text[found.end() :]):
                return None
            deed = next((deed for deed, words in DEEDS.items() if words.search(rest)), None)
            return Threatened(to, deed, strike, until) if deed else None
    return None


def _offer(text: str, to: str, others: list[str], until: int) -> Offered | None:
    named = [found[1].casefold() for found in RIVAL.finditer(text)]
    rival = next((each for each in others if each != to and each.casefold() in named), "")
    asks = next((deed for deed, words in ASKS.items() if words.search(text)), None)
    gives = next((deed for deed, words in GIVES.items() if words.search(text)), None)
    rounds = ALLIED if rival else 2 if TWO.search(text) else 1
    if asks and gives:
        return Offered(to, asks, gives, until, rounds, rival)
    return Offered(to, "attack", "attack", until, rounds, rival) if _is_wanted(text) else None


def _is_wanted(text: str) -> bool:
    return any(BOTH.search(each) and not NO.search(each) for each in SENTENCES.split(text))
