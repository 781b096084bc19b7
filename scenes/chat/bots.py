"""The chat's bot: it has opinions, reacts to messages and news, and avoids repetition."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from zlib import crc32

from core.engine.agents import Agent
from core.engine.turn import Action, Turn
from core.social.actions import ScheduleOrder, SendMessage, TalkTo, Yield
from core.social.persona import Portrait
from core.social.scene import Heard, Seen
from scenes.chat import wording as w
from scenes.chat.intents import GRAMMAR, nouns
from scenes.chat.persona import as_reason, introduction
from scenes.chat.subject import is_plural, phrases, proposal

Groups = Sequence[Sequence[str]]
"""Wordings in order of preference."""
TOPIC = "The topic: "
PART = 40
"""Number of turns in a part of a run; an observation holds the messages of more turns than that."""
ASIDES = 0.15
"""Probability that a message is private, once a private one has been sent."""
SURE = 0.5
"""Probability from which a question is answered before anything else in a message."""


class ChatBot(Agent):
    """A talkative bot. As the moderator it gives the floor to agents just named, then to the longest silent."""

    what = "states a view, answers, and asks"
    remembers = True

    def act(self, turn: Turn) -> Action:
        seen: Seen = turn.observation
        if seen.floor is not None and seen.name == seen.floor.moderator:
            return ScheduleOrder(", ".join(_order(seen))) if not seen.floor.queue else Yield()
        if any(each.name == seen.name and each.turn == turn.number for each in seen.heard):
            return Yield()
        to, groups, slots = _reply(turn, seen)
        words = _fresh(turn, seen, groups, slots)
        if not words:
            return Yield()
        if not to and w.NEWS not in groups and _whispers(turn, seen):
            quiet, said = _quiet(seen), {each.text for each in seen.heard}
            asides = [each for each in (aside.format(who=quiet) for aside in w.ASIDES) if each not in said]
            if asides:
                return TalkTo(quiet, turn.chance("words").choice(asides))
        return TalkTo(to, words) if to else SendMessage(words)


def _fresh(turn: Turn, seen: Seen, groups: Groups, slots: Mapping[str, str]) -> str:
    """Choose a wording that the agent has not used in this run; empty if none is left."""
    heard = {each.text for each in seen.heard}
    for group in groups:
        texts = [each.format(**slots) for each in group]
        if fresh := [text for text in texts if text not in heard and _part(text) == turn.number // PART]:
            return turn.chance("words").choice(fresh)
    return ""


def _part(text: str) -> int:
    """Return the number of the part of a run in which a text may be said: 0 for three of four texts, else higher."""
    number = crc32(text.encode()) >> 8
    return (number // 4 & -(number // 4)).bit_length() if number % 4 == 0 else 0


def _topic(turn: Turn, seen: Seen) -> str:
    """Return the announced topic, from memory once the observation no longer contains it."""
    said = [each.text for each in seen.heard if not each.name and each.text.startswith(TOPIC)]
    if said:
        return said[0]
    remembered = "\n".join(each["content"] for each in turn.memory.serialize())
    return f"{TOPIC}{remembered.partition(TOPIC)[2].splitlines()[0]}" if TOPIC in remembered else ""


# -- speech


def _reply(turn: Turn, seen: Seen) -> tuple[str, Groups, Mapping[str, str]]:
    """Choose a reply: its private addressee ("" for all), wordings by preference, and placeholder values."""
    topic = _topic(turn, seen)
    portrait = seen.portraits.get(seen.name, Portrait())
    since = _since(seen)
    if (news := [each for each in since if not each.name and not each.text.startswith(TOPIC)]) and _spoke(seen):
        slots = _slots(seen, portrait, news[-1].text, news[-1])
        return "", _with_persona(portrait, w.PERSONA_NEWS, w.NEWS), slots
    view = view_of(seen.name, topic)
    others = [each for each in since if each.name not in ("", seen.name)]
    addressed = [each for each in others if seen.name in each.to or seen.name in each.text]
    last = next(iter((addressed or others)[-1:]), None)
    slots = _slots(seen, portrait, topic, last)
    opinion: Groups = _with_persona(portrait, w.PERSONA_OPINIONS[view], w.OPINIONS[view])
    if last is None:
        return "", () if _spoke(seen) else opinion, slots
    meant = intents(last.text, seen.names)
    own = [each for each in seen.heard if each.name == seen.name]
    private = (
        last.name if seen.name in last.to and not (own and own[-1].to) else ""
    )  # two private messages in a row are enough
    if not addressed and not _spoke(seen):
        return "", opinion, slots
    if not addressed and not (meant and meant[0].startswith("ask")) and turn.chance("quiet").random() < 0.3:
        return "", (), slots
    return private, _groups(turn, seen, meant, view, last.text if addressed else "", slots, portrait), slots


def _groups(
    turn: Turn,
    seen: Seen,
    meant: Sequence[str],
    view: str,
    last_text: str,
    slots: Mapping[str, str],
    portrait: Portrait,
) -> Groups:
    """Return wordings that suit the intents of a message."""
    addressed = bool(last_text)
    opinion = _with_persona(portrait, w.PERSONA_OPINIONS[view], w.OPINIONS[view])
    reasons = _with_persona(portrait, w.PERSONA_REASONS[view], w.REASONS[view])
    about_said: Groups = (w.ASK_SAID, w.CONSIDER) if slots["said"] else ()
    replies: Mapping[str, Groups] = {
        "ask_opinion": (*opinion, *reasons),
        "ask_why": reasons,
        "ask_example": (w.PERSONA_EXAMPLES, w.NO_EXAMPLE) if as_reason(portrait) else (w.NO_EXAMPLE,),
        "ask_self": (w.PERSONA_SELF, w.SELF) if introduction(portrait) else (w.SELF,),
        "ask_fact": (w.NO_FACT,),
        "request": (w.CHANGE, w.ACCEPT) if slots["said"] else (w.ACCEPT,),
        "greet": (w.GREET,),
        "thanks": (w.THANKS,),
        "bye": (w.BYE,),
        "sorry": (w.FORGIVE,),
        "joke": (w.LAUGH,),
    }
    for intent in meant:
        if intent in replies and (addressed or intent.startswith("ask")):
            return replies[intent]
    stance = next((each for each in meant if each in w.VIEWS), "")
    if stance and stance != "unsure" and view != "unsure":
        return (w.AGREE if stance == view else w.DISAGREE, *reasons)
    kind = turn.chance("kind").random()
    if addressed and not meant:
        return (w.UNCLEAR, *reasons) if "?" in last_text else (*about_said, *reasons, w.ASK)
    if kind < 0.35:
        return (*reasons, w.ASK)
    if kind < 0.65:
        return (w.ASK, *about_said)
    return (*about_said, w.ASK)


def _with_persona(portrait: Portrait, own: Sequence[str], general: Sequence[str]) -> Groups:
    return (own, general) if as_reason(portrait) else (general,)


@lru_cache(1 << 11)
def intents(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the intents of a message: questions first, then the most likely ones."""
    found = GRAMMAR.read(text, nouns(names))
    read = [each.intent for each in found if each.confidence >= found[0].confidence / 2]
    if "greet" in read and "?" not in text:
        return ("greet", *read)
    if "yourself" in text.casefold():
        read.insert(0, "ask_self")
    likely = [each.intent for each in found if each.intent.startswith("ask") and each.confidence >= SURE]
    return (*dict.fromkeys((*likely, *read)),)


