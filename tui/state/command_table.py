"""The table of a stage's commands: what each does, and when it is possible."""

from collections.abc import Callable
from typing import NamedTuple

from tui.log_view import END
from tui.state.parts import StageParts
from tui.state.playback import SPEEDS


class Command(NamedTuple):
    """A command of a stage."""

    do: Callable[[StageParts], object]
    can: Callable[[StageParts], bool] = lambda stage: True
    """Function that returns True if the command is possible now."""


def _has_begun(stage: StageParts) -> bool:
    return stage.view.n > 0


def _is_past(stage: StageParts) -> bool:
    return not stage.view.at_now


def _has_bookmarks(stage: StageParts) -> bool:
    return bool(stage.view.bookmarks)


def _has_calls(stage: StageParts) -> bool:
    return stage.inspector.has_calls(stage.view)


def _may_take_seat(stage: StageParts) -> bool:
    view = stage.view
    return stage.live is not None and not view.header.is_partial and bool(view.pane.traits.free_seats(view))


def _may_host(stage: StageParts) -> bool:
    return stage.table is not None and stage.table.is_host and stage.view.ended is None


def _has_highlights(stage: StageParts) -> bool:
    return stage.view.known > 0 and stage.beside is None and (stage.live is None or not stage.view.at_now)


COMMANDS: dict[str, Command] = {
    "next-step": Command(lambda stage: stage.runs.pass_over(), lambda stage: stage.guide.step is not None),
    "retry": Command(
        lambda stage: stage.runs.try_again(),
        lambda stage: stage.runs.puzzle is not None and not stage.guide.hides_hints,
    ),
    "discard": Command(
        lambda stage: stage.seat.discard(), lambda stage: bool(stage.text or stage.queue.of(stage.view.seat))
    ),
    "now": Command(lambda stage: stage.playback.now(), _is_past),
    "play": Command(
        lambda stage: stage.playback.toggle_play(),
        lambda stage: stage.paused or (stage.view.known > 0 and not stage.my_turn),
    ),
    "step": Command(lambda stage: stage.playback.step(), lambda stage: stage.paused),
    "ending": Command(lambda stage: stage.ending.show(), lambda stage: stage.view.ended is not None),
    "beside": Command(
        lambda stage: stage.runs.switch_run(), lambda stage: stage.beside is not None or stage.runs.may_stand_beside
    ),
    "difference": Command(lambda stage: stage.playback.go_difference(), lambda stage: stage.beside is not None),
    "previous-event": Command(lambda stage: stage.playback.go_events(-1)),
    "next-event": Command(lambda stage: stage.playback.go_events(1)),
    "look-back": Command(lambda stage: stage.playback.go_round(-1)),
    "look-on": Command(lambda stage: stage.playback.go_round(1)),
    "intervene": Command(
        lambda stage: stage.seat.begin_intervening(),
        lambda stage: stage.goes_on and bool(stage.view.pane.traits.interventions),
    ),
    "next-mark": Command(lambda stage: stage.playback.go_notable(1), _is_past),
    "previous-mark": Command(lambda stage: stage.playback.go_notable(-1), _has_begun),
    "highlights": Command(lambda stage: stage.highlights.start(), _has_highlights),
    "branch": Command(lambda stage: stage.runs.branch(), _has_begun),
    "take-seat": Command(lambda stage: stage.runs.take_seat(), _may_take_seat),
    "why": Command(lambda stage: stage.navigation.inspect()),
    "perspective": Command(lambda stage: stage.seat.change_perspective()),
    "guess": Command(
        lambda stage: stage.runs.guess(), lambda stage: stage.live is None and bool(stage.view.perspective)
    ),
    "slower": Command(lambda stage: stage.playback.change_speed(-1), lambda stage: stage.speed > SPEEDS[0]),
    "faster": Command(lambda stage: stage.playback.change_speed(1), lambda stage: stage.speed < SPEEDS[-1]),
    "back": Command(lambda stage: stage.navigation.back()),
    "leave": Command(lambda stage: stage.navigation.back()),
    "write": Command(lambda stage: stage.seat.write(), lambda stage: stage.plays),
    "hint": Command(lambda stage: stage.seat.hint(), lambda stage: stage.my_turn),
    "meanwhile": Command(lambda stage: stage.seat.recap(), lambda stage: stage.plays),
    "search": Command(lambda stage: stage.seat.ask_for("search")),
    "go-to": Command(lambda stage: stage.seat.ask_for("go")),
    "spoilers": Command(
        lambda stage: stage.playback.change_spoilers(), lambda stage: stage.live is None and stage.beside is None
    ),
    "bookmark": Command(lambda stage: stage.playback.mark(), _has_begun),
    "previous-bookmark": Command(lambda stage: stage.playback.go_bookmark(-1), _has_bookmarks),
    "next-bookmark": Command(lambda stage: stage.playback.go_bookmark(1), _has_bookmarks),
    "note": Command(lambda stage: stage.seat.begin_note(), _has_begun),
    "notes": Command(lambda stage: stage.playback.list_notes(), _has_bookmarks),
    "chat": Command(lambda stage: stage.talk.open()),
    "host": Command(lambda stage: stage.talk.manage(), _may_host),
    "export": Command(lambda stage: stage.runs.export()),
    "start": Command(lambda stage: stage.playback.go(0), _has_begun),
    "last-event": Command(lambda stage: stage.playback.go(END), _is_past),
    "jump-back": Command(lambda stage: stage.playback.jump(-0.1), _has_begun),
    "jump-on": Command(lambda stage: stage.playback.jump(0.1), _is_past),
    "next-part": Command(lambda stage: stage.navigation.walk(1)),
    "previous-part": Command(lambda stage: stage.navigation.walk(-1)),
    "help": Command(lambda stage: stage.navigation.help()),
    "next-call": Command(lambda stage: stage.navigation.choose_call(1), _has_calls),
    "previous-call": Command(lambda stage: stage.navigation.choose_call(-1), _has_calls),
    "open-cut": Command(lambda stage: stage.navigation.open_cut(), lambda stage: stage.inspector.has_cut_text),
    "copy": Command(lambda stage: stage.navigation.copy()),
    "look-at": Command(lambda stage: stage.ending.look_at_point(), lambda stage: stage.ending.point is not None),
    "review": Command(lambda stage: stage.ending.toggle_review(), lambda stage: bool(stage.ending.review.words())),
    "figures": Command(lambda stage: stage.ending.explain_losses(), lambda stage: bool(stage.ending.review.worst())),
}
"""Commands by their id in the key table. Choices on the end screen are in `Ending.choices`."""
