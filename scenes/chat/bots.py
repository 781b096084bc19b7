"""The chat's bot: it has opinions, answers, reacts to what others say and to news, and avoids repetition."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from zlib import crc32

from core.engine.agents import Agent
from core.engine.turn import Action, Turn
from core.social.actions import ScheduleOrder, SendMessage, TalkTo, Yield
from core.social.scene import RECENT, Heard, Seen
from scenes.chat.arguments import Argument
from scenes.chat.debate import arguments_in, debate
from scenes.chat.lives import LIFE_QUESTIONS, life_theme
from scenes.chat.persona import character
from scenes.chat.replies import Point, Points, Speaker, argument, opinion, with_address, write
from scenes.chat.starters.starter import StarterSeen
from scenes.chat.starters.table import BOTS_BY_PART
from scenes.chat.subject import subject
from scenes.chat.understanding import clause, intents, is_question, reply, swap_persons, understand
from scenes.chat.wording import PHRASES

OPEN_QUESTIONS = ("side", "example", "why")
"""Kinds of open questions that everybody answers."""
_NEW_TOPIC = re.compile(r"(?:the |a )?(?:new )?(?:topic|subject)(?: now| is| changes to)*: *", re.IGNORECASE)
MAX_MESSAGES = 2
"""Maximum messages in a turn; the second one may only answer another agent."""
TURNS_PER_PART = 30
"""Number of turns in a part of a run.

