"""A hint in the village: answer who asked, look after oneself, else what a villager would do by its plan."""

import re

from core.errors import IllegalAction
from scenes.village.actions import GoTo
from scenes.village.answers import answer, is_question
from scenes.village.bots import nearest_meal
from scenes.village.observation import VillageSeen
from scenes.village.scene import VillageScene
from tui.panes.kit import Advice
from tui.panes.seat import first_bot


def advice(scene: VillageScene, seat: str, number: int, seed: int) -> Advice:
    """Say what to do in a seat, and why."""
    seen: VillageSeen = scene.observe(seat)
    hunger, energy = seen.me.needs.points
    for need, command, told in (("hunger", "eat", f"hunger is {hunger}"), ("energy", "rest", f"energy is {energy}")):
        if need in seen.me.needs.pressing and _may(scene, seat, command):
            return Advice(command, f"your {told} of 100")
    meal = scene.describe(GoTo(nearest_meal(seen).name))
    if "hunger" in seen.me.needs.pressing and _may(scene, seat, meal):
        return Advice(meal, f"your hunger is {hunger} of 100, and there is a meal")
    found = _reply(seen) or first_bot(scene, seat, number, seed)
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
    """Answer the newest question that names the person, or was whispered to it, since it spoke."""
    for heard in reversed(seen.heard):
        if heard.name == seen.name:
            return None
        near = seen.me.near.get(heard.name)
        meant = seen.name in heard.to or (not heard.to and re.search(rf"\b{re.escape(seen.name)}\b", heard.text))
        if near and not near.asleep and meant and is_question(heard.text):
            told = answer(heard.text, heard.name, seen)
            told = told[:1].upper() + told[1:] if heard.to else told
            command = f"tell {heard.name} {told}" if heard.to else f"say {heard.name}, {told}"
            return Advice(command, f"{heard.name} asked you")
    return None
