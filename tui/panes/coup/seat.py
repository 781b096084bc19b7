"""The person's seat at Coup: the prepared choice, keys, and interpretation of words."""

from collections.abc import Sequence

from core.actions.menu import entries
from core.engine.chance import Chance
from scenes.coup.actions import Action, Block, Keep, describe, parse
from scenes.coup.moves import CHARACTERS
from scenes.coup.scene import CoupScene
from themes.palettes import Palette
from tui.panes.coup.answers import Answer, answers, outcome
from tui.panes.coup.cards import small
from tui.panes.coup.facts import Facts
from tui.panes.kit import Advice, Key
from tui.panes.menu import DigitSelection, Menu
from tui.styles import Line, Span, clip, width_of

HINTS = {
    "act": "a letter or digit chooses, Enter plays it",
    "lose": "which card? It stays turned up",
    "talk": "say something, or pass",
}
"""Row below the board by phase, while nothing is chosen."""


class PreparedChoice:
    """The prepared choice, which Enter submits: a line of the menu, or cards of an exchange."""

    def __init__(self) -> None:
        self.menu = Menu(is_ready=False)
        self.cards = DigitSelection()
        self._of: object = None

    def settle(self, facts: Facts) -> None:
        """Drop the choice if the decision has changed."""
        of = (facts.seen.actions, facts.seen.phase, facts.seen.name)
        self.menu.settle(of)
        if of != self._of:
            self._of = of
            self.cards.picked = list(range(len(facts.seen.hand) - 2)) if facts.seen.phase == "exchange" else []


class Seat:
    """One decision of the person: the table and the legal actions."""

    def __init__(self, scene: CoupScene, facts: Facts, choice: PreparedChoice) -> None:
        self.scene = scene
        self.facts = facts
        self.choice = choice
        legal = scene.legal(facts.seen.name)
        self.menu: list[Answer] = answers(facts, entries(scene.forms, legal, (), scene.describe, scene.names))
        self.entries = [answer.entry for answer in self.menu]
        choice.settle(facts)

    @property
    def phase(self) -> str:
        return self.facts.seen.phase

    @property
    def chosen(self) -> str:
        return self.choice.menu.chosen(self.entries)

    @property
    def row(self) -> Answer | None:
        """The chosen line of the menu."""
        entry = self.choice.menu.row(self.entries)
        return next((answer for answer in self.menu if answer.entry is entry), None)

    def targets(self) -> list[str]:
        """Possible targets of the chosen action."""
        return [command.rpartition(" ")[2] for command in self.choice.menu.targets(self.entries)]

    def aim(self, palette: Palette, width: int) -> list[Line]:
        """Draw the choice of a target or of cards, which replaces the headline; empty if there is none."""
        if not (targets := self.targets()):
            return self._cards(palette, width) if self.phase == "exchange" else []
        verb, _, target = self.chosen.rpartition(" ")
        spans: list[Span] = [(f"{verb}{' from' if verb == 'steal' else ''} whom?  ", "bold hi")]
        for number, name in enumerate(targets, 1):
            here = name == target
            spans += [("▸" if here else " ", "accent"), (f"{number} ", "bold accent")]
            spans.append((f"{clip(name, 12)} ", "bold hi" if here else "mid"))
        return [tuple(spans)]

    def _cards(self, palette: Palette, width: int) -> list[Line]:
        """Draw the cards of an exchange, with a tick at the cards to keep; in two rows if one is too short."""
        head: Line = ((f"Keep {len(self.facts.seen.hand) - 2}: ", "bold hi"),)
        cards: list[Line] = []
        for place, card in enumerate(self.facts.seen.hand):
            assert card is not None
            tick = " ✓" if place in self.choice.cards.picked else "  "
            cards.append(((tick, "good"), (f"{place + 1} ", "bold accent"), small(palette, card)))
        whole, first, rest = (sum(part, ()) for part in (cards, cards[:2], cards[2:]))
        indent = (" " * width_of(head), "")
        return [(*head, *whole)] if width_of((*head, *whole)) <= width else [(*head, *first), (indent, *rest)]

    # -- keys

    def press(self, key: str) -> str | None:
        """Return the command of a key; "" if it only chose, None if it has no meaning here."""
        if self.phase != "exchange":
            return self.choice.menu.press("c" if key == "k" and self.phase == "act" else key, self.entries)
        hand, cards = self.facts.seen.hand, self.choice.cards
        if key == "enter":
            return describe(self.keeping()) if len(cards.picked) == len(hand) - 2 else None
        return "" if cards.press(key, len(hand), len(hand) - 2) else None

    def aim_at(self, target: str) -> bool:
        """Aim the chosen action at a player; False if that is impossible."""
        return target in self.targets() and self.choice.menu.choose(
            f"{self.chosen.rpartition(' ')[0]} {target}", self.entries
        )

    def point(self, action: Action) -> None:
        """Choose an action; for an exchange, the cards."""
        if not isinstance(action, Keep):
            self.choice.menu.choose(describe(action), self.entries)
            return
        left, self.choice.cards.picked = list(action.characters), []
        for place, card in enumerate(self.facts.seen.hand):
            if card in left:
                left.remove(card)
                self.choice.cards.picked.append(place)

    def keeping(self) -> Keep:
        cards = [card for place in self.choice.cards.picked if (card := self.facts.seen.hand[place])]
        return Keep(tuple(sorted(cards, key=CHARACTERS.index)))

    def keys(self) -> Sequence[Key]:
        if self.phase == "exchange":
            return (Key(f"1–{len(self.facts.seen.hand)}", "card"), Key("enter", "keep"), Key("m", "write"))
        if self.chosen:
            aim = [Key("←→", "whom")] if self.targets() else []
            return (Key("enter", "play it"), Key("esc", "drop it"), *aim)
        rows = {answer.entry.key: answer.entry.label for answer in self.menu}
        if sum(isinstance(answer.entry.actions[0], Block) for answer in self.menu) > 1:
            rows["b"] = "block"
        rows.setdefault("m", "talk" if self.scene.config.talk != "off" else "write")
        return tuple(Key(key, label) for key, label in rows.items())

    # -- the rows below the board

    def idle(self) -> Line:
        """Draw the chosen action, or how to choose."""
        if self.phase == "exchange":
            count = len(self.facts.seen.hand) - 2
            if (missing := count - len(self.choice.cards.picked)) > 0:
                return ((f"choose {missing} more to keep", "mid"),)
            return outcome(self.facts, self.keeping())
        if self.chosen:
            return outcome(self.facts, parse(self.chosen, self.scene.names))
        return ((HINTS.get(self.phase, HINTS["act"]), "mid"),)


def advice(scene: CoupScene, seat: str, seed: int) -> Advice:
    """Return the strongest bot's action with its reasons."""
    from scenes.coup.strong.player import explain

    action, sentence = explain(scene.observe(seat), Chance(seed)("hint", seat), best=True)
    return Advice(describe(action), sentence)
