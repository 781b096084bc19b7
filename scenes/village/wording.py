"""Texts for villagers: status, and the map as text."""

from collections.abc import Iterator

from scenes.village.aim_texts import advice, announced, deadline, feeling, progress, sentence
from scenes.village.planning import clock, day_number
from scenes.village.terrain import Ground, Place, Spot, at, distance, house_of, with_article
from scenes.village.villagers import TRADES, KnownNews, Villager, VillageSeen


def where(ground: Ground, spot: Spot) -> str:
    """Name a tile by its place, or by its coordinates.

    >>> where(Ground(), (3, 4))
    'at 3 4'
    """
    place = ground.place_at(spot)
    return at(place.name) if place else f"at {spot[0]} {spot[1]}"


def direction_to(place: Place, here: Spot) -> str:
    """Write the distance to a place, and its direction."""
    there = min(place.spots, key=lambda spot: distance(here, spot))
    east, south = there[0] - here[0], there[1] - here[1]
    side = ("east" if east > 0 else "west") if abs(east) >= abs(south) else "south" if south > 0 else "north"
    steps = distance(here, there)
    return f"{steps} step{'s' * (steps != 1)} {side} of here" if steps else "right here"


def to_place(name: str) -> str:
    """Name a place in a sentence.

    >>> to_place("mill"), to_place("Ida's house")
    ('the mill', "Ida's house")
    """
    return with_article(name)


def status(seen: VillageSeen) -> str:
    """Write a villager's situation."""
    return "\n".join(_status(seen)) if seen.ground.rows else "The day has not begun."


def _status(seen: VillageSeen) -> Iterator[str]:
    me, name = seen.me, seen.name
    trade = TRADES[name]
    hunger, energy = me.needs.points
    today, (x, y) = day_number(seen.now), me.at
    yield f"It is day {today}, {clock(seen.now)}. You are {where(seen.ground, me.at)} ({x} {y})."
    yield f"You are the {trade.name}: you work {at(trade.place)}, and live in {house_of(name)}."
    yield f"Hunger {hunger} of 100, energy {energy} of 100.{_warning(me)}"
    if me.pack:
        yield "You carry " + ", ".join(f"{count} {goods}" for goods, count in me.pack.items()) + "."
    near = [f"{each}{', asleep' * sight.asleep} ({distance(me.at, sight.at)} steps)" for each, sight in me.near.items()]
    yield f"Within earshot: {', '.join(near) or 'nobody'}."
    far = sorted((min(distance(me.at, spot) for spot in place.spots), place.name) for place in seen.ground.places)
    yield "Places: " + ", ".join(f"{place} ({steps} steps)" for steps, place in far) + "."
    for known in me.news.values():
        yield news_line(known)
    yield from _aims(seen)
    if not me.asleep:
        yield "What do you do next?"


def _aims(seen: VillageSeen) -> Iterator[str]:
    """Write the event of the day, the villager's aim, which is secret, and the opinions that others have of it."""
    if not seen.lively:
        return
    if seen.occasion:
        yield f"Today: {announced(seen.occasion)}."
    own = seen.pursuits[seen.name]
    if own.met is None:
        yield f"Your secret aim, {deadline(own)}: {sentence(own)}. So far: {progress(own, seen)}. {advice(own, seen)}"
    else:
        yield f"You {sentence(own, 'met' if own.met else 'missed')}."
    yield f"What people think of you: {'; '.join(f'{name} {feeling(n)}' for name, n in seen.standing.items())}."


def _warning(me: Villager) -> str:
    texts = {"hunger": " You are hungry: eat soon.", "energy": " You are tired: rest soon."}
    return "".join(texts[need] for need in me.needs.pressing)


def news_line(known: KnownNews) -> str:
    """Write a piece of news with its source and the others who know it."""
    source = f"from {known.source}" if known.source else "first hand"
    shared = f"; known to {', '.join(known.shared)}" if known.shared else ""
    return f"News ({source}, {clock(known.minute)}{shared}): {known.text}"


def board(seen: VillageSeen) -> str:
    """Draw the map with people as initials, and further knowledge below it."""
    if not seen.ground.rows:
        return "nobody is here yet"
    rows = [list(row) for row in seen.ground.rows]
    for name, (x, y) in people(seen).items():
        rows[y][x] = name[0]
    lines = [f"day {day_number(seen.now)}  {clock(seen.now)}", *("".join(row) for row in rows)]
    for name, villager in seen.people.items():
        hunger, energy = villager.needs.points
        sleep = ", asleep" if villager.asleep else ""
        lines.append(f"{name} {where(seen.ground, villager.at)}, hunger {hunger}, energy {energy}{sleep}")
    if seen.name:
        lines += [news_line(known) for known in seen.me.news.values()]
        lines += _aims(seen)
    return "\n".join(lines)


def people(seen: VillageSeen) -> dict[str, Spot]:
    """Return known positions: for a villager, its own and those of villagers within earshot."""
    if not seen.name:
        return {name: villager.at for name, villager in seen.people.items()}
    return {seen.name: seen.me.at, **{name: sight.at for name, sight in seen.me.near.items()}}
