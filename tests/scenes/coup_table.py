"""A Coup table with prepared cards, played by commands."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from core.engine.casting import prepare, set_up
from core.engine.events import Body, Event
from core.errors import IllegalAction
from scenes.coup.config import SEATS
from scenes.coup.events import Shuffled
from scenes.coup.moves import CHARACTERS, COPIES, Character
from scenes.coup.scene import CoupScene

ANN, BOB, CAT, DAN, EVE, FAY = SEATS
SHORT: dict[str, Character] = {card[:3].lower(): card for card in CHARACTERS}
"""Characters by their first three letters: duk, ass, cap, amb, con."""
B = TypeVar("B", bound=Body)


def cards(short: str) -> list[Character]:
    return [SHORT[word] for word in short.split()]


ALL_MINDS = dict.fromkeys(("notes", "verifier", "parser"), "always")
"""Options by which the model's roles are always asked, however little is at stake."""


class Table:
    """A game with prepared hands: in `Table("duk cap, con con")` two players have two cards each, and Ann begins.

    `top` are the cards that are drawn first; `coins` by seat, if not as dealt.
    """

    def __init__(self, hands: str, top: str = "", coins: Iterable[int] = (), **options: Any) -> None:
        dealt = [cards(hand) for hand in hands.split(",")]
        options = {"players": len(dealt), "starter": "first", **ALL_MINDS, **options}
        scene, self.chance = set_up(prepare("coup", options, {}, 1))
        assert isinstance(scene, CoupScene)
        self.scene: CoupScene = scene
        self.events: list[Event] = []
        drawn = [*(card for hand in dealt for card in hand), *cards(top)]
        rest = Counter(dict.fromkeys(CHARACTERS, COPIES))
        rest.subtract(drawn)
        assert min(rest.values()) >= 0, "there are three of each"
        deck = tuple([*drawn, *rest.elements()][::-1])
        for event in self.scene.start(self.chance):
            self._apply(replace(event, data=Shuffled(deck)) if isinstance(event.data, Shuffled) else event)
        self.game = self.scene.game
        for name, has in zip(SEATS, coins, strict=False):
            self.pay(name, has)

    def _apply(self, event: Event) -> None:
        event = replace(event, n=len(self.events) + 1)
        self.scene.apply(event)
        self.events.append(event)

    def pay(self, name: str, coins: int) -> None:
        """Set a player's coins."""
        seat = self.game.seat[name]
        self.game.treasury += self.game.coins[seat] - coins
        self.game.coins[seat] = coins

    # -- commands

    def do(self, *commands: str) -> "Table":
        """Give commands for the only player who has to act."""
        for command in commands:
            (name,) = self.deciding
            self.answer(**{name: command})
        return self

    def answer(self, **commands: str) -> "Table":
        """Answer for all who have to act; players without a command pass."""
        pick = self.scene.pick()
        assert pick is not None
        assert set(commands) <= set(pick.names), f"{commands}, but it is for {pick.names}"
        return self.give({name: commands.get(name, "pass") for name in pick.names})

    def give(self, commands: dict[str, str]) -> "Table":
        """Give some of the answers, in the way the run does."""
        actions = {name: self.scene.parse(name, command) for name, command in commands.items()}
        for name, action in actions.items():
            self.scene.check(name, action)
        pick = self.scene.pick()
        assert pick is not None
        if pick.together:
            events = self.scene.resolve(actions, self.chance)
        else:
            ((name, action),) = actions.items()
            events = self.scene.decide(name, action, self.chance)
        for event in events:
            self._apply(event)
        return self

    def refuses(self, name: str, command: str) -> str:
        """Return the error that an illegal command gets."""
        assert command not in self.may(name)
        with pytest.raises(IllegalAction) as why:
            self.scene.check(name, self.scene.parse(name, command))
        return str(why.value)

    # -- state

    @property
    def phase(self) -> str:
        return self.game.phase

    @property
    def deciding(self) -> tuple[str, ...]:
        pick = self.scene.pick()
        return pick.names if pick else ()

    def coins(self, name: str) -> int:
        return self.game.coins[self.game.seat[name]]

    def hand(self, name: str) -> list[str]:
        """Return a hand, sorted and abbreviated."""
        return sorted(str(card)[:3].lower() for card in self.game.hands[self.game.seat[name]])

    def lost(self, name: str) -> list[str]:
        return [card[:3].lower() for card in self.game.lost[self.game.seat[name]]]

    def may(self, name: str) -> list[str]:
        return [self.scene.describe(action) for action in self.scene.legal(name)]

    def told(self, kind: type[B]) -> list[B]:
        """Return the events of a kind so far, oldest first."""
        return [event.data for event in self.events if isinstance(event.data, kind)]

    def kinds(self, since: int = 0) -> list[str]:
        return [f"{event.agent} {event.kind}".strip() for event in self.events[since:]]
