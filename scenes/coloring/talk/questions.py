"""Topics of questions for which the grammar has no label: by key words, else by the nodes that a message names."""

import re
from collections.abc import Collection, Mapping, Sequence

from core.intents.tokens import Sentence, Token
from core.text import later
from scenes.coloring.talk.claims.clauses import words
from scenes.coloring.talk.speech import About, Question

_FILLERS = words("hi hey hello so okay and but well sorry please then now also yes no hmm um b , !")
_OPENERS = words(
    """what why how who whom whose where which when can could would will do does did is are am was were should shall
    have has may might any anything tell show list explain describe name"""
)


def _any(*phrases: str) -> re.Pattern[str]:
    """Return a pattern that finds any of these whole phrases."""
    return later(rf"\b(?:{'|'.join(phrases)})\b")


_SPECIFIC: Mapping[About, re.Pattern[str]] = {
    "refused": later(
        r"\bwhy\b.*\b(?:(?:say|saying|said) no|refus\w+|declin\w+|reject\w+|stubborn|ignor\w+"
        r"|not (?:\w+ )?(?:accept|agree|help|listen|do it|do that))\b"
    ),
    "values": _any(
        *("important", "matters?", "cares?", r"priorit\w+", r"prefer\w*", "favorite", "rather", "goals?", "aim"),
        *(r"your wish\w*", "like (?:best|most|more|better)", "live with", "tolerate", "put up with", "would you like"),
    ),
    "locked": _any(
        *(r"lock\w*", "(?:is|are|stay) fixed", "fixed (?:nodes?|colors?|to)", "frozen", "pinned", "stuck on"),
        *(r"flexib\w+", "movable", "not (?:change|move|recolor)", "free nodes?", "nodes (?:are )?(?:still )?free"),
        r"(?:can|could|able to|allowed to|free to|still) (?:\w+ ){0,2}(?:change|move|recolor)",
    ),
    "trust": _any(r"trust\w*", "rely", "believe", r"honest\w*", "lie|lies|lied|lying", "reliable", "your word"),
    "points": _any("(?:how many|your|total) points?", "points do you", "scored?", "worth"),
    "self": _any(
        *("who are you", "who is this", "your name", "a bot", "robot", "machine", "computer", "real person", "human"),
        *("your job", "your role"),
    ),
    "promised": _any("stand by", "our deal", "our agreement", "we agree[d]? on", r"did (?:i|we) promis\w+"),
    "trade": _any("do i get", "in it for me"),
    "what": _any("all your colors", "your (?:current )?colors", "(?:which|what) colors (?:are|do|have) you"),
    "fine": _any("where do we (?:clash|conflict)", "how many (?:clashes|conflicts)"),
    "clash": _any(
        *("gives? (?:way|in)", "fault", "blame", "which (?:one )?of us", "moves? first", "whose turn", "deadlock"),
        r"(?:fix|solve|resolve|repair|settle|sort out|get rid of|avoid) .*\b(?:clash\w*|conflicts?|problems?|this|it)",
        *("who (?:should|must|has to|needs to)", "(?:other|another|better) (?:way|option|idea|solution)s?"),
        *("alternatives?", "(?:what|how) (?:can|could|do|should|shall) we"),
    ),
    "plan": _any(
        *(r"plan\w*", r"intend\w*", "going to", "(?:next|this) (?:turn|move|step|round)", "about to", "will you"),
        *("strategy", "changed? (?:anything|something)", "did you change", "have you changed"),
        *("(?:anything|what is) new", "final", "your mind"),
    ),
    "linked": _any(r"touch\w*", r"link\w*", r"connect\w*", "neighbors (?:of|are)", "adjacent", "edges?", r"border\w*"),
}
"""Topics whose words overrule the labels of the message and of single nodes."""
_GENERAL: Mapping[About, re.Pattern[str]] = {
    "promised": _any(r"promis\w+", "deals?", "agreements?", "agreed?", "stand by", "owe", "my word"),
    "trade": _any(
        *("in return", "in exchange", "for one", "we both", "both of us", "compromise"),
        *("swap", "trade", "bargain", r"negotiat\w+", "half way", r"offer\w*"),
    ),
    "rules": _any("rules?", "the point of", "how does (?:this|it|the game) work", "win", "penalty work"),
    "what": _any(
        *(r"(?:all|your|the) (?:\w+ )?(?:colors?|coloring|nodes)", "list", "show me", "what do you have"),
        "(?:which|what) colors",
    ),
    "do": _any(
        *("for you", "help you", "favor", "you (?:need|want|expect)", "(?:from|want) me", "(?:can|should|could) i"),
        "do i (?:have|need) to",
    ),
    "fine": _any(
        *(r"wait\w*", "done", "ready", "finished", "happy", "satisfied", "okay", "fine", "good", r"clash\w*"),
        *(r"conflict\w*", "penalty", "problems?", "trouble", "how are you", "how is it", "nothing changes", "as it is"),
    ),
}
_INDIRECT = _any("tell me", "let me know", "i wonder", "wondering", "want to know", "like to know")
_HEARD = _any(
    *("told", "tells?", "said", "says?", "heard?", "know", r"report\w*", r"want\w*", r"ask\w*", r"agree\w*", "deal"),
    *(r"promis\w+", r"talk\w*", r"spo?[ek]\w*", r"discuss\w*"),
)
_SUBJECT = (
    r"\b{} (?:told|tells?|said|says?|wants?|asks?|asked|agrees?|agreed|knows?|promised|thinks?|about|too|yet|already"
    r"|before|so far|[?.,!])"
)
"""An owner's name, which may also be the article "a", with a word that follows names."""
_MINE = _any(*(r"(?:know|heard?)\b.*\b(?:me|mine|my)", "told you", "tell you", r"my (?:\w+ )?messages?", "listening"))
_WHY = _any("why", "how come", "what (?:led|made|makes|drove)", "reasons?", "explain")
_EXCEPT = _any("apart from", "other than", "besides", "except", "instead of")
_STAYS = _any("leave", "keep", r"stay\w*", "as it is")
_SWAP = _any("swap", "switch", "exchange", "trade", "takes? yours")
_ASKING_PRICE = later(r"\b(?:what|how much)\b.*\b(?:want|take|ask|need|cost|charge|price|expect)\b")
_VAGUE = frozenset({"do", "trade", "fine", "promised", "can"})
"""Questions that give way to one about the reason for a node's color."""
_PAIRS = frozenset({"price", "if", "would"})
"""Questions with a node and a color, which other words do not change."""


