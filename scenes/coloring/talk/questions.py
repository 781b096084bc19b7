"""Topics of questions for which the grammar has no label, found by key words or by the nodes that are named."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import cast

from core.intents.lexicon import word_set
from core.intents.tokens import Sentence, Token
from core.intents.topics import find_topic, topics
from core.text import lazy_pattern
from scenes.coloring.talk.speech import About, Question

GENERAL = "general_topics.txt"
"""File of the topics that are tried last."""
_FILLERS = word_set("hi hey hello so okay and but well sorry please then now also yes no hmm um b , !")
_OPENERS = word_set(
    """what why how who whom whose where which when can could would will do does did is are am was were should shall
    have has may might any anything tell show list explain describe name"""
)


def _any_phrase(*phrases: str) -> re.Pattern[str]:
    """Return a pattern that finds any of these whole phrases."""
    return lazy_pattern(rf"\b(?:{'|'.join(phrases)})\b")


_ASKS_INDIRECTLY = _any_phrase("tell me", "let me know", "i wonder", "wondering", "want to know", "like to know")
_ABOUT_OTHERS_WORDS = _any_phrase(
    *("told", "tells?", "said", "says?", "heard?", "know", r"report\w*", r"want\w*", r"ask\w*", r"agree\w*", "deal"),
    *(r"promis\w+", r"talk\w*", r"spo?[ek]\w*", r"discuss\w*"),
)
_ABOUT_OWN_WORDS = _any_phrase(
    *(r"(?:know|heard?)\b.*\b(?:me|mine|my)", "told you", "tell you", r"my (?:\w+ )?messages?", "listening")
)
_ASKS_REASON = _any_phrase("why", "how come", "what (?:led|made|makes|drove)", "reasons?", "explain")
_ASKS_FOR_OTHER = _any_phrase("apart from", "other than", "besides", "except", "instead of")
_ASKS_TO_KEEP = _any_phrase("leave", "keep", r"stay\w*", "as it is")
_ASKS_TO_SWAP = _any_phrase("swap", "switch", "exchange", "trade", "takes? yours")
_ASKS_PRICE = lazy_pattern(r"\b(?:what|how much)\b.*\b(?:want|take|ask|need|cost|charge|price|expect)\b")
_VAGUE_TOPICS = frozenset({"do", "trade", "fine", "promised", "can"})
"""Topics that are dropped if the message also asks for the reason of a node's color."""
_NODE_AND_COLOR_TOPICS = frozenset({"price", "if", "would"})
"""Topics of questions with a node and a color, which key words do not change."""


def is_question(text: str, message: Sequence[Sentence]) -> bool:
    """Return True if a message ends with a question mark, or one of its sentences asks without one."""
    first = (next((t.text for t in sentence if t.text not in _FILLERS), "") for sentence in message)
    return (
        text.endswith("?")
        or any(word in _OPENERS for word in first)
        or _ASKS_INDIRECTLY.search(_joined_words(message)) is not None
    )


def _owner_speaks(name: str) -> re.Pattern[str]:
    """Return a pattern for an owner's name and a word that follows names ("a" may be the article)."""
    verbs = "told|tells?|said|says?|wants?|asks?|asked|agrees?|agreed|knows?|promised|thinks?"
    return lazy_pattern(rf"\b{re.escape(name.casefold())} (?:{verbs}|about|too|yet|already|before|so far|[?.,!])")


def _joined_words(message: Sequence[Sentence]) -> str:
    return " ".join(token.text for sentence in message for token in sentence)


def questions(
    message: Sequence[Sentence], labeled: Sequence[Question], others: Collection[str]
) -> tuple[Question, ...]:
    """Return the questions of a message, from the `labeled` ones and its words; empty if they are not understood.

    `others` are the owners other than speaker and addressee.
    """
    return next(filter(None, _QuestionWords(message).readings(tuple(labeled), others)), ())


