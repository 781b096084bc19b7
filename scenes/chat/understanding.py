"""Understanding of messages by the chat bot, and its answers."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from core.intents.conversation import SHORT_ANSWERS
from core.intents.topics import answers, find_topic
from core.social.scene import Heard
from scenes.chat.debate import Debate, debate, view_after
from scenes.chat.intents import GRAMMAR, nouns
from scenes.chat.kinds import ASKS, BEFORE_OPTION, MODEL_KINDS, NO_OPTION, QUESTION_WORD, YOU_QUESTION
from scenes.chat.lives import JOKES, THEMES, life_theme
from scenes.chat.replies import Point, Points, Speaker, argument, wordings
from scenes.chat.subject import Subject, subject

_SWAPPED = {"my": "your", "i": "you", "your": "my", "mine": "yours", "ur": "my", "u": "I", "@": "me", "me": "you"}
_ARTICLES = ("a ", "an ", "the ", "your ", "my ")


class Message(NamedTuple):
    """A message as a bot understands it."""

    text: str
    """The text without the name of the addressee."""
    kind: str
    """Topic of `topics.txt`; empty for a plain statement."""
    about: Subject
    talk: Debate
    """The debate that the message belongs to: a new one if it asks about a new subject, else the bot's."""
    is_foreign: bool
    """True if most of the things that it names are not part of the topic."""

    @property
    def main_phrase(self) -> str:
        """The noun phrase to name in an answer; empty if there is none."""
        new = [each for each in self.about.phrases if not Subject("", "", (each,)).is_part_of(self.talk.subject)]
        return max(new or self.about.phrases, key=len, default="")


