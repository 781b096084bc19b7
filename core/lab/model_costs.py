"""Sheets of models: kinds of answers, usage of calls, and cost compared with strength."""

from collections.abc import Sequence
from math import inf

from core.lab.figures import Figure, mean_by_seed, rate_by_seed, share_by_seed, short
from core.lab.results import Cell, Results, Sheet
from core.lab.rows import ModelUsage, Row
from core.lab.standings import strength
from core.llm.call_results import add_tallies

NOT_NEGATIVE = (0.0, inf)
"""Possible range of figures of usage."""


def answers(results: Results) -> Sheet:
    """Tabulate the kinds of answers of each policy's model, over all games, including failed ones."""
    rows: list[tuple[Cell, ...]] = []
    for policy, tally in add_tallies(row.models for row in results.rows).items():
        mine = [row for row in results.rows if policy in row.models]
        shares = [_share(mine, policy, outcome) for outcome in ("fallbacks", "refused", "cut", "illegal")]
        rows.append((policy, str(tally.questions), *shares, str(tally.again), str(tally.mended)))
    note = "Shares of a policy's questions in all games, including marked ones. Fallback: no usable reply at all."
    columns = ("policy", "questions", "fallbacks", "refusals", "cut", "illegal", "asked again", "mended")
    return Sheet("How models answered", note, columns, rows)


def _share(rows: Sequence[Row], policy: str, outcome: str) -> Figure:
    """Return the share of a policy's questions with an outcome, by seed."""
    tallies = [(row.seed, row.models[policy]) for row in rows]
    counts = ((seed, min(getattr(tally, outcome), tally.questions), tally.questions) for seed, tally in tallies)
    return share_by_seed(counts).of(rows)


def calls(results: Results) -> Sheet:
    """Tabulate the usage of each policy's model calls."""
    rows: list[tuple[Cell, ...]] = []
    for policy in dict.fromkeys(policy for row in results.rows for policy in row.took):
        mine = [row for row in results.rows if row.took.get(policy, ModelUsage()).calls]
        used = [(row.seed, row.took[policy]) for row in mine]
        calls = mean_by_seed(((seed, took.calls) for seed, took in used), NOT_NEGATIVE)
        figures = [
            rate_by_seed((seed, getattr(took, name), took.calls) for seed, took in used).of(mine)
            for name in ("tokens_in", "tokens_out", "latency")
        ]
        rows.append((policy, str(sum(took.calls for _, took in used)), calls.of(mine), *figures))
    columns = ("policy", "calls", "calls a game", "tokens in a call", "tokens out a call", "seconds a call")
    return Sheet("Calls and latency", "In all games, including marked ones.", columns, rows, measures=True)


def cost_and_strength(results: Results) -> Sheet:
    """Tabulate cost per game and seat beside strength, strongest first."""
    measure, found = strength(results)
    rows: list[tuple[Cell, ...]] = []
    if any(row.took for row in results.done):
        for policy, how in sorted(found.items(), key=lambda each: -each[1].value):
            mine = results.by_policy[policy]
            tokens = rate_by_seed((row.seed, _took(row, policy).tokens, _seats(row, policy)) for row in mine)
            costs = [(row.seed, cost, _seats(row, policy)) for row in mine if (cost := _cost(row, policy)) is not None]
            dollars = rate_by_seed(costs)
            total = short(sum(cost for _, cost, _ in costs)) if costs else "not known"
            rows.append((policy, how, tokens.of(mine), dollars.of(mine), total))
    columns = ("policy", measure, "tokens a seat", "dollars a seat", "dollars")
    figures = [row[3] for row in rows if isinstance(row[3], Figure)]
    priced = all(each.n for each in figures) and any(each.value for each in figures)
    note = "Usage of a policy in a game, divided by its seats."
    return Sheet("Cost against strength", note, columns, rows, plot=(3 if priced else 2, 1))


def _took(row: Row, policy: str) -> ModelUsage:
    return row.took.get(policy, ModelUsage())


def _seats(row: Row, policy: str) -> int:
    return [*row.cast.values()].count(policy)


def _cost(row: Row, policy: str) -> float | None:
    """Return a policy's cost in a game: 0 without a model, None if no price is known."""
    return row.took[policy].cost if policy in row.took else 0.0
