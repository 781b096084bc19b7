"""Writes docs/API.md from the docstrings of the public names: `make api`."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from inspect import cleandoc, getdoc
from itertools import pairwise
from pathlib import Path

import playbill as pb
from playbill import panes, social, testing, types

OUT = Path(__file__).parents[1] / "docs" / "API.md"
WIDE = 110
"""Columns of a signature before it is written an argument a line."""

INTRO = """# The public names

What other people's programs lean on: `import playbill as pb`, `playbill.social`, `playbill.types`, `playbill.panes`,
`playbill.testing`. These names stay; everything below the packages `core`, `scenes` and `tui` may change. This page is
made from the docstrings by `make api`.

[TUTORIAL.md](TUTORIAL.md) writes a scene step by step; [the scene contract](scenes.md) lists all that a scene can have.
"""

GROUPS = {
    "Play, read and experiment": (
        "play aplay Played batch load verify Mismatch branch watch env experiment report table interview frame"
    ),
    "Write a scene": (
        "Scene Event Body Action Name Other Pick Outcome Mark Said Ordering Controlled SceneConfig OpenOrder "
        "Encoding Chance on register"
    ),
    "What a scene may also do": "Told Reviewed Learned Judged Touched Talk Portable Large Language",
    "Write an agent": "Agent Turn ActionReply Json Prompts",
    "Errors": "UserError AgentError SceneError IllegalAction GaveUp",
}
"""Public names by the heading under which the page lists them."""
CALLED = {"__init__": "", "__call__": ""}
"""Methods that are called by their owner's name."""
PANES = (
    *("ScenePane", "LogView", "Line", "Span", "Room", "Palette", "Tab", "Key", "Entry", "Click", "Row", "Part"),
    *("Traits", "Header", "Curve", "Countdown", "command_or_speech"),
    *("fit", "pad", "clip", "wrap", "spread", "width_of", "heading", "stack", "statement", "short_policy"),
    *("Tour", "Step", "Now", "gave", "again"),
)
PANE_TYPES = ("Advice", "Caption", "Decision", "Gave", "Marked", "Place", "Spot")
SOCIAL = tuple(name for name in social.__all__ if name != "SocialPane")

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def tree(module: str) -> ast.Module:
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return ast.parse(Path(spec.origin).read_text("utf-8"))


def documented(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, str]]:
    """Give each statement, with the string that documents it if it sets a name."""
    for statement, after in pairwise([*body, ast.Pass()]):
        match after:
            case ast.Expr(ast.Constant(str(text))):
                yield statement, text
            case _:
                yield statement, ""


def defined(name: str, module: str) -> tuple[ast.stmt, str]:
    """Find where a module defines a name."""
    for statement, text in documented(tree(module).body):
        match statement:
            case ast.FunctionDef(name=found) | ast.AsyncFunctionDef(name=found) | ast.ClassDef(name=found):
                text = docstring(statement)
            case ast.Assign(targets=[ast.Name(found)]):
                pass
            case _:
                continue
        if found == name:
            return statement, text
    raise LookupError(f"{module} defines no {name}")


def arguments(node: ast.arguments) -> list[str]:
    """Write the arguments of a function, without `self` or `cls`."""
    placed = [*node.posonlyargs, *node.args]
    defaults = [None] * (len(placed) - len(node.defaults)) + list(node.defaults)
    pairs = list(zip(placed, defaults, strict=True))
    if pairs and pairs[0][0].arg in ("self", "cls"):
        del pairs[0]
    out = [argument(each, default) for each, default in pairs]
    if node.vararg or node.kwonlyargs:
        out.append(f"*{argument(node.vararg, None)}" if node.vararg else "*")
    out += [argument(each, default) for each, default in zip(node.kwonlyargs, node.kw_defaults, strict=True)]
    return [*out, *([f"**{argument(node.kwarg, None)}"] if node.kwarg else [])]


def argument(node: ast.arg, default: ast.expr | None) -> str:
    told = f"{node.arg}: {unquoted(node.annotation)}" if node.annotation else node.arg
    return f"{told} = {written(default)}" if default else told


