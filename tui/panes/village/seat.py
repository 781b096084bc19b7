"""A person in the village: keys, commands and hints."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from core.engine.events import Acted
from core.engine.turn import Action
from core.errors import IllegalAction
from scenes.village.actions import Accuse, Give, GoTo, Speak, Talk
from scenes.village.aim_texts import WORDS, guests
from scenes.village.answers import sentences_for
from scenes.village.bots import addressee, answer, capitalized, is_question, nearest_meal
from scenes.village.events import LookedAround
from scenes.village.planning import clock, is_night
from scenes.village.pursuits import appeal, errand, ready_deed
from scenes.village.scene import VillageScene
from scenes.village.terrain import Place, Spot, distance, with_article
from scenes.village.villagers import STRIDE, VillageSeen
from scenes.village.wording import where
from tui.log_view import LogView
from tui.panes.kit import Advice, Key
from tui.panes.seat import first_bot
from tui.panes.village.map import Aim
from tui.styles import Line, clip


def advice(scene: VillageScene, seat: str, number: int, seed: int) -> Advice:
    """Return a good action for a seat, and its reason."""
    seen: VillageSeen = scene.observe(seat)
    hunger, energy = seen.me.needs.points
    meal = scene.describe(GoTo(nearest_meal(seen).name))
    for need, command, why in (
        ("hunger", "eat", f"your hunger is {hunger} of 100"),
        ("energy", "rest", f"your energy is {energy} of 100"),
        ("hunger", meal, f"your hunger is {hunger} of 100, and there is a meal"),
    ):
        if need in seen.me.needs.pressing and _may(scene, seat, command):
            return Advice(command, why)
    found = _reply(seen) or _for_aim(scene, seen, number) or first_bot(scene, seat, number, seed)
    words = re.fullmatch(r"say Good \w+, (\w+)\..*", found.command)
    if found.why or not found.command.startswith(("say ", "tell ")):
        return found
    return Advice(found.command, f"you have not greeted {words[1]}" if words else "that may be new to who is near")


def _may(scene: VillageScene, seat: str, command: str) -> bool:
    try:
        scene.check(seat, scene.parse(seat, command))
    except IllegalAction:
        return False
    return True


def _reply(seen: VillageSeen) -> Advice | None:
    """Answer the newest question to the person since it last spoke: one that names it or was whispered to it."""
    for heard in reversed(seen.heard):
        if heard.name == seen.name:
            return None
        near = seen.me.near.get(heard.name)
        meant = seen.name in heard.to or (not heard.to and re.search(rf"\b{re.escape(seen.name)}\b", heard.text))
        if near and not near.asleep and meant and is_question(heard.text):
            reply = answer(heard.text, heard.name, seen)
            command = f"tell {heard.name} {capitalized(reply)}" if heard.to else f"say {heard.name}, {reply}"
            return Advice(command, f"{heard.name} asked you")
    return None


def _for_aim(scene: VillageScene, seen: VillageSeen, number: int) -> Advice | None:
    """Return the next step toward the person's aim: here, or by day a walk to where it leads, or goods to gather."""
    if move := aim_move(scene, seen, number):
        return Advice(move.command, "it helps with your aim")
    if any(each.name == seen.name and each.turn == number for each in seen.heard):
        return Advice("yield", "others can answer")
    way = None if is_night(seen.now) else aim_way(seen)
    if way is None or seen.pursuit is None:
        return None
    if not way.has(seen.me.at):
        return Advice(scene.describe(GoTo(way.name)), "your aim leads there")
    if way.gives == seen.pursuit.aim.goods and _may(scene, seen.name, "gather"):
        return Advice("gather", "your aim needs it")
    return Advice("yield", "people may come here")


AIM_KEY = "a"
HEARERS_WIDTH = 16
"""Width in cells for the names of the listeners below the input."""


class Move(NamedTuple):
    """The effect of the aim's key: a command, and its description."""

    command: str
    words: str


def aim_move(scene: VillageScene, seen: VillageSeen, number: int) -> Move | None:
    """Return the next step toward the person's aim that is possible here; None without one."""
    words = WORDS["move"]
    match ready_deed(seen):
        case Accuse(suspect) as deed:
            return Move(scene.describe(deed), words["accuse"].format(to=suspect))
        case Give(to, goods) as deed:
            return Move(scene.describe(deed), words["give"].format(to=to, goods=goods))
    if not (found := appeal(seen, listeners(seen), number)):
        return None
    to, point = found
    return Move(scene.describe(Talk(to, sentences_for((point,), seen))), words[point.phrase].format(to=to))


def aim_way(seen: VillageSeen) -> Place | None:
    """Return the place to which the person's aim leads; None without an open aim, or with a full table."""
    own = seen.pursuit
    full = own and own.aim.what == "table" and len(guests(own.aim, seen)) >= own.aim.count
    return None if full else errand(seen)


DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class Seat:
    """The person's next destination."""

    def __init__(self) -> None:
        self._place = ""

    def aim(self, seen: VillageSeen) -> Aim:
        """Return the chosen place and the path to it; nothing if the person is there already."""
        place = seen.ground.find(self._place) if self._place else None
        if place is None or place.has(seen.me.at):
            return Aim()
        return Aim(place.name, seen.ground.way(seen.me.at, place.spot_of(seen.names.index(seen.name))))

    def press(self, key: str, scene: VillageScene, seen: VillageSeen, move: Move | None) -> str | None:
        """Return the command of a key; "" if it chose a place, None if the scene does not use the key."""
        if key in DIRECTIONS:
            self._place = _beyond(seen, self._place, DIRECTIONS[key]) or self._place
            return ""
        if key == "escape" and self._place:
            self._place = ""
            return ""
        if key == AIM_KEY and move:
            return move.command
        if key == AIM_KEY and (way := aim_way(seen)) and not way.has(seen.me.at):
            self._place = way.name
            return ""
        if key == "enter" and (aim := self.aim(seen)).place:
            self._place = ""
            return scene.describe(GoTo(aim.place))
        return None

    def choose(self, spot: Spot, seen: VillageSeen) -> bool:
        """Choose the place on a tile as destination. Returns False if there is no place."""
        place = seen.ground.place_at(spot)
        self._place = place.name if place else self._place
        return place is not None

    def idle(self, seen: VillageSeen, surveyed: str, move: Move | None) -> Line:
        """Draw the walk that Enter starts, or `surveyed`; else the position, the listeners, and a key."""
        aim = self.aim(seen)
        if aim.place:
            energy = -(-seen.ground.path_cost(aim.way) // STRIDE)
            walk = f"walk to {with_article(aim.place)}   {len(aim.way) - 1} steps, {energy} energy   "
            return ((walk, "hi"), ("Enter", "bold accent"), (" goes", "mid"))
        if surveyed:
            return ((surveyed, "fg"),)
        names = listeners(seen)
        hear = " and ".join(", ".join(names).rsplit(", ", 1)) if len(names) < 4 else f"{len(names)} people"
        hear = f"{hear or 'nobody'} {'hear' if len(names) > 1 else 'hears'} you"
        here = f"you are {where(seen.ground, seen.me.at)}, {hear}   "
        return ((here, "mid"), *key_line(move, ("l", " looks around")))


def key_line(move: Move | None, other: tuple[str, str]) -> Line:
    """Draw the key of the aim with what it does now; without a move, another key with its effect."""
    key, words = (AIM_KEY, f" {move.words}") if move else other
    return ((key, "bold accent"), (words, "hi" if move else "mid"))


def surveyed(view: LogView, seen: VillageSeen) -> str:
    """List the places and people that the person saw, if its latest action was to look around; else ""."""
    newest = (view.events[n] for n in range(view.n - 1, -1, -1))
    last = next((each for each in newest if each.agent == seen.name and not isinstance(each.data, Acted)), None)
    if last is None or not isinstance(last.data, LookedAround) or last.end == "turn":
        return ""
    places = ", ".join(f"{name} {far}" for name, far in last.data.places.items() if far)
    people = ", ".join(f"{name} {where(seen.ground, spot)}" for name, spot in last.data.people.items())
    return f"steps to {places}; you see {people or 'nobody'}"


def listeners(seen: VillageSeen) -> list[str]:
    """Return the waking people within earshot."""
    return [name for name, sight in seen.me.near.items() if not sight.asleep]


def hears(action: Action, seen: VillageSeen) -> Line:
    """Draw the listeners of an action that is speech, or that its addressee is none; empty for other actions."""
    if not isinstance(action, Speak | Talk):
        return ()
    if isinstance(action, Speak) and (missing := away(action.message, seen)):
        return missing
    names = action.to if isinstance(action, Talk) else ", ".join(listeners(seen)) or "nobody"
    return ((" heard by ", "mid"), (clip(names, HEARERS_WIDTH), "hi"))


def away(text: str, seen: VillageSeen) -> Line:
    """Draw the villager whom words address outside of earshot, or asleep, and where it was last seen."""
    name = addressee(text, seen.names)
    if not name or name == seen.name or name in listeners(seen):
        return ()
    if name in seen.me.near:
        return ((f" {name} is asleep and hears nothing   ", "bad"),)
    sight = seen.me.sights.get(name)
    last = f", last seen {where(seen.ground, sight.at)}, {clock(sight.minute)}" if sight else ""
    return ((f" {name} is out of earshot{last}   ", "bad"),)


def keys(declared: Sequence[Key], move: Move | None) -> Sequence[Key]:
    """List keys for the footer, without the key to look around, which the row above it has in most turns."""
    deeds = [key for key in declared if key.shown != "l"]
    aim = (Key(AIM_KEY, "aim"),) if move else ()
    return (Key("arrows", "where"), Key("enter", "go"), *aim, *deeds, Key("m", "write"))


def _beyond(seen: VillageSeen, place: str, way: Spot) -> str:
    """Return the nearest place in a direction, from the chosen place or else from the person's position."""
    chosen = seen.ground.find(place) if place else None
    here = _middle(chosen) if chosen else seen.me.at

    def cost(other: Place) -> int:
        there = _middle(other)
        along = (there[0] - here[0]) * way[0] + (there[1] - here[1]) * way[1]
        return along + 3 * (distance(here, there) - along) if along > 0 else 0

    others = (each for each in seen.ground.places if each is not chosen and (chosen or not each.has(here)))
    ahead = [(far, other.name) for other in others if (far := cost(other))]
    return min(ahead)[1] if ahead else ""


def _middle(place: Place) -> Spot:
    return place.x + place.width // 2, place.y + place.height // 2
