"""Texts of the coloring stage that the perspective may see: chat, agents' logs, and helpful changes."""

from collections.abc import Sequence

from core.engine.events import Event
from core.text import one_line
from scenes.coloring.events import Flagged
from scenes.coloring.problem.graph import color_letters, letter, number
from scenes.coloring.talk.speech import Compatible, Offered
from tui.keys import with_keys
from tui.log_view import LogView
from tui.panes.coloring.ledger import ChatLine, Ledger, Note
from tui.panes.drawing import notice, paragraph
from tui.panes.kit import Row
from tui.panes.lists import up_to
from tui.styles import Line, clip, fold, more_lines, wrap

CHAT_ROWS = 3
"""Maximum rows of one message."""
MAX_MESSAGE_LENGTH = 20_000
"""Maximum characters of a message that are wrapped; the rest is ignored."""
REPLY_CHARACTERS = 2000
"""Number of characters that are displayed of an unfinished reply, from its end."""


def chat(view: LogView, ledger: Ledger, thread: str, others: tuple[str, ...], width: int) -> Sequence[Row]:
    """List all messages, or with `thread` only the messages from and to that agent."""
    out: list[Row] = []
    for words in ledger.chat:
        in_thread = not thread or words.speaker == thread or thread in words.to
        if words.n <= view.n and in_thread and view.may_see(view.events[words.n - 1]):
            out += [Row(line, words.n) for line in _message(view, ledger, words, width)]
    to = f"@{thread}" if thread else " or ".join(f"@{name}" for name in others)
    nothing = with_keys(f"Write to {to}: press {{write}}") if view.seat else "Nothing said yet"
    return out or [*map(Row, notice(nothing))]


def _message(view: LogView, ledger: Ledger, words: ChatLine, width: int) -> list[Line]:
    seat, room = view.seat, max(10, width - 7)
    if not words.speaker:
        return paragraph(words.text, room + 7, "accent", 6)
    mine = words.speaker == seat
    addressed = f"@{' @'.join(words.to)} " if words.to and seat not in words.to else ""
    lies = shown(view, ledger.lies.get(words.n, ()))
    mark = "✗ claim " if lies else ""
    rows = wrap(mark + addressed + words.text[:MAX_MESSAGE_LENGTH], room)
    first = (f"{'you' if mine else clip(words.speaker, 12):>4}  ", "bold accent" if mine else "bold hi")
    lines: list[Line] = [(first, (mark, "bold bad"), (rows[0][len(mark) :], "fg"))]
    lines += [((" " * 6, ""), (row, "fg")) for row in rows[1:CHAT_ROWS]]
    if len(rows) > CHAT_ROWS:
        lines.append(((f"      {more_lines(len(rows) - CHAT_ROWS)}", "dim"),))
    lines += [((" " * 6, ""), (clip(note.text, room), "bad")) for note in lies]
    return lines


def shown(view: LogView, notes: Sequence[Note]) -> list[Note]:
    return [note for note in notes if note.n <= view.n and view.may_see(view.events[note.n - 1])]


def log(view: LogView, ledger: Ledger, name: str) -> Sequence[Row]:
    """List an agent's log; without its public flags if the private ones are shown."""
    events = view.events
    seen = [row for row in up_to(ledger.logs[name], view.n) if view.may_see(events[row.n - 1])]
    private = any(events[row.n - 1].audience == (name,) for row in seen)
    return [row for row in seen if not (private and isinstance(events[row.n - 1].data, Flagged))]


def thinking(view: LogView, name: str, width: int) -> list[Line]:
    """Draw a spinner and the last rows of an unfinished reply."""
    spinner = view.thinking.get(name)
    if not spinner or not view.at_now or name == view.seat:
        return []
    turn = view.turn + (view.event is None or view.event.end == "turn")
    lines: list[Line] = [((f"{turn:>3} ", "dim"), (spinner, "accent"), (" thinking", "mid"))]
    text = one_line(view.replies.get(name, "")[-REPLY_CHARACTERS:])
    if text and view.may_see_mind(name):
        rows = fold(text, max(10, width - 7))[-2:]
        lines += [((" " * 6, ""), (row, "fg")) for row in rows]
    return lines


def newest_options(view: LogView, ledger: Ledger) -> list[Line]:
    """List the newest options or constraints of each agent for each neighbor, if they would help."""
    newest: dict[tuple[str, str], Line] = {}
    for event in ledger.options:
        body = event.data
        assert isinstance(body, Offered | Compatible)
        if event.n <= view.n and view.may_see(event):
            newest.pop((event.agent, body.to), None)
            if isinstance(body, Offered) and body.helpful:
                newest[event.agent, body.to] = _helpful_options(event, body)
            elif isinstance(body, Compatible) and body.clashing:
                newest[event.agent, body.to] = _accepted_colors(event, body)
    return list(newest.values())


def _helpful_options(event: Event, offered: Offered) -> Line:
    """Draw an agent's current penalty, its two best options, and the number of further ones."""
    now = f" now {number(offered.penalty)}, if {offered.to} had"
    spans: list[tuple[str, str]] = [(f" {event.agent}", "bold hi"), (now, "mid")]
    for option in offered.options[:2]:
        if option.penalty < offered.penalty:
            spans += [(f"  {color_letters(option.colors)}", "fg"), (f" → {number(option.penalty)}", "good")]
    left = len(offered.options) - 2 + offered.more
    return (*spans, (f"  {left} more", "dim")) if left > 0 else tuple(spans)


def _accepted_colors(event: Event, accepted: Compatible) -> Line:
    """Draw an agent's preferred colors of another agent's nodes, node by node."""
    spans: list[tuple[str, str]] = [(f" {event.agent}", "bold hi")]
    if not accepted.valid:
        return (*spans, (f" has a clash that {accepted.to} alone cannot fix", "mid"))
    spans.append((f" has a clash; fine if {accepted.to} has", "mid"))
    spans += [(f"  {node} {'/'.join(map(letter, colors))}", "fg") for node, colors in accepted.nodes.items()]
    count = len(accepted.valid) + accepted.more
    return (*spans, (f"  {count} way{'s' * (count != 1)}", "dim"))
