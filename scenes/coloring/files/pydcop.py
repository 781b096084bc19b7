"""pyDCOP YAML files.

Variables share one domain. A binary constraint must be an inequality: every pair of equal values costs the same, and
other pairs cost nothing. A unary constraint gives points: its costs with the opposite sign. A cost of 10,000 is
pyDCOP's infinity, and rules a value out. `distribution_hints: must_host` assigns variables to owners; without it, a
few agents own one variable each, or clusters are computed.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

from core.errors import UserError, listed
from core.text import one_line
from scenes.coloring.files.cost_expressions import UnsupportedExpression, Value, costs, is_unequal, names_in
from scenes.coloring.files.problem_spec import MOST_EDGES, MOST_NODES, NAME, Path, ProblemSpec, split
from scenes.coloring.files.yaml_lines import YamlValue, load
from scenes.coloring.problem.graph import COLORS, SEATS

INFINITY = 10_000
_KNOWN_SECTIONS = (
    *("name", "description", "objective", "domains", "variables", "constraints", "agents", "distribution_hints"),
    *("routes", "hosting_costs"),
)
_RANGE = re.compile(r"([0-9]{1,9}) ?\.\.\. ?([0-9]{1,9})")


class _Domain(NamedTuple):
    name: str
    values: tuple[Value, ...]


class _Constraints(NamedTuple):
    """The constraints by variable name."""

    edges: dict[tuple[str, str], int]
    """Line of each edge."""
    penalty: float | None
    locks: dict[str, tuple[Value, int]]
    """The one value that a locked variable allows, and its line, by variable."""
    points: dict[str, tuple[dict[Value, float], int]]
    """Points of each value and their line, by variable."""


def read_pydcop(text: str, owners: int) -> ProblemSpec:
    """Parse a problem. Raises UserError with the line."""
    root = load(text)
    top = root.entries_among("the file", _KNOWN_SECTIONS)
    for key in ("domains", "variables", "constraints"):
        if key not in top:
            raise UserError(f"there is no {key}: section")
    if "objective" in top and top["objective"].word("objective") != "min":
        raise top["objective"].error_here("only objective: min is supported")
    domain, variables = _variables(top["variables"], _domains(top["domains"]))
    parts = _constraints(top["constraints"], variables, domain)
    own = _variables_by_owner(top, [*variables], owners, parts)
    return _build_problem(own, variables, domain, parts)


def _domains(section: YamlValue) -> dict[str, _Domain]:
    out = {}
    for name, each in section.entries("domains").items():
        rows = each.entries_among(name, ("values", "type", "initial_value"))
        if "values" not in rows:
            raise each.error_here(f"{name}: there are no values")
        items = rows["values"].items(name)
        values = [value.value(name) for value in items]
        if len(values) == 1 and isinstance(values[0], str) and (span := _RANGE.fullmatch(values[0])):
            first, last = int(span[1]), int(span[2])
            values = [*range(first, min(last, first + len(COLORS)) + 1)]
        if not 2 <= len(values) <= len(COLORS) or len({*values}) < len(values):
            raise rows["values"].error_here(f"{name}: a problem has 2 to {len(COLORS)} different colors")
        out[name] = _Domain(name, tuple(values))
    return out


def _variables(section: YamlValue, domains: Mapping[str, _Domain]) -> tuple[_Domain, dict[str, int]]:
    """Return the domain that all variables share, and the line of each variable."""
    used: _Domain | None = None
    lines = {}
    for name, each in section.entries("variables").items():
        rows = each.entries_among(name, ("domain", "initial_value"))
        word = rows["domain"].word(name) if "domain" in rows else ""
        if word not in domains:
            raise each.error_here(
                f"{name}: there is no domain {word[:40]!r}; domains are {listed([*domains]) or 'none'}"
            )
        if used is not None and domains[word].values != used.values:
            raise each.error_here(f"{name}: all variables need the same colors, those of {used.name}")
        used = used or domains[word]
        lines[name] = each.line
    if used is None or not 2 <= len(lines) <= MOST_NODES:
        raise section.error_here(f"{len(lines)} variables; a problem has 2 to {MOST_NODES}")
    return used, lines


# -- constraints


def _constraints(section: YamlValue, variables: Mapping[str, int], domain: _Domain) -> _Constraints:
    parts = _Constraints({}, None, {}, {})
    if len(section.node.value) > MOST_EDGES + 2 * MOST_NODES:
        raise section.error_here(
            f"{len(section.node.value)} constraints; a problem has at most {MOST_EDGES + 2 * MOST_NODES}"
        )
    for name, each in section.entries("constraints").items():
        scope, table = _cost_table(name, each, domain)
        for variable in scope:
            if variable not in variables:
                raise each.error_here(f"{name}: there is no variable {variable[:40]}; known: {listed([*variables])}")
        if len(scope) == 1:
            _add_unary_constraint(
                name, each, parts, scope[0], {choice[0]: cost for choice, cost in (table or {}).items()}
            )
            continue
        u, v = scope
        if (u, v) in parts.edges or (v, u) in parts.edges:
            raise each.error_here(f"{name}: there is a constraint on {u} and {v} already")
        parts.edges[u, v] = each.line
        penalty = _penalty_of(name, each, table) if table else None
        if len(parts.edges) > 1 and penalty != parts.penalty:
            raise each.error_here(
                f"{name}: every conflict has to cost the same; others cost {parts.penalty or 'nothing'}"
            )
        parts = parts._replace(penalty=penalty)
    if not parts.edges:
        raise section.error_here("no constraint is between two variables, so there is nothing to agree on")
    return parts


def _add_unary_constraint(
    name: str, each: YamlValue, parts: _Constraints, variable: str, costs: Mapping[Value, float]
) -> None:
    """Add a lock if some costs are infinite, else points."""
    if max(costs.values()) < INFINITY:
        if variable in parts.points:
            raise each.error_here(f"{name}: {variable} has unary costs already")
        parts.points[variable] = {value: 0.0 - cost for value, cost in costs.items()}, each.line
        return
    left = [value for value, cost in costs.items() if cost < INFINITY]
    if len(left) != 1 or variable in parts.locks:
        raise each.error_here(
            f"{name}: costs of {INFINITY:,} have to leave one value of {variable}, which locks it, once"
        )
    parts.locks[variable] = left[0], each.line


def _cost_table(
    name: str, each: YamlValue, domain: _Domain
) -> tuple[tuple[str, ...], dict[tuple[Value, ...], float] | None]:
    """Return a constraint's variables and the costs of their values; no costs (None) for a bare `a != b`."""
    rows = each.entries_among(name, ("type", "function", "variables", "values", "default"))
    kind = rows["type"].word(name) if "type" in rows else ""
    if kind == "intention" and "function" in rows:
        scope: tuple[str, ...]
        try:
            function = rows["function"].word(name)
            unequal = is_unequal(function)
            scope = unequal or names_in(function)
            _check_scope(name, each, scope)
            return scope, None if unequal else costs(function, scope, domain.values)
        except UnsupportedExpression as why:
            raise rows["function"].error_here(f"{name}: {one_line(str(why))}") from why
    if kind == "extensional" and "variables" in rows and "values" in rows:
        inner = rows["variables"]
        scope = tuple(v.word(name) for v in inner.items(name)) if inner.is_list else tuple(inner.word(name).split())
        _check_scope(name, each, scope)
        return scope, _listed_costs(name, rows, scope, domain)
    forms = "type: intention with a function, or type: extensional with variables and values"
    raise each.error_here(f"{name}: a constraint is {forms}")


