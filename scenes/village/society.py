"""State of aims and opinions: a fold over their events, and checks of foreign recordings."""

from typing import Any

from msgspec.structs import replace

from core.engine.events import Event
from core.engine.folding import on
from core.social.aims import Aims
from scenes.village import events as e
from scenes.village.aim_texts import PEACEFUL, WELCOME
from scenes.village.aims import Aim, Occasion, Pursuit
from scenes.village.opinions import CHANGES, LIMIT, first_opinion
from scenes.village.planning import day_number
from scenes.village.state import VillageState


class Society(Aims[Pursuit], VillageState):
    """State with the aims of villagers and their opinions of each other; empty without the option `aims`."""

    def __init__(self, config: Any, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.lively = config.aims == "on"
        self.matters: dict[str, str] = {}
        self.opinions = {(name, of): first_opinion(name, of) for name in names for of in names if name != of}
        """Opinions by holder and subject, -5 to 5."""
        self.promises: list[tuple[str, str, str]] = []
        """Promises to say nothing: who promised, to whom, about what."""
        self.occasion: Occasion | None = None
        self._moved: set[tuple[int, str, str, str]] = set()
        """Days, holders, subjects and reasons of opinions that moved."""

    # -- queries

    def moves(self, name: str, of: str, why: str) -> bool:
        """Return True if a reason still counts today for a villager's opinion of another one."""
        return (day_number(self.now), name, of, why) not in self._moved

    def standing(self, name: str) -> dict[str, int]:
        """Return others' opinions of a villager."""
        return {each: self.opinions[each, name] for each in self.names if each != name}

    def regard(self, name: str) -> dict[str, int]:
        """Return a villager's opinions of others."""
        return {each: self.opinions[name, each] for each in self.names if each != name}

    def keeper(self, about: str) -> str:
        """Return the culprit of a matter: the villager whose aim is to keep it secret."""
        return next(name for name, own in self.pursuits.items() if own.aim.what == "keep" and own.aim.about == about)

    def verdict(self, name: str) -> bool | None:
        own = self.pursuits[name]
        aim, over = own.aim, self.now >= own.aim.until
        match aim.what:
            case "find" | "keep":
                met = aim.what == "keep" and over
            case "debt":
                met = own.done >= aim.count
            case "feud":
                met = self.opinions[aim.other, name] >= PEACEFUL
            case "table":
                know = [each for each, _, _ in self.sources[aim.piece] if each != name]
                met = over and sum(self.opinions[each, name] >= WELCOME for each in know) >= aim.count
        return met if met or over else None

    def beginning(self, name: str, text: str, about: str = "") -> Event:
        """Return the event with which a villager learns the next piece of news first hand."""
        return e.NewsBegan(len(self.pieces) + 1, text, about).by(name, to=(name,))

    # -- events

    @on
    def on_matter_began(self, event: Event, body: e.MatterBegan) -> None:
        self.matters = {**self.matters, body.about: body.deed}

    @on
    def on_aim_set(self, event: Event, body: e.AimSet) -> None:
        self.pursuits[event.agent] = Pursuit(body.aim, deed=self.matters.get(body.aim.about, ""))

    @on
    def on_occasion_set(self, event: Event, body: e.OccasionSet) -> None:
        self.occasion = body.occasion

    @on
    def on_opinion_moved(self, event: Event, body: e.OpinionMoved) -> None:
        opinion = self.opinions[event.agent, body.of] + body.change
        self.opinions[event.agent, body.of] = max(-LIMIT, min(LIMIT, opinion))
        self._moved.add((day_number(self.now), event.agent, body.of, body.why))

    @on
    def on_promised(self, event: Event, body: e.Promised) -> None:
        self.promises.append((event.agent, body.to, body.about))

    @on
    def on_gave(self, event: Event, body: e.Gave) -> None:
        giver, taker = self.folk[event.agent], self.folk[body.to]
        left = {**giver.pack, body.goods: giver.pack.get(body.goods, 0) - body.amount}
        self.folk[event.agent] = replace(giver, pack={goods: count for goods, count in left.items() if count})
        self.folk[body.to] = replace(
            taker, pack={**taker.pack, body.goods: taker.pack.get(body.goods, 0) + body.amount}
        )
        own = self.pursuits.get(event.agent)
        if own and own.aim.what == "debt" and (own.aim.other, own.aim.goods) == (body.to, body.goods):
            self.pursuits[event.agent] = replace(own, done=own.done + body.amount)


def admit_lively(world: Society, event: Event) -> None:
    """Raise ValueError if an event on aims or opinions is impossible; it has been applied already."""
    match event.data:
        case e.AimSet() | e.OpinionMoved() | e.Promised() | e.Accused() if not world.lively:
            raise ValueError("this village has no aims")
        case e.AimSet(aim) if not _is_possible(world, aim):
            raise ValueError("nobody can have this aim")
        case e.OpinionMoved(of, why, change) if (event.agent, of) not in world.opinions or CHANGES.get(why) != change:
            raise ValueError("no opinion moves like this")
        case e.Promised(to, about) if to not in world.names or about not in world.matters:
            raise ValueError("nobody can promise this")
        case e.Accused(suspect, _, right) if right != (world.keeper(world.pursuits[event.agent].aim.about) == suspect):
            raise ValueError("the accusation is judged wrongly")
        case e.OccasionSet(occasion) if world.ground.find(occasion.place) is None:
            raise ValueError("the event has no place")
        case e.Gave(_, goods, amount) if amount < 1 or world.folk[event.agent].pack.get(goods, 0) < 0:
            raise ValueError("nobody gives goods that it does not have")


def _is_possible(world: Society, aim: Aim) -> bool:
    """Return True if an aim names villagers, matters and invitations that exist, and is still open."""
    known = aim.other in ("", *world.names) and aim.about in ("", *world.matters) and aim.piece in (0, *world.pieces)
    whole = {"find": aim.about, "keep": aim.about, "table": aim.piece}.get(aim.what, aim.other)
    return bool(known and whole) and aim.until > world.now
