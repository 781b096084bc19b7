"""A person's seat in a council: keys, the commands that words stand for, and their meaning."""

import re
from collections.abc import Sequence

from core.engine.turn import Action
from core.errors import IllegalAction
from core.social.actions import Speak
from scenes.council.actions import Announce, Second
from scenes.council.observation import CHAIR, CouncilSeen
from scenes.council.reading import read
from scenes.council.scene import CouncilScene
from tui.panes.kit import Key
from tui.styles import Line, clip

MOVES = re.compile(
    r"(?:i )?(?:move|propose|would like) (?:to amend(?: the motion| it)?|an amendment)(?: so)?(?:[\s,:]+that)?[\s,:]+"
    r"(?P<what>.+)",
    re.IGNORECASE,
)
"""Plain words for an amendment."""
SECONDS = re.compile(r"i second (?:it|that|this|the amendment|\w+'s amendment)[.!]?", re.IGNORECASE)
HEADS = ("say", "announce", "tell", "offer", "accept", "schedule", "vote", "position")
"""Words that only begin commands: what follows is never said aloud by mistake."""


def keys_of_chair(seen: CouncilSeen) -> dict[str, str]:
    """Commands by the keys with which the chair gives the floor to all members, or to some."""
    if seen.name != CHAIR or seen.phase in ("vote", "done"):
        return {}
    return {"g": f"schedule {', '.join(seen.members)}", "s": "schedule "}


def keys(seen: CouncilSeen, declared: Sequence[Key]) -> Sequence[Key]:
    """List keys for the footer."""
    if seen.phase == "vote":
        return declared
    chair = (Key("g", "all speak"), Key("s", "schedule")) if keys_of_chair(seen) else ()
    return (Key("m", "speak"), *chair, *declared)


def idle(seen: CouncilSeen) -> Line:
    """Draw the prompt while nothing is typed."""
    if seen.phase == "vote":
        return (("vote with ", "mid"), ("y n a", "bold accent"), ("; with a comment: vote yes it is worth it", "mid"))
    if seen.phase == "done":
        return (("the agenda is done: ", "mid"), ("f", "bold accent"), (" closes the meeting", "mid"))
    if seen.name == CHAIR:
        return (("nobody has the floor: ", "mid"), ("s", "bold accent"), (" says who has it, ", "mid"),
                ("b", "bold accent"), (" opens the vote", "mid"))  # fmt: skip
    cares = ", ".join(seen.interests[seen.name].values)
    if seen.moved is not None and seen.moved.name != seen.name:
        backs = f" backs what {clip(seen.moved.name, 12)} moves; you care for "
        return (("m", "bold accent"), (f" {Second.form}", "hi"), (backs, "mid"), (cares, "bold hi"))
    return (("m", "bold accent"), (" says where you stand; you care for ", "mid"), (cares, "bold hi"))


def command(text: str, scene: CouncilScene, seat: str) -> str:
    """Words are said, unless they are a command, or begin like one that nobody else should hear."""
    text = text.strip()
    if moved := MOVES.fullmatch(text):
        return f"amend {moved['what']}"
    if SECONDS.fullmatch(text):
        return Second.form
    try:
        scene.parse(seat, text)
    except IllegalAction:
        first = text.split()[0].casefold() if text.split() else ""
        return text if not first or first in HEADS else f"{'announce' if seat == CHAIR else 'say'} {text}"
    return text


def meaning(action: Action, scene: CouncilScene, seat: str) -> str:
    """Return what the others will understand of a speech, or how an action is written."""
    if isinstance(action, Speak | Announce) and seat != CHAIR:
        return _read(action.message, scene)
    return scene.describe(action)


def _read(message: str, scene: CouncilScene) -> str:
    reading = read(message, scene.voters)
    parts = [f"you are {reading.position.words()}"] if reading.position else []
    parts += [f"{side} it: {value}" for side, value in reading.arguments]
    parts += [f"ask {to}{f' about {value}' if value else ''}" for to, value in reading.questions]
    return ", ".join(parts) or "just words"
