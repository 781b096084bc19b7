"""Drawing of the claim on the table, the windows in which it can be answered, and the answers."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scenes.coup.events import Challenged, Proved
from scenes.coup.moves import MUST_COUP_FROM, RULES
from scenes.coup.wording import turns
from themes.palettes import Palette
from tui.panes.coup import cards
from tui.panes.coup.answers import Answer
from tui.panes.coup.cards import small, verdict
from tui.panes.coup.facts import WINDOWS, Facts, Window
from tui.panes.coup.seat import Seat
from tui.panes.drawing import amount, in_rows, rule
from tui.styles import Line, Span, clip, fit, width_of, wrap_line

LABELS = ("challenge", "block", "challenge the block")
LABEL_WIDTH = 13
BLOCKERS = {"foreign aid": "Duke", "assassinate": "Contessa", "steal": "Captain or Ambassador"}


def headline(facts: Facts, you: str, palette: Palette) -> Line:
    """Draw the most prominent line: the claim and its intended effect, or the phase of the turn."""
    seen = facts.seen
    match seen.phase:
        case "deal":
            return (("Cards are dealt", "bold hi"),)
        case "over":
            left = [player.name for player in seen.players if player.cards]
            return ((f"{left[0]} wins", "bold hi"), (f"  after {seen.actions} turns", "mid"))
        case "talk":
            owner = "your" if seen.actor == you else f"{clip(seen.actor, 12)}'s"
            return (("Anybody may speak", "bold hi"), (f"  before {owner} turn", "mid"))
        case "act":
            return _prompt_to_act(facts, you)
        case "lose" if facts.awaits_proof:
            last = facts.newest_move
            return ((f"{clip(last.agent, 12)} challenges {clip(seen.loser, 12)}'s claim", "bold hi"),)
        case "lose":
            loses = "You turn" if seen.loser == you else f"{clip(seen.loser, 12)} turns"
            return ((f"{loses} up a card", "bold hi"), (f"  {_loss_cause(facts)}", "mid"))
        case "exchange":
            return _exchange(facts, you, palette)
    return _blocks(facts) if seen.blocker else _declared(facts, you, loud=True)


def _prompt_to_act(facts: Facts, you: str) -> Line:
    seen, actor = facts.seen, clip(facts.seen.actor, 12)
    coins, mine = facts.players[seen.actor].coins, facts.seen.actor == you
    money = (f"  with {amount(coins, 'coin')}, {seen.treasury} in the treasury", "mid")
    must = f"; {'you' if mine else actor} must coup" if coins >= MUST_COUP_FROM else ""
    return ("Your turn" if mine else f"{actor} is to act", "bold hi"), money, (must, "bad")


def _exchange(facts: Facts, you: str, palette: Palette) -> Line:
    seen = facts.seen
    hand = [card for card in seen.hands.get(seen.actor, ()) if card]
    cards = [span for card in hand for span in (small(palette, card), (" ", ""))]
    keep = facts.players[seen.actor].cards - 2
    who = "You keep" if seen.actor == you else f"{clip(seen.actor, 12)} keeps"
    return ((f"{who} {keep} of {keep + 2}  ", "bold hi"), *cards)


def _loss_cause(facts: Facts) -> str:
    """Write the cause of a card's loss."""
    seen = facts.seen
    last = facts.newest_move
    match last.data:
        case Challenged(claimant, claim):
            return f"caught: {clip(claimant, 12)} has no {claim}"
        case Proved(card):
            return f"{clip(last.agent, 12)} had the {card}"
    return f"by {clip(seen.actor, 12)}'s {'coup' if seen.verb == 'coup' else 'assassination'}"


def _blocks(facts: Facts) -> Line:
    seen = facts.seen
    what = {"foreign aid": "foreign aid", "steal": "steal", "assassinate": "assassination"}[seen.verb]
    words: Line = ((f"{clip(seen.blocker, 12)} claims {seen.claim}", "bold hi"), *verdict(facts.truth))
    return (*words, (f"  to block {clip(seen.actor, 12)}'s {what}", "mid"))


