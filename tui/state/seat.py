"""A person's seat on a stage: commands, questions and their answers, perspectives, interventions, search."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from core.engine.capabilities import check_intervention
from core.engine.control import OPENED
from core.engine.events import Event, Intervened
from core.errors import IllegalAction
from tui.choosing import Pick
from tui.panes.kit import seated
from tui.source import Source
from tui.state.playback import Playback
from tui.state.requests import DrawCurtain, PickFrom, ShowPage
from tui.state.shown import Asked
from tui.styles import clip

if TYPE_CHECKING:
    from tui.panes.generic import ScenePane

FOUND = 200
"""Characters of an event that was searched for."""
FEW = 6
"""Perspectives up to which one key goes through them one by one."""
RECAP = "since your last turn"


class Seat(Playback):
    """Hands a person's commands to the run, and asks what has to be asked."""

    hinted = ""
    """The command of the hint that was given by the key before this one."""
    opening = False
    """True while opened eyes wait to stand in the log."""
    _doubted = ""
    """The command that is given if the answer to "sure" is yes."""
    _draft = ""
    """Text that waits while something else is asked for."""
    _rejected = ""
    """An intervention that could not be, to be corrected."""
    _curtain = False
    """True while the seat is being handed to another person."""

    # -- commands

    def finish(self, command: str) -> None:
        """Let the person finish a command in the input."""
        self.text, self.focus = command, "words"

    def give(self, command: str, *, sure: bool = False, typed: bool = False, due: bool = False) -> bool:
        """Hand a command to the run, or keep it if it came too early.

        Args:
            command: The command.
            sure: True if the person has confirmed it.
            typed: True for words: they wait for the next turn as well.
            due: True for a command that was kept, and whose turn comes.

        Returns:
            False if it was rejected, or is asked about first.
        """
        assert self.live is not None
        if self.view.ended is not None or self.failed:
            self.tell("the run is over", "accent")
            return False
        scene, seat, early = self.view.head, self.view.seat, self.early
        at_once = seat in self.live.waiting.names and seat not in early.given and (due or not early.of(seat))
        if not at_once and not (self.view.pane.keeps_input and (typed or seat in early.going)):
            self.tell("it is not your turn yet", "accent")
            return False
        try:
            action = scene.parse(seat, command)
            if at_once:  # what waits is judged when its turn comes
                scene.check(seat, action)
        except IllegalAction as why:
            self.tell(str(why), "bad")
            return False
        if not sure and (question := self.view.pane.doubt(command)):
            self._doubted, self.asking = command, "sure"
            self.text, self.focus = "", "board"
            self.tell(f"{question} y yes, any other key no", "accent")
            return False
        if at_once:
            early.hand_over(seat)
            self.live.submit(seat, command)
            if then := self.view.pane.follows(command):
                early.keep(seat, then, typed=False)
        else:
            early.keep(seat, command, typed=typed)
        self.touch()
        return True

    def give_kept(self, live: Source) -> None:
        """Hand the run a command that was kept, once it waits for the person. Rejected words go back to the input."""
        early, seat = self.early, self.view.seat
        if seat not in live.waiting.names or seat in early.given or self.asking or not (kept := early.next(seat)):
            return
        if not self.give(kept.command, due=True) and kept.typed and not self.asking and not self.text:
            self.text = kept.command

    def submit(self, value: str) -> None:
        """Act on a line that was typed and sent."""
        text, asking, pane = value.strip(), self.asking, self.view.pane
        if asking:
            self.end_asking()
            if asking == "search" and (text or pane.search_hint):
                self._search(text)
            elif text and asking == "note":
                self.note(text)
            elif text and asking == "go":
                self.go_to(text)
            elif text and asking == "intervene":
                self._intervene(text)
            return
        if self.live is None or not self.view.seat:
            return  # a search that was entered twice, faster than it was found
        command = pane.command(text) if text else pane.silence()
        if command and self.give(command, typed=bool(text)) and self.text == value:
            self.text, self.focus = "", self.home

    def write(self) -> None:
        """Go to the input."""
        if self.asking:
            self.end_asking()
        if self.acting:
            self.focus = "words"
        elif self.view.seat and self.view.ended is None:
            self.view.go(self.view.known)
            self.focus = "words"
        else:
            self.tell("only a player writes; you are watching", "accent")

    def discard(self) -> None:
        """Throw away the text in the input, else the commands that wait."""
        if self.text:
            self.text = ""
        elif self.early.drop(self.view.seat):
            self.tell("nothing waits for your turn any more", "accent")
        else:
            self.tell("nothing is being written", "dim")

    def hint(self) -> None:
        """Give a hint, shown on the board; the same key again does it."""
        if self.hinted and self.acting:
            self.give(self.hinted)
            return
        over = self.view.ended is not None and self.view.seat
        idle = "the game is over" if over else "hints are for whoever plays"
        self.tell(self.view.pane.hint() if self.acting else idle, "accent")

    def scene_takes(self, key: str) -> bool:
        """Give the scene a key. True if it is a move, or the beginning of a command."""
        command = None if self.focus == "dock" else self.view.pane.press(key)
        if command and command.endswith(" "):
            self.finish(command)
        elif command:
            self.give(command)
        elif command is not None:
            self.touch()
        return command is not None

    def look(self, how: "Callable[[ScenePane], bool]") -> bool:
        """Let a key or a click change the pane's selection. False if it means nothing there."""
        pane = self.view.pane
        before = self.place_focus()
        if not how(pane):
            return False
        if pane.focus != before:
            self.follow_focus()
        command, pane.begun = pane.begun, ""
        if command.endswith(" "):
            self.finish(command)
        elif command:
            self.give(command)
        self.touch()
        return True

    def recap(self) -> None:
        """Show a page of all that happened since the person's last turn."""
        view = self.view
        told = view.meanwhile.since(view.seat)
        if not view.seat:
            self.tell("this is for whoever plays: what happened since its last turn", "dim")
        elif told:
            self.request(ShowPage(RECAP, [f"{view.pane.unit} {each.turn}: {each.text}" for each in told]))
        else:
            self.tell("nothing that touches you happened since your last turn", "dim")

    # -- questions

    @property
    def placeholder(self) -> str:
        """What the input says while nothing is typed."""
        pane = self.view.pane
        hints = {
            "search": pane.search_hint or "search the log: Enter finds the next",
            "go": f"go to an event (188) or a {pane.unit} (t12)",
            "intervene": pane.interventions,
            "note": "a note for yourself, at the playhead: Enter keeps it beside the run",
        }
        return hints.get(self.asking, "")

    @property
    def asks_words(self) -> bool:
        """True while the input asks for something that is no command."""
        return self.asking in ("search", "go", "intervene", "note")

    def ask_for(self, asked: Asked, text: str = "") -> None:
        """Ask for something in the input."""
        self.asking, self._draft = asked, self.text
        self.text, self.focus = text, "words"

    def end_asking(self) -> None:
        """Ask for nothing any more, and go back to the text that was being written."""
        self.asking = ""
        self.text, self._draft = self._draft, ""
        self.focus = "board"

    def ask_to_leave(self) -> None:
        """Leave, but ask first where a run would be stopped or lost."""
        live = self.live
        if live is None or live.replayed or self.failed or (live.path is not None and self.view.ended is not None):
            self.leave()
            return
        kept = "recorded, and can be resumed" if live.path else "not recorded, and will be lost"
        self.asking = "leave"
        self.tell(f"leave? it is {kept}. y leaves, any other key stays", "accent")

    def leave(self) -> None:
        """Stop the run cleanly and put the stage away."""
        raise NotImplementedError

    def answer(self, yes: bool) -> None:
        """Answer the question. Opened eyes enter the log first; while others think, that is after their step."""
        asked, self.asking = self.asking, ""
        if yes and asked == "leave":
            self.leave()
        elif asked == "sure":
            if yes:
                self.give(self._doubted, sure=True)
        elif yes and self.live is not None:
            self.opening = True
            self.live.control.intervene(OPENED, self.view.seat)

    def begin_note(self) -> None:
        """Ask for a note; one that is there can be changed."""
        if self.view.n:
            self.ask_for("note", self.view.bookmarks.get(self.view.n, ""))
        else:
            self.tell("nothing has happened yet that could be noted", "dim")

    def begin_intervening(self) -> None:
        """Ask for an intervention."""
        pane = self.view.pane
        if not pane.interventions:
            self.tell("there is nothing to set from outside in this scene", "dim")
        elif self.live is None or self.live.replayed or self.view.ended is not None:
            how = pane.branching or "--intervene …"
            self.tell(f"this run is recorded; what if? {{branch}} branches here: {how}", "accent")
        else:
            self.ask_for("intervene", self._rejected)

    def _intervene(self, text: str) -> None:
        assert self.live is not None
        try:
            check_intervention(self.view.head, text)
        except IllegalAction as why:
            self.tell(f"{why}; {{intervene}} mends it", "bad")
            self._rejected = text
        else:
            self._rejected = ""
            self.live.control.intervene(text)
            self.tell(f"with the next {self.view.pane.unit}: {text}", "accent")

    def _search(self, text: str) -> None:
        pane = self.view.pane
        before, n = self.place_focus(), self.view.n
        if not pane.find(text):
            so_far = " so far; the rest is still read" if self.view.expected else ""
            told = f"nothing is called {text!r}" if pane.search_hint else f"nothing in the log says {text!r}"
            self.tell(f"{told}{so_far}", "bad")
        elif pane.focus != before:
            self.follow_focus()
        elif not pane.search_hint:
            self._tell_found(n)
        self.playing = self.playing and bool(pane.search_hint)

    def _tell_found(self, before: int) -> None:
        """Show the event that was found, and whether the search went round."""
        event = self.view.events[self.view.n - 1]
        how = "found" if event.n > before else "the only one" if event.n == before else "found from the beginning"
        self.tell(clip(f"{how}: {' '.join((event.agent, event.data.sentence())).strip()}", FOUND), "fg")

    # -- perspectives

    @property
    def may_choose_eyes(self) -> bool:
        """True if changing the perspective cannot show a player hidden information."""
        return self.live is None or not self.view.seat or self.view.ended is not None

    @property
    def perspectives(self) -> list[str]:
        """All eyes, the person's, and those of everybody else."""
        cast = self.view.header.cast
        own = [name for name, policy in cast.items() if policy == "human"]
        return ["", *own, *(name for name in cast if name not in own)]

    def change_eyes(self) -> None:
        """Change the perspective. A player is asked first, and opening all eyes is in the record."""
        if self.may_choose_eyes:
            if len(self.view.header.cast) > FEW:
                self._choose_eyes()
            else:
                self.view.next_eyes()
        elif self.live is not None and self.live.replayed:
            self.tell("guessing goes by these eyes; {back} leaves it", "dim")
        elif self.opening:
            pass  # it is asked for already
        elif self.view.eyes == self.view.seat:
            self.asking = "eyes"
            self.tell("open all eyes? It will stand in the recording. y yes, any other key no", "accent")
        else:
            self.view.eyes = self.view.seat

    def _choose_eyes(self) -> None:
        cast, eyes = self.view.header.cast, self.view.eyes
        picks = [
            Pick(name or "all eyes", seated(cast[name], 40) if name else "", partial(self.pick_eyes, name))
            for name in self.perspectives
        ]
        self.request(PickFrom(f"whose eyes? Now: {eyes or 'all'}", picks))

    def pick_eyes(self, name: str) -> None:
        """Look with the eyes of one agent; "" for all."""
        self.view.eyes = name
        self.touch()

    def open_eyes(self, batch: Sequence[Event]) -> None:
        """Open all eyes once the log says so of the person in the seat."""
        if any(event.data == Intervened(OPENED) and event.agent == self.view.seat for event in batch):
            self.view.eyes = ""
            self.opening = False

    # -- several people

    def draw_curtain(self, name: str) -> None:
        """Show nothing until this person is there."""
        self._curtain = True
        self.request(DrawCurtain(name, partial(self._sit, name)))

    def _sit(self, name: str) -> None:
        """Let another person take over; the text of the first one is not shown."""
        self._curtain = self.opening = False
        self.view.seat = self.view.eyes = name
        self.end_asking()
        self.focus = self.home
        self.text, self.news = "", ("", "")
        self.touch()