def unquoted(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else written(node)


def written(node: ast.AST) -> str:
    """Write code as this house does, with double quotes."""
    return ast.unparse(node).replace("'", '"')


def docstring(node: Function | ast.ClassDef) -> str:
    return ast.get_docstring(node) or ""


def signature(name: str, node: Function, wide: int = WIDE) -> str:
    told = arguments(node.args)
    back = f" -> {unquoted(node.returns)}" if node.returns and node.name != "__init__" else ""
    line = f"{name}({', '.join(told)}){back}"
    return line if len(line) <= wide else "\n    ".join([f"{name}(", *(f"{each}," for each in told)]) + f"\n){back}"


def prose(text: str) -> str:
    """Turn a docstring into Markdown: sessions are fenced."""
    return re.sub(r"(?ms)^>>> .*?(?=\n\n|\Z)", lambda found: f"```pycon\n{found[0]}\n```", text)


def field(node: ast.AnnAssign, text: str) -> str:
    """Write a field, or an attribute, with its type and default, as an item of a list."""
    told, default = re.sub(r"^ClassVar\[(.*)\]$", r"\1", unquoted(node.annotation)), node.value
    match default:
        case ast.Call(ast.Name("Field"), keywords=words):
            named = {word.arg: word.value for word in words}
            default, text = named["default"], str(ast.literal_eval(named["description"]))
    line = f"- `{ast.unparse(node.target)}: {told}{f' = {written(default)}' if default else ''}`"
    return f"{line}: {' '.join(cleandoc(text).split())}" if text else line


def is_property(node: Function) -> bool:
    return any(ast.unparse(each) in ("property", "cached_property") for each in node.decorator_list)


def members(owner: str, body: list[ast.stmt]) -> Iterator[str]:
    """Write a class's fields, then its methods."""
    fields, methods, held = [], [], []
    for statement, text in documented(body):
        match statement:
            case ast.AnnAssign(ast.Name(name)) if not name.startswith("_"):
                fields.append(field(statement, text))
            case ast.Assign([ast.Name(name)]) if text:
                fields.append(f"- `{written(statement)}`: {' '.join(text.split())}")
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                fields += kept_by(statement) if name == "__init__" else []
                doc = docstring(statement)
                if name.startswith("test_"):
                    held.append(f"- {name.removeprefix('test_').replace('_', ' ')}")
                elif doc and is_property(statement):
                    back = unquoted(statement.returns) if statement.returns else ""
                    fields.append(f"- `{name}: {back}`: {' '.join(doc.split())}" if ">>>" not in doc else "")
                elif doc and (not name.startswith("_") or name in CALLED):
                    shown = signature(CALLED.get(name, f".{name}"), statement, wide=1000)
                    methods.append(f"#### `{owner}{shown}`\n\n{prose(doc)}")
    yield from ["\n".join(fields)] if fields else []
    yield from methods
    yield from ["It holds a scene to this:", "\n".join(held)] if held else []


def kept_by(init: Function) -> list[str]:
    """List the attributes that `__init__` documents."""
    types = {each.arg: ast.unparse(each.annotation) for each in init.args.args if each.annotation}
    out = []
    for statement, text in documented(init.body):
        match statement:
            case ast.Assign([ast.Attribute(ast.Name("self"), name)]) if text and name in types:
                out.append(f"- `{name}: {types[name]}`: {' '.join(text.split())}")
            case ast.AnnAssign(ast.Attribute(ast.Name("self"), name), annotation) if text:
                out.append(f"- `{name}: {unquoted(annotation)}`: {' '.join(text.split())}")
    return out


def entry(name: str, module: str) -> Iterator[str]:
    """Write what there is to say of a public name."""
    node, text = defined(name, module)
    yield f"### {name}"
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            start = "await " if isinstance(node, ast.AsyncFunctionDef) else ""
            yield f"```python\n{start}{signature(name, node)}\n```"
        case ast.ClassDef(bases=bases):
            divided = [found.name for found, _ in bases_within(node, module)]
            told = ", ".join(base for base in map(written, bases) if base not in ("ABC", *divided))
            yield f"```python\nclass {name}{f'({told})' if told else ''}\n```"
        case ast.Assign():
            yield f"```python\n{written(node)}\n```"
    yield prose(text)
    if isinstance(node, ast.ClassDef):
        yield from members(node.name, whole(node, module))


def brief(module: str, names: Iterable[str]) -> Iterator[str]:
    """List what types are, a line each."""
    lines = []
    for name in names:
        node, text = defined(name, imported(module)[name])
        what = f" = {written(node.value)}" if isinstance(node, ast.Assign) else ""
        lines.append(f"- `{name}{what}`: {' '.join(prose(text).split())}")
    yield "\n".join(lines)


def whole(node: ast.ClassDef, module: str) -> list[ast.stmt]:
    """List what a class is made of, with what is in the bases that are there to divide it."""
    return [*node.body, *(each for base in bases_within(node, module) for each in whole(*base))]


def bases_within(node: ast.ClassDef, module: str) -> Iterator[tuple[ast.ClassDef, str]]:
    """Give the bases of a picture, with their modules."""
    for base in map(written, node.bases):
        place = imported(module).get(base, "")
        if place.startswith("tui.panes."):
            found, _ = defined(base, place)
            assert isinstance(found, ast.ClassDef)
            yield found, place


def imported(module: str) -> dict[str, str]:
    """Find from where a module has the names that it imports."""
    found = [node for node in tree(module).body if isinstance(node, ast.ImportFrom)]
    return {each.name: node.module for node in found if node.module for each in node.names}


def page() -> str:
    parts = [INTRO.strip()]
    for title, names in GROUPS.items():
        parts += [f"## {title}", *(part for name in names.split() for part in entry(name, pb._MODULES[name]))]
    parts += ["## Write a social scene: `playbill.social`", prose(getdoc(social) or "")]
    parts += [*brief("playbill.social", SOCIAL)]
    parts += ["## Types for annotations: `playbill.types`", *brief("playbill.types", types.__all__)]
    parts += ["## Draw a scene: `playbill.panes`", prose(getdoc(panes) or "")]
    for name in PANES:
        parts += entry(name, imported("playbill.panes")[name])
    parts += ["### Types for annotations", *brief("playbill.panes", PANE_TYPES)]
    parts += ["## Test what you wrote: `playbill.testing`", prose(getdoc(testing) or "")]
    for name in testing.__all__:
        parts += entry(name, imported("playbill.testing").get(name, "playbill.testing"))
    return "\n\n".join(part for part in parts if part) + "\n"


if __name__ == "__main__":
    OUT.write_text(page(), "utf-8")
    print(OUT.name, len(page().splitlines()), "lines")
