"""Events that messages cause: words, their intended and understood meaning, reports, requests, and withheld words.

Bots that talk in words (modes llm_u, llm_c and llm_f) convey nothing else: the addressee learns only what its reader
understands, which may differ from what was meant.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from core.engine.events import Event, Said
from core.intents.conversation import is_yes
from core.intents.second_reading import NO_LABELS, ModelLabels, Utterance
from scenes.coloring import events as e
from scenes.coloring.actions import Action, Message, Move, Say
from scenes.coloring.negotiation import offer_events
from scenes.coloring.negotiation.offers import Dropped, Honored, OfferChanged, Proposed
from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.rules.observation import Observation
from scenes.coloring.rules.state import ColoringState
from scenes.coloring.talk import speech
from scenes.coloring.talk.addressee import meaning_for
from scenes.coloring.talk.language import Meaning, Understood, understand, utterances
from scenes.coloring.talk.speech import Addressed, Bounded, Reported, Requested, Unclear


def say(state: ColoringState, name: str, text: str) -> Iterator[Event]:
    """Yield the events of free text. They are the same as for a bot's message with that meaning."""
    understood = understand_words_of(state.problem, state.observe(name), text, state.labels)
    for meaning in understood.meanings:
        to = meaning.to or ""
        yield Said(meaning.text, (to,) if to else ()).by(name, to=audience(state, name, to))
        addressed = Addressed(to, meaning.question, meaning.asks, meaning.greets, guess=meaning.guess)
        yield addressed.by(name, to=audience(state, name, to))
        if meaning.report:
            yield from _report_colors(state, name, to, meaning.report)
        yield from _stated_costs(state, name, meaning)
        yield from offer_events.offers_from_words(state, name, meaning)
        yield from _stated_requests(state, name, meaning)
    if understood.notes:
        yield Unclear(understood.notes).by(name, to=(name,))


def utterances_in(state: ColoringState, name: str, action: Action) -> Iterator[Utterance]:
    """Yield the utterances in an action, for a model to read; without a "yes" that confirms an earlier reading."""
    seen = state.observe(name)
    match action:
        case Say(text):
            texts = [] if seen.unsure and is_yes(text) else [text]
        case Move(messages=sent):
            texts = [message.words for message in sent if message.spoken and message.words]
        case _:
            texts = []
    for text in texts:
        yield from (part for _, part in utterances(state.problem, name, text, [], offer=_has_open_offer(seen)))


def _has_open_offer(seen: Observation) -> bool:
    return any(offer.state == "open" and offer.to == seen.name for offer in seen.offers)


def understand_words_of(problem: Problem, seen: Observation, text: str, labels: ModelLabels = NO_LABELS) -> Understood:
    """Interpret words of the observation's owner, with that owner's knowledge of colors and offers.

    A "yes" confirms the guess about the owner's newest message. `labels` are a model's readings.
    """
    offered = _has_open_offer(seen)
    if seen.unsure and is_yes(text):
        confirmed = understand(problem, seen.name, seen.unsure, offer=offered, confirmed=True, labels=labels)
        meanings = tuple(replace(meaning, text=text) for meaning in confirmed.meanings)
        return replace(confirmed, meanings=tuple(with_known_colors(meaning, seen.believed) for meaning in meanings))
    understood = understand(problem, seen.name, text, colors=seen.colors, offer=offered, labels=labels)
    meanings = tuple(with_known_colors(meaning, seen.believed) for meaning in understood.meanings)
    return replace(understood, meanings=meanings)


def with_known_colors(meaning: Meaning, believed: Coloring) -> Meaning:
    """Turn "another color for b2" into "b2 not red" if the speaker believes that b2 is red."""
    avoid = {node: (believed[node],) for node in meaning.change if node in believed}
    return replace(meaning, avoid=meaning.avoid | avoid) if avoid else meaning


def _stated_costs(state: ColoringState, name: str, meaning: Meaning) -> Iterator[Event]:
    """Yield the speaker's bounds on others' colors, updated by the costs that its message states."""
    for to in state.problem.neighbors[name]:
        if costs := meaning_for(state.problem, to, [meaning]).costs:
            bound = state.owners[to].bound_with(state.problem, to, name, costs)
            yield Bounded(to, bound).by(name, to=audience(state, name, to))


def _stated_requests(state: ColoringState, name: str, meaning: Meaning) -> Iterator[Event]:
    for to in state.names:
        meant = meaning_for(state.problem, to, [meaning])
        if meant.request or meant.avoid or meant.keep:
            request = Requested(to, meant.request, meant.avoid, meant.keep)
            yield request.by(name, to=audience(state, name, meaning.to or ""))
            yield from offer_events.withdraw_requests(state, name, to, request.colors)


