"""Sheets of strength: ratings, wins, scores and cross-play."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product, zip_longest

from core.lab import design
from core.lab.decisions import DECISIONS_OF, REGRET_OF
from core.lab.figures import NO_FIGURE, Figure, mean_by_seed, mean_difference, means_by_seed, paired_difference
from core.lab.ratings import choices, rate_names
from core.lab.results import CLEAR, Cell, Claim, Results, Sheet, measured_value, share_of_seats
from core.lab.rows import Row

Seats = list[tuple[Row, float]]
"""Pairs for each seat: its game, and 1 if the seat won, else 0."""
Named = Callable[[Row, str], str]
"""Function from a row and a seat to the name under which the seat is rated."""
HOW_TO_READ = (
    "Elo points: 100 more come out ahead in 64 of 100 meetings of two. By the Plackett-Luce model, which for two is "
    "Bradley-Terry; the mean is 0. Intervals by bootstrap over seeds; a policy that always or never came out ahead "
    "has none."
)


def ranks(row: Row) -> list[list[str]]:
    """Rank the seats: winners first, or by scores if nobody won."""
    if row.winners:
        return [list(row.winners), [name for name in row.competitors if name not in row.winners]]
    levels = sorted(set(row.scores.values()), reverse=True)
    return [[name for name, score in row.scores.items() if score == level] for level in levels]


def ratings(results: Results) -> Iterator[Sheet]:
    """Rate policies, also by role, and, if policies change seats, by seat."""
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
    for name, points, above in rate_names(games):
        mine = behind[name]
        lead = ("", "") if above is None else (above.of(mine), Claim(above.of(mine)))
        rows.append((name, str(seats[name]), points.of(mine), *lead))
    return Sheet(title, HOW_TO_READ, (unit, "seats", "rating", "above the next", CLEAR), rows)


def wins_by_policy(results: Results) -> Sheet:
    """Tabulate seats, wins and share of wins by policy, best first."""
    seats = defaultdict[str, Seats](list)
    for row in results.done:
        for name in row.competitors:
            seats[row.cast[name]].append((row, name in row.winners))
    shares = {policy: share_of_seats(mine) for policy, mine in seats.items()}
    rows: list[tuple[Cell, ...]] = []
    for policy, share in sorted(shares.items(), key=lambda each: (-each[1].value, each[0])):
        wins = sum(won for _, won in seats[policy])
        rows.append((policy, str(share.n), str(wins), share))
    note = "The share of a policy's seats that won; games of one seed are one cluster."
    return Sheet("Wins by policy", note, ("policy", "seats", "wins", "share"), rows)


def wins_by(results: Results, unit: str, place: Callable[[Row, str], str]) -> Sheet:
    """Tabulate the share of wins of each policy by seat or role."""
    seats = defaultdict[tuple[str, str], Seats](list)
    for row in results.done:
        for name in row.competitors:
            seats[row.cast[name], place(row, name)].append((row, name in row.winners))
    policies = dict.fromkeys(policy for policy, _ in seats)
    places = list(dict.fromkeys(each for _, each in seats))
    rows: list[tuple[Cell, ...]] = [
        (policy, *(share_of_seats(seats[policy, each]) for each in places)) for policy in policies
    ]
    return Sheet(f"Wins by policy and {unit}", "", ("policy", *places), rows)


def pairwise_win_rates(results: Results) -> Sheet:
    """Tabulate, for each pair of policies, how often one came out ahead of the other."""
    met = defaultdict[tuple[str, str], Seats](list)
    for row in results.done:
        for better, worse in combinations(ranks(row), 2):
            for one, other in product(better, worse):
                pair = row.cast[one], row.cast[other]
                if pair[0] != pair[1]:
                    met[pair].append((row, 1))
                    met[pair[::-1]].append((row, 0))
    policies = list(results.by_policy)
    rows: list[tuple[Cell, ...]] = [(one, *(share_of_seats(met[one, other]) for other in policies)) for one in policies]
    note = "How often the row's policy came out ahead of the column's, in games in which one of the two did."
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


def regrets(results: Results) -> Sheet:
    """Tabulate the regret of each policy, lowest first, and the differences between neighbors."""
    found: dict[str, list[tuple[int, float]]] = defaultdict(list)
    decisions = Counter[str]()
    for row in results.done:
        for policy in row.policies:
            if (regret := measured_value(row, f"{REGRET_OF}{policy}")) is not None:
                found[policy].append((row.seed, regret))
                decisions[policy] += int(measured_value(row, f"{DECISIONS_OF}{policy}") or 0)
    means = {policy: mean_by_seed(each).of(results.by_policy[policy]) for policy, each in found.items()}
    order = sorted(means, key=lambda policy: means[policy].value)
    rows: list[tuple[Cell, ...]] = []
    for policy, after in zip_longest(order, order[1:]):
        games = [row for row in results.done if {policy, after} & {*row.policies}]
        more = _regret_difference(found[policy], found[after]).of(games) if after else None
        rows.append((policy, str(decisions[policy]), means[policy], *((more, Claim(more)) if more else ("", ""))))
    note = (
        "Mean loss per decision, by the scene's comparison with the best action. The next policy is compared by seed."
    )
    return Sheet("Regret by policy", note, ("policy", "decisions", "regret", "more of the next", CLEAR), rows)


def _regret_difference(one: Sequence[tuple[int, float]], other: Sequence[tuple[int, float]]) -> Figure:
    """Return the mean difference over seeds that both have; unpaired if there are fewer than two."""
    a, b = means_by_seed(one), means_by_seed(other)
    both = [(seed, b[seed] - a[seed]) for seed in a if seed in b]
    return paired_difference(both) if len(both) > 1 else mean_difference(one, other)


def matrices(results: Results) -> Iterator[Sheet]:
    """Tabulate cross-play for each combination of levels: policies in rows, their partners in columns."""
    policies = results.lab.experiment.cast.policies
    groups: dict[str, dict[tuple[str, ...], design.Cell]] = defaultdict(dict)
    for cell in results.lab.cells:
        groups[", ".join(f"{key}={value}" for key, value in cell.levels.items())][cell.lineup] = cell
    shown = "its share of wins" if results.wins else results.main
    for levels, cells in groups.items():
        rows: list[tuple[Cell, ...]] = [
            (one, *(_cross_play_figure(results, results.by_cell[cells[one, other].name]) for other in policies))
            for one in policies
        ]
        title = f"Cross-play{f', {levels}' if levels else ''}"
        yield Sheet(title, f"The policy of the row with those of the column: {shown}.", ("", *policies), rows)


def _cross_play_figure(results: Results, rows: Sequence[Row]) -> Figure:
    """Return the figure of the policy in the (rotated) first seat: its wins, or the main measure."""
    if not results.wins:
        return results.measure(rows, results.main)
    return share_of_seats([(row, list(row.cast)[row.rotation] in row.winners) for row in rows])


def strength(results: Results) -> tuple[str, dict[str, Figure]]:
    """Return the unit of strength, and each policy's strength: its rating, or its mean of the main measure."""
    (sheet, *_) = ratings(results)
    found = {str(row[0]): row[2] for row in sheet.rows}
    if found:
        return "rating", {name: each for name, each in found.items() if isinstance(each, Figure)}
    games = results.by_policy.items()
    return results.main, {policy: results.measure(rows, results.main) for policy, rows in games} or {"": NO_FIGURE}
