"""Agents on the coloring stage: the row of names and flags, and each agent's public record."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import takewhile

from core.engine.events import Event
from scenes.coloring.events import Flagged, GaveUp, Hopeless, Oscillated
from scenes.coloring.negotiation.offers import Dropped, Honored, Offer, OfferChanged, Proposed
from scenes.coloring.problem.graph import color_letters, letter
from scenes.coloring.problem.penalty import FLIPS, count_flips
from scenes.coloring.reports.conduct import Answer, answers, character, count_agreed
from scenes.coloring.rules.observation import Observation
from scenes.coloring.talk.speech import Refused, Reported, Requested
from themes.palettes import PALETTES, Palette
from tui.glyphs import cells
from tui.log_view import LogView
from tui.panes.coloring import talk
from tui.panes.coloring.ledger import Ledger, latest
from tui.panes.drawing import join_fitting, notice, rule, short_policy
from tui.panes.lists import up_to
from tui.styles import Line, Span, chip, clip, fit, width_of

FLAGS = 10
"""Number of own turns shown as satisfaction history next to a name."""


def strip(view: LogView, ledger: Ledger, width: int) -> Line:
    """Draw the agents in a row at fixed columns, so that a note at one name does not move the others."""
    names = view.header.cast
    share = (width - 1) // len(names)
    parts = (span for name in names for span in fit(_agent(view, ledger, name, share - 1), share))
    return fit(((" ", ""), *parts), width)


def heading(view: LogView, ledger: Ledger, name: str, width: int) -> Line:
    """Draw an agent's name, policy, flag and history above its part of the side column."""
    policy, shown = f" {short_policy(view.header.cast[name])} ", _shown(view, ledger, name)
    head: Line = ((name, "bold hi"), (policy, "mid"), (shown, "fg"), (" ", ""), _flag(view, ledger, name), (" ", ""))
    return rule(head, width, ((" ", ""), *_history(view, ledger, name), (" ", "")))


def given_answers(view: LogView, ledger: Ledger) -> Sequence[Answer]:
    """Return the answers to requests and offers that the perspective knows of."""
    return view.once(_given_answers, view, ledger)


def _given_answers(view: LogView, ledger: Ledger) -> Sequence[Answer]:
    return answers(event for event in up_to(ledger.bargaining, view.n) if view.may_see(event))


def _shown(view: LogView, ledger: Ledger, name: str) -> str:
    """Return the character that an agent's answers show, and a space; empty while they show none."""
    shown = character(name, given_answers(view, ledger))
    return f"{shown} " if shown else ""


def _agent(view: LogView, ledger: Ledger, name: str, room: int) -> Line:
    """Draw an agent. A note first replaces the history, then the policy and the shown character, and is cut last."""
    if name == view.seat:
        deciding = name in view.waiting and view.at_now
        mark = ("●", "accent") if deciding else _flag(view, ledger, name)
        head: Line = (mark, (" ", ""), (name, "bold accent"))
        notes = [((" you", "accent"),), ((" to move", "mid"),)][: 1 + deciding]
        return (*head, *join_fitting(notes, room - width_of(head)))
    note, style = _note(view, ledger, name)
    head = (_flag(view, ledger, name), (" ", ""), (name, "bold hi"), (" ", ""))
    policy, shown = f"{short_policy(view.header.cast[name])} ", _shown(view, ledger, name)
    room -= width_of(head)
    if cells(policy) + cells(shown) + cells(note) > room:
        policy = ""
        shown = shown if cells(shown) + cells(note) <= room else ""
        note = note.replace("says ", "", 1) if cells(note) > room else note
    room -= cells(policy) + cells(shown) + cells(note)
    history = _history(view, ledger, name, min(FLAGS, room - 2))
    last = (clip(note, cells(note) + min(0, room)), style)
    return (*head, (policy, "mid"), (shown, "fg"), *history, (" " if history else "", ""), last)


def _note(view: LogView, ledger: Ledger, name: str) -> tuple[str, str]:
    """Return the note next to a name: thinking time, or the error of its last decision."""
    if name in view.waiting and view.at_now:
        return view.thinking.get(name, ""), "accent"
    if latest(ledger.defaulted[name], view.n, False):
        return "! default taken", "bad"
    since = takewhile(lambda claim: claim.text, reversed(up_to(ledger.claims[name], view.n)))
    return next(((claim.text, "bad") for claim in since if view.may_see(view.events[claim.n - 1])), ("", ""))


