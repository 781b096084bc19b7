"""Events that follow from aims and opinions: dealing aims, gifts, accusations, feasts and the ends of days."""

import re
from collections.abc import Iterator, Sequence

from core.engine.chance import Chance, Draw
from core.engine.events import Event
from core.social.aims import AimSettled
from scenes.village import events as e
from scenes.village.actions import Accuse, Give
from scenes.village.aim_texts import FRIENDLY, WORDS
from scenes.village.aims import Aim, AimKind, Occasion, feast_day
from scenes.village.news import INVITATION
from scenes.village.opinions import CHANGES, addressed, asks_for_silence, moved_by_words
from scenes.village.planning import DAY, day_number, is_night
from scenes.village.society import Society

DEBTS = {"wood": 16, "grain": 20, "flour": 16, "fish": 16, "candles": 16, "nails": 16}
"""Goods that villagers owe, and how many."""
TABLE = 3, 7
"""Share of the others, as numerator and denominator, who fill a table."""

SPARE = 3 * 60
"""Minutes before the feast up to which a villager whose aim is settled gets another one."""


def set_aims(scene: Society, chance: Chance) -> Iterator[Event]:
    """Deal an aim to each villager until the next feast: one seeks a culprit, who has to keep it secret."""
    draw = chance("aims")
    until = (feast_day(day_number(scene.now), scene.config.days) - 1) * DAY + WORDS["feast"]["hour"] * 60
    fresh = [each for each in WORDS["matter"] if each["about"] not in scene.matters] or WORDS["matter"]
    matter = draw.choice(fresh)
    about = str(matter["about"])
    yield e.MatterBegan(about, matter["deed"]).by()
    seeker, culprit, *others = draw.sample(scene.names, len(scene.names))
    groups = _groups(others, len(matter["alibis"]))
    yield e.AimSet(Aim("find", until, about, count=len(groups))).by(seeker, to=(seeker,))
    yield e.AimSet(Aim("keep", until, about)).by(culprit, to=(culprit,))
    for i, (group, alibi) in enumerate(zip(groups, matter["alibis"], strict=False)):
        holder = groups[(i + 1) % len(groups)][0]
        yield scene.beginning(holder, alibi.format(names=" and ".join(group)), about)
    kinds: Sequence[AimKind] = ("table", "feud", "debt", "feud", "debt", "debt", "feud", "debt", "debt", "debt")
    for name, kind in zip(others, kinds, strict=False):
        yield from _personal(scene, name, kind, until, draw)


def _groups(names: Sequence[str], most: int) -> list[Sequence[str]]:
    """Divide names among at most so many groups."""
    count = min(most, len(names))
    return [names[i::count] for i in range(count)]


def _personal(scene: Society, name: str, kind: AimKind, until: int, draw: Draw) -> Iterator[Event]:
    """Set an aim that concerns one villager and its neighbors."""
    other = draw.choice([each for each in scene.names if each != name])
    match kind:
        case "table":
            yield scene.beginning(name, f"{name} keeps a table for friends at the feast", INVITATION)
            count = (len(scene.names) - 1) * TABLE[0] // TABLE[1]
            aim = Aim(kind, until, count=count, piece=len(scene.pieces))
        case "feud":
            for holder, of in ((name, other), (other, name)):
                yield _moved(scene, holder, of, "feud")
            aim = Aim(kind, until, other=other)
        case _:
            goods = draw.choice([*DEBTS])
            aim = Aim(kind, until, other=other, goods=goods, count=DEBTS[goods])
    yield e.AimSet(aim).by(name, to=(name,))


def _moved(scene: Society, name: str, of: str, why: str) -> Event:
    return e.OpinionMoved(of, why, CHANGES[why]).by(name, to=(name, of))


def _move(scene: Society, name: str, of: str, why: str) -> Iterator[Event]:
    """Move an opinion, if the reason still counts today."""
    if scene.moves(name, of, why):
        yield _moved(scene, name, of, why)


# -- actions


def give(scene: Society, name: str, action: Give) -> Iterator[Event]:
    own, carried = scene.pursuits[name], scene.folk[name].pack[action.goods]
    owes = own.met is None and (own.aim.other, own.aim.goods) == (action.to, action.goods)
    amount = min(carried, own.aim.count - own.done) if owes else 1
    yield e.Gave(action.to, action.goods, amount).by(name, to=(*scene.near(name), name))
    if not owes:
        yield from _move(scene, action.to, name, "gift")