A bot asks each question about life in one of four parts only, because it forgets its own words.
"""
ASIDE_CHANCE = 0.3
"""Probability that an agent first makes a private remark about an argument, if it can."""


class Plan(NamedTuple):
    """A message to say."""

    to: str
    """Addressee of a private message; empty for a message to all."""
    who: str
    """Agent that the message speaks to or about."""
    points: Points
    is_answer: bool = False
    """True for an answer, which must name that agent."""


class ChatBot(Agent):
    """A talkative bot. As the moderator it calls agents that were just named, then those silent longest."""

    what = "states a view, answers, and asks"
    remembers = True

    def act(self, turn: Turn) -> Action:
        seen: Seen = turn.observation
        if isinstance(seen, StarterSeen):
            return BOTS_BY_PART[seen.part](turn)
        if seen.floor is not None and seen.name == seen.floor.moderator:
            return ScheduleOrder(", ".join(_names_to_schedule(seen))) if not seen.floor.queue else Yield()
        speaker = _speaker(turn, seen)
        own = [each for each in seen.heard if each.name == seen.name and each.turn == turn.number]
        plans = _replies(speaker, _since(seen, turn.number)) if own else _plans(turn, speaker)
        for to, who, points, is_answer in plans if len(own) < MAX_MESSAGES else ():
            text = write(points, speaker, who, turn.chance("words"))
            if is_answer and not to:
                text = _naming(text, who, seen)
            if text and not any(who in each.text or who in each.to for each in own) and not _has_said(seen, text):
                return TalkTo(to, text) if to else SendMessage(text)
        return Yield()


def _naming(text: str, who: str, seen: Seen) -> str:
    """Address an answer to an agent, unless it names the agent or there is none."""
    return with_address(text, who, seen.names) if text and who not in text else text


def _has_said(seen: Seen, text: str) -> bool:
    return any(each.text == text and each.name == seen.name for each in seen.heard)


def _speaker(turn: Turn, seen: Seen) -> Speaker:
    said = [each.text for each in seen.heard]
    announced = [each.text for each in seen.heard if not each.name]
    if len(seen.heard) >= RECENT:
        remembered = [each["content"] for each in turn.memory.serialize()]
        said = [*remembered, *said]
        announced = [each for each in remembered if not each.startswith((*seen.names, "You"))]
    is_old = not any(_NEW_TOPIC.match(each.text) for each in seen.heard)
    topics = [each for each in announced if _NEW_TOPIC.match(each)]
    about = subject(_NEW_TOPIC.sub("", topics[-1], count=1)) if topics else subject("")
    news = [each for each in announced if each not in topics]
    return Speaker(
        seen, character(seen), debate(seen.name, about, news), "\n".join(said), news, is_old, turn.chance("argument")
    )


# -- messages to choose from


def _plans(turn: Turn, speaker: Speaker) -> Iterator[Plan]:
    """Yield the messages that an agent could say now, the most important first."""
    seen = speaker.seen
    since, spoke = _since(seen), bool(speaker.messages_of(speaker.name))
    if spoke and (news := [each for each in since if not each.name]):
        talkers = [each.name for each in since if each.name not in ("", speaker.name)]
        yield Plan("", talkers[-1] if talkers else _longest_silent(seen), _react_to_news(news[-1], speaker))
    yield from _replies(speaker, since)
    others = [each for each in since if each.name not in ("", speaker.name) and speaker.name not in each.to]
    last = others[-1] if others else None
    if last is not None and _is_asked(last, seen) and turn.chance("quiet").random() < 0.7 and spoke:
        return
    name, reaction = _reaction(turn, speaker, others)
    if not spoke:
        yield Plan("", name, (*reaction, *opinion(speaker.debate, speaker)))
    yield from _contributions(turn, speaker, name, reaction)
    yield from _small_talk(turn, speaker)


def _contributions(turn: Turn, speaker: Speaker, name: str, reaction: Points) -> Iterator[Plan]:
    """Yield arguments and questions; `reaction` is a point about an argument of agent `name`, if any."""
    talk, silent = speaker.debate, _longest_silent(speaker.seen)
    kind = turn.chance("kind").random()
    if reaction and kind < 0.8:
        if turn.chance("aside").random() < ASIDE_CHANCE and (aside := _aside(speaker, name)):
            yield aside
        if more := argument(talk, speaker, "reply"):
            yield Plan("", name, (*reaction, *more, *_ask(turn, speaker, name, kind < 0.2)))
    if kind < 0.9 and (more := argument(talk, speaker)):
        yield Plan("", silent, (*more, *_ask(turn, speaker, silent, kind > 0.84)))
    yield Plan("", silent, _ask(turn, speaker, silent, kind > 0.5))


def _replies(speaker: Speaker, since: Sequence[Heard]) -> Iterator[Plan]:
    """Yield answers to the messages to this agent, the oldest first, and to open questions that nobody answered."""
    seen = speaker.seen
    for at, each in enumerate(since):
        if each.name in ("", speaker.name):
            continue
        private = each.name if speaker.name in each.to else ""
        addressed = bool(private) or addressee(each.text, seen) == speaker.name
        answered = any(later.name not in ("", each.name) for later in since[at + 1 :])
        opens = is_question(each.text, seen.names) or intents(each.text, seen.names)[:1] == ("greet",)
        if not addressed and (addressee(each.text, seen) or not opens):
            continue
        message = understand(each.text, speaker)
        if not addressed and (message.kind == "unclear" or (answered and message.kind not in OPEN_QUESTIONS)):
            continue
        if message.kind or not (_mentions_argument(each.text, speaker) or _is_settled(each, speaker)):
            yield Plan(private, each.name, reply(message, each.name, speaker), is_answer=True)


def _is_settled(heard: Heard, speaker: Speaker) -> bool:
    """Return True if a statement needs no answer: it answers this agent, or an announcement came later."""
    if any(not each.name and each.turn >= heard.turn for each in speaker.seen.heard):
        return True
    before = [each for each in speaker.messages_of(speaker.name) if each.turn <= heard.turn]
    return bool(before) and (heard.name in before[-1].text or heard.name in before[-1].to)


def _react_to_news(announced: Heard, speaker: Speaker) -> Points:
    """React to an announcement: give an opinion on a new topic, or say what the news means for the debate."""
    talk = speaker.debate
    if _NEW_TOPIC.match(announced.text):
        return (Point("new_topic"), *opinion(talk, speaker))
    text = clause(announced.text if announced.heard_by is None else swap_persons(announced.text))
    known = any(text.casefold() in each.text.casefold() for each in _since(speaker.seen) if each.name)
    first = Point("news_heard") if known else Point("news", {"news": text})
    before = debate(speaker.name, talk.subject, [each for each in speaker.news if each != announced.text])
    if before.view == talk.view or not talk.subject.statement:
        return (first,)
    return (first, Point(f"news_turns_{talk.view}", {"statement": talk.subject.statement}))


def _reaction(turn: Turn, speaker: Speaker, others: Sequence[Heard]) -> tuple[str, Points]:
    """Return the newest speaker whose argument nobody has taken up, and a point about that argument."""
    talk = speaker.debate
    for heard in reversed(others):
        found = _argument_in(heard.text, speaker)
        if not found or heard.to or found[-1].gist in speaker.said:
            continue
        mine = found[-1] in talk.mine
        thoughtful = talk.view == "unsure" or (not mine and turn.chance("thoughtful").random() < 0.25)
        phrase = "point_taken" if thoughtful else "agree" if mine else "differ"
        return heard.name, (Point(phrase, {"gist": found[-1].gist}),)
    return _longest_silent(speaker.seen), ()


def _mentions_argument(text: str, speaker: Speaker) -> bool:
    """Return True if a text is about an argument of the debate."""
    arguments = (*speaker.debate.mine, *speaker.debate.others)
    return bool(_argument_in(text, speaker)) or any(each.gist in text.casefold() for each in arguments)


def _argument_in(text: str, speaker: Speaker) -> tuple[Argument, ...]:
    return arguments_in((*speaker.debate.mine, *speaker.debate.others), text)


def _ask(turn: Turn, speaker: Speaker, who: str, asks: bool) -> Points:
    """Return a question to an agent: for its view if it has been silent, else for an example or doubts."""
    if not asks or speaker.is_old:
        return ()
    spoken = speaker.messages_of(who)
    if not spoken:
        return () if _was_asked("ask_view", speaker, who) else (Point("ask_view"),)
    found = _argument_in(spoken[-1].text, speaker)
    phrase = "ask_case" if found and turn.chance("ask").random() < 0.5 else "ask_mind"
    return () if _was_asked(phrase, speaker, who) else (Point(phrase, {"gist": found[-1].gist if found else ""}),)


def _was_asked(phrase: str, speaker: Speaker, who: str) -> bool:
    """Return True if anybody has asked an agent this kind of question."""
    wordings = [each.partition("{gist}")[0].format(who=who) for group in PHRASES[phrase].values() for each in group]
    return any(each in speaker.said for each in wordings)


def _aside(speaker: Speaker, name: str) -> Plan | None:
    """Return a private remark about an agent's last argument, to the agent that was silent longest."""
    spoken, who = speaker.messages_of(name), _longest_silent(speaker.seen)
    found = _argument_in(spoken[-1].text, speaker) if spoken else ()
    if not found or who == name:
        return None
    return Plan(who, who, (Point("aside", {"name": name, "gist": found[-1].gist}),))