def _flags(view: LogView, ledger: Ledger, name: str) -> list[bool]:
    flags = ledger.flags[name]
    return [flag for _, flag in flags[: bisect_right(flags, view.n, key=lambda item: item[0])]]


def _flag(view: LogView, ledger: Ledger, name: str) -> Span:
    past = _flags(view, ledger, name)
    if not past:
        return ("·", "dim")
    return ("✓", "good") if past[-1] else ("✗", "bad")


def _history(view: LogView, ledger: Ledger, name: str, count: int = FLAGS) -> Line:
    past = _flags(view, ledger, name)
    dots: Line = tuple(("●", "good") if flag else ("·", "dim") for flag in past[-count:] if count > 2)
    return (*dots, ("~", "accent")) if count_flips(past) >= FLIPS else dots


LABEL_WIDTH = 9
"""Width of the label left of a fact."""


def public_rows(view: LogView, ledger: Ledger, palette_name: str, name: str, width: int, count: int) -> list[Line]:
    """Draw at most `count` rows of an agent's public record: current facts first, then its newest acts."""
    seen: Observation = view.scene.observe(view.perspective)
    now = facts(view, ledger, PALETTES[palette_name], seen, name, width)
    done = acts(view, ledger, name, width)
    if not now and not done:
        return notice("has shown nothing yet")
    if len(now) + 1 + min(1, len(done)) > count:
        return [*now, *done[-1:]][:count] if now else done[-count:]
    return [*now, (), *done[-(count - len(now) - 1) :]]


def facts(view: LogView, ledger: Ledger, palette: Palette, seen: Observation, name: str, width: int) -> list[Line]:
    """Draw the public facts about an agent that this perspective knows."""
    you = "you" if view.perspective == view.seat else view.perspective
    mine = [offer for offer in seen.offers if name in (offer.by, offer.to)]
    locked = {node: color for node, color in seen.refused.items() if seen.problem.owner[node] == name}
    out = _requests(seen, palette, name)
    for offer in mine:
        if offer.state == "open":
            word, style = ("offers", "accent") if offer.by == name else ("considers", "mid")
            out.append(_fact(word, _terms(offer, style), style))
    out += [_fact("promised", (*_terms(offer, "fg"), (f" {offer.state}", "good"))) for offer in mine if offer.running]
    if reports := _reports(seen, palette, name):
        out.append(_fact(f"told {you}"[:8], reports))
    if locked:
        out.append(_fact("locked", ((color_letters(locked), "fg"), (f"  it told {you}", "dim"))))
    out += _granted(seen, name)
    agreed, count = count_agreed(name, given_answers(view, ledger))
    if count:
        shown = character(name, given_answers(view, ledger))
        out.append(_fact("agreed", ((f"to {agreed} of {count}  ", "fg"), (shown, "hi"))))
    if record := _record(mine, name):
        out.append(_fact("record", record))
    out += _last_lie(view, ledger, name)
    return [_cut(line, width) for line in out]


def _requests(seen: Observation, palette: Palette, name: str) -> list[Line]:
    """Draw an agent's requests that wait for an answer of the perspective's agent."""
    out: list[Line] = []
    for node, asked in seen.asked.items():
        if asked.by == name:
            wanted: Span = (
                chip(palette, letter(asked.color), asked.color) if asked.color else (_excluded(asked.avoid), "fg")
            )
            out.append(_fact("asks", ((f"{node} ", "bold hi"), wanted, ("  your answer is due", "accent"))))
    return out


def _granted(seen: Observation, name: str) -> list[Line]:
    """Draw an agent's granted requests, except at nodes where it has asked again."""
    return [
        _fact("was given", ((f"{node} {letter(asked.color) if asked.color else _excluded(asked.avoid)}", "fg"),))
        for node, asked in seen.granted.items()
        if asked.by == name and not (node in seen.asked and seen.asked[node].by == name)
    ]


