"""Reading the tokens of one chat segment: what is reported, requested, refused or kept, clause by clause."""

from collections.abc import Iterable
from enum import Enum, auto

from scenes.coloring.problem.graph import Problem, letter
from scenes.coloring.talk.english.clauses import SEPARATORS, VERBS, clauses
from scenes.coloring.talk.english.words import Kind, Token, prefix, unknown_color


class _Mood(Enum):
    """Meaning of a node with a color.

    Own nodes are reported when bare or stated, others' are requested unless stated.
    """

    BARE = auto()
    ORDER = auto()
    WISH = auto()
    SAY = auto()
    NOTHING = auto()


class Reader:
    """Collects what the clauses of a segment say; a later word about a node replaces an earlier one."""

    def __init__(self, problem: Problem, speaker: str, to: tuple[str, ...], notes: list[str]) -> None:
        self.problem, self.speaker, self.to, self.notes = problem, speaker, to, notes
        self.report: dict[str, str] = {}
        self.request: dict[str, str] = {}
        self.avoid: dict[str, tuple[str, ...]] = {}
        self.keep: dict[str, None] = {}
        self.question = False
        self.taken: list[str] = []
        """Nodes that were reported, asked for or to be kept, one for each time."""
        self.later = False
        """True while the text is about the future."""
        self._last: tuple[Iterable[str], _Mood] = ((), _Mood.BARE)
        self._restart()

    def read(self, tokens: list[Token]) -> None:
        """Read a whole segment."""
        for clause in clauses(tokens):
            if clause.blocker:
                self.notes.append(f'I read no "{clause.blocker}" yet: say it as two sentences')
            elif clause.question:
                self.question = True
            else:
                self._clause(clause.tokens)

    def _clause(self, tokens: list[Token]) -> None:
        self._restart()
        stop = Token(Kind.STOP, ".")
        padded = [stop, *tokens, stop]
        for at in range(1, len(padded) - 1):
            self._step(padded, at)
        self._close()

    def _restart(self, mood: _Mood = _Mood.BARE) -> None:
        self._mood = mood
        self._subject: Kind | None = None
        self._verb: Kind | None = None
        self._negated = self._spent = self._again = self._toward = self._skip = self._quiet = False
        self._nodes: dict[str, None] = {}
        self._before: list[str] = []
        self._colors: list[str] = []

    def _step(self, tokens: list[Token], at: int) -> None:
        token, after = tokens[at], tokens[at + 1]
        match token.kind:
            case Kind.FILL | Kind.LINK | Kind.AND | Kind.OR:
                pass
            case Kind.NODE:
                self._node(token.text, tokens[at - 1], tokens[at - 2] if at > 1 else token)
            case Kind.COLOR:
                self._colors.append(token.text)
                self._again = self._again and after.kind is not Kind.FOR  # "not red on b1" names its node yet
                if not self._joined(tokens, at):
                    self._color()
            case Kind.COMMA:
                self._comma(after.kind)
            case Kind.BUT | Kind.BECAUSE:
                self._close()
                self._restart(_Mood.SAY if token.kind is Kind.BECAUSE else _Mood.BARE)
                self._quiet, self._again = token.kind is Kind.BECAUSE, token.text == "but"
            case Kind.NOT:
                self._negated, self._again = True, not self._nodes
            case Kind.FIX | Kind.IT:
                self._again = not self._nodes
            case Kind.FOR:
                self._toward = True
            case Kind.FROM:
                self._skip = True
            case Kind.WORD:
                self._nodes, self._before, self._again, self._skip = {}, [], False, False
            case _:
                self._manner(token.kind, after.kind)

    def _comma(self, after: Kind) -> None:
        if self._before and self._nodes:
            self._close()
        if not (self._nodes or self._before) or (self._negated and after is Kind.COLOR):
            again = self._again
            self._restart()
            self._again = again

    def _manner(self, kind: Kind, after: Kind) -> None:
        """Take a word that changes the meaning of the words around it."""
        if self._spent and kind in {*VERBS, Kind.IS, Kind.PLEASE, Kind.CAN_YOU, Kind.I, Kind.YOU}:
            self._spent = self._negated = False
            self._mood = _Mood.BARE
        match kind:
            case Kind.IS if self._mood in (_Mood.BARE, _Mood.ORDER):
                self._mood, self._verb = _Mood.SAY, None
            case Kind.STAY:
                self._verb = self._verb or Kind.KEEP
            case Kind.WISH | Kind.MAYBE:
                self._mood = _Mood.WISH if kind is Kind.WISH else _Mood.NOTHING
            case Kind.PLEASE | Kind.CAN_YOU:
                self._mood, self._subject = _Mood.ORDER if kind is Kind.CAN_YOU else _Mood.BARE, None
            case Kind.I | Kind.YOU:
                self._subject = kind
            case _ if kind in VERBS:
                if after not in (Kind.LINK, Kind.COLOR, Kind.IT):
                    self._negated = self._negated and not self._nodes
                    self._close()
                self._verb = kind
                self._mood = self._verb_mood(kind)

    def _verb_mood(self, kind: Kind) -> _Mood:
        if self._mood in (_Mood.WISH, _Mood.NOTHING) or (self._mood is _Mood.SAY and self._subject):
            return self._mood
        if kind is Kind.DID:
            return _Mood.ORDER if self._mood is _Mood.ORDER else _Mood.SAY
        if self._subject is Kind.I or (self._subject and kind is Kind.PAST):
            return _Mood.SAY
        return _Mood.WISH if self._subject else _Mood.ORDER

    def _node(self, node: str, before: Token, earlier: Token) -> None:
        owner = self.problem.owner
        if self._keeps() and owner.get(node) == self.speaker and self.speaker not in map(owner.get, self._nodes):
            self._close()
            self._restart()
        if self._before and not self._nodes and not self._toward:
            self._before = []
        if before.text in ("-", "to") and earlier.text in self._nodes and owner.get(node) == owner.get(earlier.text):
            row = self.problem.clusters[owner[node]] if node in owner else ()
            self._nodes |= dict.fromkeys(row[row.index(earlier.text) : row.index(node)] if row else ())
        self._nodes[node] = None
        self._skip = False
        if node not in owner and any(prefix(n.casefold()) == prefix(node) for n in owner):
            self._missing(node)

    def _joined(self, tokens: list[Token], at: int) -> bool:
        """Return True if the next token after separators is a color of the same list."""
        end = at + 1
        while tokens[end].kind in SEPARATORS and not (self._negated and tokens[end].kind is Kind.COMMA):
            end += 1
        if end == at + 1 or tokens[end].kind is not Kind.COLOR:
            return False
        return not (self._nodes and tokens[end + 1].kind is Kind.FOR)

    def _color(self) -> None:
        colors, self._colors = self._colors, []
        if self._skip:
            self._skip = False
            return
        if self._before and self._nodes:
            self._close()
        if self._nodes:
            self._assign(self._nodes, colors, self._mood)
        elif self._again and self._last[0]:
            self._assign(self._last[0], colors, self._last[1] if self._mood is _Mood.BARE else self._mood)
        else:
            self._before, self._toward = colors, False

    def _keeps(self) -> bool:
        return bool(self._nodes) and self._verb is (Kind.CHANGE if self._negated else Kind.KEEP)

    def _close(self) -> None:
        """Settle the nodes that wait for a color."""
        if self._before and self._nodes and self._toward:
            self._assign(self._nodes, self._before, self._mood)
        elif self._keeps() and self._mood not in (_Mood.SAY, _Mood.NOTHING):
            for node in self._nodes:
                if self._askable(node):
                    self.request.pop(node, None)
                    self.keep[node] = None
                    self.taken.append(node)
            self._spent = True
        self._nodes, self._before, self._toward = {}, [], False

    def _assign(self, nodes: Iterable[str], colors: list[str], mood: _Mood) -> None:
        self._last = (tuple(nodes), mood)
        self._nodes, self._before, self._toward, self._spent = {}, [], False, True
        if mood is _Mood.NOTHING:
            return
        for color in colors:
            if color not in self.problem.colors:
                self.notes.append(unknown_color(self.problem, color))
                return
        distinct = list(dict.fromkeys(colors))
        for node in self._last[0]:
            if node not in self.problem.owner:
                self._missing(node)
            elif len(distinct) > 1 and not self._negated:
                self._choose(node, distinct, mood)
            else:
                for color in distinct:
                    self._take(node, color, mood)

    def _choose(self, node: str, colors: list[str], mood: _Mood) -> None:
        """Request any of several colors and no other."""
        if self.problem.owner[node] == self.speaker:
            self.notes.append(f"{node}: {' or '.join(colors)}? name one color")
            return
        self._negated = True
        for color in self.problem.colors:
            if color not in colors:
                self._take(node, color, mood)
        self._negated = False

    def _take(self, node: str, color: str, mood: _Mood) -> None:
        owner = self.problem.owner[node]
        if owner == self.speaker:
            if mood is _Mood.ORDER:
                press = "" if self._negated else f" (select it and press {letter(color).lower()})"
                self.notes.append(f"{node} is yours: color it on the board{press}")
            elif self.later:
                self.notes.append(f'{node} is not {color} yet: say "{node} is {color}" once it is')
            elif mood is not _Mood.WISH and not self._negated:
                self.report[node] = color
                self.taken.append(node)
        elif mood is _Mood.SAY:
            if not self._quiet:
                words = f"{node} not {color}" if self._negated else f"make {node} {color}"
                at = f"@{owner} " if self.to and owner not in self.to else ""
                self.notes.append(f'{node} is {owner}\'s: to ask for it, write "{at}{words}"')
        elif self._askable(node):
            self.keep.pop(node, None)
            self.taken.append(node)
            if self._negated:
                self.avoid[node] = tuple(dict.fromkeys([*self.avoid.get(node, ()), color]))
                if self.request.get(node) == color:
                    del self.request[node]
            else:
                self.request[node] = color
                self.avoid[node] = tuple(c for c in self.avoid.get(node, ()) if c != color)

    def _askable(self, node: str) -> bool:
        owner = self.problem.owner.get(node)
        if owner and owner != self.speaker and self.to and owner not in self.to:
            self.notes.append(f"{node} is {owner}'s, not {' or '.join(self.to)}'s: write @{owner}")
            return False
        return owner is not None and owner != self.speaker

    def _missing(self, node: str) -> None:
        rows = {name: row for name, row in self.problem.clusters.items() if row and prefix(row[0]) == prefix(node)}
        rows = rows or self.problem.clusters
        have = "; ".join(
            f"{name} has {', '.join(r) if len(r) < 3 else f'{r[0]} … {r[-1]}'}" for name, r in rows.items()
        )
        self.notes.append(f"there is no node {node} ({have})")
