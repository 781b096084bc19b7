"""The card at the end of a day: what the villager did, who thinks what of it, and what it has not heard."""

from collections import Counter
from collections.abc import Iterator, Sequence

from core.engine.events import Acted, Event, Said
from core.text import capitalized
from scenes.village import events as e
from scenes.village.aim_texts import feeling
from scenes.village.planning import day_number
from scenes.village.scene import VillageScene
from scenes.village.villagers import VillageSeen
from tui.log_view import LogView
from tui.panes.drawing import amount, paragraph
from tui.styles import Line, clip, pad

TALL_CARD = 20
"""Rows from which a card has blank rows."""
MAX_UNHEARD = 3
"""Maximum pieces of unheard news on a low card."""


def ended_day(view: LogView) -> Event | None:
    """Return the end of a day after which the perspective's villager has not acted yet, or None."""
    for n in range(view.n - 1, -1, -1):
        event = view.events[n]
        if event.agent == view.perspective:
            if isinstance(event.data, e.DayEnded):
                return event
            if isinstance(event.data, Acted):
                return None
    return None


def day_card(
    view: LogView, scene: VillageScene, seen: VillageSeen, ended: Event, size: tuple[int, int], with_feelings: bool
) -> list[Line]:
    """Draw the card of a day, in a width and a height; without feelings only their changes."""
    assert isinstance(ended.data, e.DayEnded)
    (width, height), name, day = size, view.perspective, ended.data.day
    who = "you" if name == view.seat else name
    gap: list[Line] = [()] if height >= TALL_CARD else []
    today = [each for each in view.events[: ended.n] if day_number(scene.minute_of(each.n)) == day]
    out: list[Line] = [*gap, ((f"   Day {day} is over", "bold hi"),), *gap]
    out += paragraph(capitalized(", ".join(deeds(today, name)) or "a quiet day"), width - 3, "fg", 3)
    moved = Counter[str]()
    for each in today:
        if isinstance(each.data, e.OpinionMoved) and each.data.of == name:
            moved[each.agent] += each.data.change
    people = sorted(seen.standing, key=lambda other: (-abs(moved[other]), -abs(seen.standing[other])))
    news = sorted(ended.data.unheard.items(), key=lambda piece: -piece[1])[: None if gap else MAX_UNHEARD]
    unheard: list[Line] = [*gap, ((f"   What went round without {who}", "mid"),)] if news else []
    unheard += [
        (("   something about ", "fg"), (clip(text, width - 40), "hi"), (f"   {count} know it", "mid"))
        for text, count in news
    ]
    opinions = [
        _opinion(other, feeling(seen.standing[other], who) if with_feelings else "", seen.standing[other], moved[other])
        for other in people
        if with_feelings or moved[other]
    ]
    if opinions:
        out += [*gap, ((f"   What people think of {who}" if with_feelings else "   New opinions", "mid"),)]
    return [*out, *opinions[: max(0, height - len(out) - len(unheard))], *unheard][:height]


def _opinion(name: str, feels: str, opinion: int, moved: int) -> Line:
    style = "good" if opinion > 0 else "bad" if opinion < 0 else "mid"
    change = (f"{'▲' if moved > 0 else '▼'} {moved:+d} today", "good" if moved > 0 else "bad") if moved else ("", "")
    return ((f"   {pad(name, 6)}", "bold hi"), (pad(feels, 23) if feels else "", style), change)


def deeds(events: Sequence[Event], name: str) -> Iterator[str]:
    """Yield a villager's deeds among some events, in words."""
    own = [each for each in events if each.agent == name]
    spoken_to = {to for each in own if isinstance(each.data, Said) for to in each.audience or ()} - {name}
    if spoken_to:
        yield f"talked to {', '.join(sorted(spoken_to))}"
    if heard := sum(isinstance(each.data, e.NewsHeard) for each in own):
        yield f"heard {amount(heard, 'new thing')}"
    if pieces := {each.data.piece for each in own if isinstance(each.data, e.NewsTold)}:
        yield f"passed on {amount(len(pieces), 'piece')} of news"
    goods = Counter[str]()
    for each in own:
        if isinstance(each.data, e.Gathered):
            goods[each.data.what] += each.data.amount
        if isinstance(each.data, e.Gave):
            yield f"gave {each.data.to} {each.data.amount} {each.data.goods}"
    if goods:
        yield "gathered " + " and ".join(f"{count} {what}" for what, count in goods.items())
