"""The input of a stage."""

from collections.abc import Callable

from textual.suggester import Suggester

from tui.lines import LineInput


class Completion(Suggester):
    """Completes a command as it is typed; the right arrow accepts the completion."""

    def __init__(self, complete: Callable[[str], str | None]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._complete = complete

    async def get_suggestion(self, value: str) -> str | None:
        return self._complete(value)


class ActionInput(LineInput):
    """Input for commands and speech."""

    def __init__(
        self,
        submit: Callable[[str], None],
        typed: Callable[[str], None],
        complete: Callable[[str], str | None],
        *,
        id: str,
    ) -> None:
        """Create the input.

        Args:
            submit: Called with the text when Enter is pressed.
            typed: Called with the text after every change.
            complete: Returns a completion of a text, or None.
            id: Id of the widget.
        """
        super().__init__(submit, id=id, suggester=Completion(complete))
        self._typed = typed

    def watch_value(self, value: str) -> None:
        self._typed(value)