def _declared(facts: Facts, you: str, loud: bool = False) -> Line:
    """Draw the action on the table; `loud` makes it prominent."""
    seen, rule = facts.seen, facts.rule
    who, target = clip(seen.actor, 12), clip(seen.target, 12)
    target_span: Span = (target, "bold accent" if seen.target == you else "bold hi" if loud else "mid")
    style = "bold hi" if loud else "mid"
    if rule.claims:
        head: Line = ((f"{who} claims {rule.claims}", style), *(verdict(facts.truth) if not seen.blocker else ()))
        for_what = {
            "tax": f"  to take {rule.gain}",
            "steal": f"  to steal {rule.gain} from ",
            "assassinate": f"  and pays {rule.cost} to assassinate ",
            "exchange": "  to exchange cards",
        }[seen.verb]
        return (*head, (for_what, "mid"), *((target_span,) if seen.target else ()))
    if seen.verb == "coup":
        return ((f"{who} pays {rule.cost} for a coup", style), ("  against ", "mid"), target_span)
    return ((f"{who} takes {seen.verb}", style), (f"  {amount(rule.gain, 'coin')}", "mid"))


ROUTINE_SENTENCES = ("not challenged", "not blocked", "nobody blocked")
"""Sentences that `last_turn_result` leaves out if the turn has any others."""


def last_turn_result(facts: Facts) -> Line:
    """Describe the result of the last turn, before the next one starts."""
    last = turns(facts.turn)
    if not last or not facts.seen.actions:
        return ()
    lines = [sentence.text for sentence in last[-1].sentences]
    said = [text for text in lines if text not in ROUTINE_SENTENCES]
    return ((f"before: {'; '.join(said or lines)}", "dim"),)


def progress_of(facts: Facts, awaited: Sequence[str], you: str, with_last: bool) -> list[Line]:
    """Draw the windows of the open turn, the players who may speak, or the last turn's result."""
    if facts.open:
        return steps(facts, awaited, you)
    lines = [one_line(facts, awaited, you, 0)] if facts.seen.phase == "talk" else []
    last = last_turn_result(facts) if with_last and facts.seen.phase in ("talk", "act") else ()
    return [*lines, last] if last else lines


def steps(facts: Facts, awaited: Sequence[str], you: str) -> list[Line]:
    """Draw the three windows, one row each: past, open and future ones."""
    if facts.verb is None:
        return []
    out: list[Line] = []
    made, rule = facts.windows(), facts.rule
    for number, (window, label) in enumerate(zip(WINDOWS, LABELS, strict=True), 1):
        if (window == "challenge" and not rule.claims) or (window != "challenge" and not rule.blocks):
            continue
        here = facts.seen.phase == window
        label = f"{label:<{LABEL_WIDTH}}" if len(label) < LABEL_WIDTH else f"{label}  "
        who = _open(facts, window, made[window], awaited, you) if here else _closed(facts, window, made[window])
        out.append(((f"{number} ", "accent" if here else "dim"), (label, "bold hi" if here else "dim"), *who))
    return out


def one_line(facts: Facts, awaited: Sequence[str], you: str, width: int) -> Line:
    """Draw the open window and the later ones in one row."""
    if facts.seen.phase == "talk":
        return (("may speak  ", "mid"), *_asked(facts.seen.deciding, (), awaited, you))
    if facts.verb is None or not facts.open:
        return ()
    window = facts.seen.phase
    who = _open(facts, window, facts.windows()[window], awaited, you)
    line: Line = ((f"may {'block' if window == 'block' else 'challenge'}  ", "mid"), *who)
    if window == "challenge" and RULES[facts.verb].blocks and facts.may_answer("block"):
        then: Line = (("    then block  ", "dim"), *_closed(facts, "block", Window()))
        line = (*line, *then) if width_of(line) + width_of(then) <= width else line
    return line


def _open(facts: Facts, window: str, state: Window, awaited: Sequence[str], you: str) -> Line:
    return _asked(facts.may_answer(window), state.passed, awaited, you)


def _asked(names: Sequence[str], passed: Sequence[str], awaited: Sequence[str], you: str) -> Line:
    """Draw players who passed, awaited players (`?`), and players whose answers are not revealed yet."""
    spans: list[Span] = []
    for name in names:
        if name in passed:
            spans += [(clip(name, 12), "fg"), (" passed", "good"), ("  ", "")]
        elif name in awaited:
            spans += [(f"{clip(name, 12)} ?", "bold accent" if name == you else "accent"), ("  ", "")]
    if closed := [clip(name, 12) for name in names if name not in passed and name not in awaited]:
        spans += [("answered: ", "good"), (" ".join(closed), "fg"), ("  ", "")]
    return tuple(spans[:-1])


