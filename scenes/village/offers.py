"""Invitations and requests: whether a villager accepts, and the reason if not."""

import re

from scenes.village.news import all_news, danger
from scenes.village.planning import DAY, clock, current_entry, is_night, parse_entries
from scenes.village.temperament import is_low, mood
from scenes.village.terrain import Place, at
from scenes.village.understanding import Meaning
from scenes.village.villagers import VillageSeen
from scenes.village.wording import direction_to, to_place


def offer(kind: str, meaning: Meaning, seen: VillageSeen) -> tuple[str, dict[str, str]]:
    """Return the phrase that answers an invitation or a request, with the values of its placeholders."""
    place = meaning.place
    reason = objection(meaning, seen)
    if kind == "request" and place is None:
        if goods := meaning.goods:
            slots = {
                "goods": goods.gives,
                "place_of_goods": at(goods.name),
                "way_to_goods": direction_to(goods, seen.me.at),
            }
            return "get_goods", slots
        return "cannot_give", {
            "reason": reason
            or (
                f"I have no way to help with {meaning.thing}"
                if meaning.thing
                else "I have nothing with me that would be of use"
            )
        }
    if place is None:
        return ("decline", {"reason": reason}) if reason else ("which_place", {})
    if place.has(seen.me.at) and meaning.hour is None:
        return "here_already", {"place": at(place.name)}
    if reason:
        return "decline", {"reason": reason}
    if kind not in meaning.licensed:
        return "offer_guess", {"to": f"to {to_place(place.name)}"}
    hour = meaning.hour
    return "accept", {"place": at(place.name), "when": f"at {hour}:00" if hour is not None else "soon"}


def accepted(meaning: Meaning, seen: VillageSeen) -> tuple[str, ...]:
    """Return the day's milestones with the meeting that a villager agreed to."""
    assert meaning.place is not None
    hour = meaning.hour
    minute = hour * 60 if hour is not None else seen.now % DAY
    return (*seen.plans[seen.name].milestones, f"{clock(minute)} meet {at(meaning.place.name)}")


def objection(meaning: Meaning, seen: VillageSeen) -> str:
    """Return the villager's reason to decline; empty if there is none."""
    hour, needs = meaning.hour, seen.me.needs.pressing
    if is_low(seen):
        return f"I'm {mood(seen)} today and no good company"
    if found := re.search(r"\b(?:on )?((?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|next \w+)\b", meaning.text):
        return f"{found[1].capitalize()} is too far away for me to promise"
    if closed := danger(meaning.place.name if meaning.place else "", all_news(seen), seen.ground)[0]:
        return f"I keep away from {closed} these days"
    minute = hour * 60 if hour is not None else seen.now % DAY
    minute = minute if re.search(r"\bat \d", meaning.text) else max(minute, seen.now % DAY)
    if minute < seen.now % DAY:
        return f"it's {clock(seen.now)}, that hour has passed"
    if is_night(minute):
        return "it's too late in the day for me"
    if "energy" in needs and hour is None:
        return "I'm too tired"
    if "hunger" in needs and hour is None and not _serves(meaning.place):
        return "I have to eat first"
    entry = current_entry(seen.plans[seen.name].milestones, seen.ground, minute)
    if entry is not None and entry.doing == "work" and entry.place != meaning.place:
        later = [
            each.minute for each in parse_entries(seen.plans[seen.name].milestones, seen.ground) if each.minute > minute
        ]
        return f"I have to work {at(entry.place.name)}{f' until {clock(later[0])}' if later else ''}"
    return ""


def _serves(place: Place | None) -> bool:
    return place is not None and place.serves
