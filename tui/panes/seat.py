"""A person's seat on a scene's pane: keys, menu and input, from what actions declare; and advice."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, ClassVar, final

from core.actions.menu import Entry, command_of_key, declared_keys, entries
from core.engine.capabilities import Talk, capability
from core.engine.events import Said
from core.engine.plugins import failure
from core.engine.turn import Action
from core.errors import GaveUp, IllegalAction, UserError
from core.social.actions import Yield
from themes.palettes import DARK, Palette
from tui.log_view import LogView
from tui.panes.advice import first_bot
from tui.panes.kit import Advice, Key, Room
from tui.panes.menu import Menu
from tui.styles import Line, fit, spread

DIGITS = "123456789"
MISTYPED = 3
"""Words up to which a text that begins like a command is never said aloud."""
PASSES = "pass"
"""What the end of one's turn is called on every screen."""


class Seat:
    """Turns keys and words into commands, by what the scene's actions declare and its rules allow now.

    Most panes keep these methods, and set `folds` and `is_ready`, or add keys of their own.
    """

    is_ready = True
    """True if Enter gives the first command until another one is chosen; else nothing is chosen at first."""

    has_menu = True
    """True if arrows, digits and Enter choose among the lines of the menu."""
    keeps_input = False
    """Whether a command that is typed early is kept, and shown, until the turn comes. A key is only kept for the rest
    of the turn it was pressed in."""
    writes_first = False
    """Whether what is typed is words: the input has the keys from the start, and after words were sent."""

    def __init__(self, view: LogView) -> None:
        self.view = view
        self.palette: Palette = DARK
        self.room = Room()
        self.focus = ""
        """The tab of the dock that has the keys; "" while the board has them. `look` and `find` may set it: the stage
        goes there."""
        self.on_board = True
        """True while the board has the focus."""
        self.hinted = ""
        """The command of the hint that was just given."""
        self._hinted_at = 0
        """How much was known when it was given."""
        self.begun = ""
        """The command that `look` or `click` asks for, if it does: the stage takes it, one that ends in a space to be
        finished in the input."""
        self._menu = Menu(self.is_ready)

    @property
    def letters(self) -> str:
        """Letters, digits and signs that the scene takes for itself while a person plays, in the order of the footer.

        By default these are the keys that its actions declare, and digits for the menu.
        """
        return "".join(key for key in declared_keys(self.view.head.actions) if len(key) == 1) + DIGITS

    def commands(self) -> Sequence[str]:
        """List what the person can do now, as commands; where the space is open, its closed part."""
        return self.view.once(self._commands) if self.view.mine else ()

    def _commands(self) -> Sequence[str]:
        scene, seat = self.view.scene, self.view.seat
        return [scene.describe(action) for action in scene.legal(seat)]

    def folds(self) -> Sequence[str]:
        """List words that actions of one line in the menu may differ in, such as players' names; none by default."""
        return ()

    def entries(self) -> Sequence[Entry]:
        """List the lines of the menu: what the person can do now."""
        return self.view.once(self._entries) if self.view.mine else ()

    def _entries(self) -> Sequence[Entry]:
        scene, seat = self.view.scene, self.view.seat
        openings = capability(scene, Talk).openings(seat)
        return entries(scene.forms, scene.legal(seat), openings, scene.describe, self.folds())

    def kinds(self) -> Sequence[type[Action]]:
        """List the kinds of actions that the person may take in this game, now or later."""
        return self.view.head.actions

    def numbered(self) -> Mapping[str, str] | None:
        """Give the command that each digit chooses; None if digits count the lines of the menu."""
        return None

    @final
    def declared_keys(self) -> list[Key]:
        """List the keys that declare what can be done now, in the order of `letters`."""
        order = ["space", *dict.fromkeys(self.letters)]
        known = {entry.key: entry.label for entry in reversed(self.entries()) if entry.key in order}
        return [Key(key, known[key]) for key in sorted(known, key=order.index)]

    @property
    def can_write(self) -> bool:
        """True if something can be typed now: on one's turn what may be done, else only what is kept until then."""
        return bool(self.entries()) if self.view.mine else self.keeps_input

    def own_keys(self) -> Sequence[Key]:
        """List the keys that `press` takes, for the footer."""
        write = (Key("m", "write"),) if self.can_write else ()
        choose = (Key("↑↓", "choose"), Key("enter", "do it")) if self.commands() else ()
        return (*self.declared_keys(), *choose, *write)

    def press(self, key: str) -> str | None:
        """Give the command that a key stands for now, "" if it did something on the board, None if it is not the
        scene's. A command that ends in a space is to be finished in the input."""
        entries = [each for each in self.entries() if not each.key or each.key in ("space", *self.letters)]
        if self.has_menu:
            return self._menu.press(key, entries, self.numbered())
        found = self._menu.declared(key, entries)
        if found is None and self.view.mine and key in self.letters:
            return command_of_key(key, self.kinds()) or None  # the rules say why it cannot be given now
        return found

    def overdue(self) -> str:
        """Give the command that is taken because the person's time is over, or "" while it is not. Asked with each
        frame in which the person is awaited and may answer."""
        return ""

    @property
    def has_countdown(self) -> bool:
        """True if a person has only so much time for an answer."""
        return False

    secrets: ClassVar[str] = "everything"
    """Description of what is shown to all perspectives and not to one seat, for a player who is out."""

    @property
    def is_out(self) -> bool:
        """True if the person has nothing to decide any more, while the game goes on."""
        return False

    def idle(self) -> Line:
        """Write what the person may do while nothing is typed, and what Enter does."""
        commands = self.commands()
        if not commands:
            return (("press ", "mid"), ("m", "bold accent"), (" and type a command", "mid"))
        chosen = self._menu.chosen(self.entries())
        return ((chosen, "bold hi"), ("   ", ""), ("Enter", "bold accent"), (" does it", "mid"))

    def preview(self, text: str, width: int) -> Line:
        """Write what will be understood of the words in the input, or why they are rejected."""
        scene, seat = self.view.head, self.view.seat
        try:
            action = scene.parse(seat, self.command(text))
            if self.view.mine:
                scene.check(seat, action)
        except IllegalAction as why:
            return fit(((f"   {why}", "bad"),), width)
        return spread((("   ", ""), *self.understood(action)), (("Enter", "bold accent"), (" does it ", "mid")), width)

    def understood(self, action: Any) -> Line:
        """Write what an action will do: here, how it is written."""
        return (("understood  ", "dim"), (self.view.head.describe(action), "bold hi"))

    def complete(self, text: str) -> str | None:
        """Give the first command that begins like this, or None."""
        low = text.casefold()
        return next((c for c in self.commands() if text and c.casefold().startswith(low) and c != text), None)

    def complete_outside(self, text: str) -> str | None:
        """Give the first intervention that begins like this, or None."""
        return None

    @final
    def completed(self, text: str, asked: str) -> str | None:
        """Complete what is typed: a command, or an intervention where one is `asked` for."""
        if asked:
            return self.complete_outside(text) if asked == "intervene" else None
        return self.complete(text)

    def command(self, text: str) -> str:
        """Give the command that the words in the input stand for: words are said, if they are no command."""
        words = text.split()
        if not words or not (speech := self.speech(text.strip())):
            return text
        try:
            self.view.head.parse(self.view.seat, text)
        except IllegalAction:
            return text if self.begins_command(words[0]) and len(words) <= MISTYPED else speech
        return text

    def speech(self, words: str) -> str:
        """Give the command that says words; "" where words are not said."""
        return ""

    def begins_command(self, word: str) -> bool:
        """True if a few words that begin so are taken for a mistyped command, and not said."""
        return self.view.head.forms.knows(word)

    def doubt(self, command: str) -> str:
        """Ask whether a command is meant, before it is given: a question to be answered with yes or no, or ""."""
        return ""

    def follows(self, command: str) -> str:
        """Give the command that is given by itself after another one, such as the end of the turn after words; ""
        for none."""
        return ""

    @property
    def spoken(self) -> bool:
        """Tell whether the person has said something in the turn that goes on."""
        view = self.view
        newest_first = (view.events[index] for index in range(view.n - 1, -1, -1))
        before = takewhile(lambda event: event.end != "turn", newest_first)
        return self.view.mine and any(isinstance(event.data, Said) and event.agent == view.seat for event in before)

    def lets_others(self) -> Line:
        """Write how the others get to speak, to who has said something and whose turn goes on."""
        if not self.spoken:
            return ()
        return (("said. ", "hi"), ("p", "bold accent"), (": let the others answer   ", "hi"))

    def silence(self) -> str:
        """Give the command that an empty line stands for; "" for none."""
        return ""

    @final
    def hint(self) -> str:
        """Write a hint for the person, or why there is none: an error of whoever gives the advice says so. Its move is
        shown on the board, and is `hinted` until another key is pressed."""
        if not self.view.mine:
            return "hints are for your turn"
        try:
            advice = self.advice()
            self.hinted, self._hinted_at = advice.command, self.view.known
            if self.hinted:
                self.point(self.hinted)
            how = ", Enter does it" if self.hinted else ""
            called = self.called(advice.command)
            return f"hint{how}: {': '.join(filter(None, [called, advice.why]))}"
        except (GaveUp, UserError) as why:
            return f"no hint: {why}"
        except Exception as error:  # noqa: BLE001  a package's bot may raise anything
            return f"no hint: {failure(error)}"

    def take_hint(self) -> str:
        """Give the command of the hint that the key before this one gave, unless something has happened since."""
        hinted, self.hinted = self.hinted, ""
        return hinted if self._hinted_at == self.view.known else ""

    def called(self, command: str) -> str:
        """Write a command as the screen calls it, and words in quotation marks."""
        if command.startswith("say "):
            return f'say "{command.removeprefix("say ")}"'
        return PASSES if command == Yield.form else command

    def advice(self) -> Advice:
        """Say what a good player would do in the person's seat: the scene's first bot, which is `rules`. Raises GaveUp,
        saying why, where there is no advice."""
        view = self.view
        return first_bot(view.head, view.seat, view.turn, view.header.seed)

    def point(self, command: str) -> None:
        """Show a command on the board as if the person had chosen it: here, in the menu."""
        self._menu.choose(command, self.entries())
