"""A game as plain lines of text, for screen readers and simple terminals: events, numbered choices, a prompt.

It shows the same stage as the app, without a screen: nothing is drawn twice, moved or timed.
"""

import asyncio
import os
import signal
import sys
from collections import deque
from collections.abc import Callable
from threading import Thread

from core.actions.menu import entries
from core.engine.capabilities import Talk, capability
from core.engine.events import Event, RunEnded, RunStarted
from core.engine.recap import sentence
from tui.cli.wording import event_text
from tui.log_view import END
from tui.panes.results import metric_texts
from tui.preferences import Tempo
from tui.state.ending import headline
from tui.state.requests import Close, Crash, DrawCurtain, Request, ShowPage
from tui.state.stage import StageState
from tui.tour import Step

FEW = 20
"""Number of choices that are listed without being asked for."""
PLAYER_HELP = (
    "Type a number, or a command in words. ? repeats the state, h gives a hint, r lists what concerned you since your "
    "last turn, l lists all choices, rules explains the game, q leaves."
)
WATCHER_HELP = "Enter shows the next turn, a number so many turns, all the rest. ? describes the state, q leaves."


class Linear:
    """One stage as lines: `write` gets the lines, `hear` takes those that the person types."""

    def __init__(self, stage: StageState, write: Callable[[str], None], prompt: Callable[[], None]) -> None:
        self.stage, self._write, self._prompt = stage, write, prompt
        self._typed: deque[str | None] = deque()
        """Lines that wait for the person's turn; None for the end of the input."""
        self._wake = asyncio.Event()
        self._written = stage.view.n
        """Number of the last event that was written."""
        self._asked_at = -1
        """Event after which the person was last asked; -1 to ask again."""
        self._choices: list[str] = []
        self._opening = ""
        """Start of a command whose free text is typed next."""
        self._step: Step | None = None
        """Step of a tour or puzzle that was written last."""
        self._confirm: Callable[[], None] | None = None
        """Called once the next person has pressed Enter."""
        self.closed = False
        self.following: StageState | None = None
        """Stage that takes the place of this one."""

    def hear(self, line: str | None) -> None:
        """Take a line that was typed; None at the end of the input."""
        self._typed.append(line)
        self._wake.set()

    async def run(self) -> None:
        """Play or replay to the end, or until the person leaves."""
        stage, view = self.stage, self.stage.view
        stage.tempo, stage.changed, stage.covered, stage.playing = Tempo(0.0, False), self._wake.set, True, False
        view.pane.make_board()
        stage.begin()
        how = f"You are {view.seat}. {PLAYER_HELP}" if view.seat else WATCHER_HELP
        self._write(f"{view.pane.header().title}. {how}")
        while not self.closed:
            self._wake.clear()
            self._update()
            if self._typed and self._takes(self._typed[0]):
                self._answer(self._typed.popleft())
            else:
                await self._wake.wait()

    # -- output

    def _update(self) -> None:
        """Write everything new, and ask the person if it is their turn."""
        stage, view = self.stage, self.stage.view
        stage.tick(0.0)
        while stage.requests:
            self._carry_out(stage.requests.popleft())
        for event in view.events[self._written : view.n]:
            if view.may_see(event) and not isinstance(event.data, (*view.pane.traits.plumbing, RunStarted, RunEnded)):
                self._write(self._sentence(event))
        self._written = max(self._written, view.n)
        while (step := stage.guide.step) is not None and step is not self._step:
            self._step = step
            if step.linear:
                self._write(step.linear.replace("^n", "n"))
            stage.guide.read()
        self._write_news()
        if (view.over and view.at_now) or stage.failed:
            self._finish()
        elif self._is_asked and not (stage.asks or self._confirm) and self._asked_at != view.n:
            self._ask()

    def _write_news(self) -> None:
        if text := self.stage.news[0]:
            self.stage.news = ("", "")
            self._asked_at = -1
            self._write(text)

    def _sentence(self, event: Event) -> str:
        if self.stage.view.seat:
            return sentence(event, self.stage.view.seat)
        return f"{event.agent} {event_text(event)}".strip()

    def _state(self) -> None:
        view = self.stage.view
        self._write(view.scene.board(view.perspective) if view.n else "Nothing has happened yet.")

    def _ask(self) -> None:
        """Ask for a command: the state at first, and the choices unless they are the same as before."""
        view, before = self.stage.view, self._choices
        self._asked_at = view.n
        if view.seat:
            if not before:
                self._state()
            self._choices = self._legal()
            self._write("Your turn.")
            if (step := self.stage.guide.step) is not None and (command := step.command(self._choices)):
                self._write(f"The tour suggests: {command}")
            self._list(FEW if self._choices != before else 0)
        self._prompt()

    def _legal(self) -> list[str]:
        """List the possible commands; one that needs free text ends in a space."""
        scene, seat = self.stage.view.scene, self.stage.view.seat
        found = entries(scene.forms, scene.legal(seat), capability(scene, Talk).openings(seat), scene.describe)
        return [command for entry in found for command in entry.commands]

    def _list(self, most: int) -> None:
        """List the first choices by number."""
        for i, command in enumerate(self._choices[:most], 1):
            self._write(f"{i}. {command}{'…' * command.endswith(' ')}")
        if (more := len(self._choices) - most) > 0:
            self._write(f"{more} {'more' if most else 'choices, as before'}; l lists all")

    def _carry_out(self, request: Request) -> None:
        match request:
            case DrawCurtain(name, done):
                self._write(f"{name}, press Enter when you are alone at the keyboard.")
                self._confirm = done
            case ShowPage(title, paragraphs):
                self._write(title)
                for paragraph in paragraphs:
                    self._write(paragraph)
                self._asked_at = -1
            case Close(then):
                self.closed, self.following = True, then
            case Crash(error):
                raise error

    def _finish(self) -> None:
        """Write the result, and leave."""
        view = self.stage.view
        if view.ended is not None and not self.stage.leaving:
            self._write(". ".join([headline(view), *metric_texts(view.ended, view.pane.traits.results)]))
        self.stage.leaver.leave()

    # -- input

    @property
    def _is_asked(self) -> bool:
        """True if the person may act now: a player in turn, or a watcher."""
        stage, is_free = self.stage, self.stage.view.seat not in self.stage.queue.given
        return not stage.leaving and (stage.live is None or (stage.my_turn and is_free))

    def _takes(self, line: str | None) -> bool:
        """Return True if a line has a meaning now; other lines wait for the person's turn."""
        at_once = line is not None and line.strip() in ("?", "r", "q", "rules")
        return self._is_asked or at_once or self.stage.asks or self._confirm is not None

    def _answer(self, line: str | None) -> None:
        """Act on a line."""
        stage, text = self.stage, (line or "").strip()
        stage.hinted = stage.seat.take_hint()
        if line is None and stage.live is None:
            stage.view.go(END)
        elif line is None:
            stage.leaver.leave()
        elif self._confirm is not None:
            done, self._confirm = self._confirm, None
            self._choices = []
            done()
        elif stage.asks:
            self._confirm_or_not(text.casefold() in ("y", "yes"))
        elif not self._look(text):
            (self._command if stage.live else self._go)(text)

    def _confirm_or_not(self, yes: bool) -> None:
        self._asked_at = -1
        if self.stage.asking == "leave":
            self.stage.asking = ""
            if yes:
                self.stage.leaver.leave()
        else:
            self.stage.seat.answer(yes)

    def _look(self, text: str) -> bool:
        """Act on a line that only asks for something. Returns False for other lines."""
        stage = self.stage
        match text:
            case "?":
                self._state()
                self._prompt()
            case "q":
                stage.leaver.ask_to_leave()
            case "rules":
                stage.navigation.help()
            case "h" if stage.live:
                stage.seat.hint()
            case "r" if stage.live:
                stage.seat.recap()
            case "l" if stage.live:
                self._list(len(self._choices))
                self._prompt()
            case "n" if stage.guide.step is not None:
                stage.runs.pass_over()
                self._asked_at = -1
            case _:
                return False
        return True

    def _command(self, text: str) -> None:
        """Give a command: by its number, in words, or the hint that was just given."""
        stage, place = self.stage, int(text[:9]) if text.isdecimal() else 0
        is_written = bool(self._opening)
        text, self._opening = self._opening + text, ""
        if not text and not stage.hinted:
            self._list(len(self._choices))
            self._prompt()
            return
        if not text:
            text = stage.hinted
        elif 0 < place <= len(self._choices):
            text = self._choices[place - 1]
        if text.endswith(" "):
            self._opening = text
            self._write(f"Type the rest of: {text}…")
            self._prompt()
        else:
            self._asked_at = -1
            openings = tuple(each for each in self._choices if each.endswith(" "))
            is_command = is_written or text in (*self._choices, stage.hinted) or text.startswith(openings)
            (stage.seat.give if is_command else stage.seat.submit)(text)

    def _go(self, text: str) -> None:
        """Show more turns of a replay."""
        if text == "all":
            self.stage.view.go(END)
        elif not text or text.isdecimal():
            self.stage.view.go_turns(int(text[:9] or 1))
        else:
            self._write(WATCHER_HELP)
            self._asked_at = -1


def show_lines(stage: StageState) -> StageState:
    """Play or replay a stage in lines on stdin and stdout. Returns the stage that was shown last."""
    return asyncio.run(_show(stage))


async def _show(stage: StageState) -> StageState:
    loop = asyncio.get_running_loop()
    current = Linear(stage, _print, _print_prompt)
    Thread(target=lambda: _listen(lambda line: loop.call_soon_threadsafe(current.hear, line)), daemon=True).start()
    if sys.platform != "win32":
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, lambda: current.stage.leaver.leave())
    await current.run()
    while current.following is not None:
        current = Linear(current.following, _print, _print_prompt)
        await current.run()
    return current.stage


def _print(text: str) -> None:
    print(text, flush=True)


def _print_prompt() -> None:
    print("> ", end="", flush=True)


def _listen(hear: Callable[[str | None], object]) -> None:
    """Read lines from stdin until its end. It reads the file itself, since a locked stream would delay the exit."""
    rest = b""
    while data := os.read(sys.stdin.fileno(), 2**16):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            hear(line.decode("utf-8", "replace"))
    hear(None)