def send_message(state: ColoringState, name: str, message: Message) -> Iterator[Event]:
    pair = audience(state, name, message.to)
    if text := message.text():
        yield Said(text, (message.to,)).by(name, to=pair)
    for lie in message.lies:
        yield e.FalseClaim(lie.claim, lie.truth).by(name, to=pair)
    if not message.spoken:
        yield from _send_typed_parts(state, name, message)
    elif message.words:
        yield from _events_from_words(state, name, message)
    shown = (name,) if state.config.mode == "llm_f" and message.spoken else pair
    for body in (message.options, message.compatible):
        if body is not None:
            yield body.by(name, to=shown)


def _send_typed_parts(state: ColoringState, name: str, message: Message) -> Iterator[Event]:
    """Send the typed parts, which are understood exactly as meant."""
    pair = audience(state, name, message.to)
    if message.report:
        yield from _report_colors(state, name, message.to, message.report)
    if message.request:
        yield Requested(message.to, message.request).by(name, to=pair)
    if message.deal:
        yield from offer_events.propose(state, name, message.to, message.deal)
    if message.bounded is not None:
        yield message.bounded.by(name, to=pair)


def _events_from_words(state: ColoringState, name: str, message: Message) -> Iterator[Event]:
    """Yield the events that an owner's words cause, as the addressee's reader understands them."""
    to, problem = message.to, state.problem
    understood = understand_words_of(problem, state.observe(name), message.words, state.labels)
    said = [meaning for meaning in understood.meanings if meaning.to in (None, to)]
    read = meaning_for(problem, to, said)
    asks = tuple(asked for meaning in said for asked in meaning.asks)
    yield speech.Intended(to, message.meant, message.bounded.bound if message.bounded else None).by(name, to=(name,))
    yield speech.Gathered(name, read).by(to, to=(to,))
    pair = state.pair(name, to)
    guess = " ".join(meaning.guess for meaning in said if meaning.guess)
    yield Addressed(to, bool(asks), asks, due=bool(asks or guess), guess=guess).by(name, to=pair)
    for deal in read.deals:
        yield from offer_events.propose(state, name, to, deal)
    meant, taken = message.meant.statements(), read.statements()
    own = {node: state.colors[node] for node in problem.clusters[name] if node in state.colors}
    true = {*meant, *speech.Meant(own).statements()}
    missed, mistaken = (s for s in meant if s not in taken), (s for s in taken if s not in true)
    yield speech.Misread(to, len(meant), tuple(missed), tuple(mistaken)).by(name, to=())


def report_boundaries(state: ColoringState, name: str) -> Iterator[Event]:
    """Report the boundary colors to each neighbor; in words, too, if they are new and messages unlimited."""
    for to in state.problem.neighbors[name]:
        report = state.boundary_report(name, to)
        news = state.owners[name].reported.get(to, {}) != report and state.config.messages == "any"
        yield from send_message(state, name, Message(to=to, report=report, news=news))


def _report_colors(state: ColoringState, name: str, to: str, colors: Coloring) -> Iterator[Event]:
    yield Reported(to, colors).by(name, to=audience(state, name, to))
    for node, color in colors.items():
        if (truth := state.colors.get(node)) != color:
            yield e.FalseClaim(f"{node} is {color}", f"it is {truth or 'not colored'}").by(name, to=())


def audience(state: ColoringState, name: str, to: str) -> tuple[str, ...] | None:
    """Return the audience of words: speaker and addressee, or None (everyone) without an addressee."""
    return state.pair(name, to) if to else None


SENT_EVENTS = (Reported, Requested, speech.Refused, Bounded)
"""Events that only the speaker still sees if its words are withheld, because it believes that they were sent."""
HEARD_EVENTS = (Addressed, Proposed, Honored, Dropped, speech.Offered, speech.Compatible, speech.Misread)


def without_hearing(event: Event, said: Event) -> Event | None:
    """Return an event as it would be if the words that caused it were withheld; None if it would not happen."""
    body, name = event.data, said.agent
    if isinstance(body, speech.Gathered) and body.speaker == name:
        return None
    if event.agent != name or (said.audience is not None and event.audience not in (said.audience, ())):
        return event
    if isinstance(body, SENT_EVENTS):
        return replace(event, audience=(name,))
    if isinstance(body, OfferChanged):
        by_words = body.state in ("accepted", "refused", "withdrawn") or body.why.endswith("takes it back")
        return None if by_words else event
    return None if isinstance(body, HEARD_EVENTS) else event
