"""A person's keys, menu, input and advice on a pane, derived from the declarations of the actions."""

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
from tui.log_view import LogView
from tui.panes.countdown import Countdown
from tui.panes.kit import Advice, Key, Room, Traits
from tui.panes.menu import Menu
from tui.styles import Line, fit, spread

DIGITS = "123456789"
MOST_MISTYPED_WORDS = 3
"""Largest number of words in a text that begins like a command and is treated as a mistyped one, so never spoken."""
ENTER: Line = (("Enter", "bold accent"), (" does it ", "mid"))


class Seat:
    """Turns keys and words into commands, according to the declared and the currently legal actions of the scene."""

    traits: ClassVar[Traits] = Traits()
    """Facts about the scene's screen that do not change during a game."""

    def __init__(self, view: LogView) -> None:
        self.view = view
        """View of the log: its events, the playhead and the perspective."""
        self.room = Room()
        """Sizes, colors and focus of the stage around the pane; the stage sets it before every other call."""
        self._menu = Menu(self.traits.is_ready)

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
        """List the kinds of actions that the person may take in this game, now or later."""
        return self.view.head.actions

    def _declared_keys(self) -> list[Key]:
        """List the declared keys of the currently legal actions, in the order of the scene's letters."""
        order = ["space", *dict.fromkeys(letters(self))]
        known = {entry.key: entry.label for entry in reversed(self._entries()) if entry.key in order}
        return [Key(key, known[key]) for key in sorted(known, key=order.index)]

    @property
    def _can_write(self) -> bool:
        """True if the input accepts text now: an action, or text that is kept for the person's next turn."""
        return bool(self._entries()) if self.view.mine else self.traits.keeps_input

    # -- keys

    def keys(self, acting: bool) -> Sequence[Key]:
        """List keys for the footer.

        Args:
            acting: True while the person's seat has the focus; False while keys only change what is displayed.
        """
        if not acting:
            return ()
        write = (Key("m", "write"),) if self._can_write else ()
        choose = (Key("↑↓", "choose"), Key("enter", "do it")) if self.view.commands() else ()
        return (*self._declared_keys(), *choose, *write)

    def press(self, key: str) -> str | None:
        """Handle a key.

        Returns:
            The command for the key; if it ends in a space, the person completes it in the input. "" if only something
            on the screen changed. None if the pane does not use the key.
        """
        if not self.room.acting:
            return None
        known = ("space", *letters(self))
        entries = [entry for entry in self._entries() if not entry.key or entry.key in known]
        if self.traits.has_menu:
            return self._menu.press(key, entries)
        found = self._menu.declared(key, entries)
        if found is None and self.view.mine and key in letters(self):
            return command_of_key(key, self._kinds()) or None  # not legal now: the scene's check will say why
        return found

    def countdown(self) -> Countdown | None:
        """Return the countdown for the person's answer; None if there is no time limit."""
        return None

    # -- the input

    def idle(self) -> Line:
        """Draw the row under the empty input: what can be done now, and what Enter does; empty in others' turns."""
        if not self.view.mine:
            return ()
        if not self.view.commands():
            return (("press ", "mid"), ("m", "bold accent"), (" and type a command", "mid"))
        return ((self._menu.chosen(self._entries()), "bold hi"), ("   ", ""), *ENTER)

    def understood(self, action: Any, width: int) -> Line:
        """Draw the row under the input that explains a typed action; by default with the scene's description of it."""
        return spread((("understood  ", "dim"), (self.view.head.describe(action), "bold hi")), ENTER, width)

    def command(self, text: str) -> str:
        """Return the command for a typed text; "" if there is none.

        Some panes read an empty text as passing the turn.
        """
        return text

    def complete(self, text: str, asked: str = "") -> str | None:
        """Return the first legal command that begins with a typed text, or None.

        Args:
            text: The text in the input.
            asked: What the input asks for, e.g. "intervene" or "search"; "" for a command.
        """
        low = text.casefold()
        known = self.view.commands() if text and not asked else ()
        return next((each for each in known if each.casefold().startswith(low) and each != text), None)

    # -- advice

    def advice(self) -> Advice:
        """Return the move that the scene's first bot would make for the person. Raises GaveUp if there is no advice."""
        view = self.view
        return first_bot(view.head, view.seat, view.turn, view.header.seed)

    def point(self, command: str) -> None:
        """Show a command on the board as if the person had selected it; by default, in the menu."""
        self._menu.choose(command, self._entries())


def letters(pane: Seat) -> str:
    """Return the letters, digits and signs that belong to the scene, not to the app, while a person plays."""
    declared = "".join(key for key in declared_keys(pane.view.head.actions) if len(key) == 1)
    return pane.traits.letters or declared + DIGITS


def preview(pane: Seat, text: str, width: int) -> Line:
    """Draw the row under the input: how a text will be understood, or why it will be rejected."""
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
    """Return a text unchanged if it is a command or looks like a mistyped one; otherwise the command that speaks it.

    Args:
        scene: The scene, which parses commands.
        seat: The person's seat.
        text: The typed text.
        speech: The command that speaks the text.
        is_command: Returns True for a first word that makes a short text look like a mistyped command.
    """
    words = text.split()
    try:
        scene.parse(seat, text)
    except IllegalAction:
        return text if words and is_command(words[0]) and len(words) <= MOST_MISTYPED_WORDS else speech
    return text


def called(pane: Seat, command: str) -> str:
    """Return a command as the screen words it: its declared label, or spoken words in quotation marks."""
    if command.startswith("say "):
        return f'say "{command.removeprefix("say ")}"'
    kinds = pane.view.head.actions
    labels = {command_of_key(key, kinds): label for key, label in declared_keys(kinds).items()}
    return labels.get(command) or command


def has_spoken(view: LogView) -> bool:
    """Return True if the person has already spoken in their current turn."""
    newest_first = (view.events[index] for index in range(view.n - 1, -1, -1))
    before = takewhile(lambda event: event.end != "turn", newest_first)
    return view.mine and any(isinstance(event.data, Said) and event.agent == view.seat for event in before)


def draw_end_of_turn(view: LogView) -> Line:
    """Draw how to end the turn, for a person who has spoken and may speak again; empty before they have spoken."""
    said: Line = (("said. ", "hi"), ("p", "bold accent"), (": let the others answer   ", "hi"))
    return said if has_spoken(view) else ()


def first_bot(scene: Scene, seat: str, number: int, seed: int) -> Advice:
    """Ask the scene's first bot for its move and its reasons.

    The move is the one in turn `number` of a run of this seed. Raises GaveUp, with the reason, if there is no advice.
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
