"""A whole game to read: as plain text, and as a web page with the calls to models."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby

from core.engine.casting import scene_after
from core.engine.events import (
    Acted,
    Asked,
    Body,
    Event,
    GroupEnded,
    GroupStarted,
    Prompted,
    RunEnded,
    RunStarted,
    Thought,
    TurnEnded,
)
from core.engine.model_tally import Spent
from core.recording.header import Header
from core.social.events import TurnTaken
from core.text import capitalized, one_line
from core.web_page import document
from tui.cli.wording import MAX_LISTED_SEATS, describe_result, event_text, heading, value_text

OMITTED_EVENTS: tuple[type[Body], ...] = (
    Acted,
    Asked,
    GroupEnded,
    GroupStarted,
    Prompted,
    RunEnded,
    RunStarted,
    TurnEnded,
    TurnTaken,
)
"""Events about the run itself, which a transcript leaves out."""
SENTENCE_ENDS = tuple(".!?…\"”'")
COLOR_COUNT = 10
"""Number of colors for agents, in seat order; further agents repeat them."""
STYLE = """
body { max-width: 52rem } p, pre { overflow-wrap: anywhere } pre { white-space: pre-wrap; font-size: 13px }
section { display: grid; grid-template-columns: 3rem 1fr; border-top: 1px solid var(--line); padding: .4rem 0 }
section > a { color: var(--soft); text-decoration: none; font-variant-numeric: tabular-nums }
p { color: var(--ink) } :target { outline: 1px solid var(--mark) } table { border-spacing: 0 }
td { padding: 0 1rem 0 0; vertical-align: top; color: var(--soft) } td + td { color: var(--ink) }
.limited { margin-left: 2rem } .thought { font-style: italic; color: var(--soft) }
details { color: var(--soft) } section details { margin-left: 2rem }
details pre { border-left: 2px solid var(--line); padding-left: .7rem }
.c0 { color: #2f7ed8 } .c1 { color: #c2571a } .c2 { color: #2e9e5b } .c3 { color: #9a56c4 } .c4 { color: #b8860b }
.c5 { color: #d04a7c } .c6 { color: #1a9aa8 } .c7 { color: #7a8a2a } .c8 { color: #5b62d6 } .c9 { color: #a0522d }
"""


def transcript(header: Header, events: Sequence[Event]) -> str:
    """Write the events of each turn, then the last board and the result.

    Events with a limited audience are indented, with the audience in brackets.
    """
    lines, scene = [heading(header)], scene_after(header, events)
    for turn, happened in groupby(events, key=lambda event: event.turn):
        rows = [_row(event) for event in happened if not isinstance(event.data, OMITTED_EVENTS)]
        if rows:
            lines += ["", *(f"{turn or '' if i == 0 else '':>4}  {row}".rstrip() for i, row in enumerate(rows))]
    return "\n".join([*lines, "", scene.board(), *_result(events)])


def html_transcript(header: Header, events: Sequence[Event]) -> str:
    """Write the transcript as a web page.

    A turn has the address #t12 and an event #e345. Calls to models are folded away, with prompt, reply and cost.
    """
    scene, pages = scene_after(header, events), _Page(header)
    turns = groupby(events, key=lambda event: event.turn)
    body = [
        f"<h1>{escape(header.scene)}</h1>",
        f"<p>{escape(one_line(f'{header.origin} · {header.created} · Playbill {header.playbill}'))}</p>",
        _folded("Seats", header.cast) if len(header.cast) > MAX_LISTED_SEATS else _table(header.cast),
        _folded("Options", {name: value_text(value) for name, value in header.config.items()}),
        *(pages.turn(turn, happened) for turn, happened in turns),
        f"<h2>At the end</h2><pre>{escape(scene.board())}</pre>",
        *(f"<p>{escape(each)}</p>" for each in _result(events)),
    ]
    return document(heading(header), STYLE, "".join(body))


class _Page:
    """Rows of a game's page. A prompt's message is written once; later prompts link to it."""

    def __init__(self, header: Header) -> None:
        self._color = {name: f"c{i % COLOR_COUNT}" for i, name in enumerate(header.cast)}
        self._messages: dict[tuple[str, str], dict[str, str]] = {}
        self._anchors: dict[tuple[str, str], str] = {}

    def turn(self, turn: int, events: Iterator[Event]) -> str:
        """Write a turn's events; nothing if transcripts leave all of them out."""
        rows = "".join(map(self._event, events))
        if not rows:
            return ""
        number = f'<a href="#t{turn}">{turn}</a>' if turn else "<a></a>"
        return f"<section id=t{turn}>{number}<div>{rows}</div></section>"

    def _event(self, event: Event) -> str:
        match event.data:
            case Prompted(messages=messages):
                self._messages |= {(event.agent, digest): message for digest, message in messages.items()}
                return ""
            case Asked():
                return self._call(event, event.data)
            case _ if isinstance(event.data, OMITTED_EVENTS):
                return ""
        name, text = _text(event)
        who = f"<b class={self._color.get(name, 'c0')}>{escape(name)}</b> " if name else ""
        kinds = ["limited"] * (event.audience is not None) + ["thought"] * isinstance(event.data, Thought)
        style = f' class="{" ".join(kinds)}"' if kinds else ""
        audience = f"<small>[{escape(_audience(event))}]</small> " if event.audience is not None else ""
        return f"<p id=e{event.n}{style}>{audience}{who}<bdi>{escape(text)}</bdi></p>"

    def _call(self, event: Event, asked: Asked) -> str:
        summary = one_line(f"{event.agent}: {asked.sentence()}{_cost(event.spent)}")
        parts = [self._message(event.agent, digest, f"m{event.n}-{i}") for i, digest in enumerate(asked.prompt)]
        if asked.reasoning:
            parts.append(f"<small>reasoning</small><pre>{escape(asked.reasoning)}</pre>")
        parts.append(f"<small>reply</small><pre>{escape(asked.reply or '(none)')}</pre>")
        return f"<details id=e{event.n}><summary>{escape(summary)}</summary>{''.join(parts)}</details>"

    def _message(self, agent: str, digest: str, anchor: str) -> str:
        key = agent, digest
        if key not in self._messages:
            return "<small>a message that this recording does not hold</small><br>"
        message = self._messages[key]
        role = f"<small>{escape(message['role'])}</small>"
        if key in self._anchors:
            return f'{role} <a href="#{self._anchors[key]}">as before</a><br>'
        self._anchors[key] = anchor
        return f"{role}<pre id={anchor}>{escape(message['content'])}</pre>"


def _table(values: Mapping[str, str]) -> str:
    rows = (f"<tr><td>{escape(name)}</td><td>{escape(one_line(value))}</td></tr>" for name, value in values.items())
    return f"<table>{''.join(rows)}</table>"


def _folded(title: str, values: Mapping[str, str]) -> str:
    return f"<details><summary>{title}</summary>{_table(values)}</details>"


def _cost(spent: Spent | None) -> str:
    """Write a call's tokens, time and cost, if they were recorded."""
    if spent is None:
        return ""
    cost = "" if spent.cost is None else f", ${spent.cost:.4f}"
    return f" ({spent.tokens_in} + {spent.tokens_out} tokens, {spent.latency:.1f} s{cost})"


def _result(events: Sequence[Event]) -> list[str]:
    return [describe_result(event.data) for event in events[-1:] if isinstance(event.data, RunEnded)]


def _row(event: Event) -> str:
    text = capitalized(" ".join(filter(None, _text(event))))
    return text if event.audience is None else f"    [{_audience(event)}] {text}"


def _text(event: Event) -> tuple[str, str]:
    """Return the agent's name, and the rest of the sentence about the event."""
    text = event_text(event) if event.agent else capitalized(event_text(event))
    return event.agent, text if text.endswith(SENTENCE_ENDS) else f"{text}."


def _audience(event: Event) -> str:
    return event.audience if isinstance(event.audience, str) else ", ".join(event.audience or ()) or "nobody"