class _QuestionWords:
    """The words of a message, with the nodes and colors that they name."""

    def __init__(self, message: Sequence[Sentence]) -> None:
        self.plain = _joined_words(message)
        self.nouns = [token for sentence in message for token in sentence if token.tag]
        self.mine, self.yours, self.third = (
            list(dict.fromkeys(token.value for token in self.nouns if token.tag == tag))
            for tag in ("mine", "yours", "third")
        )
        self.colors = _colors_of(self.nouns)

    def has(self, pattern: re.Pattern[str]) -> bool:
        return pattern.search(self.plain) is not None

    def readings(self, labeled: tuple[Question, ...], others: Collection[str]) -> Iterator[tuple[Question, ...]]:
        """Yield readings of what the message asks, the most specific first; an empty reading does not count."""
        kinds = {asked.about for asked in labeled}
        yield labeled if kinds & _NODE_AND_COLOR_TOPICS else ()
        if self.has(_ASKS_FOR_OTHER):
            yield tuple(Question("can", each.node) for each in labeled if each.about == "can")[:1]
        yours = {node: color for node, color in self.colors.items() if node in self.yours}
        if self.has(_ASKS_PRICE):
            yield tuple(Question("price", node, color) for node, color in yours.items())
        if self.yours and self.has(_ASKS_REASON) and not any(asked.color for asked in labeled if asked.about == "why"):
            rest = (asked for asked in labeled if asked.about not in _VAGUE_TOPICS and asked.about != "why")
            yield (*(Question("why", node, yours.get(node, "")) for node in self.yours), *rest)
        if self.has(_ABOUT_OTHERS_WORDS) and not self.nouns:
            yield tuple(Question("heard", other=name) for name in others if self.has(_owner_speaks(name)))[:1]
        if self.has(_ABOUT_OWN_WORDS) and not self.yours:
            yield tuple(Question("what", node) for node in self.mine) or (Question("known"),)
        yield self._by_key_words("topics.txt")
        if kinds and kinds <= {"do", "fine"} and self.has(topics(__package__, GENERAL)["promised"].pattern):
            yield (Question("promised"),)
        yield () if (self.yours or self.mine) and kinds <= {"do", "trade"} else labeled
        yield self._by_nouns() if self.nouns else self._by_key_words(GENERAL)

    def _by_key_words(self, file: str) -> tuple[Question, ...]:
        """Return the questions on the first topic of a file of which the message has key words."""
        about = cast(About, find_topic(__package__, self.plain, file=file))
        own = self.yours + self.mine
        if about == "trust" and self.yours:
            return tuple(Question("plan", node) for node in self.yours)
        if about == "values" and len(own) == 1:
            return (Question("can", own[0]),)
        if not about or (about == "locked" and own and not self.yours):
            return ()
        return (*(Question("if", node) for node in self.third), Question(about, own[0] if own else ""))

    def _by_nouns(self) -> tuple[Question, ...]:
        mine, yours = (
            {node: self.colors[node] for node in nodes if node in self.colors} for nodes in (self.mine, self.yours)
        )
        if self.has(_ASKS_TO_SWAP) and self.mine and self.yours and not self.colors:
            return (Question("swap", self.yours[0], other=self.mine[0]),)
        if mine and yours:
            return (Question("would", give=mine, want=yours),)
        about: About = "if" if self.has(_ASKS_TO_KEEP) else "can"
        out = [Question("can", node, color) for node, color in yours.items()]
        out += [Question("if", node, color) for node, color in mine.items()]
        out += [Question("why", node) for node in self.yours if node not in yours]
        out += [Question(about, node) for node in self.mine if node not in mine]
        out += [Question("what", node) for node in self.third]
        return tuple(out[:3]) or tuple(Question("color", color=token.value) for token in self.nouns[:1])


def _colors_of(tokens: Sequence[Token]) -> dict[str, str]:
    """Return the color next to each node: after the node or, if there is none, before it."""
    out: dict[str, str] = {}
    for at, token in enumerate(tokens):
        if token.tag != "color":
            after, before = tokens[at + 1 : at + 2], tokens[at - 1 : at] if at else ()
            color = next((t.value for t in (*after, *before) if t.tag == "color"), None)
            if color is not None:
                out.setdefault(token.value, color)
    return out