def _check_scope(name: str, each: YamlValue, scope: Sequence[str]) -> None:
    if not 1 <= len(scope) <= 2 or len({*scope}) < len(scope):
        raise each.error_here(
            f"{name}: a constraint is on one or two variables, not on {' '.join(scope)[:80] or 'none'}"
        )


def _listed_costs(
    name: str, rows: Mapping[str, YamlValue], scope: Sequence[str], domain: _Domain
) -> dict[tuple[Value, ...], float]:
    default = rows["default"].number(name) if "default" in rows else 0.0
    spelled = {str(value): value for value in domain.values}
    table: dict[tuple[Value, ...], float] = {}
    for cost, choices in rows["values"].entries(name).items():
        paid = choices.parse_number(cost, name)
        for choice in choices.word(name).split("|"):
            words = choice.split()
            if len(words) != len(scope) or any(word not in spelled for word in words):
                raise choices.error_here(
                    f"{name}: {choice.strip()[:40]!r} is not a choice of values for {' '.join(scope)}"
                )
            chosen = tuple(spelled[word] for word in words)
            if chosen in table:
                raise choices.error_here(f"{name}: {choice.strip()[:40]} has a cost already")
            table[chosen] = paid
    return {choice: table.get(choice, default) for choice in product(domain.values, repeat=len(scope))}


