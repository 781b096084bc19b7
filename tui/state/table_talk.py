"""People at a shared table: chat beside the game, and what only its host can do."""

from functools import partial

from tui.pick_list import Pick
from tui.state.requests import PickFrom
from tui.state.shown import TABLE, StageFields


class TableTalk:
    """Chat, and the host's list, by keys of the stage."""

    draft: str | None = None
    """Line that was being written when the game began; None if none was."""

    def __init__(self, stage: StageFields) -> None:
        self.stage = stage

    def open(self) -> None:
        """Show the chat in the dock, and write in it."""
        stage = self.stage
        assert stage.table is not None
        self._show()
        if stage.table.chat.closed:
            stage.focus = "dock"
            stage.tell(stage.table.chat.closed, "dim")
        else:
            self._write("")
        stage.touch()

    def _show(self) -> None:
        stage = self.stage
        stage.why, stage.tab, stage.tab_before = False, len(stage.tabs) - 1, None

    def _write(self, text: str) -> None:
        self.stage.asking, self.stage.text, self.stage.focus = "chat", text, "words"

    def go_on(self) -> None:
        """Continue a line that was being written, so that its letters are not taken for commands of the game."""
        if self.draft is not None:
            self._show()
            self._write(self.draft)

    def send(self, text: str) -> None:
        """Send a line, and go on writing."""
        assert self.stage.table is not None
        if why := self.stage.table.write(text):
            self.stage.tell(why, "bad")
        else:
            self.stage.text = ""
            self.stage.touch()

    def read(self) -> None:
        """Count the lines as read while they are on the screen."""
        stage = self.stage
        if stage.table is not None and not stage.covered and not stage.why and stage.tabs[stage.tab].name == TABLE:
            stage.table.chat.read()

    def manage(self) -> None:
        """List what the host can do with the table: pause, put bots into seats, give seats back."""
        stage, table = self.stage, self.stage.table
        assert stage.live is not None
        assert table is not None
        if not table.is_host:
            stage.tell("only the host can pause the game or put bots into seats", "dim")
            return
        control = stage.live.control
        pause = Pick("Pause the game", "for everybody; no time runs", control.pause)
        go_on = Pick("Continue the game", "for everybody", control.resume)
        states = {place.name: "here" if place.here else "away" for place in table.places}
        seats = [
            Pick(f"Give {name}'s seat back", "a bot plays now", partial(self._replace, name))
            if has_bot
            else Pick(f"Let a bot play for {name}", f"the player is {states[name]}", partial(self._replace, name))
            for name, has_bot in table.replaceable_seats.items()
        ]
        stage.request(PickFrom("the table", [go_on if control.paused else pause, *seats]))

    def _replace(self, name: str) -> None:
        assert self.stage.table is not None
        self.stage.tell(self.stage.table.replace(name), "accent")