def accuse(scene: Society, name: str, action: Accuse) -> Iterator[Event]:
    """Settle the aim of the seeker, and that of the culprit if the accusation is right."""
    own, suspect = scene.pursuits[name], action.suspect
    right, heard = scene.keeper(own.aim.about) == suspect, scene.near(name)
    yield e.Accused(suspect, own.deed, right).by(name, to=(*heard, name))
    yield AimSettled(right).by(name, to=(name,))
    if right:
        yield AimSettled(False).by(suspect, to=(suspect,))
    yield from _move(scene, suspect, name, "accused")
    for hearer in heard:
        if hearer != suspect:
            yield from _move(scene, hearer, name, "right" if right else "wrong")


def after_words(scene: Society, name: str, text: str, to: tuple[str, ...], heard: tuple[str, ...]) -> Iterator[Event]:
    """Move the opinion of the hearer of kind or harsh words, and let a friend promise to keep a secret."""
    why, hearer = moved_by_words(text, to, heard, scene.names)
    if why:
        yield from _move(scene, hearer, name, why)
    asked = addressed(text, to, heard, scene.names) if asks_for_silence(text) else ""
    about = next((each for each in scene.matters if each in text.casefold()), "")
    if about and asked and scene.opinions[asked, name] >= FRIENDLY and (asked, name, about) not in scene.promises:
        yield e.Promised(name, about).by(asked, to=(asked, name))


def after_news(scene: Society, teller: str, hearer: str) -> Iterator[Event]:
    yield from _move(scene, hearer, teller, "news")


# -- time


def after_time(scene: Society, before: int, chance: Chance) -> Iterator[Event]:
    """Settle aims, on the hour set new ones for those who have none, and at midnight end the day."""
    for settled in scene.settle():
        yield settled
        own = scene.pursuits[settled.agent]
        if own.aim.what == "debt":
            yield from _move(scene, own.aim.other, settled.agent, "debt" if own.met else "unpaid")
    if before // 60 != scene.now // 60 and not is_night(scene.now):
        yield from _next_aims(scene, chance("aims"))
    if day_number(before) != day_number(scene.now):
        for name in scene.names:
            yield e.DayEnded(day_number(before), unheard(scene, name)).by(name, to=(name,))


def _next_aims(scene: Society, draw: Draw) -> Iterator[Event]:
    """Set another aim for each villager whose aim was settled long before the feast."""
    for name, own in scene.pursuits.items():
        if own.met is not None and own.aim.until - scene.now >= SPARE:
            kinds: Sequence[AimKind] = ("debt", "feud", "table")
            kind = draw.choice([each for each in kinds if each != own.aim.what])
            yield from _personal(scene, name, kind, own.aim.until, draw)


def morning(scene: Society, chance: Chance) -> Iterator[Event]:
    """Set the event of the day; after a feast, also new aims."""
    day, draw = day_number(scene.now), chance("occasion")
    if any(own.aim.until < scene.now for own in scene.pursuits.values()) or not scene.pursuits:
        yield from set_aims(scene, chance)
    feast = day == feast_day(day, scene.config.days)
    found = WORDS["feast"] if feast else draw.choice(WORDS["occasion"])
    minute = (day - 1) * DAY + found["hour"] * 60
    yield e.OccasionSet(Occasion(found["name"], found["place"], minute)).by()


_SUBJECT = re.compile(
    r"^(?:there (?:will be|is|are|was|were) |somebody found )?(.+?)(?: (?:is|are|was|were|will|has|have|had|can|came|"
    r"does|did|asks|keeps|sat|slept|before|in)\b.*)?$"
)


def subject(text: str) -> str:
    """Return the subject of a piece of news.

    >>> subject("the smith has been offered work in the city"), subject("there will be a wedding before the harvest")
    ('the smith', 'a wedding')
    """
    found = _SUBJECT.match(text)
    return found[1] if found else text


def unheard(scene: Society, name: str) -> dict[str, int]:
    """Return the subjects of news that went round without a villager, with the number of villagers who know each."""
    pieces = (each for each in scene.pieces if each not in scene.abouts and each not in scene.folk[name].news)
    return {subject(scene.pieces[each]): len(scene.sources[each]) for each in pieces if len(scene.sources[each]) > 1}
