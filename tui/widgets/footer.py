"""The footer of a stage: as many keys as fit, then hint and help."""

from tui.key_signs import HELP, HINT, footer
from tui.screens.base import PlaybillScreen
from tui.widgets.part import Part


class KeyFooter(Part):
    """The keys that can be used now."""

    def paint(self) -> None:
        state, screen = self.state, self.screen
        right = HINT + HELP if state.acting and state.focus != "words" and not state.why else HELP
        assert isinstance(screen, PlaybillScreen)
        self.show([footer(state.command_list.footer(), state.space.width, right, screen.relabel)])
