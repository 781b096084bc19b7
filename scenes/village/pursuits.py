"""Pursuit of an aim by a villager without a model: questions, apologies, invitations, errands, and deeds."""

from collections.abc import Sequence

from core.engine.turn import Action, Turn
from core.text import capitalized
from scenes.village.actions import Accuse, Give, Speak, Talk
from scenes.village.aim_texts import clues, sentence, suspects
from scenes.village.answers import Point, sentences_for
from scenes.village.news import tells_news
from scenes.village.opinions import asks_for_silence
from scenes.village.planning import ERRAND
from scenes.village.terrain import Place
from scenes.village.understanding import addressee, is_question
from scenes.village.villagers import TRADES, VillageSeen

ROUND = ("square", "inn", "farm", "bakery", "mill", "chapel")
"""Places where a villager looks for people, for half an hour each."""
PATIENCE = 60
"""Minutes before the feast at which a seeker guesses."""
GUESSES = 3
"""Maximum suspects among whom a seeker guesses."""
TELLING = 0
"""Opinion from which a villager answers questions about a deed."""


# -- words


def on_matter(text: str, asker: str, seen: VillageSeen) -> Point | None:
    """Return the answer to a question about a deed, or to the request to keep it secret; None for other words.

    A villager that thinks badly of the asker, or has promised silence, tells nothing.
    """
    about = next((each for each in seen.matters if each in text.casefold()), "")
    if about and asks_for_silence(text):
        return Point("promise" if about in seen.promised else "no_promise", {"about": about})
    if not about or not is_question(text) or any(tells_news(text, known.text) for known in seen.me.news.values()):
        return None
    known = [each for each in seen.me.news.values() if each.about == about]
    untold = [each for each in known if asker not in each.shared and each.source != asker]
    slots = {"about": about}
    if known and (seen.regard[asker] < TELLING or about in seen.promised):
        return Point("clue_cold", slots)
    if untold:
        return Point("clue", {**slots, "clue": untold[0].text, "Clue": capitalized(untold[0].text)})
    return Point("clue_old" if known else "clue_none", slots)


def words_for_aim(turn: Turn, seen: VillageSeen, listeners: Sequence[str]) -> Action | None:
    """Return something to say for the villager's own aim."""
    if (own := seen.pursuit) is None or turn.chance("aim").random() < 0.5:
        return None
    said = [each for each in seen.heard if each.name == seen.name]
    match own.aim.what:
        case "find":
            phrase, slots = "ask_matter", {"deed": own.deed, "about": own.aim.about}
            asked = {name for each in said if own.aim.about in each.text for name in each.to}
            to = [name for name in listeners if name not in asked]
        case "keep":
            phrase, slots = "ask_quiet", {"about": own.aim.about}
            asked = {name for each in said if own.aim.about in each.text for name in each.to}
            to = [name for name in listeners if name not in asked and seen.standing[name] > 0]
        case "feud":
            phrase, slots = "make_up", {"to": own.aim.other}
            asked = {name for each in said if name_of_peace(each.text) for name in each.to}
            to = [name for name in listeners if name == own.aim.other and name not in asked]
        case "table":
            invitation = seen.me.news[own.aim.piece]
            phrase, slots = "invite_table", {"text": invitation.text}
            to = [name for name in listeners if name not in invitation.shared]
        case _:
            return None
    if not to:
        return None
    turn.think(f"I want to {sentence(own, you='I')}.")
    return Talk(to[0], sentences_for((Point(phrase, slots),), seen, turn.chance("aim words")))


def hushed(action: Action | None, seen: VillageSeen) -> Action | None:
    """Return an action in which news, in a village with aims, are told only to the villager addressed."""
    if not seen.lively or not isinstance(action, Speak):
        return action
    to = addressee(action.message, seen.names)
    tells = any(tells_news(action.message, known.text) for known in seen.me.news.values())
    return Talk(to, action.message) if tells and to in seen.me.near and not seen.me.near[to].asleep else action


# -- ways and deeds


def errand(seen: VillageSeen) -> Place | None:
    """Return the place to which a villager's aim leads now; None without an open aim."""
    own = seen.pursuit
    if own is None:
        return None
    aim, find = own.aim, seen.ground.find
    if aim.what == "debt" and seen.me.pack.get(aim.goods, 0) + own.done < aim.count:
        return next((each for each in seen.ground.places if each.gives == aim.goods), None)
    if aim.what in ("debt", "feud"):
        sight = seen.me.sights.get(aim.other)
        lately = sight and seen.now - sight.minute < ERRAND
        return (sight and lately and seen.ground.place_at(sight.at)) or find(TRADES[aim.other].place)
    return find(ROUND[seen.now // 30 % len(ROUND)])


def deed_for_aim(turn: Turn, seen: VillageSeen) -> Action | None:
    """Return a gift or an accusation that serves the villager's aim."""
    if (own := seen.pursuit) is None:
        return None
    aim, pack = own.aim, seen.me.pack
    if aim.what == "find":
        left = suspects(aim, seen)
        if len(left) == 1 or (len(left) <= GUESSES and aim.until - seen.now <= PATIENCE and clues(aim, seen)):
            return Accuse(turn.chance("accuse").choice(left))
        return None
    near = seen.me.near.get(aim.other)
    if near is None or near.asleep or not pack:
        return None
    if aim.what == "debt" and pack.get(aim.goods, 0) + own.done >= aim.count:
        return Give(aim.other, aim.goods)
    given = any(aim.other in each.to and each.turn == turn.number for each in seen.heard)
    return Give(aim.other, next(iter(pack))) if aim.what == "feud" and given else None


def name_of_peace(text: str) -> bool:
    """Return True if a text is an apology."""
    return any(word in text for word in ("sorry", "peace", "Forgive", "Thank you"))
