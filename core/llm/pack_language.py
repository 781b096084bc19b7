"""The language of prompt templates: a subset of Jinja that cannot run code, read files, or run for long.

Anybody may write a pack, and recordings contain it. So a template has only variables, conditions, loops, includes
and filters, and each rendering has a limit of work.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from jinja2 import (
    FunctionLoader,
    StrictUndefined,
    Template,
    TemplateNotFound,
    TemplateSyntaxError,
    Undefined,
    UndefinedError,
    nodes,
    sandbox,
)
from jinja2.exceptions import SecurityError
from jinja2.meta import find_undeclared_variables

from core.errors import UserError
from core.text import quoted

MOST_WORK = 2_000_000
"""Maximum work of one rendering: characters written or joined, and parts of a loop's body per pass."""
METHODS = ("get", "items", "keys", "values")
"""Methods of mappings, the only calls in a template."""
FILTERS = (
    *("abs", "capitalize", "count", "default", "first", "int", "last", "length", "list", "lower", "map", "max"),
    *("min", "reject", "rejectattr", "round", "select", "selectattr", "sort", "string", "title", "trim", "unique"),
    "upper",
)
"""Jinja's filters that templates may use, besides join, replace and quoted."""
INTERNAL: frozenset[str] = frozenset().union(
    sandbox.UNSAFE_FUNCTION_ATTRIBUTES,
    sandbox.UNSAFE_METHOD_ATTRIBUTES,
    sandbox.UNSAFE_GENERATOR_ATTRIBUTES,
    sandbox.UNSAFE_COROUTINE_ATTRIBUTES,
    sandbox.UNSAFE_ASYNC_GENERATOR_ATTRIBUTES,
    ("mro",),
)
"""Attributes that lead from a value to the code behind it."""
ALLOWED = (
    *(nodes.Template, nodes.Output, nodes.TemplateData, nodes.Name, nodes.Const, nodes.For, nodes.If, nodes.Include),
    *(nodes.Assign, nodes.CondExpr, nodes.Filter, nodes.Test, nodes.Getattr, nodes.Getitem, nodes.Call, nodes.Slice),
    *(nodes.Compare, nodes.Operand, nodes.And, nodes.Or, nodes.Not, nodes.Concat, nodes.Add, nodes.Sub, nodes.Neg),
    *(nodes.Keyword, nodes.List, nodes.Tuple),
)


class Language(sandbox.ImmutableSandboxedEnvironment):
    """Environment of one pack's templates."""

    intercepted_binops = frozenset("+")

    def __init__(self, templates: Mapping[str, str]) -> None:
        """Take templates by name; each template is compiled when it is first rendered."""

        def find(file: str) -> tuple[str, str, Callable[[], bool]] | None:
            text = templates.get(file.removesuffix(".j2"))
            return None if text is None else (text, file, lambda: True)

        super().__init__(
            loader=FunctionLoader(find),
            undefined=StrictUndefined,
            autoescape=False,
            trim_blocks=True,
            lstrip_blocks=True,
            cache_size=-1,
            finalize=_text,
        )
        own = {"counted": self._counted, "join": self._join, "replace": self._replace, "quoted": self._quoted}
        self.filters = {**{name: self.filters[name] for name in FILTERS}, **own}
        self.globals = {}
        self._left = MOST_WORK
        self._sizes: dict[str, int] = {}

    def write(self, name: str, variables: Mapping[str, Any]) -> str:
        """Render a template. Raises UserError."""
        self._left = MOST_WORK
        parts = []
        with template_errors(name):
            for part in self.get_template(f"{name}.j2").generate(variables):
                self._spend(len(part))
                parts.append(part)
        return "".join(parts).strip()

    def compiled(self, name: str) -> Template:
        """Compile a template. Raises UserError."""
        self._left = MOST_WORK
        with template_errors(name):
            return self.get_template(f"{name}.j2")

    def variables(self, name: str, text: str) -> set[str]:
        """Return the variables that a template uses. Raises UserError."""
        with template_errors(name):
            return find_undeclared_variables(self.parse(text, f"{name}.j2", f"{name}.j2"))

    def get_template(self, name: Any, *args: Any, **options: Any) -> Template:
        """Return a template; each include counts as work."""
        template = super().get_template(name, *args, **options)
        self._spend(self._sizes[str(name)])
        return template

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Allow attributes of data. Calls are checked when a template is parsed."""
        return not attr.startswith("_") and attr not in INTERNAL

    def is_safe_callable(self, obj: Any) -> bool:
        """Allow the methods of mappings."""
        return isinstance(getattr(obj, "__self__", None), Mapping)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Add two numbers; texts are joined with ~."""
        if not isinstance(left, int | float) or not isinstance(right, int | float):
            raise SecurityError("+ adds numbers only; join texts with ~")
        return super().call_binop(context, operator, left, right)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """Parse a template, reject parts that packs cannot have, and count the work of loops and joined texts."""
        tree = super()._parse(source, name, filename)
        every = list(tree.find_all(nodes.Node))
        for node in every:
            if (why := _reason_against(node)) is not None:
                raise TemplateSyntaxError(why, node.lineno, name, filename)
        self._sizes[str(name)] = len(every)
        for node in every:
            if isinstance(node, nodes.For):
                size = nodes.Const(sum(1 for _ in node.find_all(nodes.Node)), lineno=node.lineno)
                node.iter = nodes.Filter(node.iter, "counted", [size], [], None, None, lineno=node.lineno)
        return _joined(tree)

    def _spend(self, work: int) -> None:
        self._left -= work
        if self._left < 0:
            raise SecurityError("it takes too much work: shorten its loops or its text")

    def _counted(self, items: Iterable[Any], size: int) -> Iterator[Any]:
        for item in items:
            self._spend(size)
            yield item

    def _join(self, values: Iterable[Any], separator: str = "") -> str:
        parts = []
        for value in values:
            parts.append(_text(value))
            self._spend(len(parts[-1]) + len(separator) + 1)
        return separator.join(parts)

    def _replace(self, text: str, old: str, new: str) -> str:
        self._spend(len(text) + text.count(old) * len(new))
        return text.replace(old, new)

    def _quoted(self, words: str) -> str:
        self._spend(len(words))
        return quoted(words)


