"""The chat bot's sentences: the choice of wordings, of arguments, and of facts about itself."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.engine.chance import Draw
from core.intents.topics import filled
from core.social.scene import Heard, Seen
from core.text import capitalized
from scenes.chat.arguments import Argument
from scenes.chat.debate import Debate, arguments_in
from scenes.chat.persona import Character
from scenes.chat.wording import PHRASES


class Point(NamedTuple):
    """Content of a sentence: the name of its phrases, and the values of their placeholders."""

    phrase: str
    slots: Mapping[str, str] = {}


Points = tuple[Point, ...]


@dataclass(frozen=True)
class Speaker:
    """The observing agent: its character, the current debate, and everything said so far."""

    seen: Seen
    me: Character
    debate: Debate
    said: str
    """Everything said in the run, one message a line."""
    news: Sequence[str]
    is_old: bool
    """True if the debate began too long ago for the agent to remember its arguments."""
    draw: Draw
    """Random draws for the order of arguments."""

    @property
    def name(self) -> str:
        return self.seen.name

    def messages_of(self, name: str) -> Sequence[Heard]:
        """Return the messages of an agent, oldest first."""
        return [each for each in self.seen.heard if each.name == name]

    def unused(self, arguments: Sequence[Argument]) -> list[Argument]:
        """Return the arguments that nobody has used, beginning with a random one."""
        start = self.draw.below(len(arguments))
        known = arguments_in(arguments, self.said)
        return [each for each in (*arguments[start:], *arguments[:start]) if each not in known]


def wordings(point: Point, speaker: Speaker, who: str = "") -> tuple[list[str], list[str]]:
    """Return the sentences for a point that have all values: those in the speaker's manner, and all."""
    me = speaker.me
    slots = {**me.life, "name": speaker.name, "who": who or "you", "trade": me.trade, "as_reason": me.as_reason}
    slots |= {"mood": me.mood, **point.slots}
    slots |= {capitalized(each): capitalized(value) for each, value in slots.items()}
    phrases = PHRASES[point.phrase]
    shared = phrases.get("all", () if me.manner in phrases else phrases.get("warm", ()))
    own = filled(phrases.get(me.manner, ()), slots)
    return own, [*own, *filled(shared, slots)]


def write(points: Points, speaker: Speaker, who: str, draw: Draw) -> str:
    """Write a sentence for each point, preferably in a wording that was not used before."""
    out = []
    for point in points:
        own, every = wordings(point, speaker, who)
        fresh = [[each for each in group if each[1:] not in speaker.said] for group in (own, every)]
        out.append(capitalized(draw.choice(fresh[0] or fresh[1] or every)))
    return " ".join(out)


def with_address(text: str, name: str, names: Collection[str]) -> str:
    """Add a name to a text: at the end of a short first sentence, else before it."""
    if first := re.match(r"[^.!?:,]{1,45}(?=[.!?])", text):
        return f"{first[0]}, {name}{text[first.end() :]}"
    keeps_capital = re.split(r"\W", text, maxsplit=1)[0] in ("I", *names)
    return f"{name}, {text if keeps_capital else text[:1].lower() + text[1:]}"


def opinion(talk: Debate, speaker: Speaker) -> Points:
    """Return an opinion with an argument for it."""
    statement = talk.subject.statement
    first = (
        Point(talk.view, {"statement": statement})
        if statement
        else Point(f"thing_{talk.view}", {"x": talk.subject.main_phrase})
    )
    return (first, *argument(talk, speaker))


def argument(talk: Debate, speaker: Speaker, phrase: str = "argument") -> Points:
    """Return an argument for the speaker's view that nobody has used yet; nothing if none is left."""
    mine, others = speaker.unused(talk.mine), speaker.unused(talk.others)
    if speaker.is_old:
        return ()
    if talk.view == "unsure" and mine and others and not speaker.messages_of(speaker.name):
        return (Point("two_sides", {"claim": mine[0].claim, "other": others[0].claim}),)
    mine = max(mine, others, key=len) if talk.view == "unsure" else mine
    return (Point(phrase, mine[0]._asdict()),) if mine else ()
