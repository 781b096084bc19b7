"""Pursuit of an aim by a villager without a model: questions, apologies, invitations, errands, and deeds."""

from collections.abc import Mapping, Sequence

from core.engine.turn import Action, Turn
from core.text import capitalized
from scenes.village.actions import Accuse, Give, Speak, Talk
from scenes.village.aim_texts import FRIENDLY, PEACEFUL, WELCOME, guests, sentence, suspects
from scenes.village.aims import AimKind
from scenes.village.answers import Point, sentences_for
from scenes.village.news import tells_news
from scenes.village.opinions import CHANGES, asks_for_silence
from scenes.village.planning import ERRAND
from scenes.village.terrain import Place
from scenes.village.understanding import addressee, is_question
from scenes.village.villagers import TRADES, VillageSeen

ROUND = ("square", "inn", "farm", "bakery", "mill", "chapel")
"""Places where a villager looks for people, for half an hour each."""
PATIENCE = 60
"""Minutes before the feast at which a seeker guesses."""
TELLING = -1
"""Opinion from which a villager answers questions about a deed."""
NEEDED: Mapping[AimKind, int] = {
    "find": TELLING,
    "keep": FRIENDLY,
    "feud": PEACEFUL,
    "table": WELCOME - CHANGES["news"],
}
"""Opinion of a villager that others need to help with its aim; an invitation is news, and improves it."""
PEACE = ("sorry", "peace", "Forgive", "Thank you")
"""Words of which each apology, and each kind word, has one."""


# -- words


def on_matter(text: str, asker: str, seen: VillageSeen) -> Point | None:
    """Return the answer to a question about a deed, or to the request to keep it secret; None for other words.

    A villager that dislikes the asker, or has promised silence, tells nothing.
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
    if (
        (own := seen.pursuit) is None
        or turn.chance("aim").random() < 0.5
        or not (found := appeal(seen, listeners, turn.number))
    ):
        return None
    turn.think(f"I want to {sentence(own, you='I')}.")
    return Talk(found[0], sentences_for((found[1],), seen, turn.chance("aim words")))


def appeal(seen: VillageSeen, listeners: Sequence[str], number: int) -> tuple[str, Point] | None:
    """Return a listener who can help with the villager's aim in a turn, and what to say; None without one.

    It first says something kind to a listener who does not think well enough of it.
    """
    own = seen.pursuit
    if own is None or own.aim.what == "debt":
        return None
    if own.aim.what == "table":
        if len(guests(own.aim, seen)) >= own.aim.count:
            return None
        asked, request = {*seen.me.news[own.aim.piece].shared}, Point("invite_table")
    else:
        asked = _asked(seen, own.aim.about, number) if own.aim.about else set()
        slots = {"deed": own.deed, "about": own.aim.about}
        request = Point("ask_matter" if own.aim.what == "find" else "ask_quiet", slots)
    pleased = _addressed(seen, *PEACE)
    for name in listeners:
        if own.aim.other in ("", name) and name not in pleased and seen.standing[name] < NEEDED[own.aim.what]:
            return name, Point("make_up" if own.aim.other else "be_kind", {"to": name})
        if own.aim.what != "feud" and name not in asked:
            return name, request
    return None


def _asked(seen: VillageSeen, about: str, number: int) -> set[str]:
    """Return those asked about a matter who have answered, or were asked twice or in this turn."""
    asked, done = set[str](), set[str]()
    for each in seen.heard:
        if each.name == seen.name and about in each.text:
            done |= {name for name in each.to if name in asked or each.turn == number}
            asked.update(each.to)
        elif each.name in asked and seen.name in each.to:
            done.add(each.name)
    return done


def _addressed(seen: VillageSeen, *words: str) -> set[str]:
    """Return those to whom the villager has said any of some words, as far as it remembers."""
    said = (each for each in seen.heard if each.name == seen.name and any(word in each.text for word in words))
    return {name for each in said for name in each.to}


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
    """Return a gift or an accusation that serves the villager's aim; shortly before the feast, a seeker guesses."""
    own = seen.pursuit
    if own and own.aim.what == "find" and own.aim.until - seen.now <= PATIENCE:
        return Accuse(turn.chance("accuse").choice(suspects(own.aim, seen)))
    apologized = own and any(own.aim.other in each.to and each.turn == turn.number for each in seen.heard)
    return ready_deed(seen) if own and (own.aim.what != "feud" or apologized) else None


def ready_deed(seen: VillageSeen) -> Action | None:
    """Return an accusation that must be right, a debt that can be paid now, or a gift after an apology."""
    if (own := seen.pursuit) is None:
        return None
    aim, pack = own.aim, seen.me.pack
    if aim.what == "find" and len(left := suspects(aim, seen)) == 1:
        return Accuse(left[0])
    near = seen.me.near.get(aim.other)
    if near is None or near.asleep or not pack:
        return None
    if aim.what == "debt":
        return Give(aim.other, aim.goods) if pack.get(aim.goods, 0) + own.done >= aim.count else None
    return Give(aim.other, next(iter(pack))) if aim.other in _addressed(seen, *PEACE) else None
