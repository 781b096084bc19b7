"""The bot of the chat: it has a view, answers, asks, and does not repeat itself."""

from collections.abc import Sequence
from zlib import crc32

from core.engine.agents import Agent
from core.engine.turn import Action, Turn
from core.social.actions import ScheduleOrder, SendMessage, TalkTo, Yield
from core.social.scene import Heard, Seen

OPENERS = {
    "for": (
        "I say yes. What matters is what it does for you, not what it is.",
        "Count me in favor. I changed my mind on this some years ago, and I have not regretted it.",
        "Yes, and I think most people already live as if it were so.",
    ),
    "against": (
        "I doubt it. It sounds better than it is.",
        "No, and I can say why: nobody who says yes has to pay for it.",
        "I am against it. It is easy to want and hard to live with.",
    ),
    "unsure": (
        "I keep going back and forth on this.",
        "It depends on what we mean by the words, and we have not said that yet.",
        "I could argue both sides, which makes me suspicious of either.",
    ),
}
REASONS = {
    "for": (
        "My grandmother would have said: judge it by its fruits.",
        "What speaks against it was said of every new thing before it.",
        "The costs are seen at once and the gains come late; that is why it looks worse than it is.",
        "I would rather try it and be wrong than never know.",
    ),
    "against": (
        "Nobody can tell me what happens when it goes wrong.",
        "We tried something like it before, and quietly stopped.",
        "It only works as long as everybody means well.",
        "Ask who gains by it, and you have your answer.",
    ),
    "unsure": (
        "One good example would help me more than another argument.",
        "Perhaps both are true, at different times of the day.",
        "I notice that I believe whoever spoke last.",
        "The strongest argument so far was not made by those who shout.",
    ),
}
ASKED = (
    "{name}, what would change your mind?",
    "{name}, do you have an example?",
    "And you, {name}? You have been quiet about the hard part.",
    "{name}, is that what you believe, or what you would like to be true?",
)
ECHOES = (
    "{name} has a point there, though I would not go as far.",
    "I hear you, {name}, but that cuts both ways.",
    "That is fair, {name}.",
    "I do not buy that, {name}.",
)

ASIDES = (
    "Between us: are we still on the topic?",
    "Between us: I think you are right, and I will not say so aloud.",
    "Between us: somebody should change the subject.",
    "Between us: what do you make of the others?",
)


class Guest(Agent):
    """Chats. As the moderator it gives the floor to those addressed, and to the longest silent."""

    what = "makes small talk now and then"

    def act(self, turn: Turn) -> Action:
        seen: Seen = turn.observation
        if seen.floor is not None and seen.name == seen.floor.moderator:
            return ScheduleOrder(", ".join(_order(seen))) if not seen.floor.queue else Yield()
        spoken = any(each.name == seen.name and each.turn == turn.number for each in seen.heard)
        words = "" if spoken else _words(turn, seen)
        if not words:
            return Yield()
        if seen.heard and turn.chance("aside").random() < 0.15:
            return TalkTo(_quiet(seen), turn.chance("whisper").choice(ASIDES))
        return SendMessage(words)


def _order(seen: Seen) -> Sequence[str]:
    """Return three names to schedule: first those named in the last message, then the longest silent."""
    assert seen.floor is not None
    said = [each.name for each in seen.heard]
    last = seen.heard[-1].text if seen.heard else ""
    names = sorted(seen.floor.names, key=lambda name: (name not in last, _last(name, said)))
    return names[:3]


def _last(name: str, said: Sequence[str]) -> int:
    return max((i for i, speaker in enumerate(said) if speaker == name), default=-1)


def _words(turn: Turn, seen: Seen) -> str:
    """Return a message; empty if there is nothing new to say."""
    view = ("for", "against", "unsure")[crc32(f"{seen.name} {_topic(seen)}".encode()) % 3]
    said = [each.text for each in seen.heard]
    if all(each.name != seen.name for each in seen.heard):
        fresh = [text for text in OPENERS[view] if text not in said]
        return turn.chance("opener").choice(fresh or OPENERS[view])
    others = [each for each in seen.heard if each.name not in ("", seen.name)]
    if not others or seen.heard[-1].name == seen.name:
        return ""
    return _answer(turn, seen, others[-1], REASONS[view])


def _answer(turn: Turn, seen: Seen, last: Heard, reasons: Sequence[str]) -> str:
    """Return a reply to the last message of another agent; empty if there is none."""
    spoken_to = seen.name in last.text or seen.name in last.to
    if not spoken_to and turn.chance("quiet").random() < 0.25:
        return ""
    parts = [echo.format(name=last.name) for echo in ECHOES]
    asked = [question.format(name=_quiet(seen)) for question in ASKED]
    kind = turn.chance("kind").random()
    first = reasons if spoken_to or kind < 0.45 else asked if kind < 0.75 else parts
    said = [each.text for each in seen.heard]
    fresh = [text for text in (*first, *reasons, *parts, *asked) if text not in said]
    return turn.chance("words").choice([text for text in first if text in fresh] or fresh[:1] or [""])


def _topic(seen: Seen) -> str:
    return next((each.text for each in seen.heard if not each.name), "")


def _quiet(seen: Seen) -> str:
    """Return the agent that has been silent longest."""
    said = [each.name for each in seen.heard if each.name]
    others = [name for name in seen.names if name != seen.name and (not seen.floor or name in seen.floor.names)]
    return min(others, key=lambda name: _last(name, said))
