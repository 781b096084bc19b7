"""A screen that tests a model with a few calls, and adds it to the user's config."""

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal

from core.errors import UserError
from core.llm.routes import PREFIX
from core.text import one_line
from core.user_config import add_model, own_models, own_path
from tui.cli.model_check import ModelCheck
from tui.key_signs import footer
from tui.lines import LineInput, Lines
from tui.screens.base import Overlay, bindings
from tui.styles import Line, wrap

HELP = (
    "Write a model's name as litellm knows it, such as openai/gpt-4o-mini or ollama/llama3, or one of your own config. "
    "Its key is read from the environment (OPENAI_API_KEY, ANTHROPIC_API_KEY, …) and is never stored. For a server of "
    "your own, write its address after the name: openai/qwen3 http://127.0.0.1:8000/v1. "
    "Enter makes three short calls. llm:mock answers without a key."
)


class ModelTest(Overlay[None]):
    """Asks for a model, makes the calls of `playbill models`, and shows what was found."""

    BINDINGS: ClassVar = [
        *bindings({"back": "dismiss"}),
        Binding("ctrl+s", "add", "Add", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._answered: tuple[str, str] | None = None
        """Name and address of the model that has answered."""

    def compose(self) -> ComposeResult:
        yield Lines(id="pick-head")
        with Horizontal(id="pick-row"):
            yield Lines(id="pick-sign")
            yield LineInput(self._test, id="pick-text")
        yield Lines(id="findings")
        yield Lines(id="footer")

    def on_mount(self) -> None:
        words = self.query_one(LineInput)
        words.cursor_blink, words.placeholder = False, "openai/gpt-4o-mini"
        self.set_focus(words)
        self.lines("pick-head").show([((" Playbill  ", "bold accent"), ("test a model", "mid"))])
        self.lines("pick-sign").show([((" › ", "accent"),)])
        self._show([(row, "mid") for row in wrap(HELP, min(self.app.size.width, 96) - 4)])

    def _show(self, rows: list[tuple[str, str]]) -> None:
        lines: list[Line] = [(), *(((f"  {text}", style),) for text, style in rows)]
        self.lines("findings").show(lines)
        keys = [("enter", "test"), *([("ctrl+s", "add it to your config")] if self._answered else []), ("esc", "back")]
        self.lines("footer").show([footer(keys, self.app.size.width, ())])

    def _test(self, text: str) -> None:
        """Make the calls to the model that the user wrote."""
        name, _, address = text.strip().partition(" ")
        if name:
            self._answered = None
            self._show([(f"calling {name} …", "mid")])
            self._call(name.removeprefix(PREFIX), address.strip())

    @work(exclusive=True)
    async def _call(self, name: str, address: str) -> None:
        own = own_models()
        settings = {**own.get(name, {}), **({"api_base": address} if address else {})}
        check = ModelCheck(name, {**own, name: settings})
        width = self.app.size.width - 4
        try:
            await check.run(lambda text: self._show([(text, "mid")]))
        except UserError as error:
            self._show([(row, "bad") for row in wrap(one_line(str(error)), width)])
            return
        self._answered = name, address
        first, *others = "\n".join(check.findings).splitlines()
        self._show([(first, "good"), *((row, "fg") for row in others)])

    def action_add(self) -> None:
        """Add the model that has answered to the user's config, where the seats of the lobby find it."""
        if self._answered is None:
            return
        name, address = self._answered
        try:
            add_model(name, {"api_base": address} if address else {})
        except UserError as error:
            self._show([(row, "bad") for row in wrap(str(error), self.app.size.width - 4)])
        else:
            self._show(
                [
                    (f"{PREFIX}{name} is among the policies of every seat now;", "good"),
                    (f"its table is in {own_path()}", "mid"),
                ]
            )
