"""Ticks of a crowd: items shown, decisions and actions of all accounts, as array operations.

The formulas are those of `oracle` and `ticking`, in the same order, so results agree to the last bit.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from core.engine.chance import Chance, Draw
from core.engine.chance_arrays import Floats, Streams
from core.statechart import TIMEOUT, Context
from core.statechart.population import SILENT, STAYS
from scenes.feed import behavior
from scenes.feed.account import MIN_SPREE
from scenes.feed.crowd import Crowd
from scenes.feed.events import NewPost, Ticked
from scenes.feed.network_setup import Numbers
from scenes.feed.oracle import LURKING_FACTOR, PROOF_WEIGHT, SPREE_MOMENTUM, quote_words
from scenes.feed.posts import Weights
from scenes.feed.society import VISITOR
from scenes.feed.state import FeedState
from scenes.feed.ticking import INTEREST_PER_RESHARE, write_post
from scenes.feed.wording import reply_words

_CODES = {state: code for code, state in enumerate(behavior.CHART.states)}
_PLACES = {trigger: place for place, trigger in enumerate(behavior.CHART.triggers)}
_TRIGGER_BY_STATE = np.array(
    [
        SILENT if state is behavior.EVALUATING else _PLACES[behavior.TRIGGER_OF_STATE[state]]
        for state in behavior.CHART.states
    ],
    np.uint8,
)
"""Trigger that a tick sends to an account, by the account's state."""
_LETTERS = np.full(STAYS + 1, ord(behavior.NO_EVENT), np.uint8)
_LETTERS[list(behavior.LETTER_OF_ARC)] = [ord(letter) for letter in behavior.LETTER_OF_ARC.values()]
_DECIDED = {state: ord(letter) for state, letter in behavior.LETTER_OF_DECISION.items()}
_COMPOSED = np.array([arc.move[2] == behavior.COMPOSED for arc in behavior.CHART.arcs])


def tick(world: FeedState, crowd: Crowd, now: int, chance: Chance) -> Ticked:
    """Return the transitions of all accounts that have not moved in this tick, without applying them.

    Only `activity`, `urge` and `catch` of the accounts change.
    """
    population, context = crowd.population, Context(now, chance.seed)
    waiting = population.last != now
    late = waiting & _is_overdue(crowd)
    arcs, _ = population.select(np.where(late, np.uint8(_PLACES[TIMEOUT]), np.uint8(SILENT)), context)
    waiting &= arcs == STAYS
    hears = np.where(waiting, _TRIGGER_BY_STATE[population.states], np.uint8(SILENT))
    rows = np.flatnonzero(waiting & (population.states == _CODES[behavior.SCROLLING]))
    items = next_items(world, crowd, rows, now)
    found = items >= 0
    hears[rows[~found]] = _PLACES[behavior.EMPTY]
    seeing, shown = rows[found], items[found]
    population.columns["catch"][seeing] = _stopping_interest(world, crowd, seeing, shown)
    _set_activity(world, crowd, np.flatnonzero(waiting & (population.states == _CODES[behavior.IDLE])), now)
    _set_activity(world, crowd, rows[~found], now)
    moved, _ = population.select(hears, context)
    arcs = np.where(arcs == STAYS, moved, arcs)
    letters = _LETTERS[arcs]
    letters[seeing[arcs[seeing] == STAYS]] = ord(behavior.SCROLLED_PAST)
    writers = np.flatnonzero((arcs != STAYS) & _COMPOSED.take(arcs, mode="clip")).tolist()
    posts = [_written_post(world, crowd, number, chance("post", world.handles[number])) for number in writers]
    return Ticked(letters.tobytes().decode("ascii"), tuple(shown.tolist()), tuple(posts))


def _written_post(world: FeedState, crowd: Crowd, number: int, draw: Draw) -> NewPost:
    draft, interests = crowd.population.columns["draft"][number], crowd.founding.interests[number]
    return write_post(world.society, number, draft, [each / 100 for each in interests.tolist()], draw)


