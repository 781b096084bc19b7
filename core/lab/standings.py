"""Sheets of strength: ratings, wins, scores and cross-play."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence

from core.lab import design
from core.lab.figures import NOTHING, Figure, mean_by_seed, share_by_seed
from core.lab.ratings import choices, rated
from core.lab.results import CLEAR, Cell, Claim, Results, Sheet, once
from core.lab.rows import Row

Named = Callable[[Row, str], str]
"""Maps a row and a seat to the name under which the seat is rated."""
READ = (
    "Points as in chess: 100 more come out ahead in 64 of 100 meetings of two. By Plackett and Luce's model, which for "
    "two is Bradley and Terry's; 0 is the middle. Intervals by bootstrap over seeds; who always or never came out "
    "ahead has none."
)


def ranks(row: Row) -> list[list[str]]:
    """Rank the seats: winners first; by scores where nobody won."""
    if row.winners:
        return [list(row.winners), [name for name in row.competitors if name not in row.winners]]
    levels = sorted(set(row.scores.values()), reverse=True)
    return [[name for name, score in row.scores.items() if score == level] for level in levels]


def ratings(results: Results) -> Iterator[Sheet]:
    """Rate policies, also by role, and by seat where policies change seats."""
    yield _ratings(results, "Ratings", "policy", lambda row, name: row.cast[name])
    if any(row.roles for row in results.done):
        yield _ratings(results, "Ratings by role", "policy and role", _by_role)
    if results.lab.experiment.cast.rotates:
        yield _ratings(results, "Ratings by seat", "policy and seat", lambda row, name: f"{row.cast[name]} at {name}")


def _by_role(row: Row, name: str) -> str:
    return f"{row.cast[name]} as {row.roles.get(name) or 'no role'}"


def _ratings(results: Results, title: str, unit: str, named: Named) -> Sheet:
    seats, behind = Counter[str](), defaultdict[str, list[Row]](list)
    games = []
    for row in results.done:
        names = {name: named(row, name) for name in row.competitors}
        seats.update(names.values())
        for each in dict.fromkeys(names.values()):
            behind[each].append(row)
        games.append((row.seed, choices([[names[name] for name in level] for level in ranks(row)])))
    rows: list[tuple[Cell, ...]] = []
    for name, points, above in rated(games):
        mine = behind[name]
        lead = ("", "") if above is None else (above.of(mine), Claim(above.of(mine)))
        rows.append((name, str(seats[name]), points.of(mine), *lead))
    return Sheet(title, READ, (unit, "seats", "rating", "above the next", CLEAR), rows)


def wins_by_policy(results: Results) -> Sheet:
    """Tabulate seats, wins and share of wins by policy, best first."""
    seats = defaultdict[str, list[tuple[int, float, int]]](list)
    for row in results.done:
        for name in row.competitors:
            seats[row.cast[name]].append((row.seed, name in row.winners, 1))
    rates = sorted(
        ((share_by_seed(each), policy) for policy, each in seats.items()), key=lambda each: (-each[0].value, each[1])
    )
    rows: list[tuple[Cell, ...]] = [
        (policy, str(rate.n), str(sum(won for _, won, _ in seats[policy])), rate.of(results.by_policy[policy]))
        for rate, policy in rates
    ]
    note = "The share of a policy's seats that won; games of one seed are one cluster."
    return Sheet("Wins by policy", note, ("policy", "seats", "wins", "share"), rows)


def wins_by(results: Results, unit: str, place: Callable[[Row, str], str]) -> Sheet:
    """Tabulate the share of wins of each policy by seat or role."""
    sat = defaultdict[tuple[str, str], list[Row]](list)
    won = defaultdict[tuple[str, str], list[tuple[int, float, int]]](list)
    for row in results.done:
        for name in row.competitors:
            seat = row.cast[name], place(row, name)
            sat[seat].append(row)
            won[seat].append((row.seed, name in row.winners, 1))
    places = list(dict.fromkeys(each for _, each in sat))
    rows: list[tuple[Cell, ...]] = []
    for policy in dict.fromkeys(policy for policy, _ in sat):
        mine = [(won[policy, each], sat[policy, each]) for each in places]
        rows.append((policy, *(share_by_seed(each).of(once(games)) for each, games in mine)))
    return Sheet(f"Wins by policy and {unit}", "", ("policy", *places), rows)


def ahead(results: Results) -> Sheet:
    """Tabulate the win rate of each policy against each other, over meetings in which one came out ahead."""
    met: dict[tuple[str, str], list[Row]] = defaultdict(list)
    first = defaultdict[tuple[str, str], list[tuple[int, float, int]]](list)
    for row in results.done:
        levels = ranks(row)
        for place, level in enumerate(levels):
            for one in level:
                for other in (name for lower in levels[place + 1 :] for name in lower):
                    pair = row.cast[one], row.cast[other]
                    if pair[0] != pair[1]:
                        first[pair].append((row.seed, 1, 1))
                        first[pair[::-1]].append((row.seed, 0, 1))
                        met[pair].append(row)
                        met[pair[::-1]].append(row)
    policies = list(results.by_policy)
    rows: list[tuple[Cell, ...]] = []
    for one in policies:
        shares = (share_by_seed(first[one, other]) for other in policies)
        games = (once(met[one, other]) for other in policies)
        rows.append((one, *(share.of(each) for share, each in zip(shares, games, strict=True))))
    note = "How often the policy of the row came out ahead of that of the column, of games in which one of both did."
    return Sheet("Wins of one against another", note, ("", *policies), rows)


def scores(results: Results) -> Sheet:
    """Tabulate scores of each policy's seats."""
    found: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for row in results.done:
        for name, score in row.scores.items():
            found[row.cast[name]].append((row.seed, score))
    rows: list[tuple[Cell, ...]] = [
        (policy, mean_by_seed(each, results.range_of("score *")).of(results.by_policy[policy]))
        for policy, each in found.items()
    ]
    return Sheet("Scores by policy", "", ("policy", "score"), rows)


def matrices(results: Results) -> Iterator[Sheet]:
    """Tabulate cross-play for each combination of levels: policies in rows, the others in columns."""
    policies = results.lab.experiment.cast.policies
    groups: dict[str, dict[tuple[str, ...], design.Cell]] = defaultdict(dict)
    for cell in results.lab.cells:
        groups[", ".join(f"{key}={value}" for key, value in cell.levels.items())][cell.lineup] = cell
    shown = "its share of wins" if results.wins else results.main
    for levels, cells in groups.items():
        rows: list[tuple[Cell, ...]] = [
            (one, *(_met(results, results.by_cell[cells[one, other].name]) for other in policies)) for one in policies
        ]
        title = f"Cross-play{f', {levels}' if levels else ''}"
        yield Sheet(title, f"The policy of the row with those of the column: {shown}.", ("", *policies), rows)


def _met(results: Results, rows: Sequence[Row]) -> Figure:
    """Return the seat of the row's policy: the first, rotated with the cast."""
    if not results.wins:
        return results.measure(rows, results.main)
    return share_by_seed((row.seed, list(row.cast)[row.rotation] in row.winners, 1) for row in rows).of(rows)


def strength(results: Results) -> tuple[str, dict[str, Figure]]:
    """Return the unit of strength and each policy's: its rating, or the mean of the main measure without winners."""
    (sheet, *_) = ratings(results)
    found = {str(row[0]): row[2] for row in sheet.rows}
    if found:
        return "rating", {name: each for name, each in found.items() if isinstance(each, Figure)}
    games = results.by_policy.items()
    return results.main, {policy: results.measure(rows, results.main) for policy, rows in games} or {"": NOTHING}
