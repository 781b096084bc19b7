"""DIMACS `.col` files: graphs without owners or colors, which comments starting with `c playbill` add."""

from typing import NamedTuple

from core.errors import UserError
from scenes.coloring.files.problem_spec import MOST_EDGES, MOST_NODES, Path, ProblemSpec, split
from scenes.coloring.problem.graph import COLORS, SEATS


class _DimacsFile(NamedTuple):
    """The content of a file, with nodes numbered from 0."""

    nodes: int
    edges: dict[tuple[int, int], int]
    """Line of the first mention of each edge."""
    comments: list[tuple[int, list[str]]]
    """Line number and words of the `c playbill` comments."""


def read_dimacs(text: str, owners: int, colors: int) -> ProblemSpec:
    """Parse a DIMACS file.

    Raises UserError with the line. Without `c playbill` comments, the graph's communities become the clusters of
    `owners` owners, and the problem has `colors` colors.
    """
    lines = _parse_lines(text)
    if lines.comments:
        return _problem_from_comments(lines)
    if lines.nodes < owners:
        raise UserError(f"{lines.nodes} nodes cannot have {owners} owners: -o clusters={max(2, lines.nodes)}")
    own: dict[str, list[str]] = {}
    node_names: dict[int, str] = {}
    for owner, part in zip(SEATS, split(lines.nodes, [*lines.edges], owners), strict=False):
        own[owner] = [f"{owner.lower()}{i}" for i in range(1, len(part) + 1)]
        node_names |= zip(part, own[owner], strict=True)
    names = {name: str(node + 1) for node, name in node_names.items()}
    edges = [[node_names[u], node_names[v]] for u, v in lines.edges]
    return ProblemSpec.read({"owners": own, "edges": edges, "colors": list(COLORS[:colors]), "names": names})


def _parse_lines(text: str) -> _DimacsFile:
    nodes, count, declared = -1, 0, (0, 0)
    edges: dict[tuple[int, int], int] = {}
    comments: list[tuple[int, list[str]]] = []
    for at, line in enumerate(text.splitlines(), 1):
        match line.split():
            case [] | ["c"]:
                pass
            case ["c", "playbill", _, *_] as words:
                comments.append((at, words[2:]))
            case ["c", *_]:
                pass
            case ["p", "edge" | "col" | "edges", size, length]:
                if nodes >= 0:
                    raise UserError(f"line {at}: there is a p line already")
                nodes, declared = _parse_count(size, at), (_parse_count(length, at), at)
                if not 2 <= nodes <= MOST_NODES:
                    raise UserError(f"line {at}: {nodes} nodes; a problem has 2 to {MOST_NODES}")
            case ["e", *_] if nodes < 0:
                raise UserError(f"line {at}: an edge comes before the p line (p edge NODES EDGES)")
            case ["e", first, second]:
                u, v = _parse_node(first, nodes, at), _parse_node(second, nodes, at)
                if u == v:
                    raise UserError(f"line {at}: node {first} cannot touch itself")
                count += 1
                if (v, u) not in edges:
                    edges.setdefault((u, v), at)
            case words:
                known = "lines are c …, p edge NODES EDGES, e NODE NODE"
                raise UserError(f"line {at}: {' '.join(words)[:40]!r} is not supported; {known}")
    if nodes < 0:
        raise UserError("there is no p line (p edge NODES EDGES)")
    if declared[0] not in (count, len(edges)):
        raise UserError(f"line {declared[1]}: it declares {declared[0]} edges, but {count} follow")
    if len(edges) > MOST_EDGES:
        raise UserError(f"line {declared[1]}: {len(edges)} edges; a problem has at most {MOST_EDGES}")
    if not edges:
        raise UserError("it has no edges, so there is nothing to agree on")
    return _DimacsFile(nodes, edges, comments)


def _parse_count(word: str, at: int) -> int:
    if not (word.isascii() and word.isdigit()) or len(word) > 18:
        raise UserError(f"line {at}: {word[:40]!r} is not a count")
    return int(word)


def _parse_node(word: str, nodes: int, at: int) -> int:
    node = _parse_count(word, at)
    if not 1 <= node <= nodes:
        raise UserError(f"line {at}: there is no node {word}; nodes are 1 to {nodes}")
    return node - 1


def _problem_from_comments(lines: _DimacsFile) -> ProblemSpec:
    """Build the problem from the graph and its `c playbill` comments. Raises UserError."""
    node_names: dict[int, str] = {}
    own: dict[str, list[str]] = {}
    colors: list[str] = []
    locks: dict[str, str] = {}
    points: dict[str, dict[str, float]] = {}
    out: dict[str, object] = {"owners": own, "locks": locks, "preferences": points}
    where: dict[Path, int] = {}
    for at, words in lines.comments:
        match words:
            case ["node", word, name, owner]:
                node = _parse_node(word, lines.nodes, at)
                if node in node_names:
                    raise UserError(f"line {at}: node {word} has an owner already")
                node_names[node] = name
                where["owners", owner, len(own.setdefault(owner, []))] = at
                where.setdefault(("owners", owner), at)
                own[owner].append(name)
            case ["colors", *colors]:
                out["colors"] = colors
                where["colors",] = at
            case ["penalty", word]:
                out["penalty"] = _parse_number(word, at)
                where["penalty",] = at
            case ["lock", name, color] if name not in locks:
                locks[name] = color
                where["locks", name] = at
            case ["points", name, *figures] if name not in points and len(figures) == len(colors):
                points[name] = {c: _parse_number(word, at) for c, word in zip(colors, figures, strict=True)}
                where["preferences", name] = at
            case _:
                forms = "node NUMBER NAME OWNER, colors …, penalty P, lock NAME COLOR, points NAME … (one a color)"
                raise UserError(f"line {at}: after c playbill comes {forms}, each once")
    if len(node_names) < lines.nodes:
        missing = next(node for node in range(lines.nodes) if node not in node_names)
        raise UserError(
            f"no line says who owns node {missing + 1}; add one such as: c playbill node {missing + 1} a1 A"
        )
    out["edges"] = [[node_names[u], node_names[v]] for u, v in lines.edges]
    where |= {("edges", i): at for i, at in enumerate(lines.edges.values())}
    return ProblemSpec.read(out, where)


def _parse_number(word: str, at: int) -> float:
    try:
        return float(word)
    except ValueError as error:
        raise UserError(f"line {at}: {word[:40]!r} is not a number") from error


def write_dimacs(stated: ProblemSpec) -> str:
    """Write a file for `read_dimacs`: the graph in standard form, the rest in comments."""
    place = {node: i for i, node in enumerate((node for own in stated.owners.values() for node in own), 1)}
    lines = ["c a coloring problem; lines that begin with c playbill say what the format cannot"]
    lines += [f"c playbill node {place[node]} {node} {owner}" for owner, own in stated.owners.items() for node in own]
    lines.append(f"c playbill colors {' '.join(stated.colors)}")
    lines += [f"c playbill penalty {stated.penalty!r}"] if stated.penalty else []
    lines += [f"c playbill lock {node} {color}" for node, color in stated.locks.items()]
    for node, points in stated.preferences.items():
        lines.append(f"c playbill points {node} {' '.join(repr(points[color]) for color in stated.colors)}")
    lines.append(f"p edge {len(place)} {len(stated.edges)}")
    lines += [f"e {place[u]} {place[v]}" for u, v in stated.edges]
    return "\n".join(lines)
