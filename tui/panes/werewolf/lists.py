"""Werewolf's lists: votes day by day, who claimed what, and what these eyes keep to themselves."""

from collections.abc import Sequence

from core.engine.events import Event, Noted, Planned, Thought
from core.social.plan import Plan
from tui.panes.social import labeled, plan_lines
from tui.panes.werewolf.facts import Facts, claim_words
from tui.styles import Line, Span, clip, wrap


def votes(facts: Facts, width: int) -> list[Line]:
    """Each day's votes by target, the most first; and what the target was, once that is known."""
    out: list[Line] = []
    hanged = {ballot.day: ballot.hanged for ballot in facts.seen.ballots}
    for day, given in facts.ballots():
        by: dict[str, list[str]] = {}
        for name, target in given.items():
            by.setdefault(target, []).append(name)
        label = f"day {day}"
        for target, names in sorted(by.items(), key=lambda each: -len(each[1])):
            role = facts.seen.roles.get(target, "")
            style = "good" if role == "werewolf" else "bad" if role else "fg"
            mark = {"good": " ✓", "bad": " ✗"}.get(style, "")
            fate = " hanged" if target and hanged.get(day) == target else ""
            head: Line = ((f" {label:<7}", "dim"), (f"{clip(target, 12) or 'nobody'}{mark}", f"bold {style}"))
            head = (*head, (f" {len(names)}{fate}  ", "mid"))
            rows = wrap(" ".join(names), max(10, width - sum(len(text) for text, _ in head) - 1))
            out += [(*head, (rows[0], "fg")), *(((" " * 10, ""), (row, "fg")) for row in rows[1:])]
            label = ""
        if hanged.get(day) == "":
            out.append(((f" {label:<7}", "dim"), ("nobody is hanged", "mid")))
    return out or [((" No votes yet", "dim"),)]


def claims(facts: Facts, names: Sequence[str], width: int) -> list[Line]:
    """List each player's claims day by day, and who calls it a wolf."""
    out: list[Line] = []
    for name in names:
        alive, by = name in facts.seen.alive, facts.suspected_by(name)
        days = "; ".join(
            f"d{day} {words}" for day in range(1, facts.seen.day + 1) if (words := _claimed(facts, name, day))
        )
        suspected = f"{'; ' if days else ''}suspected by {' '.join(by)}" if by and alive else ""
        if days or suspected:
            rows, style = wrap(f"{days}{suspected}", max(10, width - 8)), "fg" if alive else "dim"
            head: Span = (f" {clip(name, 5):<6}", "bold hi" if alive else "dim")
            out += [(head, (rows[0], style)), *(((" " * 7, ""), (row, style)) for row in rows[1:])]
    return out or [((" Nobody has claimed anything yet", "dim"),)]


def _claimed(facts: Facts, name: str, day: int) -> str:
    """Write a player's claims of a day; a wish to hang counts as suspicion."""
    told = [each.claim for each in facts.seen.told if each.name == name and each.day == day]
    hang = {claim.target for claim in told if claim.kind == "vote"}
    kept = [claim for claim in told if claim.kind != "ask" and not (claim.kind == "suspect" and claim.target in hang)]
    return ", ".join(dict.fromkeys(map(claim_words, kept)))


def notes(events: Sequence[Event], plans: dict[str, Plan], whose: Sequence[str], width: int) -> list[Line]:
    """Plans and thoughts of those whose minds are open to these eyes."""
    out: list[Line] = []
    for name in whose:
        if lines := plan_lines(plans[name], width):
            out += [((f" {clip(name, 12)}'s plan", "bold hi"),), *lines[2:]]
    for event in events:
        if isinstance(event.data, Thought | Noted | Planned):
            out += labeled(clip(event.agent, 10), event.data.sentence(), width, "mid")
    return out or [((" No plans, notes or thoughts yet", "dim"),)]