def _closed(facts: Facts, window: str, state: Window) -> Line:
    """Draw the result of a window, or the players who may answer in it later."""
    answered = clip(state.answered, 12)
    if answered and window == "block":
        return ((answered, "fg"), (" blocks", "mid"))
    if answered:
        proved: Span = ("", "")
        if state.proved is not None:
            proved = (" wrongly", "bad") if state.proved else (" rightly", "good")
        return ((answered, "fg"), (" did", "mid"), proved)
    if state.passed:
        return (("nobody", "mid"),)
    if window == "block" and facts.verb:
        who = clip(facts.seen.target, 12) or "anybody"
        return ((f"{who} with {BLOCKERS[facts.verb]}", "dim"),) if facts.may_answer("block") else ()
    return ()


WIDE_LABEL_WIDTH = 24
"""Width in cells of the column of labels, if any label has more than 12 characters."""


class Look(NamedTuple):
    """Display state that is not part of the observation."""

    awaited: Sequence[str]
    """Players whose answer is awaited."""
    you: str
    width: int
    rows: int
    with_last: bool
    """True if the last turn's result is drawn, which the history shows too."""


def title(left: Line, width: int) -> Line:
    """Draw the table's title line, with the remaining time at the right."""
    return rule((("On the table", "bold mid"), (" ", "")), width, ((" ", ""), *left, (" ", "")) if left else ())


def paint(facts: Facts, palette: Palette, look: Look, seat: Seat | None, with_odds: bool) -> list[Line]:
    """Draw the table; `seat` is given while the person decides.

    If it does not fit, drop blank rows first, then draw windows and answers side by side.
    """
    awaited, you, width, rows, with_last = look
    menu, chosen = (seat.menu, seat.row) if seat else ((), None)
    claim = _indented((seat and seat.aim(palette, width - 1)) or [headline(facts, you, palette)])
    progress = progress_of(facts, awaited, you, with_last)
    windows = _indented(
        row for line in progress for row in (wrap_line(line, width - 1) if width_of(line) >= width else [line])
    )
    odds = [(("odds  ", "dim"), *cards.summary(facts, own=True))] if with_odds and facts.has_open_claim else []
    offer = _indented([(("odds (o)", "dim"),)] if facts.has_open_claim and not with_odds else [])
    chance, asked = _indented(odds), _menu_rows(menu, chosen)
    for parts in ([claim, windows, asked, chance or offer], [claim, windows, asked, chance]):
        full = [part for part in parts if part]
        if sum(map(len, full)) + len(full) <= rows:
            return [line for part in full for line in ((), *part)]
    if len(claim) + len(windows) + len(asked) + len(chance) <= rows:
        return [*claim, *windows, *asked, *chance]
    flowed = in_rows([_brief_answer(menu, answer, chosen) for answer in menu], width)
    short = one_line(facts, awaited, you, width - 2)
    middle = [*_indented([short] if short else progress), *chance]
    left = max(0, rows - len(claim) - len(flowed))
    return [*claim, *middle[max(0, len(middle) - left) :], *flowed][:rows]


def _indented(lines: Iterable[Line]) -> list[Line]:
    return [((" ", ""), *line) for line in lines]


def _key_and_label(answer: Answer, label: str, chosen: Answer | None) -> Line:
    here = answer is chosen
    key = (f"{answer.entry.key} ", "bold accent")
    return (("▸" if here else " ", "accent"), key, (label, "bold hi" if here else "fg"))


def _menu_rows(menu: Sequence[Answer], chosen: Answer | None) -> list[Line]:
    """Draw a row for each answer, with its columns below each other."""
    count = max((len(answer.full) for answer in menu), default=0)
    label = WIDE_LABEL_WIDTH if any(len(answer.entry.label) > 12 for answer in menu) else 15
    sizes = [max(width_of(a.full[i]) for a in menu if i + 1 < len(a.full)) + 3 for i in range(count - 1)]
    out: list[Line] = []
    for answer in menu:
        columns = [fit(column, size) for column, size in zip(answer.full[:-1], sizes, strict=False)]
        head = fit(_key_and_label(answer, answer.entry.label, chosen), label + 3)
        out.append(((" ", ""), *head, *(span for column in (*columns, *answer.full[-1:]) for span in column)))
    return out


def _brief_answer(menu: Sequence[Answer], answer: Answer, chosen: Answer | None) -> Line:
    """Draw an answer without columns; of several with the same key, all but the first have short labels."""
    first = next(each for each in menu if each.entry.key == answer.entry.key)
    label = answer.entry.label if answer is first else answer.entry.label.split()[-1]
    return (*_key_and_label(answer, label, chosen), *answer.short)
