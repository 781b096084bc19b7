"""Intents of the coloring chat, and recognition of nodes and colors."""

from collections.abc import Mapping, Sequence

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
    lists=NODE,
    explanations={
        "ask": "the node shall get the color",
        "avoid": "the node shall not have the color",
        "report": "the writer's node has the color, or gets it now",
        "cost": "the color at that node means conflicts or costs for the writer",
        "give": "in an offer, the writer would give its node the color",
        "want": "in an offer, that node shall get the color in return",
        "would_give": "as give, where the writer only asks if such a deal would be accepted",
        "would_want": "as want, where the writer only asks if such a deal would be accepted",
        "why_not": "why does the node not have the color?",
        "can_be": "can the node have the color?",
        "if": "what happens if the writer's node gets the color?",
        "price": "what would the color at that node cost the other?",
        "change": "the node shall get another color, whichever",
        "keep": "the node shall keep its color",
        "drop": "the writer takes back what it wanted of the node",
        "lock": "the writer's node is locked, or will not change",
        "what": "which color has the node?",
        "why": "why does the node have its color?",
        "can": "which colors can the node have?",
        "accept": "the writer accepts an offer",
        "refuse": "the writer refuses an offer",
        "withdraw": "the writer takes back an offer of its own",
        "advice": "what shall the writer do?",
        "trade": "the writer asks for an offer, without terms",
        "status": "is the other satisfied, or does it have conflicts?",
        "promised": "what was promised?",
        "greet": "only a greeting, thanks or small talk",
        "mine": "mine, the writer's own",
        "yours": "yours, the addressee's",
        "third": "third, another owner's",
        "offer": "An offer awaits the writer's answer.",
    },
)
_BEFORE_COLOR_LETTER = {"to", "is", "=", "->", "on", "be", "or", "a", "and"}
"""Words after which a single letter stands for a color. After a node, it does so too."""
_RANGE_WORDS = {"-", "to", "through"}
"""Words between the first and the last node of a range."""


def nouns(problem: Problem, speaker: str, to: str = "") -> Nouns:
    """Return a finder of nodes and colors.

    It tags nodes as the speaker's ("mine"), the addressee's ("yours") or a third owner's ("third").
    """
    nodes = {node.casefold(): node for node in problem.nodes}
    owners = {name.casefold() for name in problem.clusters}
    prefixes = {node.rstrip("0123456789") for node in nodes}

    def tag(node: str) -> str:
        owner = problem.owner[node]
        return "mine" if owner == speaker else "yours" if to in ("", owner) else "third"

    def find(words: Sequence[str], at: int) -> Noun | None:
        word = words[at]
        if word in nodes:
            rest = _rest_of_range(problem, nodes, words[at : at + 6])
            return Noun(tag(nodes[word]), nodes[word], 3 if rest else 1, rest)
        if word in prefixes and at + 1 < len(words):
            size = 2 if words[at + 1].isdigit() else 3 if words[at + 1] == "-" else 0
            joined = word + (words[at + size - 1] if size and at + size <= len(words) else "")
            if joined in nodes:
                return Noun(tag(nodes[joined]), nodes[joined], size)
        if (color := problem.color_named(word.removesuffix("s") if len(word) > 3 else word)) is not None:
            before, earlier = words[at - 1] if at else "", words[at - 2] if at > 1 else ""
            short = before in _BEFORE_COLOR_LETTER and (
                word not in owners or (earlier in nodes and words[at + 1 : at + 2] != ["'s"])
            )
            if len(word) > 1 or short or before in nodes or before.isdigit():
                return Noun("color", color)
        return None

    return find


def _rest_of_range(problem: Problem, nodes: Mapping[str, str], words: Sequence[str]) -> tuple[str, ...]:
    """Return the nodes of a colored range after the first: "b1-b3 green". Two adjacent nodes may be an edge instead."""
    if len(words) < 4 or words[1] not in _RANGE_WORDS or not any(map(problem.color_named, words[3:])):
        return ()
    first, last = nodes[words[0]], nodes.get(words[2])
    row = problem.clusters[problem.owner[first]]
    rest = row[row.index(first) + 1 : row.index(last) + 1] if last in row else ()
    return rest if len(rest) > 1 else ()
