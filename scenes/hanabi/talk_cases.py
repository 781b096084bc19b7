"""Cases for a judge who decides whether words tell players more about their own cards than clues have told."""

from collections.abc import Iterable, Sequence

from core.engine.events import Acted, Asked, Event
from core.llm.judge import Case
from core.text import one_line
from scenes.hanabi.events import Advised, Hid, Proposed
from scenes.hanabi.observation import Observation
from scenes.hanabi.talk.wording import director_text

QUESTION = (
    "Do these words tell anybody at the table something of the color or the rank of a card in their own hand that "
    "clues have not told them? A clue that is proposed may be named, and so may what lies on the table."
)


def cases(seen: Observation, events: Sequence[Event]) -> Iterable[Case]:
    """Yield statements in their original words, each with True if the rules hid words of its speaker.

    `seen` is the director's view after these events.
    """
    if seen.talk.mode == "open":
        return
    hid = {event.agent for event in events if isinstance(event.data, Hid)}
    for event in events:
        match event.data:
            case Proposed(move, words):
                about = f"{event.agent} proposes: {move}."
            case Advised(stance, move, words):
                about = f"{event.agent} gives advice on the proposal: {stance} {move}".strip() + "."
            case _:
                continue
        if words:
            said = _original_words(events, event.agent) or words
            facts = f"This is Hanabi: nobody sees their own cards. {about}\n\n{director_text(seen)}"
            yield Case(event.n, event.agent, said, facts, QUESTION, event.agent in hid)


def _original_words(events: Sequence[Event], name: str) -> str:
    """Return a player's last words before any were hidden; empty for a bot."""
    for event in reversed(events):
        if event.agent != name:
            continue
        match event.data:
            case Asked(value=dict() as value, purpose="proposal" | "advice"):
                return one_line(str(value.get("reasons", value.get("words", ""))))
            case Acted(command):
                return command.partition(": ")[2]
    return ""
