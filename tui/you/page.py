"""Drawing of the player's results, for the screen and for the terminal's output. Independent of Textual."""

from collections.abc import Sequence

from core.lab.figures import Figure, percent
from core.text import one_line
from tui.lobby.drawing import title
from tui.panes.drawing import amount, paragraph
from tui.panes.time_axis import BARS
from tui.styles import Line, clip, pad, width_of
from tui.you.rating import Rating
from tui.you.statistics import Group, PlayerRecord, SceneResults

SCENE, GAMES, RESULT, RATING = 12, 5, 31, 14
"""Widths of the table's columns in cells."""
HEADER_ROWS = 2
"""Rows of the table above the first scene."""
NARROW = 76
"""Width below which the table has no ratings; the details have them."""
MAX_GROUPS = 4
"""Largest number of seats, and of groups of opponents, that are listed."""
LAST_GAMES = 5
"""Number of last games that are listed, unless there is room for more."""
SPARKS = BARS[:-1]
"""Bars of results, without the highest bar, so that a gap to the row above remains."""
NO_GAMES = "No finished game yet. A game counts once it is over; branches and games of several people do not count."
EXPLANATION = (
    "Brackets hold 95 % intervals; * marks those from few games. Only the first game of each deal counts. The rating "
    "is against the scene's own bots, rated 1500, and shown from 10 games on: 100 points more win 64 of 100 games of "
    "two; 1540 ± 80 says that it is between 1460 and 1620 with 95 % probability."
)


def overview(record: PlayerRecord, chosen: int, width: int, *, cursor: bool = True) -> list[Line]:
    """Draw a row for each scene, below a title; `chosen` is the row under the cursor, if there is one."""
    counts = f"{amount(record.finished, 'finished game')}, {record.unfinished} unfinished"
    rows: list[Line] = [title("Games", "", counts, width, cursor)]
    if not record.scenes:
        return [*rows, *paragraph(NO_GAMES, width, "mid")]
    wide = RATING if width >= NARROW else 0
    head = f"   {pad('scene', SCENE)}{'games':>{GAMES}}   {pad('result', RESULT)}{pad('rating', wide) if wide else ''}"
    rows.append(((f"{head}last games", "dim"),))
    for i, each in enumerate(record.scenes):
        here = cursor and i == chosen
        words = (
            f"after {each.rating.missing} more" if each.rating and each.rating.missing else rating_words(each.rating)
        )
        line: Line = (
            (" ▸ " if here else "   ", "accent"),
            (pad(clip(each.scene, SCENE - 1), SCENE), "bold hi" if here else "bold fg"),
            (f"{len(each.games):>{GAMES}}   {pad(result_words(each.result, each.unit), RESULT)}", "fg"),
            (pad(words, wide) if wide else "", "hi"),
        )
        rows.append((*line, (sparkline(each.values, width - width_of(line) - 1), "accent")))
    return rows


def details(each: SceneResults, width: int, last: int = LAST_GAMES) -> list[Line]:
    """Draw a scene's streaks, results by seat and by opponents, and some last games."""
    repeated = len(each.games) - len(each.fresh)
    again = f"{amount(repeated, 'game')} of a deal played before" if repeated else ""
    rows: list[Line] = [title(each.scene, "", again, width, False)]
    if each.rating:
        games = f"in {amount(each.rating.games, 'game')}"
        if missing := each.rating.missing:
            games = f"after {missing} more game{'s' * (missing > 1)}"
        in_table = "" if width >= NARROW or missing else f"{rating_words(each.rating)}  "
        rows.append(_row("rating", f"{in_table}{games} against the scene's bots", ""))
    if each.unit == "won":
        rows.append(_row("streak", f"{each.streak} won in a row", f"longest {each.best_streak}"))
    for name, groups in (("seat", each.seats), ("opponents", each.opponents)):
        room = min(26, max(len(group.name) for group in groups) + 2)
        shown, unit = groups[:MAX_GROUPS], each.unit
        rows += [_group(name if not i else "", group, unit, room, len(groups) > 1) for i, group in enumerate(shown)]
    for i, game in enumerate(each.games[: -last - 1 : -1]):
        rows.append(_row("last games" if not i else "", pad(game.words, 32), game.header.created[:10]))
    return rows


def _group(label: str, group: Group, unit: str, room: int, with_result: bool) -> Line:
    """Draw a group of games; a group of all games has the scene's result, which the table has."""
    words = f"{pad(clip(one_line(group.name), room - 2), room)}{pad(amount(group.games, 'game'), 10)}"
    return _row(label, words, result_words(group.result, unit) if with_result else "")


def _row(label: str, words: str, more: str) -> Line:
    return ((f"   {pad(label, 12)}", "mid"), (words, "fg"), (f"  {more}", "mid"))


def rating_words(rating: Rating | None) -> str:
    """Write a rating with its margin, such as "1540 ± 80"; "" without one, or after too few games."""
    return f"{rating.points:.0f} ± {rating.half:.0f}" if rating and not rating.missing else ""


def short_result(each: SceneResults) -> str:
    """Write a scene's mean result without its interval."""
    return f"{percent(each.result.value)} % {each.unit}" if each.result.n and each.unit else ""


def result_words(result: Figure, unit: str) -> str:
    """Write a mean result with its interval, if it has one."""
    if not result.n:
        return ""
    interval = f" [{percent(result.low)}, {percent(result.high)}]{'*' * result.few}" if result.has_interval else ""
    return f"{percent(result.value)} % {unit}{interval}"


def sparkline(values: Sequence[float], width: int) -> str:
    """Draw the last results, each from 0 to 1, as bars."""
    return "".join(SPARKS[round(value * (len(SPARKS) - 1))] for value in values[-width:])


def not_counted(record: PlayerRecord) -> str:
    """Write the number of games that are not counted; "" if all are."""
    counts = (
        (record.unfinished, "unfinished game"),
        (record.shared, "game of several people"),
    )
    parts = [amount(count, noun) for count, noun in counts if count]
    parts += [f"{record.branches} branch{'es' * (record.branches != 1)}"] if record.branches else []
    return f"Not counted: {', '.join(parts)}." if parts else ""


def explanation(record: PlayerRecord, width: int) -> list[Line]:
    """Draw an explanation of the figures, and the number of games that are not counted."""
    text = f"{EXPLANATION} {not_counted(record)}" if record.scenes else not_counted(record)
    return [(), *paragraph(text.strip(), width, "dim")] if text else []


def report(record: PlayerRecord, daily: str, width: int) -> list[Line]:
    """Draw everything on one page, for output without a screen."""
    head: Line = (("You", "bold"), (f"   {daily}", "mid"))
    parts = [line for each in record.scenes for line in ((), *details(each, width))]
    return [head, (), *overview(record, 0, width, cursor=False), *parts, *explanation(record, width)]