def view_of(name: str, topic: str) -> str:
    """Return an agent's opinion on a topic, which never changes."""
    return w.VIEWS[(crc32(f"{name} {topic}".encode()) >> 8) % 3]


def _slots(seen: Seen, portrait: Portrait, about: str, last: Heard | None) -> Mapping[str, str]:
    nouns_of = phrases(about) or ("this",)
    proposed = proposal(about)
    x, y = proposed or nouns_of[0], nouns_of[-1]
    names = {name.casefold() for name in seen.names}
    said = [each for each in phrases(last.text) if not names & {*each.casefold().split()}] if last else []
    text = last.text.casefold() if last else ""
    said = [each for each in said if f"as {each.casefold()}" not in text and f"i'm {each.casefold()}" not in text]
    fresh = next(
        (
            each
            for each in said
            if each not in nouns_of and each.startswith(("a ", "an ", "the ")) and len(each.split()) < 4
        ),
        "",
    )
    plural = not proposed and is_plural(x)
    return {
        "x": x,
        "X": x[:1].upper() + x[1:],
        "y": y,
        "s": "" if plural else "s",
        "es": "" if plural else "es",
        "me": introduction(portrait),
        "Me": as_reason(portrait),
        "name": seen.name,
        "said": fresh,
        "who": last.name if last and last.name else _quiet(seen),
    }


# -- scheduling speakers


def _since(seen: Seen) -> Sequence[Heard]:
    """Return the messages since the agent's own last one."""
    own = [i for i, each in enumerate(seen.heard) if each.name == seen.name]
    return seen.heard[own[-1] + 1 if own else 0 :]


def _whispers(turn: Turn, seen: Seen) -> bool:
    """Return True if the next message is private: the third for certain if none was before, later ones by chance."""
    own = [each for each in seen.heard if each.name == seen.name]
    if len(own) < 2 or own[-1].to:
        return False
    return not any(each.to for each in own) or turn.chance("aside").random() < ASIDES


def _spoke(seen: Seen) -> bool:
    return any(each.name == seen.name for each in seen.heard)


def _order(seen: Seen) -> Sequence[str]:
    """Return three names to schedule: those named in the last message, then the longest silent."""
    assert seen.floor is not None
    said = [each.name for each in seen.heard]
    last = seen.heard[-1].text if seen.heard else ""
    names = sorted(seen.floor.names, key=lambda name: (name not in last, _last(name, said)))
    return names[:3]


def _last(name: str, said: Sequence[str]) -> int:
    return max((i for i, speaker in enumerate(said) if speaker == name), default=-1)


def _quiet(seen: Seen) -> str:
    """Return the agent that has been silent longest."""
    said = [each.name for each in seen.heard if each.name]
    others = [name for name in seen.names if name != seen.name and (not seen.floor or name in seen.floor.names)]
    return min(others, key=lambda name: _last(name, said))
