"""The person's seat at Coup: what is being chosen, what keys stand for, and what words will be understood as."""

from collections.abc import Sequence

from core.engine.chance import Chance
from core.errors import IllegalAction
from scenes.coup.actions import Action, Block, Keep, Move, describe
from scenes.coup.moves import CHARACTERS, RULES
from scenes.coup.scene import CoupScene
from themes.palettes import Palette
from tui.panes.coup.answers import Answer, answers, outcome
from tui.panes.coup.cards import small
from tui.panes.coup.facts import Facts
from tui.panes.kit import Advice, Key
from tui.styles import Line, Span, clip, spread, width_of

ARROWS = {"left": -1, "up": -1, "right": 1, "down": 1}


class Choice:
    """What is being prepared, until Enter does it. It falls when somebody else is to decide, or something else is."""

    def __init__(self) -> None:
        self.chosen: Action | None = None
        self.kept: list[int] = []
        """Of an exchange, places in the hand."""
        self._of: tuple[int, str, str] = (0, "", "")

    def settle(self, facts: Facts) -> None:
        of = (facts.seen.actions, facts.seen.phase, facts.seen.name)
        if of != self._of:
            self.drop(facts)
            self._of = of

    def drop(self, facts: Facts) -> None:
        self.chosen = None
        self.kept = list(range(len(facts.seen.hand) - 2)) if facts.seen.phase == "exchange" else []


