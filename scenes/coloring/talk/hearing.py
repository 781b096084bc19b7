"""Words from one owner to another: their meaning, their reading, and the difference.

Owners that speak in words (modes llm_u, llm_c and llm_f) are known by nothing else: what the other knows afterwards is
what its reader took from the sentences, which may be less, or something else.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from core.engine.events import Event
from scenes.coloring.actions import Message
from scenes.coloring.negotiation import offer_events
from scenes.coloring.negotiation.offers import Dropped, Honored, OfferChanged, Proposed
from scenes.coloring.rules.state import World
from scenes.coloring.talk import speech
from scenes.coloring.talk.english.language import understand
from scenes.coloring.talk.meant import meant_for


def by_words(world: World, name: str, message: Message) -> Iterator[Event]:
    """Make happen what an owner's words say, as they are read."""
    to, problem = message.to, world.problem
    said = [m for m in understand(problem, name, message.words).meanings if m.to in (None, to)]
    read = meant_for(problem, to, said)
    asks = tuple(asked for meaning in said for asked in meaning.asks)
    yield speech.Intended(to, message.meant, message.bounded.bound if message.bounded else None).by(name, to=(name,))
    yield speech.Gathered(name, read).by(to, to=(to,))
    pair = world.pair(name, to)
    yield speech.Addressed(to, bool(asks), asks, due=bool(asks)).by(name, to=pair)
    for deal in read.deals:
        yield from offer_events.propose(world, name, to, deal)
    meant, taken = message.meant.statements(), read.statements()
    own = {node: world.colors[node] for node in problem.clusters[name] if node in world.colors}
    true = {*meant, *speech.Meant(own).statements()}
    missed, mistaken = (s for s in meant if s not in taken), (s for s in taken if s not in true)
    yield speech.Misread(to, len(meant), tuple(missed), tuple(mistaken)).by(name, to=())


TOLD = (speech.Reported, speech.Requested, speech.Refused, speech.Bounded)
"""Events that the speaker of withheld words takes for told."""
HEARD = (speech.Addressed, Proposed, Honored, Dropped, speech.Offered, speech.Compatible, speech.Misread)


def unheard(event: Event, said: Event) -> Event | None:
    """Return the rest of an event of the step in which words were withheld; only their speaker takes them for told."""
    body, name = event.data, said.agent
    if isinstance(body, speech.Gathered) and body.speaker == name:
        return None
    if event.agent != name or (said.audience is not None and event.audience not in (said.audience, ())):
        return event
    if isinstance(body, TOLD):
        return replace(event, audience=(name,))
    if isinstance(body, OfferChanged):
        by_words = body.state in ("accepted", "refused", "withdrawn") or body.why.endswith("takes it back")
        return None if by_words else event
    return None if isinstance(body, HEARD) else event
