"""A person's seat on a stage: commands, questions and answers, perspectives, interventions, search."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from core.engine.capabilities import check_intervention
from core.engine.control import OPENED_ALL_EYES
from core.engine.events import Event, Intervened
from core.engine.registry import failure
from core.errors import GaveUp, IllegalAction, UserError
from tui.panes.drawing import short_policy
from tui.panes.seat import label_of
from tui.pick_list import Pick
from tui.source import Source
from tui.state.playback import Playback
from tui.state.requests import DrawCurtain, PickFrom, ShowPage
from tui.state.shown import Asked, StageFields
from tui.state.table_talk import TableTalk
from tui.styles import clip

if TYPE_CHECKING:
    from tui.panes.generic import ScenePane

MAX_FOUND_CHARACTERS = 200
"""Largest number of characters of a found event that are shown."""
MAX_STEPPED_PERSPECTIVES = 6
"""Largest number of perspectives that one key steps through; with more, a list opens."""
RECAP = "since your last turn"


class Seat:
    """Passes a person's commands to the run, and asks the person questions."""

    _hinted_at = 0
    """Number of events when the hint was given."""
    reveal_requested = False
    """True after the person asked to see everything, until the log records it."""
    _doubted = ""
    """Command that is given if the answer to the question "sure" is yes."""
    _draft = ""
    """Text of the input, saved while the input asks for something else."""
    _rejected = ""
    """Text of a rejected intervention, to be corrected."""
    curtain = False
    """True while the seat is being handed to another person."""

    def __init__(self, stage: StageFields, playback: Playback, talk: TableTalk) -> None:
        self.stage, self.playback, self.talk = stage, playback, talk

    # -- commands

    def finish(self, command: str) -> None:
        """Put the start of a command into the input for the person to finish."""
        self.stage.text, self.stage.focus = command, "words"

    def give(self, command: str, *, sure: bool = False, typed: bool = False, due: bool = False) -> bool:
        """Pass a command to the run, or queue it if it came too early.

        Args:
            command: Text of the command.
            sure: True if the person has confirmed it.
            typed: True for a typed command: it is also kept for the next turn.
            due: True for a queued command whose turn has come.

        Returns:
            False if the command was rejected, or the person is asked to confirm it.
        """
        assert self.stage.live is not None
        if self.stage.view.ended is not None or self.stage.failed:
            self.stage.tell("the run is over", "accent")
            return False
        scene, seat, queue = self.stage.view.head, self.stage.view.seat, self.stage.queue
        at_once = seat in self.stage.live.waiting.names and seat not in queue.given and (due or not queue.of(seat))
        if not at_once and not (self.stage.view.pane.traits.keeps_input and (typed or seat in queue.acting)):
            self.stage.tell("it is not your turn yet", "accent")
            return False
        try:
            action = scene.parse(seat, command)
            if at_once:  # a queued command is checked when its turn comes
                scene.check(seat, action)
        except IllegalAction as why:
            self.stage.tell(str(why), "bad")
            return False
        if not sure and (question := self.stage.view.pane.traits.doubts.get(command)):
            self._doubted, self.stage.asking = command, "sure"
            self.stage.text, self.stage.focus = "", "board"
            self.stage.tell(f"{question} y yes, any other key no", "accent")
            return False
        if at_once:
            queue.hand_over(seat)
            if self.stage.guide.takes(described := scene.describe(action)):
                command = described  # the text that a puzzle's file has
                self.stage.live.control.pause()
            self.stage.live.submit(seat, command)
            then = self.stage.view.pane.traits.ends_speech
            if then and command.startswith("say ") and then in map(scene.describe, scene.legal(seat)):
                queue.add(seat, then, typed=False)
        else:
            queue.add(seat, command, typed=typed)
        self.stage.touch()
        return True

    def give_queued(self, live: Source) -> None:
        """Pass a queued command to the run when it waits for the person. Rejected text goes back to the input."""
        queue, seat = self.stage.queue, self.stage.view.seat
        if seat not in live.waiting.names or seat in queue.given or self.stage.asking or not (kept := queue.next(seat)):
            return
        if not self.give(kept.command, due=True) and kept.typed and not self.stage.asking and not self.stage.text:
            self.stage.text = kept.command

    def submit(self, value: str) -> None:
        """Handle a line that was typed and sent."""
        text, asking, pane = value.strip(), self.stage.asking, self.stage.view.pane
        if asking == "chat" and text:
            self.talk.send(text)
            return
        if asking:
            self.end_asking()
            if asking == "search" and (text or pane.traits.search_hint):
                self._search(text)
            elif text and asking == "note":
                self.playback.note(text)
            elif text and asking == "go":
                self.playback.go_to(text)
            elif text and asking == "intervene":
                self._intervene(text)
            return
        if self.stage.live is None or not self.stage.view.seat:
            return  # a search that was submitted twice before it was finished
        command = pane.command(text)
        if command and self.give(command, typed=bool(text)) and self.stage.text == value:
            self.stage.text, self.stage.focus = "", self.stage.home

    def write(self) -> None:
        """Focus the input."""
        if self.stage.asking:
            self.end_asking()
        if self.stage.acting:
            self.stage.focus = "words"
        elif self.stage.view.seat and self.stage.view.ended is None:
            self.stage.view.go(self.stage.view.known)
            self.stage.focus = "words"
        else:
            self.stage.tell("only a player writes; you are watching", "accent")

    def discard(self) -> None:
        """Discard the text in the input; if there is none, the queued commands."""
        if self.stage.text:
            self.stage.text = ""
        elif self.stage.queue.drop(self.stage.view.seat):
            self.stage.tell("queued actions were removed", "accent")
        else:
            self.stage.tell("there is no draft", "dim")

    def hint(self) -> None:
        """Show a hint on the board; pressing the key again plays it."""
        if self.stage.hinted and self.stage.acting:
            self.give(self.stage.hinted)
            return
        over = self.stage.view.ended is not None and self.stage.view.seat
        idle = "the game is over" if over else "hints are for players"
        self.stage.tell(self._hint() if self.stage.acting else idle, "accent")

    def _hint(self) -> str:
        """Show the pane's advice on the board. Returns it as text, or the reason why there is none."""
        pane = self.stage.view.pane
        if not self.stage.view.mine:
            return "a hint needs your turn"
        if self.stage.guide.hides_hints:
            return "no hint before your answer: it would solve the puzzle"
        try:
            advice = pane.advice()
            self.stage.hint_shown, self._hinted_at = advice.command, self.stage.view.known
            if advice.command:
                pane.point(advice.command)
            how = ", Enter plays it" if advice.command else ""
            return f"hint{how}: {': '.join(filter(None, [label_of(pane, advice.command), advice.why]))}"
        except (GaveUp, UserError) as why:
            return f"no hint: {why}"
        except Exception as error:  # noqa: BLE001  a package's bot may raise anything
            return f"no hint: {failure(error)}"

    def take_hint(self) -> str:
        """Return the command of the hint that the last key gave, unless an event has happened since."""
        hinted, self.stage.hint_shown = self.stage.hint_shown, ""
        return hinted if self._hinted_at == self.stage.view.known else ""

    def pane_takes(self, act: "Callable[[ScenePane], str | None]") -> bool:
        """Let the pane handle a key or a click, and give its command. Returns False if it has no meaning there."""
        pane = self.stage.view.pane
        before = self.stage.place_focus()
        command = act(pane)
        if command is None:
            return False
        if pane.room.focus != before:
            self.stage.follow_focus()
        if command.endswith(" "):
            self.finish(command)
        elif command:
            self.give(command)
        self.stage.touch()
        return True

    def recap(self) -> None:
        """Show a page with the events since the person's last turn."""
        view = self.stage.view
        recap = view.recap.since(view.seat)
        if not view.seat:
            self.stage.tell("the recap is for players: what happened since their last turn", "dim")
        elif recap:
            self.stage.request(ShowPage(RECAP, [f"{view.pane.traits.unit} {each.turn}: {each.text}" for each in recap]))
        else:
            self.stage.tell("nothing about you happened since your last turn", "dim")

    # -- questions

    @property
    def placeholder(self) -> str:
        """Placeholder text of the input."""
        pane = self.stage.view.pane
        hints = {
            "search": pane.traits.search_hint or "search the log: Enter finds the next",
            "go": f"go to an event (188) or a {pane.traits.unit} (t12)",
            "intervene": pane.traits.interventions,
            "chat": "to the people at the table; no bot and no recording gets it",
            "note": "a note for yourself at the playhead; Enter saves it with the run",
        }
        return hints.get(self.stage.asking, "")

    @property
    def asks_words(self) -> bool:
        """True while the input asks for a text that is not a command."""
        return self.stage.asking in ("search", "go", "intervene", "note", "chat")

    def ask_for(self, asked: Asked, text: str = "") -> None:
        """Ask for a text in the input."""
        self.stage.asking, self._draft = asked, self.stage.text
        self.stage.text, self.stage.focus = text, "words"

    def end_asking(self) -> None:
        """Stop asking, and restore the text that was being written."""
        self.stage.asking = ""
        self.stage.text, self._draft = self._draft, ""
        self.stage.focus = "board"

    def answer(self, yes: bool) -> None:
        """Handle the answer to a question. Before everything is shown, the log must record that it was."""
        asked, self.stage.asking = self.stage.asking, ""
        if asked == "sure":
            if yes:
                self.give(self._doubted, sure=True)
        elif yes and self.stage.live is not None:
            self.reveal_requested = True
            self.stage.live.control.intervene(OPENED_ALL_EYES, self.stage.view.seat)

    def begin_note(self) -> None:
        """Ask for a note, or for changes to an existing one."""
        if self.stage.view.n:
            self.ask_for("note", self.stage.view.bookmarks.get(self.stage.view.n, ""))
        else:
            self.stage.tell("there is no event yet to write a note on", "dim")

    def begin_intervening(self) -> None:
        """Ask for an intervention."""
        pane = self.stage.view.pane
        if not pane.traits.interventions:
            self.stage.tell("this scene has no interventions", "dim")
        elif self.stage.live is not None and self.stage.live.is_guest:
            self.stage.tell("only the host can intervene", "dim")
        elif self.stage.live is None or self.stage.live.replayed or self.stage.view.ended is not None:
            how = pane.traits.branching or "--intervene …"
            self.stage.tell(f"a recording cannot change; {{branch}} branches here: {how}", "accent")
        else:
            self.ask_for("intervene", self._rejected)

    def _intervene(self, text: str) -> None:
        assert self.stage.live is not None
        try:
            check_intervention(self.stage.view.head, text)
        except IllegalAction as why:
            self.stage.tell(f"{why}; {{intervene}} corrects it", "bad")
            self._rejected = text
        else:
            self._rejected = ""
            self.stage.live.control.intervene(text)
            self.stage.tell(f"with the next {self.stage.view.pane.traits.unit}: {text}", "accent")

    def _search(self, text: str) -> None:
        pane = self.stage.view.pane
        before, n = self.stage.place_focus(), self.stage.view.n
        if not pane.find(text):
            so_far = " so far; the recording is still loading" if self.stage.view.expected else ""
            nothing = f"there is no {text!r}" if pane.traits.search_hint else f"{text!r} is not in the log"
            self.stage.tell(f"{nothing}{so_far}", "bad")
        elif pane.room.focus != before:
            self.stage.follow_focus()
        elif not pane.traits.search_hint:
            self._tell_found(n)
        self.stage.playing = self.stage.playing and bool(pane.traits.search_hint)

    def _tell_found(self, before: int) -> None:
        """Show the event that the search found, and say if the search restarted at the beginning."""
        event = self.stage.view.events[self.stage.view.n - 1]
        how = "found" if event.n > before else "the only one" if event.n == before else "found from the beginning"
        self.stage.tell(
            clip(f"{how}: {' '.join((event.agent, event.data.sentence())).strip()}", MAX_FOUND_CHARACTERS), "fg"
        )

    # -- perspectives

    @property
    def may_choose_perspective(self) -> bool:
        """True if changing the perspective cannot show a player hidden information."""
        return self.stage.live is None or not self.stage.view.seat or self.stage.view.ended is not None

    @property
    def perspectives(self) -> list[str]:
        """All perspectives: everything (""), the people's, then the others'."""
        cast = self.stage.view.header.cast
        own = self.stage.view.header.people
        return ["", *own, *(name for name in cast if name not in own)]

    def change_perspective(self) -> None:
        """Change the perspective. A player is asked first, and the log records that everything was shown."""
        if self.stage.live is not None and self.stage.live.is_guest:
            self.stage.tell("you see what your seat may know; only the host has the whole game", "dim")
        elif self.may_choose_perspective:
            if len(self.stage.view.header.cast) > MAX_STEPPED_PERSPECTIVES:
                self._choose_perspective()
            else:
                self.stage.view.next_perspective()
        elif self.stage.live is not None and self.stage.live.replayed:
            self.stage.tell("guessing keeps this perspective; {back} ends it", "dim")
        elif self.reveal_requested:
            pass  # already requested
        elif self.stage.view.perspective == self.stage.view.seat:
            self.stage.asking = "perspective"
            self.stage.tell("show everything? The recording will say so. y yes, any other key no", "accent")
        else:
            self.stage.view.perspective = self.stage.view.seat

    def _choose_perspective(self) -> None:
        cast, perspective = self.stage.view.header.cast, self.stage.view.perspective
        picks = [
            Pick(
                name or "full view", short_policy(cast[name], 40) if name else "", partial(self.pick_perspective, name)
            )
            for name in self.perspectives
        ]
        self.stage.request(PickFrom(f"whose perspective? Now: {perspective or 'all of them'}", picks))

    def pick_perspective(self, name: str) -> None:
        """Choose the perspective of one agent; "" shows everything."""
        self.stage.view.perspective = name
        self.stage.touch()

    def open_perspective(self, batch: Sequence[Event]) -> None:
        """Show everything after the log has recorded that the player asked for it."""
        if any(event.data == Intervened(OPENED_ALL_EYES) and event.agent == self.stage.view.seat for event in batch):
            self.stage.view.perspective = ""
            self.reveal_requested = False

    # -- several people

    def draw_curtain(self, name: str) -> None:
        """Hide the stage until this person confirms to be there."""
        self.curtain = True
        self.stage.request(DrawCurtain(name, partial(self._sit, name)))

    def _sit(self, name: str) -> None:
        """Let another person take over. The first person's text is not shown."""
        self.curtain = self.reveal_requested = False
        self.stage.view.seat = self.stage.view.perspective = name
        self.end_asking()
        self.stage.focus = self.stage.home
        self.stage.text, self.stage.news = "", ("", "")
        self.stage.touch()