def _text(value: Any) -> str:
    """Write a value. Raises SecurityError for a method, whose text would differ from run to run."""
    text = str(value)
    if callable(value) and not isinstance(value, Undefined):
        raise SecurityError("a method is not text: write .items() where a mapping is meant")
    return text


def _reason_against(node: nodes.Node) -> str | None:
    """Return the reason why packs cannot have this part of a template; None if they can."""
    kind = type(node).__name__
    match node:
        case nodes.Call(node=nodes.Getattr(attr=attribute)) if attribute in METHODS:
            return None
        case nodes.Call():
            return f"a pack calls nothing but {', '.join(f'.{name}()' for name in METHODS)} of a mapping"
        case nodes.Filter(name=name) if name not in (*FILTERS, "join", "replace", "quoted"):
            return f"there is no filter {name!r} in a pack"
        case nodes.For(recursive=True):
            return "a pack has no recursive loops"
        case nodes.Include(template=template) if not isinstance(template, nodes.Const):
            return 'an include names its template: {% include "facts.j2" %}'
        case nodes.List(items=items) | nodes.Tuple(items=items, ctx="load"):
            constant = all(isinstance(item, nodes.Const) for item in items)
            return None if constant else "a list in a template holds constants only"
        case _:
            return None if isinstance(node, ALLOWED) else f"a pack has no {kind.lower()}"


def _joined(tree: nodes.Template) -> nodes.Template:
    """Write each `a ~ b` as a join, whose work is counted."""

    def visit(node: nodes.Node) -> None:
        for field, value in node.iter_fields():
            if isinstance(value, nodes.Node):
                setattr(node, field, changed(value))
            elif isinstance(value, list):
                setattr(node, field, [changed(each) if isinstance(each, nodes.Node) else each for each in value])

    def changed(node: nodes.Node) -> nodes.Node:
        visit(node)
        if not isinstance(node, nodes.Concat):
            return node
        parts = nodes.List(node.nodes, lineno=node.lineno)
        return nodes.Filter(parts, "join", [], [], None, None, lineno=node.lineno, environment=node.environment)

    visit(tree)
    return tree


@contextmanager
def template_errors(name: str) -> Iterator[None]:
    """Convert errors of a template to UserErrors with file and line."""
    try:
        yield
    except TemplateNotFound as error:
        raise UserError(f"The prompt {name}.j2 needs {error.name}, which is not in its pack.") from error
    except TemplateSyntaxError as error:
        raise UserError(f"The prompt {error.name}, line {error.lineno}: {str(error.message).rstrip('.')}.") from error
    except RecursionError as error:
        raise UserError(f"The prompt {name}.j2 includes itself.") from error
    except (UndefinedError, SecurityError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise UserError(f"The prompt {_place(error) or f'{name}.j2'}: {str(error).rstrip('.')}.") from error


def _place(error: BaseException) -> str:
    """Return the template and line in which a rendering failed; "" if it failed outside of templates."""
    at, place = error.__traceback__, ""
    while at is not None:
        file = at.tb_frame.f_code.co_filename
        place = f"{file}, line {at.tb_lineno}" if file.endswith(".j2") else place
        at = at.tb_next
    return place
