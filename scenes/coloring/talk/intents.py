"""Intents of the coloring chat: what can be said of nodes and colors, and how both are named."""

import re
from collections.abc import Sequence

from core.intents.grammar import Grammar, Kind
from core.intents.tokens import Noun, Nouns
from scenes.coloring.problem.graph import Problem

OWN, OTHER, COLOR = frozenset({"mine"}), frozenset({"yours", "third"}), frozenset({"color"})
NODE = OWN | OTHER
GRAMMAR = Grammar(
    __package__,
    (
        Kind(
            "pair",
            (NODE, COLOR),
            (
                *("ask", "avoid", "report", "cost", "give", "want", "would_give", "would_want"),
                *("why_not", "can_be", "if", "price"),
            ),
        ),
        Kind("node", (NODE,), ("change", "keep", "drop", "lock", "what", "why", "can")),
        Kind(
            "message",
            (),
            ("accept", "refuse", "withdraw", "advice", "trade", "status", "promised", "greet"),
        ),
    ),
    acts={
        *("ask", "avoid", "report", "cost", "give", "want", "change", "keep", "drop", "lock"),
        *("accept", "refuse", "withdraw"),
    },
)
_NODE = re.compile(r"[a-z]+[0-9]+")
_SHORT = {"to", "is", "=", "->", "on", "be", "or", "a", "and"}
"""Words before a single letter that stands for a color, besides nodes."""


def nouns(problem: Problem, speaker: str, to: str = "") -> Nouns:
    """Find nodes and colors. Nodes are the speaker's ("mine"), the addressee's ("yours") or a third owner's."""
    nodes = {node.casefold(): node for node in problem.nodes}
    prefixes = {node.rstrip("0123456789") for node in nodes}

    def tag(node: str) -> str:
        owner = problem.owner[node]
        return "mine" if owner == speaker else "yours" if to in ("", owner) else "third"

    def find(words: Sequence[str], at: int) -> Noun | None:
        word = words[at]
        if word in nodes:
            return Noun(tag(nodes[word]), nodes[word])
        if word in prefixes and at + 1 < len(words):
            size = 2 if words[at + 1].isdigit() else 3 if words[at + 1] == "-" else 0
            joined = word + (words[at + size - 1] if size and at + size <= len(words) else "")
            if joined in nodes:
                return Noun(tag(nodes[joined]), nodes[joined], size)
        if (color := problem.color_named(word.removesuffix("s") if len(word) > 3 else word)) is not None:
            before = words[at - 1] if at else ""
            if len(word) > 1 or before in _SHORT or before in nodes or before.isdigit():
                return Noun("color", color)
        return None

    return find