@lru_cache(1 << 11)
def intents(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the intents that the trained model reads, the most likely first."""
    return tuple(each.intent for each in GRAMMAR.read(text, nouns(names)))


def is_question(text: str, names: tuple[str, ...]) -> bool:
    """Return True if a message asks for an answer."""
    sentences = re.split(r"(?<=[.!?])\s+", text.strip())
    asks = (each.endswith("?") and (ASKS.match(each) or len(each.split()) > 3) for each in sentences)
    return (
        sentences[-1].endswith("?") or any(asks) or bool(ASKS.match(text)) or intents(text, names)[:1] == ("request",)
    )


def understand(text: str, speaker: Speaker) -> Message:
    """Return a message as the speaker understands it."""
    names = speaker.seen.names
    listed = "|".join(map(re.escape, names))
    bare = re.sub(rf"^(?:(?:and|but|so|hey|ok|well) )?(?:(?:{listed}),?|[A-Z]\w+,) |, (?:{listed})\b(?=\W*$)", "", text)
    about = subject(swap_persons(bare))
    about = about._replace(phrases=tuple(each for each in about.phrases if each.capitalize() not in names))
    foreign = bool(about.phrases) and not about.is_part_of(speaker.debate.subject)
    kind = _kind(bare, intents(text, names), asks=is_question(bare, names))
    own = foreign and about.statement and kind in ("side", "agree", "exception", "unclear", "why")
    return Message(bare, kind, about, debate(speaker.name, about) if own else speaker.debate, foreign)


def _kind(text: str, read: Sequence[str], *, asks: bool) -> str:
    """Return the kind of a message, from its words and the intents that the model reads."""
    low = text.casefold().strip()
    asked = re.findall(r"[^.!?]+\?", low)
    low = " ".join(each.strip() for each in asked) or low
    if life_theme(low):
        return "you"
    by_model = (MODEL_KINDS[each] for each in read if each in MODEL_KINDS and (each != "ask_fact" or not asks))
    if asks:
        by_words = find_topic(__package__, low)
        return by_words or ("you" if YOU_QUESTION.search(low) else next(by_model, "unclear"))
    return next(by_model, "") if read and read[0] in MODEL_KINDS else ""


def swap_persons(text: str) -> str:
    """Swap the first and second person: "my" becomes "your", and "your" becomes "my".

    >>> swap_persons("is my car a car for you?")
    'is your car a car for me?'
    """
    text = re.sub(r"\b(for|to|of|with|about|by|from|at|under|like) (?:you|u)\b", r"\1 @", text)
    return re.sub(r"[A-Za-z]+|@", lambda found: _SWAPPED.get(found[0].casefold(), found[0]), text)


def clause(news: str) -> str:
    """Write an announcement as a clause of a longer sentence."""
    news = news.rstrip(".!? ")
    return news[:1].lower() + news[1:] if news.split(" ", 1)[0] in ("The", "A", "An", "Your", "My", "There") else news


def options(text: str) -> tuple[str, ...]:
    """Return the two things between which a question asks to choose; empty if it offers no choice.

    >>> options("Would you rather have no cars or no dogs?"), options("Is love a choice?")
    (('no cars', 'no dogs'), ())
    """
    left, _, right = text.strip().rstrip("?.! ").rpartition(" or ")
    begins = [found.end() for found in BEFORE_OPTION.finditer(left)]
    pair = left[begins[-1] if begins else 0 :].strip(" ,"), re.split(r"[,.;!?]", right)[0]
    fits = all(0 < len(each.split()) <= 5 and not NO_OPTION.match(each) for each in pair)
    return pair if fits else ()


# -- answers


def reply(message: Message, who: str, speaker: Speaker) -> Points:
    """Return the points of an answer to the message of `who`."""
    values = _values(message, who, speaker)
    known = [name for name, value in values.items() if value]
    for [names] in answers(__package__, message.kind or "statement", known):
        first, *more = names.format(**values).split()
        if points := _points(first, message, values, speaker):
            return (*points, *(point for name in more for point in _points(name, message, values, speaker)))
    return ()


def _points(name: str, message: Message, values: Mapping[str, str], speaker: Speaker) -> Points:
    if name in ("argument", "because", "reply"):
        return argument(message.talk, speaker, name)
    return (Point(name, values),) if wordings(Point(name, values), speaker)[1] else ()


def _values(message: Message, who: str, speaker: Speaker) -> Mapping[str, str]:
    """Return the values of the placeholders of replies; "" where the message gives none."""
    text, low, said, me = message.text, message.text.casefold(), message.main_phrase, speaker.me
    talk, statement = message.talk, message.about.statement
    likes = crc32(f"{speaker.name} {said or statement}".encode()) >> 8 & 1
    pair, short, would = (
        options(text),
        None if QUESTION_WORD.match(low) else YOU_QUESTION.search(low),
        re.search(r"\b(?:would|could|will|should) (?:you|u)\b", low),
    )
    named = _named(text, who, speaker)
    known = named if named in speaker.seen.names else ""
    side = next((each for each in intents(text, speaker.seen.names) if each in ("for", "against", "unsure")), "")
    agrees = next((each for each in intents(text, speaker.seen.names) if each in ("agree", "disagree")), "noted")
    theme = life_theme(low) or next((each for each, words in THEMES.items() if re.search(words, low)), "")
    favorite, task = re.search(r"favou?rite ([a-z]+)", low), re.search(r"\bhow (?:do|to|can|would|should) ", low)
    quoted = re.search(r"[\"“']([^\"”]+)[\"”']\W*$", text)
    own_words = " ".join(each.text for each in speaker.messages_of(speaker.name)).casefold()
    foreign = message.is_foreign and not any(each.gist in low for each in (*talk.mine, *talk.others))
    case = debate(speaker.name, message.about) if foreign else talk
    moved = [each for each in speaker.news if view_after("unsure", speaker.debate.subject, each) != "unsure"]
    teller, quote = _quote(message, known, who, speaker)
    others = [each for each in speaker.seen.names if each != speaker.name]
    return {
        "said": said,
        "article": "yes" * said.startswith(_ARTICLES),
        "foreign": "yes"
        * bool(foreign and said.casefold() not in own_words and (case.is_general or message.kind == "why")),
        "statement": talk.subject.statement,
        "own": "yes" * (talk is not speaker.debate),
        "thing": "yes" * (message.is_foreign and not statement),
        "x": said or talk.subject.main_phrase,
        "view": talk.view,
        "stand": speaker.debate.view,
        "plain": view_clause(speaker.debate),
        "because": f", because {speaker.debate.mine[0].claim}" if speaker.debate.view != "unsure" else " yet",
        "topic": topic_clause(speaker.debate),
        "vague": "yes" * bool(re.match(r"(?:it|he|she|they|that|there) \w+(?: [\w']+){0,4}$", statement)),
        "likely": "yes" if likes else "no",
        "claim": (speaker.unused(talk.others) or talk.others)[0].claim,
        "pro": talk.mine[0].claim if talk.view != "against" else talk.others[0].claim,
        "con": talk.others[0].claim if talk.view != "against" else talk.mine[0].claim,
        "list": "{}, {}, and {}".format(*(each.claim for each in talk.mine[:3])),
        "case": case.my_case if case.my_case not in speaker.said else "",
        "topical": "yes" * ("topic" in low or "here" in low),
        "place": "yes" * bool(re.search(r"\b(?:city|country|place|town)\b", low)),
        "one": pair[likes] if pair else "",
        "other": pair[1 - likes] if pair else "",
        "short": SHORT_ANSWERS[short[1]][likes] if short else "",
        "would": "yes" * bool(would and said),
        "fact": me.fact(theme) if theme and not would else "",
        "favorite": favorite[1] if favorite else "",
        "task": said if task else "",
        "quote": quoted[1]
        if message.kind == "you_said" and quoted and quoted[1].casefold() not in own_words
        else quote,
        "stranger": named if not known else "",
        "named": known,
        "person": teller,
        "stance": _stance(known, speaker) if known else "unsure",
        "read": "yes" * bool(intents(text, speaker.seen.names)),
        "side": side,
        "agrees": agrees,
        "names": f"{', '.join(others)} and me",
        "summary": _summary(who, speaker),
        "news": clause(moved[-1]) if moved else "",
        "joke": next((each for each in JOKES if each not in speaker.said), JOKES[0]),
    }


def topic_clause(talk: Debate) -> str:
    """Name the topic in a sentence."""
    return f"whether {talk.subject.statement}" if talk.subject.statement else talk.subject.text.rstrip("?.!")


def view_clause(talk: Debate) -> str:
    """Write the view in a debate as a clause."""
    statement, x = talk.subject.statement, talk.subject.main_phrase
    if statement:
        return {"for": "", "against": "I don't think ", "unsure": "I can't say whether "}[talk.view] + statement
    return f"I'm {talk.view} {x}" if talk.view != "unsure" else f"I'm undecided about {x}"


# -- what others said


def _named(text: str, who: str, speaker: Speaker) -> str:
    """Return the first other participant that a text names, else the first unknown name."""
    known = [each for each in speaker.seen.names if each not in (speaker.name, who)]
    found = sorted((at.start(), each) for each in known for at in re.finditer(rf"\b{re.escape(each)}\b", text))
    about = r"\b(?:with|did|does|and|is|was|what|has|of|about|to|that|think) (?!I\b|It\b)([A-Z][a-z]+)\b"
    unknown = re.search(about, text)
    return found[0][1] if found else unknown[1] if unknown else ""


def _stance(name: str, speaker: Speaker) -> str:
    """Compare an agent's view with the speaker's: "same", "other" or "unsure"."""
    mine, theirs = speaker.debate.view, view_of_other(name, speaker)
    return "unsure" if "unsure" in (mine, theirs) else "same" if mine == theirs else "other"


def view_of_other(name: str, speaker: Speaker) -> str:
    """Return another agent's side: by the arguments in its messages, else by the model's reading of them."""
    text, talk = " ".join(each.text for each in speaker.messages_of(name)).casefold(), speaker.debate
    mine, others = (sum(each.claim.casefold() in text for each in side) for side in (talk.mine, talk.others))
    if mine != others:
        return "for" if (mine > others) == (talk.view != "against") else "against"
    read = [each for heard in speaker.messages_of(name) for each in intents(heard.text, speaker.seen.names)]
    return next((each for each in read if each in ("for", "against")), "unsure")


def _quote(message: Message, known: str, who: str, speaker: Speaker) -> tuple[str, str]:
    """Return author and text of the message asked about: one by `known`, or by anybody if that is empty."""
    spoken = [each for each in speaker.seen.heard if each.name == known or (not known and each.name not in ("", who))]
    words = {*re.findall(r"[a-z]{4,}", " ".join(message.about.phrases).casefold())}

    def shared(heard: Heard) -> int:
        return sum(word in heard.text.casefold() for word in words)

    best = max(reversed(spoken), key=shared, default=None)
    if best is None or (not known and not shared(best)):
        return known, ""
    return "I" if best.name == speaker.name else best.name, best.text


def _summary(who: str, speaker: Speaker) -> str:
    """List the side of each participant; empty if nobody else has spoken."""
    sides = {"for": "for it", "against": "against it", "unsure": "undecided"}
    spoke = [each for each in speaker.seen.names if each != speaker.name and speaker.messages_of(each)]
    listed = [f"{'you are' if each == who else f'{each} is'} {sides[view_of_other(each, speaker)]}" for each in spoke]
    return f"{', '.join(listed)}, and I'm {sides[speaker.debate.view]}" if listed else ""
