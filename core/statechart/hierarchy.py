"""The tree of states, and the states that a transition leaves and enters (W3C SCXML 2015, appendix D)."""

from collections.abc import Sequence
from typing import Generic

from core.statechart.agent import S
from core.statechart.definition import Composite, DefinitionError


class Tree(Generic[S]):
    """Composites over the states of agents. Raises DefinitionError unless it is a tree."""

    def __init__(self, leaves: Sequence[S], composites: Sequence[Composite]) -> None:
        self.leaves: dict[str, S] = {leaf: leaf for leaf in leaves}
        self.composites = {composite.name: composite for composite in composites}
        self.names = (*self.leaves, *self.composites)
        names: list[str] = [*leaves, *(composite.name for composite in composites)]
        raise_if("states defined twice", sorted({name for name in names if names.count(name) > 1}))
        raise_if("names that are no identifiers", [name for name in names if not name.isidentifier()])
        children = [(child, composite.name) for composite in composites for child in composite.children]
        raise_if("unknown children", [f"{child} of {parent}" for child, parent in children if child not in self.names])
        raise_if("composites without children", [c.name for c in composites if not c.children])
        raise_if(
            "composites whose initial state is no child of theirs",
            [f"{c.name} ({c.initial!r})" for c in composites if c.initial not in c.children],
        )
        self.parent = dict(children)
        raise_if("states with two parents", [f"{child} of {p}" for child, p in children if self.parent[child] != p])
        raise_if("composites inside themselves", [name for name in self.composites if self._loops(name)])

    def _loops(self, name: str) -> bool:
        seen: set[str] = set()
        at = self.parent.get(name)
        while at is not None and at != name and at not in seen:
            seen.add(at)
            at = self.parent.get(at)
        return at == name

    def ancestors(self, name: str) -> list[str]:
        """Return the composites around it, innermost first."""
        above = []
        while (name := self.parent.get(name, "")) != "":
            above.append(name)
        return above

    def path(self, leaf: str) -> list[str]:
        """Return the state and its ancestors, innermost first."""
        return [leaf, *self.ancestors(leaf)]

    def leaf(self, name: str) -> S:
        """Return the state in which an agent ends up that enters this one."""
        while name in self.composites:
            name = self.composites[name].initial
        return self.leaves[name]

    def below(self, name: str) -> list[S]:
        """Return all states inside this one that are no composites."""
        return [leaf for leaf in self.leaves.values() if name in self.path(leaf)]

    def crossed(self, leaf: str, source: str, target: str) -> tuple[list[str], list[str]]:
        """Return the states that a transition leaves (innermost first) and enters (outermost first).

        It is taken in `leaf`. They lie below the innermost composite that holds both `source` and `target`.
        """
        around = self.ancestors(target)
        domain = next((name for name in self.ancestors(source) if name in around), None)
        left, entered = self.path(leaf), self.path(self.leaf(target))
        if domain is not None:
            left, entered = left[: left.index(domain)], entered[: entered.index(domain)]
        return left, entered[::-1]


def raise_if(problem: str, culprits: Sequence[object]) -> None:
    """Raise DefinitionError if there are culprits, naming them."""
    if culprits:
        raise DefinitionError(f"{problem}: {', '.join(map(str, culprits))}")
