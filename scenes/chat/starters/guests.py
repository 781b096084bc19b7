"""The bots of the dinner: guests who answer from their cards, and a host who looks for contradictions."""

from collections.abc import Sequence

from core.engine.turn import Action, Turn
from core.intents.conversation import addressee
from core.intents.cues import count_cues
from core.intents.tokens import tokenize
from core.social.actions import SendMessage, TalkTo, Yield
from core.social.scene import Heard
from core.text import capitalized
from scenes.chat.intents import nouns
from scenes.chat.starters.actions import Accuse
from scenes.chat.starters.starter import StarterSeen, draw_unsaid, has_spoken, read_text
from scenes.chat.understanding import intents

TEXT = read_text("dinner")
REMARK_CHANCE = 0.12
"""Probability of a remark by a guest who was not asked anything."""
ANSWERED_ONCE = frozenset(("other", "greet", "crowd"))
"""Kinds of answers that a guest leaves out if another guest has answered."""


def message_to_answer(seen: StarterSeen, number: int) -> Heard | None:
    """Return the newest message since this agent's last turn that it should answer, if there is one."""
    since = [each for each in seen.heard if each.turn > number - len(seen.names) and each.name not in ("", seen.name)]
    mine = [
        each
        for each in since
        if addressed_guest(each, seen) in (seen.name, "" if each.name == seen.names[0] else seen.name)
    ]
    return mine[-1] if mine else None


def addressed_guest(heard: Heard, seen: StarterSeen) -> str:
    """Return the guest to whom a message is addressed; empty for all."""
    return heard.to[0] if heard.to else addressee(tokenize(heard.text, nouns(seen.names)))


def _is_answered(heard: Heard, seen: StarterSeen) -> bool:
    """Return True if another guest has spoken after a message."""
    after = seen.heard[seen.heard.index(heard) + 1 :]
    return any(each.name not in ("", heard.name, seen.name) for each in after)


def guest(turn: Turn) -> Action:
    """Answer as a guest."""
    seen: StarterSeen = turn.observation
    if has_spoken(seen, turn.number):
        return Yield()
    heard = message_to_answer(seen, turn.number)
    if heard is None:
        quiet = turn.chance("idle").random() >= REMARK_CHANCE
        return Yield() if quiet else SendMessage(_write("idle", turn, seen, seen.names[0]))
    is_for_all = not addressed_guest(heard, seen)
    kinds = _kinds(heard.text, seen, is_for_all)
    if is_for_all and set(kinds) <= ANSWERED_ONCE and _is_answered(heard, seen):
        return Yield()
    text = " ".join(_write(kind, turn, seen, heard.name) for kind in kinds)
    return TalkTo(heard.name, text) if heard.to else SendMessage(text)


def _kinds(text: str, seen: StarterSeen, is_for_all: bool) -> Sequence[str]:
    """Return the kinds of sentences that answer a message; nobody tells all guests whom it saw."""
    low, facts, part = text.casefold(), seen.facts, seen.part
    said = " ".join(each.text for each in seen.heard if each.name == seen.name)
    others = [name for name in seen.names[1:] if name != seen.name and count_cues(text, (name,))]

    def has(cues: str) -> bool:
        return count_cues(text, TEXT["cues"][cues]) > 0

    confronted = part == "hider" and facts["hidden"] in low
    if confronted or (part == "hider" and facts["secret"] in said and (has("where") or has("seen") or has("press"))):
        return ["admit"]
    kinds = []
    if has("where"):
        kinds.append("again" if facts["claim"] in said else "where")
    if has("seen"):
        kinds.append("crowd" if is_for_all else f"seen_{part}")
    if not kinds and (has("press") or facts["claim"] in low):
        kinds.append(f"press_{part}")
    if not kinds and has("theft"):
        kinds.append("theft")
    read = intents(text, seen.names)
    if not kinds and (others or has("about") or "ask_opinion" in read):
        kinds.append("about" if facts["other"] in others or not others else "no_gossip")
    return kinds or (["greet"] if {"greet", "thanks"} & {*read} else ["other"])


def _write(kind: str, turn: Turn, seen: StarterSeen, who: str) -> str:
    lines = [each.format(**seen.facts, who=who) for each in TEXT["lines"][kind]]
    return capitalized(draw_unsaid(lines, seen, turn.chance(kind)))


# -- the host


def host(turn: Turn) -> Action:
    """Act as the host: ask all guests where they were and each whom it saw, confront liars, and accuse one."""
    seen: StarterSeen = turn.observation
    if has_spoken(seen, turn.number):
        return Yield()
    own = [each.text for each in seen.heard if each.name == seen.name]
    if not own:
        return SendMessage("Where were you all at nine?")
    places = seen.facts["places"].split(", ")
    guests = seen.names[1:]
    said = {name: " ".join(each.text for each in seen.heard if each.name == name) for name in guests}
    claims = {name: min(places, key=lambda place: _position(place, said[name])) for name in guests}
    pairs = [(a, b) for a in guests for b in guests if a != b and claims[a] == claims[b]]
    sights = [
        (by, of, place) for by in guests for of in guests for place in places if _says_was_at(said[by], of, place)
    ]
    caught = [(by, of, place) for by, of, place in sights if of != by and claims[of] != place]
    cleared = [of for _, of, place in sights if claims[of] == place]
    if cleared and (guilty := [a for a, b in pairs if b in cleared]):
        return Accuse(guilty[0])
    untried = [each for each in caught if not any(f"saw you in the {each[2]}." in text for text in own)]
    if untried and seen.left > 1:
        by, of, place = untried[0]
        return SendMessage(f"{of}, {by} saw you in the {place}. What did you do there?")
    if seen.left > 1 and (unasked := [each for each in guests if not any(text.startswith(each) for text in own)]):
        return SendMessage(f"{unasked[0]}, whom did you see at nine?")
    # guests are asked in order, so a witness before the thief would have been confirmed
    return Accuse(pairs[0][0] if pairs else guests[0])


def _position(word: str, text: str) -> int:
    return at if (at := text.find(word)) >= 0 else len(text) + 1


def _says_was_at(text: str, name: str, place: str) -> bool:
    """Return True if a text says that a guest was at a place."""
    sentences = (text[each[0].start : each[-1].end] for each in tokenize(text, nouns(())))
    return any(name in each and place in each and " lies" not in each for each in sentences)