def _penalty_of(name: str, each: YamlValue, table: Mapping[tuple[Value, ...], float]) -> float:
    equal = {cost for (a, b), cost in table.items() if a == b}
    other = {cost for (a, b), cost in table.items() if a != b}
    if len(equal) != 1 or other != {0.0} or min(equal) <= 0:
        raise each.error_here(f"{name}: only an inequality is supported: a cost for equal values, 0 for others")
    return equal.pop()


# -- owners and names


def _variables_by_owner(
    top: Mapping[str, YamlValue], variables: Sequence[str], count: int, parts: _Constraints
) -> dict[str, tuple[list[str], int]]:
    """Map each agent to its variables and their line; without usable agents, compute clusters."""
    agents: dict[str, int] = {}
    if "agents" in top:
        listing = top["agents"]
        each = {a.word("agents"): a for a in listing.items("agents")} if listing.is_list else listing.entries("agents")
        agents = {name: agent.line for name, agent in each.items()}
    hints = (
        top["distribution_hints"].entries_among("distribution_hints", ("must_host",))
        if "distribution_hints" in top
        else {}
    )
    if "must_host" in hints:
        return _hosted_variables(hints["must_host"], [*agents], variables)
    if len(agents) == len(variables) <= len(SEATS):
        return {agent: ([variable], line) for variable, (agent, line) in zip(variables, agents.items(), strict=True)}
    if len(variables) < count:
        raise UserError(f"{len(variables)} variables cannot have {count} owners: -o clusters={len(variables)}")
    place = {name: i for i, name in enumerate(variables)}
    found = split(len(variables), [(place[u], place[v]) for u, v in parts.edges], count)
    return {f"cluster {i}": ([variables[at] for at in part], 1) for i, part in enumerate(found, 1)}


def _hosted_variables(
    section: YamlValue, agents: Sequence[str], variables: Sequence[str]
) -> dict[str, tuple[list[str], int]]:
    """Map each agent to the variables that `must_host` assigns to it, and to their line."""
    out = {}
    homes: dict[str, str] = {}
    for agent, hosted in section.entries("must_host").items():
        if agent not in agents:
            raise hosted.error_here(f"must_host: there is no agent {agent[:40]}; agents are {listed(agents) or 'none'}")
        own = [variable.word(agent) for variable in hosted.items(agent)]
        for variable in own:
            if variable not in variables:
                raise hosted.error_here(f"{agent}: there is no variable {variable[:40]}; known: {listed(variables)}")
            if variable in homes:
                raise hosted.error_here(f"{agent}: {variable} is hosted by {homes[variable]} already")
            homes[variable] = agent
        out[agent] = (own, hosted.line)
    if homeless := [variable for variable in variables if variable not in homes]:
        raise section.error_here(f"must_host: nobody hosts {listed(homeless)}")
    if not 2 <= len(out) <= len(SEATS):
        raise section.error_here(f"must_host: {len(out)} owners; a problem has 2 to {len(SEATS)}")
    return out