def _reports(seen: Observation, palette: Palette, name: str) -> Line:
    """Draw an agent's colors as last reported, newest turn first, with their age in turns."""
    reported = {node: known for node, known in seen.known.items() if seen.problem.owner[node] == name}
    spans: list[Span] = []
    for turn in sorted({known.turn for known in reported.values()}, reverse=True):
        spans += node_chips(palette, {node: known.color for node, known in reported.items() if known.turn == turn})
        spans.append((f"{seen.turn - turn}t  " if seen.turn > turn else " ", "mid"))
    return tuple(spans)


def node_chips(palette: Palette, colors: Mapping[str, str], between: Span = (" ", "bold hi")) -> Line:
    """Draw nodes with chips of their colors."""
    text, style = between
    parts = (
        ((f"{node}{text}", style), chip(palette, letter(color), color), (" ", "")) for node, color in colors.items()
    )
    return tuple(span for part in parts for span in part)


def _last_lie(view: LogView, ledger: Ledger, name: str) -> list[Line]:
    """Draw the newest false claim that this perspective may know of."""
    claims = [note.text for note in talk.shown(view, ledger.claims[name]) if note.text]
    return [_fact("false", ((claims[-1], "bad"),))] if claims else []


def acts(view: LogView, ledger: Ledger, name: str, width: int) -> list[Line]:
    """List the acts of an agent that the perspective may see, oldest first."""
    known = ledger.acts[name]
    out: list[Line] = []
    for event in (view.events[n - 1] for n in known[: bisect_right(known, view.n)]):
        if view.may_see(event):
            mark, text, style = _act(view, event)
            out.append(_cut(((f"{event.turn:>3} ", "dim"), (f"{mark} ", style), (text, style)), width))
    return out


def _act(view: LogView, event: Event) -> tuple[str, str, str]:
    """Return the sign, the text and the style of an act."""

    def who(name: str) -> str:
        return "you" if name == view.seat else name or "all"

    match event.data:
        case Reported(to, colors):
            return "·", f"reported to {who(to)} {color_letters(colors) or 'no colors yet'}", "mid"
        case Requested(to):
            return "·", f"asked {who(to)}{event.data.sentence().partition(':')[2]}", "fg"
        case Refused(to, colors):
            return "·", f"said that {color_letters(colors)} {'is' if len(colors) == 1 else 'are'} locked", "mid"
        case Proposed(number, to):
            return "·", f"offered {who(to)} ({number}) {event.data.offer('', 0).terms()}", "fg"
        case OfferChanged(state="broken"):
            return "✗", event.data.sentence(), "bad"
        case OfferChanged(state="kept"):
            return "✓", event.data.sentence(), "good"
        case Flagged(satisfied):
            return ("✓", "satisfied", "good") if satisfied else ("✗", "not satisfied", "bad")
        case Oscillated():
            return "~", event.data.sentence(), "accent"
        case OfferChanged() | Honored() | Dropped() | GaveUp() | Hopeless():
            return "·", event.data.sentence(), "mid"
    raise ValueError(f"{event.kind} is nothing that others see")


def _record(offers: Sequence[Offer], name: str) -> Line:
    """Draw the numbers of kept offers, of offers that the agent broke, and of its refusals."""
    kept = sum(offer.state == "kept" for offer in offers)
    broken = [offer for offer in offers if offer.broken_by == name]
    no = sum(offer.state == "refused" and offer.to == name for offer in offers)
    out: list[Span] = [(f"{kept} kept  ", "good")] if kept else []
    if broken:
        out.append((f"✗ {len(broken)} broken, turn {broken[-1].turn}  ", "bad"))
    if no:
        out.append((f"{no} refused", "mid"))
    return tuple(out)


def _terms(offer: Offer, style: str) -> Line:
    return ((f"{offer.number} ", style), (offer.terms(), "fg"))


def _excluded(colors: Sequence[str]) -> str:
    return f"not {'/'.join(map(letter, colors))}"


def _fact(word: str, fact: Line, style: str = "mid") -> Line:
    return ((f" {word:<{LABEL_WIDTH}} ", style), *fact)


def _cut(line: Line, width: int) -> Line:
    """Cut a line at its end to the width."""
    out: list[Span] = []
    left = width
    for text, style in line:
        size = width_of(((text, ""),))
        if left > 0:
            out.append((clip(text, left) if size > left else text, style))
        left -= size
    return tuple(out)
