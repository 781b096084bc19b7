"""Texts of a council: sentences of bots, and the state of the meeting."""

from collections.abc import Iterator, Mapping

from scenes.council.events import weighed
from scenes.council.grounds import Texts
from scenes.council.observation import CHAIR, CouncilSeen
from scenes.council.values import VALUES, Interests, Side, Value
from scenes.council.votes import Position

POSITION_SENTENCES: dict[str, tuple[str, ...]] = {
    "rather for": ("I lean in favor.", "I am rather for it."),
    "for": ("I am for it.", "I support this.", "I am in favor."),
    "strongly for": ("I am strongly for it.", "I am firmly in favor.", "I strongly support this."),
    "open": ("I am undecided.", "I am open, so far.", "I am torn."),
    "rather against": ("I lean against it.", "I am rather against it.", "I am somewhat opposed."),
    "against": ("I am against it.", "I oppose this.", "I am opposed to it."),
    "strongly against": ("I am strongly against it.", "I am firmly opposed.", "I strongly oppose this."),
}
APPEAL_SENTENCES = (
    "For me it comes down to {value}.",
    "I think of {value} first.",
    "What counts for me here is {value}.",
    "If you ask me, it is about {value}.",
)
"""Sentences about a value, for motions without known grounds. In a speech, they argue for the speech's stance."""
QUESTIONS = (
    "{name}, what about {value}?",
    "What does it mean for {value}, {name}?",
    "{name}, have you thought of {value}?",
)
VOTE_COMMENTS = {"yes": ("It is worth it.", "On balance, yes.", "For the reasons given."),
            "no": ("Not like this.", "On balance, no.", "I am not convinced."),
            "abstain": ("I cannot decide.", "Good points on both sides.")}  # fmt: skip
OPENING_WORDS = ("We turn to motion {i}: {text}.", "Motion {i} is before us: {text}.", "Next, motion {i}: {text}.")
CALLS_TO_VOTE = (
    "Nothing new is being said. We vote.",
    "I think that we have heard it all. Please vote.",
    "The arguments are on the table. To the vote.",
)
CLOSING_WORDS = ("That was the agenda. Thank you all.", "All motions are dealt with. I thank you.")


def prepared_speeches(interests: Interests, grounds: Mapping[Side, Texts]) -> Iterator[str]:
    """Yield a speech for each ground whose value a member cares about, and for stances without such grounds."""
    for side, values in grounds.items():
        texts = [values[value][0] for value in interests.values if values.get(value)]
        yield from (f"{POSITION_SENTENCES[side][0]} {text}" for text in texts)
        if not texts:
            yield POSITION_SENTENCES[side][0]
    yield POSITION_SENTENCES["open"][0]


def status(seen: CouncilSeen) -> str:
    """Write the state of the meeting for an agent's model, with what the agent knows and has to do."""
    lines = [meeting_state(seen)]
    if seen.positions:
        positions = ", ".join(f"{name} {each.now.words()}" for name, each in seen.positions.items())
        lines.append(f"Positions, as they were understood: {positions}.")
    own = seen.interests.get(seen.name)
    if own is not None and seen.text:
        care = ", ".join(f"{value} ({weight} of 3)" for value, weight in own.values.items())
        lines += [f"You care for {care}."] * bool(own.values)
        known = weighed(own.bearings[seen.motion - 1])
        lines += [f"Of this motion you know: {known}."] * bool(known)
        for side, values in seen.reasons.items():
            texts = [text for each in values.values() for text in each]
            lines += [f"Grounds {side} it: {' '.join(texts)}"] * bool(texts)
        trusted = [name for name, trust in own.trust.items() if trust >= 0.8]
        lines += [f"You trust {', '.join(trusted)}."] * bool(trusted)
    if seen.moved:
        lines.append(f"{seen.moved.name} moves to amend: {seen.moved.text}. It counts if another member seconds it.")
    if seen.brief:
        lines.append(f"Your brief: {seen.brief}")
    lines += [f"{d.name}, in secret, {d.terms.sentence()}{': accepted' * d.accepted}." for d in seen.deals]
    return "\n".join([*lines, _task(seen)])


def _task(seen: CouncilSeen) -> str:
    if seen.phase == "vote" and seen.name != CHAIR:
        return "The vote is open: vote yes, no or abstain."
    if seen.up != seen.name:
        return f"{seen.up} has the floor."
    if seen.phase == "done":
        return "The agenda is done: close the meeting."
    if seen.name == CHAIR:
        vote = ", or open the vote when nothing new is said" if any(seen.had.values()) else ""
        return f"Nobody has the floor: schedule who speaks next{vote}."
    return "You have the floor: speak, act, or yield."


def meeting_state(seen: CouncilSeen) -> str:
    """Write the state of the meeting in a few sentences."""
    lines = []
    if seen.text:
        added = f", {seen.amended.text}" if seen.amended else ""
        lines.append(
            f"Motion {seen.motion} of {len(seen.agenda)}: {seen.text}{added}. It needs {_NEEDED_VOTES[seen.majority]}."
        )
        lines.append("The vote is open." if seen.phase == "vote" else "No vote is open.")
    if seen.text and seen.phase == "vote" and seen.name in seen.ballots:
        lines.append(f"You have voted {seen.ballots[seen.name]}.")
    for each in seen.results:
        passed = "passed" if each.passed else "failed"
        lines.append(f"Motion {each.motion} {passed}, {each.yes} to {each.no} ({each.why}).")
    return " ".join(lines)


_NEEDED_VOTES = {
    "simple": "more yes than no",
    "two-thirds": "two yes for each no",
    "unanimity": "no vote against it",
}


def board(seen: CouncilSeen) -> str:
    """Write the state of the meeting in a few lines."""
    lines = []
    for i, motion in enumerate(seen.agenda, 1):
        result = next((r for r in seen.results if r.motion == i), None)
        mark = "▸" if i == seen.motion else " " if result is None else "✓" if result.passed else "✗"
        lines.append(f"{mark} {i} {motion}{f'   {result.yes} to {result.no}, {result.why}' if result else ''}")
    if seen.text:
        for name in seen.members:
            stated = seen.positions.get(name)
            floor = "●" if seen.up == name else " "
            lines.append(f"{floor} {name:<5} {stated.now.words() if stated else '·'}")
    return "\n".join(lines) or "The council meets."


def position_sentences(position: Position) -> tuple[str, ...]:
    """Return sentences that state a position."""
    return POSITION_SENTENCES[position.words()]


def reasons(value: Value, side: Side, seen: CouncilSeen) -> tuple[str, ...]:
    """Return sentences that argue for a side by a value: the motion's grounds, else appeals to the value."""
    appeals = tuple(each.format(value=value) for each in APPEAL_SENTENCES)
    return seen.reasons[side].get(value) or appeals


def is_appeal(text: str) -> bool:
    """Return True for an appeal, which is an argument only together with a stance."""
    return any(text == each.format(value=value) for each in APPEAL_SENTENCES for value in VALUES)