def _build_problem(
    own: Mapping[str, tuple[list[str], int]], variables: Mapping[str, int], domain: _Domain, parts: _Constraints
) -> ProblemSpec:
    """Build the problem with valid names, and keep the file's names in `names`."""
    seats = dict(zip(own, own if {*own} <= {*SEATS} else SEATS, strict=False))
    nodes = {name: name for name in variables}
    if not all(map(NAME.fullmatch, variables)):
        nodes = {n: f"{seats[agent].lower()}{i}" for agent, (each, _) in own.items() for i, n in enumerate(each, 1)}
    colors = _color_names(domain)
    called = {seats[agent]: agent for agent in own} | {node: name for name, node in nodes.items()}
    called |= {color: str(value) for value, color in colors.items()}
    value = {
        "owners": {seats[agent]: [nodes[name] for name in each] for agent, (each, _) in own.items()},
        "edges": [[nodes[u], nodes[v]] for u, v in parts.edges],
        "colors": [*colors.values()],
        "penalty": parts.penalty,
        "locks": {nodes[name]: colors[value] for name, (value, _) in parts.locks.items()},
        "preferences": {
            nodes[name]: {colors[v]: worth for v, worth in row.items()} for name, (row, _) in parts.points.items()
        },
        "names": {name: other for name, other in called.items() if name != other},
    }
    where: dict[Path, int] = {("edges", i): line for i, line in enumerate(parts.edges.values())}
    where |= _lines_by_path("owners", seats, own) | _lines_by_path("locks", nodes, parts.locks)
    return ProblemSpec.read(value, where | _lines_by_path("preferences", nodes, parts.points))


def _color_names(domain: _Domain) -> dict[Value, str]:
    if all(str(value).lower() in COLORS for value in domain.values):
        return {value: str(value).lower() for value in domain.values}
    return dict(zip(domain.values, COLORS, strict=False))


def _lines_by_path(key: str, names: Mapping[str, str], rows: Mapping[str, tuple[object, int]]) -> dict[Path, int]:
    """Return the line of each row, by its path in the problem."""
    return {(key, names[name]): line for name, (_, line) in rows.items()}


# -- writing


def write_pydcop(stated: ProblemSpec) -> str:
    """Write a file that both `read_pydcop` and pyDCOP can read."""
    nodes = [node for own in stated.owners.values() for node in own]
    colors = stated.colors
    lines = [
        "name: coloring",
        "objective: min",
        "domains:",
        f"  colors: {{values: [{', '.join(colors)}], type: color}}",
    ]
    lines += ["variables:", *(f"  {node}: {{domain: colors}}" for node in nodes), "constraints:"]
    penalty = stated.penalty or 1.0
    lines += [f"  {u}_{v}: {{type: intention, function: '{penalty!r} if {u} == {v} else 0'}}" for u, v in stated.edges]
    for node, points in stated.preferences.items():
        if min(points.values()) <= -INFINITY:
            raise UserError(f"{node} has points of {-INFINITY:,} or less, which pyDCOP would take for a lock.")
        lines.append(_unary_constraint(f"{node}_points", node, {color: 0.0 - points[color] for color in colors}))
    for node, lock in stated.locks.items():
        lines.append(
            _unary_constraint(f"{node}_lock", node, {c: 0.0 if c == lock else float(INFINITY) for c in colors})
        )
    lines.append(f"agents: [{', '.join(stated.owners)}]")
    lines += ["distribution_hints:", "  must_host:"]
    lines += [f"    {owner}: [{', '.join(own)}]" for owner, own in stated.owners.items()]
    return "\n".join(lines)


def _unary_constraint(name: str, node: str, costs: Mapping[str, float]) -> str:
    colors_by_cost: dict[float, list[str]] = {}
    for color, cost in costs.items():
        colors_by_cost.setdefault(cost, []).append(color)
    rows = ", ".join(f"{cost!r}: {' | '.join(colors)}" for cost, colors in colors_by_cost.items())
    return f"  {name}: {{type: extensional, variables: {node}, values: {{{rows}}}}}"