def rule_based_answers(world: FeedState, crowd: Crowd, column: bytearray, chance: Chance) -> dict[int, str]:
    """Write rule-based decisions of accounts into the column; return their replies and comments, by account.

    Accounts that take turns are left out.
    """
    population, now = crowd.population, world.now + 1
    evaluating = population.states == _CODES[behavior.EVALUATING]
    rows = np.flatnonzero(evaluating & (population.last != now) & ~_is_overdue(crowd))
    rows = rows[rows < world.config.agents - world.config.visitors]
    chosen = _draw_options(
        _option_weights(crowd, rows), Streams(chance, "oracle", map(world.handles.__getitem__, rows.tolist()))
    )
    np.frombuffer(column, np.uint8)[rows] = chosen
    kinds, said = list(world.society.archetypes.values()), dict[int, str]()
    for number in rows[chosen == _DECIDED[behavior.REPLY]].tolist():
        topic = world.society.topics[world.posts.items[crowd.item[number]].topic]
        said[number] = reply_words(topic, chance("words", world.handles[number]), world.society.wording(topic))
    for number in rows[chosen == _DECIDED[behavior.RESHARE]].tolist():
        topic, kind = world.society.topics[world.posts.items[crowd.item[number]].topic], crowd.kinds[number]
        if words := quote_words(kinds[kind], topic, chance("quote", world.handles[number])):
            said[number] = words
    return said


def _draw_options(weights: Mapping[behavior.AgentState, Floats], streams: Streams) -> NDArray[np.uint8]:
    """Draw an option for each account by its weights, like `oracle.draw_state`."""
    rest = sum(weights.values()) * streams.random()
    chosen = np.full(len(rest), _DECIDED[behavior.SCROLLING], np.uint8)
    left = np.ones(len(rest), np.bool_)
    for state, weight in weights.items():
        rest -= weight
        taken = left & (rest < 0)
        chosen[taken] = _DECIDED[state]
        left &= ~taken
    return chosen