def _small_talk(turn: Turn, speaker: Speaker) -> Iterator[Plan]:
    """Yield a remark about oneself after an answer about life, or a new question about life."""
    own, me = speaker.messages_of(speaker.name), speaker.me
    who = addressee(own[-1].text, speaker.seen) if own else ""
    theme = life_theme(own[-1].text) if own else ""
    if theme and me.fact(theme) not in speaker.said and who in {each.name for each in _since(speaker.seen)}:
        yield Plan("", who, (Point("told_life", {"fact": me.fact(theme)}),))
    who = _longest_silent(speaker.seen)
    fresh = _unasked_themes(speaker, who, turn.number // TURNS_PER_PART)
    if fresh and speaker.messages_of(who) and not argument(speaker.debate, speaker):
        theme = turn.chance("life").choice(fresh)
        slots = {"fact": me.fact(theme), "question": turn.chance("asks").choice(LIFE_QUESTIONS[theme])}
        yield Plan("", who, (Point("ask_life" if slots["fact"] in speaker.said else "share_life", slots),))


def _unasked_themes(speaker: Speaker, who: str, part: int) -> list[str]:
    """Return the themes of questions about life that this agent asks in a part of the run, without known ones."""
    lines = [line for line in speaker.said.splitlines() if life_theme(line)]
    asked = {life_theme(line) for line in lines if who in line}
    often = [life_theme(line) for line in lines]
    due = [each for each in LIFE_QUESTIONS if crc32(f"{speaker.name} {each}".encode()) % 4 == part]
    return [each for each in due if each not in asked and often.count(each) < 2]


# -- scheduling speakers


def addressee(text: str, seen: Seen) -> str:
    """Return the name to which a message is addressed; empty for all."""
    asks = r"(?:how|what|why|when|where|who|which|do|did|are|were|have|can|could|would|will|should)\b"
    for name in seen.names:
        if re.search(rf"(?:^|[.!?:] )(?:\w+ ){{0,2}}{re.escape(name)}(?:[,:!]| {asks})", text, re.IGNORECASE):
            return name
        if re.search(
            rf"(?:,| and you|hello|hi|thanks|thank you) {re.escape(name)}\s*[?!.,:]", f"{text}.", re.IGNORECASE
        ):
            return name
    return ""


def _is_asked(message: Heard, seen: Seen) -> bool:
    """Return True if a message is a question to somebody else."""
    return "?" in message.text and addressee(message.text, seen) not in ("", seen.name)


def _since(seen: Seen, before: int = 1 << 60) -> Sequence[Heard]:
    """Return the messages since the agent's own last message before the turn `before`."""
    own = [i for i, each in enumerate(seen.heard) if each.name == seen.name and each.turn < before]
    return seen.heard[own[-1] + 1 if own else 0 :]


def _names_to_schedule(seen: Seen) -> Sequence[str]:
    """Return three names to schedule: those named in the last message, then those silent longest."""
    assert seen.floor is not None
    said = [each.name for each in seen.heard]
    last = seen.heard[-1].text if seen.heard else ""
    names = sorted(seen.floor.names, key=lambda name: (name not in last, _last_spoken(name, said)))
    return names[:3]


def _last_spoken(name: str, said: Sequence[str]) -> int:
    return max((i for i, speaker in enumerate(said) if speaker == name), default=-1)


def _longest_silent(seen: Seen) -> str:
    """Return the agent that has been silent longest."""
    said = [each.name for each in seen.heard if each.name]
    others = [name for name in seen.names if name != seen.name and (not seen.floor or name in seen.floor.names)]
    return min(others, key=lambda name: _last_spoken(name, said))
