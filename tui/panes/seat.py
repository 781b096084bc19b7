"""A person's seat on a scene's pane: keys, menu, input and advice, derived from the declarations of its actions."""

import inspect
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any, ClassVar

from core.actions.menu import Entry, command_of_key, declared_keys, entries
from core.engine.capabilities import Talk, capability
from core.engine.chance import Chance
from core.engine.events import Said, Thought
from core.engine.scene import Scene
from core.engine.turn import Action, Turn
from core.errors import GaveUp, IllegalAction
from core.llm.model_client import ModelClient
from tui.keys import with_keys
from tui.log_view import LogView
from tui.panes.countdown import Countdown
from tui.panes.kit import Advice, Key, Room, Traits
from tui.panes.menu import Menu
from tui.styles import Line, fit, spread

DIGITS = "123456789"
MAX_MISTYPED_WORDS = 3
"""Maximum words of a text that starts like a command and is therefore never said aloud."""
ENTER: Line = (("Enter", "bold accent"), (" does it ", "mid"))


def speed_key() -> Line:
    """Draw the key that speeds the game up, for a player who is out."""
    return ((with_keys("{faster}"), "bold accent"), (": faster", "mid"))


class Seat:
    """Turns keys and words into commands, by the declarations of the scene's actions and the legal actions."""

    traits: ClassVar[Traits] = Traits()
    """Properties of the scene's screen that do not change during a game."""

    def __init__(self, view: LogView) -> None:
        self.view = view
        """The log that the pane draws, with its playhead and perspective."""
        self.room = Room()
        """The stage around the pane; the stage sets it before calling other methods."""
        self._menu = Menu(self.traits.is_ready)

    @property
    def _scene(self) -> Any:
        """The scene at the playhead. A scene's own pane annotates its type."""
        return self.view.scene

    # -- the menu

    def _entries(self) -> Sequence[Entry]:
        """List the menu's entries: the actions that the person can take now."""
        return self.view.once(self._make_entries) if self.view.mine else ()

    def _make_entries(self) -> Sequence[Entry]:
        scene, seat = self.view.scene, self.view.seat
        openings = capability(scene, Talk).openings(seat)
        folds = self.view.header.cast if self.traits.folds_names else ()
        return entries(scene.forms, scene.legal(seat), openings, scene.describe, folds)

    def _kinds(self) -> Sequence[type[Action]]:
        """List the action types that the person may use in this game, now or later."""
        return self.view.head.actions

    def _declared_keys(self) -> list[Key]:
        """List the declared keys of the actions that are possible now, in the order of the scene's letters."""
        order = ["space", *dict.fromkeys(scene_keys(self))]
        known = {entry.key: entry.label for entry in reversed(self._entries()) if entry.key in order}
        return [Key(key, known[key]) for key in sorted(known, key=order.index)]

    @property
    def _can_write(self) -> bool:
        """True if the person can type: an action, or between turns a text that waits for the next turn."""
        return bool(self._entries()) if self.view.mine else self.traits.keeps_input

    # -- keys

    def keys(self, acting: bool) -> Sequence[Key]:
        """List keys for the footer.

        Args:
            acting: True for the keys of the person's seat, False for those that only change the view.
        """
        if not acting:
            return ()
        write = (Key("m", "write"),) if self._can_write else ()
        choose = (Key("↑↓", "choose"), Key("enter", "do it")) if self.view.commands() else ()
        return (*self._declared_keys(), *choose, *write)

    def press(self, key: str) -> str | None:
        """Handle a key.

        Returns:
            The command of the key; one that ends in a space is completed in the input. "" if the key changed the
            screen, None if it has no meaning for the pane.
        """
        if not self.room.acting:
            return None
        known = ("space", *scene_keys(self))
        entries = [entry for entry in self._entries() if not entry.key or entry.key in known]
        if self.traits.has_menu:
            return self._menu.press(key, entries)
        found = self._menu.declared(key, entries)
        if found is None and self.view.mine and key in scene_keys(self):
            return command_of_key(key, self._kinds()) or None  # the rules then explain why it is illegal
        return found

    def countdown(self) -> Countdown | None:
        """Return the time limit of the person's answer; None if there is none."""
        return None

    # -- the input

    def idle(self) -> Line:
        """Draw the row below the empty input: possible actions and the effect of Enter; empty for a waiting person."""
        if not self.view.mine:
            return ()
        if not self.view.commands():
            return (("press ", "mid"), ("m", "bold accent"), (" and type a command", "mid"))
        return ((self._menu.chosen(self._entries()), "bold hi"), ("   ", ""), *ENTER)

    def understood(self, action: Any, width: int) -> Line:
        """Draw the row below the input: the effect of a typed action; by default, its action text."""
        return spread((("understood  ", "dim"), (self.view.head.describe(action), "bold hi")), ENTER, width)

    def command(self, text: str) -> str:
        """Return the command of a typed text; "" for none. An empty text may pass the turn."""
        return text

    def complete(self, text: str, asked: str = "") -> str | None:
        """Return the first command that starts with a typed text, or None.

        Args:
            text: The text in the input.
            asked: The kind of input: "intervene", "search" or the like; "" for a command.
        """
        low = text.casefold()
        known = self.view.commands() if text and not asked else ()
        return next((each for each in known if each.casefold().startswith(low) and each != text), None)

    # -- advice

    def advice(self) -> Advice:
        """Return a good move for the person: by default the first bot's. Raises GaveUp if there is none."""
        view = self.view
        return first_bot(view.head, view.seat, view.turn, view.header.seed)

    def point(self, command: str) -> None:
        """Show a command on the board as if the person had chosen it; by default, in the menu."""
        self._menu.choose(command, self._entries())