def next_items(world: FeedState, crowd: Crowd, rows: Numbers, now: int) -> NDArray[np.int32]:
    """Return the next item for each of these accounts; -1 if its feed has nothing unseen."""
    feeds, threads = crowd.inbox[rows], crowd.threads
    at = np.flatnonzero(feeds >= 0)
    items, owners = feeds.ravel()[at], rows[at // feeds.shape[1]]
    echoes = np.array([world.society.echo**n for n in range(1 + threads.generations.max(initial=0))])
    values = _score_items(world.config.ranking, crowd, owners, items, now) * echoes[threads.generations[items]]
    if world.weights.authors or world.weights.topics:
        factors = _intervention_factors(world.weights, crowd, items)
        values *= factors
        values[factors == 0] = -1.0
    table = np.full(feeds.shape, -1.0)
    table.ravel()[at] = values
    highest = table.max(axis=1)
    best: NDArray[np.int32] = np.where(table == highest[:, None], feeds, -1).max(axis=1)
    return np.where(highest < 0, np.int32(-1), best)


def _score_items(ranking: str, crowd: Crowd, owners: Numbers, items: NDArray[np.int32], now: int) -> Floats:
    threads = crowd.threads
    ages = now - threads.ticks[items]
    attention = 1 + threads.attention[threads.of[items]]
    match ranking:
        case "chronological":
            return 1 / (1 + ages)
        case "interest":
            return _interests_in(crowd, owners, items)
        case "popularity":
            return attention / (4 + ages)
        case _:
            return (0.2 + _interests_in(crowd, owners, items)) * np.sqrt(attention) / (4 + ages)


def _intervention_factors(weights: Weights, crowd: Crowd, items: NDArray[np.int32]) -> Floats:
    threads, authors, topics = crowd.threads, np.ones(len(crowd)), np.ones(len(crowd.society.topics))
    authors[list(weights.authors)] = list(weights.authors.values())
    topics[list(weights.topics)] = list(weights.topics.values())
    first, own = threads.starters[threads.of[items]], threads.authors[items]
    factors = authors[first] * topics[threads.topics[items]]
    return np.where(own == first, factors, factors * authors[own])


def _interests_in(crowd: Crowd, rows: Numbers, items: NDArray[np.int32]) -> Floats:
    interests: Floats = crowd.founding.interests[rows, crowd.threads.topics[items]] / 100
    return interests


def _stopping_interest(world: FeedState, crowd: Crowd, rows: Numbers, items: NDArray[np.int32]) -> Floats:
    """Return each account's interest in its post, like `ticking._catch`."""
    threads, society = crowd.threads, world.society
    of = threads.of[items]
    catch = _interests_in(crowd, rows, items) + INTEREST_PER_RESHARE * np.minimum(threads.reshares[of], 5)
    if society.nearness:
        authors = threads.starters[of]
        friends = crowd.links.has(rows, authors) & crowd.followers.has(rows, authors)
        catch = np.where(friends, catch + society.nearness, catch)
    return catch + society.pull * (threads.appeals[items] - 1)


def _set_activity(world: FeedState, crowd: Crowd, rows: Numbers, now: int) -> None:
    """Set the probabilities that accounts open the feed or write at this hour."""
    founding, columns, kinds = crowd.founding, crowd.population.columns, crowd.kinds[rows]
    away = np.abs(now / world.config.day % 1 - founding.peaks[rows])
    light = 0.15 + 0.85 * (1 - 2 * np.minimum(away, 1 - away))
    light[kinds == list(world.society.archetypes).index(VISITOR)] = 1.0
    columns["activity"][rows] = _archetype_attribute(crowd, "activity")[kinds] * light
    columns["urge"][rows] = _archetype_attribute(crowd, "urge")[kinds] * founding.zeals[rows] * light


def _option_weights(crowd: Crowd, rows: Numbers) -> Mapping[behavior.AgentState, Floats]:
    """Return the weight of each option for these accounts, like `oracle.weigh`."""
    threads, founding, kinds = crowd.threads, crowd.founding, crowd.kinds[rows]
    items, zeal = crowd.item[rows], founding.zeals[rows]
    of = threads.of[items]
    authors = threads.starters[of]
    follows = crowd.links.has(rows, authors)
    friends = follows & crowd.followers.has(rows, authors)
    proof = 1 + PROOF_WEIGHT * np.sqrt(np.minimum(threads.attention[of], _archetype_attribute(crowd, "herd")[kinds]))
    tie = np.where(follows, 1.0, _archetype_attribute(crowd, "stranger")[kinds])
    heat = _interests_in(crowd, rows, items) * threads.appeals[items] * proof * tie
    excess = heat / founding.thresholds[rows]
    weights = {
        behavior.LIKE: _archetype_attribute(crowd, "like")[kinds] * excess * zeal,
        behavior.REPLY: _archetype_attribute(crowd, "reply")[kinds]
        * excess
        * zeal
        * np.where(friends, _archetype_attribute(crowd, "friend")[kinds], 1.0),
        behavior.RESHARE: _archetype_attribute(crowd, "reshare")[kinds] * excess * excess * zeal,
        behavior.COMPOSING: _archetype_attribute(crowd, "compose")[kinds] * zeal,
        behavior.SCROLLING: np.ones(len(rows)),
    }
    run, spree = crowd.population.columns["run"][rows], crowd.population.columns["spree"][rows]
    on = run >= MIN_SPREE - 1
    lurking = on & (spree == behavior.SCROLLING)
    more = 1 + SPREE_MOMENTUM * np.minimum(run - MIN_SPREE + 2, 4)
    for state, weight in weights.items():
        if state != behavior.SCROLLING:
            weight[lurking] *= LURKING_FACTOR
            going = on & (spree == state)
            weight[going] *= more[going]
    return {state: weights[state] for state in behavior.DECISIONS}


def _archetype_attribute(crowd: Crowd, name: str) -> Floats:
    """Return an attribute of all archetypes as an array."""
    return np.array([getattr(kind, name) for kind in crowd.society.archetypes.values()], np.float64)


def _is_overdue(crowd: Crowd) -> NDArray[np.bool_]:
    return crowd.population.ticks > crowd.population.columns["timeout_threshold"]
