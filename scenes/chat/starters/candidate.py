"""The bots of the interview: a candidate who evades, and an interviewer who asks about each fact."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.engine.turn import Action, Turn
from core.intents.cues import count_cues
from core.social.actions import SendMessage, Yield
from core.social.scene import Heard
from scenes.chat.starters.starter import StarterSeen, draw_unsaid, has_spoken, read_text
from scenes.chat.understanding import intents

TEXT = read_text("interview")
Fact = Mapping[str, Any]
INTENTS = {"greet": "greet", "thanks": "trust", "sorry": "trust"}
"""Manner of speaking of each intent that tells one."""


def facts_of(seen: StarterSeen) -> Sequence[Fact]:
    """Return the facts that the interview is about."""
    facts: Sequence[Fact] = TEXT["candidates"][int(seen.facts["at"])]["facts"]
    return facts


def manner(text: str, names: tuple[str, ...]) -> frozenset[str]:
    """Return the ways in which an interviewer speaks: "detail", "trust", "harsh" and "greet"."""
    by_cues = {each for each, cues in TEXT["cues"].items() if count_cues(text, cues)}
    by_intent = {INTENTS[each] for each in intents(text, names) if each in INTENTS}
    return frozenset(by_cues | by_intent)


def topic(text: str, facts: Sequence[Fact]) -> Fact | None:
    """Return the fact with the most cues in a message; None if no fact has any."""
    best = max(facts, key=lambda each: count_cues(text, each["words"]))
    return best if count_cues(text, best["words"]) else None


def answer(turn: Turn) -> Action:
    """Answer as the candidate: evade, or tell a fact once its condition is met."""
    seen: StarterSeen = turn.observation
    asked = [each for each in seen.heard if each.name == seen.names[0]]
    if has_spoken(seen, turn.number) or not asked or asked[-1].turn < turn.number - 1:
        return Yield()
    return SendMessage(_answer(turn, seen, asked))


def _answer(turn: Turn, seen: StarterSeen, asked: Sequence[Heard]) -> str:
    text, facts, draw = asked[-1].text, facts_of(seen), turn.chance("answer")
    before = [topic(each.text, facts) for each in asked[:-1]]
    about = topic(text, facts)
    manners = [manner(each.text, seen.names) for each in asked]
    now = manners[-1]
    if about is None and before and "detail" in now:
        about = before[-1]
    mood = sum(("trust" in each) - ("detail" in each) - 2 * ("harsh" in each) for each in manners)
    if "harsh" in now:
        return draw_unsaid(TEXT["lines"]["hurt"], seen, draw)
    if about is None:
        kind = "kind" if "trust" in now else "greet" if "greet" in now and len(asked) == 1 else "other"
        return draw_unsaid(TEXT["lines"][kind], seen, draw).format(topics=", ".join(each["name"] for each in facts[:3]))
    if about["name"] in seen.revealed:
        return draw_unsaid(TEXT["lines"]["told"], seen, draw)
    met = {"pressed": about in before, "detail": "detail" in now, "trust": mood > 0}
    return str(about["truth"] if met[about["when"]] else about["says"])


def ask(turn: Turn) -> Action:
    """Ask as the interviewer: kindly about each fact, then again for details where the candidate evaded."""
    seen: StarterSeen = turn.observation
    if has_spoken(seen, turn.number):
        return Yield()
    own = [each.text for each in seen.heard if each.name == seen.name]
    facts = [each for each in facts_of(seen) if each["name"] not in seen.revealed]
    count = {each["name"]: sum(each["name"] in text for text in own) for each in facts}
    name = min(count, key=lambda each: count[each])
    if count[name]:
        return SendMessage(f"Once more about {name}: what happened, exactly?")
    return SendMessage(f"Take your time. What about {name}?")