def is_question(text: str, message: Sequence[Sentence]) -> bool:
    """Return True if a message ends with a question mark, or one of its sentences asks without one."""
    first = (next((t.text for t in sentence if t.text not in _FILLERS), "") for sentence in message)
    return (
        text.endswith("?") or any(word in _OPENERS for word in first) or _INDIRECT.search(_plain(message)) is not None
    )


def _plain(message: Sequence[Sentence]) -> str:
    return " ".join(token.text for sentence in message for token in sentence)


def topics(message: Sequence[Sentence], labeled: Sequence[Question], others: Collection[str]) -> tuple[Question, ...]:
    """Return the questions of a message, from the `labeled` ones and its words; empty if they are not understood.

    `others` are the owners other than speaker and addressee.
    """
    plain = _plain(message)
    tokens = [token for sentence in message for token in sentence if token.tag]
    nodes = {tag: list(dict.fromkeys(t.value for t in tokens if t.tag == tag)) for tag in ("mine", "yours", "third")}
    if any(asked.about in _PAIRS for asked in labeled):
        return tuple(labeled)
    if _EXCEPT.search(plain) and (found := [each for each in labeled if each.about == "can"]):
        return tuple(Question("can", each.node) for each in found[:1])
    pairs = {node: color for node, color in _colors_of(tokens).items() if node in nodes["yours"]}
    if pairs and _ASKING_PRICE.search(plain):
        return tuple(Question("price", node, color) for node, color in pairs.items())
    if nodes["yours"] and _WHY.search(plain) and not any(asked.color for asked in labeled if asked.about == "why"):
        why = tuple(Question("why", node, pairs.get(node, "")) for node in nodes["yours"])
        return (*why, *(asked for asked in labeled if asked.about not in _VAGUE and asked.about != "why"))
    named = next((name for name in others if re.search(_SUBJECT.format(re.escape(name.casefold())), plain)), "")
    if named and _HEARD.search(plain) and not tokens:
        return (Question("heard", other=named),)
    if _MINE.search(plain) and not nodes["yours"]:
        return tuple(Question("what", node) for node in nodes["mine"]) or (Question("known"),)
    own = nodes["yours"] + nodes["mine"]
    about = next((about for about, pattern in _SPECIFIC.items() if pattern.search(plain)), None)
    if about == "trust" and nodes["yours"]:
        return tuple(Question("plan", node) for node in nodes["yours"])
    if about == "values" and len(own) == 1:
        return (Question("can", own[0]),)
    if about and not (about == "locked" and not nodes["yours"] and own):
        return (*(Question("if", node) for node in nodes["third"]), Question(about, own[0] if own else ""))
    if labeled and all(asked.about in ("do", "fine") for asked in labeled) and _GENERAL["promised"].search(plain):
        return (Question("promised"),)
    if labeled and not (own and all(asked.about in ("do", "trade") for asked in labeled)):
        return tuple(labeled)
    if tokens:
        return _of_nouns(plain, tokens, nodes)
    general = next((about for about, pattern in _GENERAL.items() if pattern.search(plain)), None)
    return (Question(general),) if general else ()


def _of_nouns(plain: str, tokens: Sequence[Token], nodes: Mapping[str, Sequence[str]]) -> tuple[Question, ...]:
    """Return the questions about the nodes and colors that a message names."""
    pairs = _colors_of(tokens)
    mine, yours = ({node: pairs[node] for node in nodes[tag] if node in pairs} for tag in ("mine", "yours"))
    if _SWAP.search(plain) and nodes["mine"] and nodes["yours"] and not pairs:
        return (Question("swap", nodes["yours"][0], other=nodes["mine"][0]),)
    if mine and yours:
        return (Question("would", give=mine, want=yours),)
    out = [Question("can", node, color) for node, color in yours.items()]
    out += [Question("if", node, color) for node, color in mine.items()]
    out += [Question("why", node) for node in nodes["yours"] if node not in yours]
    stays = _STAYS.search(plain)
    out += [Question("if" if stays else "can", node) for node in nodes["mine"] if node not in mine]
    out += [Question("what", node) for node in nodes["third"]]
    return tuple(out[:3]) or tuple(Question("color", color=token.value) for token in tokens[:1])


def _colors_of(tokens: Sequence[Token]) -> dict[str, str]:
    """Return the color next to each node: the one after it, else the one before it."""
    out: dict[str, str] = {}
    for at, token in enumerate(tokens):
        if token.tag != "color":
            after, before = tokens[at + 1 : at + 2], tokens[at - 1 : at] if at else ()
            color = next((t.value for t in (*after, *before) if t.tag == "color"), None)
            if color is not None:
                out.setdefault(token.value, color)
    return out