class Seat:
    """One decision of the person: the table as it stands, and what may be done."""

    def __init__(self, scene: CoupScene, facts: Facts, choice: Choice) -> None:
        self.scene = scene
        self.facts = facts
        self.choice = choice
        self.legal = tuple(scene.legal(facts.seen.name))
        self.menu: list[Answer] = answers(facts, self.legal)
        choice.settle(facts)

    @property
    def phase(self) -> str:
        return self.facts.seen.phase

    @property
    def row(self) -> Answer | None:
        """The row of the menu that is chosen."""
        chosen = self.choice.chosen
        for answer in self.menu:
            same = isinstance(chosen, Move) and isinstance(answer.action, Move) and answer.action.verb == chosen.verb
            if same or answer.action == chosen:
                return answer
        return None

    def targets(self) -> list[str]:
        """Whom the chosen action may be for."""
        chosen = self.choice.chosen
        if not isinstance(chosen, Move) or not RULES[chosen.verb].targets:
            return []
        return [a.target for a in self.legal if isinstance(a, Move) and a.verb == chosen.verb]

    def aim(self, palette: Palette, width: int) -> list[Line]:
        """In place of the headline, while a target or cards are being chosen."""
        chosen = self.choice.chosen
        if isinstance(chosen, Move) and len(self.targets()) > 1:
            spans: list[Span] = [(f"{chosen.verb}{' from' if chosen.verb == 'steal' else ''} whom?  ", "bold hi")]
            for number, name in enumerate(self.targets(), 1):
                here = name == chosen.target
                spans += [("▸" if here else " ", "accent"), (f"{number} ", "bold accent")]
                spans.append((f"{clip(name, 12)} ", "bold hi" if here else "mid"))
            return [tuple(spans)]
        return self._cards(palette, width) if self.phase == "exchange" else []

    def _cards(self, palette: Palette, width: int) -> list[Line]:
        """The cards of an exchange, those that are kept with a tick; in two rows where one is too short."""
        head: Span = (f"Keep {len(self.facts.seen.hand) - 2}: ", "bold hi")
        spans: list[Line] = []
        for place, card in enumerate(self.facts.seen.hand):
            assert card is not None
            tick = " ✓" if place in self.choice.kept else "  "
            spans.append(((tick, "good"), (f"{place + 1} ", "bold accent"), small(palette, card)))
        whole = (head, *(span for card in spans for span in card))
        if width_of(whole) <= width:
            return [whole]
        return [(head, *spans[0], *spans[1]), ((" " * len(head[0]), ""), *(s for card in spans[2:] for s in card))]

    # -- keys

    def press(self, key: str) -> str | None:
        """The command a key stands for now; what only chooses is for `look`."""
        if key == "enter":
            return self._prepared()
        blocks = [answer for answer in self.menu if isinstance(answer.action, Block)]
        if isinstance(self.choice.chosen, Block) and (named := [row for row in blocks if _initial(row) == key]):
            return describe(named[0].action)
        row = self._named(key)
        several = row is not None and row in blocks and len(blocks) > 1 and not key.isdecimal()
        at_once = self.facts.open or self.phase == "talk"
        return describe(row.action) if row and at_once and not several else None

    def look(self, key: str) -> bool:
        """Whether the key chose something. What harms nobody but oneself, if it slips, waits for Enter."""
        if key == "escape":
            dropped = self.choice.chosen is not None
            self.choice.drop(self.facts)
            return dropped
        if self.phase == "exchange":
            return self._keep(key)
        targets, chosen = self.targets(), self.choice.chosen
        aiming = isinstance(chosen, Move) and len(targets) > 1
        if key in ARROWS and not (aiming and key in ("left", "right")):
            return self._walk(ARROWS[key])
        if aiming and key in ARROWS:
            assert isinstance(chosen, Move)
            self.aim_at(targets[(targets.index(chosen.target) + ARROWS[key]) % len(targets)])
        elif aiming and key.isdecimal():
            return 0 < int(key) <= len(targets) and self.aim_at(targets[int(key) - 1])
        elif row := self._named(key):
            self.choice.chosen = row.action
        else:
            return False
        return True

    def _named(self, key: str) -> Answer | None:
        """The row of a letter or a digit; of several with one letter, the one after the chosen one."""
        if key.isdecimal():
            return self.menu[int(key) - 1] if 0 < int(key) <= len(self.menu) else None
        key = "c" if key == "k" and self.phase == "act" else key
        rows = [answer for answer in self.menu if key == (_initial(answer) if self.phase == "lose" else answer.key)]
        at = (rows.index(self.row) + 1) % len(rows) if self.row in rows else 0
        return rows[at] if rows else None

    def aim_at(self, target: str) -> bool:
        """Whether the chosen action may be for this player; then it is."""
        if target in self.targets() and isinstance(self.choice.chosen, Move):
            self.choice.chosen = Move(self.choice.chosen.verb, target)
            return True
        return False

    def point(self, action: Action) -> None:
        """Choose an action; of an exchange, the cards."""
        if isinstance(action, Keep):
            left, places = list(action.characters), list[int]()
            for place, card in enumerate(self.facts.seen.hand):
                if card in left:
                    left.remove(card)
                    places.append(place)
            self.choice.kept = places
        else:
            self.choice.chosen = action

    def _walk(self, by: int) -> bool:
        if self.menu:
            at = self.menu.index(self.row) + by if self.row else min(by, 0)
            self.choice.chosen = self.menu[at % len(self.menu)].action
        return bool(self.menu)

    def _keep(self, key: str) -> bool:
        place, count = (int(key) - 1 if key.isdecimal() else -1), len(self.facts.seen.hand) - 2
        if not 0 <= place < count + 2:
            return False
        kept = self.choice.kept
        self.choice.kept = [each for each in kept if each != place] if place in kept else [*kept, place][-count:]
        return True

    def _prepared(self) -> str | None:
        """What Enter does."""
        if self.phase == "exchange":
            return describe(self.keeping()) if len(self.choice.kept) == len(self.facts.seen.hand) - 2 else None
        return describe(self.choice.chosen) if self.choice.chosen else None

    def keeping(self) -> Keep:
        cards = [card for place in self.choice.kept if (card := self.facts.seen.hand[place])]
        return Keep(tuple(sorted(cards, key=CHARACTERS.index)))

    def keys(self) -> Sequence[Key]:
        if self.phase == "exchange":
            return (Key(f"1–{len(self.facts.seen.hand)}", "card"), Key("enter", "keep"), Key("m", "write"))
        chosen = self.choice.chosen
        if chosen:
            aim = [Key("←→", "whom")] if len(self.targets()) > 1 else []
            return (Key("enter", "does it"), Key("esc", "drops it"), *aim)
        rows = {answer.key: answer.label for answer in self.menu}
        if sum(isinstance(answer.action, Block) for answer in self.menu) > 1:
            rows["b"] = "block"
        rows.setdefault("m", "talk" if self.scene.game.talks else "write")
        return tuple(Key(key, label) for key, label in rows.items())

    # -- the rows below

    def idle(self) -> Line:
        """What will be done, or how to choose."""
        if self.phase == "exchange":
            count = len(self.facts.seen.hand) - 2
            if len(self.choice.kept) < count:
                return ((f"choose {count - len(self.choice.kept)} more to keep", "mid"),)
            return outcome(self.facts, self.keeping())
        if self.choice.chosen:
            return outcome(self.facts, self.choice.chosen)
        told = {
            "act": "a letter or digit chooses, Enter does it",
            "lose": "which card? It stays turned up",
            "talk": "say something, or pass",
        }
        if not self.facts.open:
            return ((told[self.phase], "mid"),)
        first = self.menu[0]
        return ((f"{first.key}  ", "bold accent"), *(span for column in first.full for span in (*column, ("   ", ""))))

    def preview(self, text: str, command: str, width: int) -> Line:
        """What the words will do, or why they will be refused."""
        seat = self.facts.seen.name
        try:
            action: Action = self.scene.parse(seat, command)
            self.scene.check(seat, action)
        except IllegalAction as why:
            return ((clip(f"   {why}", width), "bad"),)
        return spread((("   ", ""), *outcome(self.facts, action)), (("Enter", "accent"), (" does it ", "mid")), width)


def _initial(answer: Answer) -> str:
    """The first letter of the character that a block claims, or that is to be turned up."""
    return answer.label.split()[-1][0].lower()


COMMANDS = ("say", "challenge", "pass", "block", "lose", "keep", "foreign", "aid", *RULES)
ATTEMPT = 3
"""Words up to which what begins like a command and is none is taken for one that was mistyped."""


def command_in(text: str, scene: CoupScene, seat: str) -> str:
    """Words are said where the table talks, unless they are a command, or look like one."""
    try:
        scene.parse(seat, text)
    except IllegalAction:
        words = text.lower().split()
        mistyped = bool(words) and words[0] in COMMANDS and len(words) <= ATTEMPT
        return text if mistyped or not words or not scene.game.talks else f"say {text}"
    return text


def advice(scene: CoupScene, seat: str, seed: int) -> Advice:
    """What the strongest player without a model takes to be best, and why."""
    from scenes.coup.strong.player import explain

    action, sentence = explain(scene.observe(seat), Chance(seed)("hint", seat), best=True)
    return Advice(describe(action), sentence)