def scene_keys(pane: Seat) -> str:
    """Return the letters, digits and signs that a scene uses while a person plays."""
    declared = "".join(key for key in declared_keys(pane.view.head.actions) if len(key) == 1)
    return pane.traits.letters or declared + DIGITS


def preview(pane: Seat, text: str, width: int) -> Line:
    """Draw the row below the input: the meaning of a typed text, or the reason for its rejection."""
    view = pane.view
    if not view.mine and not pane.traits.keeps_input:
        return (("   it is not your turn yet", "accent"),)
    if not (command := pane.command(text)):
        return ()
    try:
        action = view.head.parse(view.seat, command)
        if view.mine:
            view.head.check(view.seat, action)
    except IllegalAction as why:
        return fit(((f"   {why}", "bad"),), width)
    return (("   ", ""), *pane.understood(action, width - 3))


def command_or_speech(scene: Scene, seat: str, text: str, speech: str, is_command: Callable[[str], bool]) -> str:
    """Return a text that is a command or looks like a mistyped one; for other words, the command that says them.

    Args:
        scene: The scene, which parses commands.
        seat: The person's seat.
        text: The typed text.
        speech: The command that says the words.
        is_command: Returns True for a first word that makes a short text a mistyped command.
    """
    words = text.split()
    try:
        scene.parse(seat, text)
    except IllegalAction:
        return text if words and is_command(words[0]) and len(words) <= MAX_MISTYPED_WORDS else speech
    return text


def label_of(pane: Seat, command: str) -> str:
    """Return a command's name on the screen: its declared label, with words in quotation marks."""
    if command.startswith("say "):
        return f'say "{command.removeprefix("say ")}"'
    kinds = pane.view.head.actions
    labels = {command_of_key(key, kinds): label for key, label in declared_keys(kinds).items()}
    return labels.get(command) or command


def has_spoken(view: LogView) -> bool:
    """Return True if the person has said something in the current turn, which is still open."""
    newest_first = (view.events[index] for index in range(view.n - 1, -1, -1))
    before = takewhile(lambda event: event.end != "turn", newest_first)
    return view.mine and any(isinstance(event.data, Said) and event.agent == view.seat for event in before)


def let_others_hint(view: LogView) -> Line:
    """Draw the key that lets the others speak, if the person has said something in an open turn."""
    said: Line = (("said. ", "hi"), ("p", "bold accent"), (": let the others answer   ", "hi"))
    return said if has_spoken(view) else ()


def first_bot(scene: Scene, seat: str, number: int, seed: int) -> Advice:
    """Return the move of the scene's first bot, `rules`, and its reasons.

    The bot draws the random numbers of turn `number` of a run with this seed. Raises GaveUp, with the reason, if
    there is no advice.
    """
    if not scene.bots:
        raise GaveUp("this scene has no bot to ask")
    turn = Turn(scene, seat, number, Chance(seed), ModelClient({}, {}, scene.config))
    made = next(iter(scene.bots.values()))().act(turn)
    if inspect.isawaitable(made):
        if inspect.iscoroutine(made):
            made.close()
        raise GaveUp("this scene's bot takes too long for hints")
    thoughts = " ".join(event.data.text for event in turn.private if isinstance(event.data, Thought))
    return Advice(made if isinstance(made, str) else scene.describe(made), thoughts)
