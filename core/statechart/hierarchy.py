"""The tree of states, and which are left and entered by a transition (W3C SCXML 2015, appendix D)."""

from collections.abc import Sequence
from typing import Generic

from core.statechart.agent import S
from core.statechart.definition import Composite, DefinitionError


class Tree(Generic[S]):
    """Composites over the states agents can be in. Raises DefinitionError unless it is a tree."""

    def __init__(self, leaves: Sequence[S], composites: Sequence[Composite]) -> None:
        self.leaves: dict[str, S] = {leaf: leaf for leaf in leaves}
        self.composites = {composite.name: composite for composite in composites}
        self.names = (*self.leaves, *self.composites)
        given: list[str] = [*leaves, *(composite.name for composite in composites)]
        raise_if("states defined twice", sorted({name for name in given if given.count(name) > 1}))
        raise_if("names that are no identifiers", [name for name in given if not name.isidentifier()])
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
        """Without itself, innermost first."""
        above = []
        while (name := self.parent.get(name, "")) != "":
            above.append(name)
        return above

    def path(self, leaf: str) -> list[str]:
        """The state and its ancestors, innermost first."""
        return [leaf, *self.ancestors(leaf)]

    def leaf(self, name: str) -> S:
        """Where an agent ends up that enters this state."""
        while name in self.composites:
            name = self.composites[name].initial
        return self.leaves[name]

    def below(self, name: str) -> list[S]:
        """All states an agent can be in inside this one."""
        return [leaf for leaf in self.leaves.values() if name in self.path(leaf)]

    def crossed(self, leaf: str, source: str, target: str) -> tuple[list[str], list[str]]:
        """The states left (innermost first) and entered (outermost first) when a transition from `source` is taken
        in `leaf`: those below the innermost composite that holds both ends."""
        around = self.ancestors(target)
        domain = next((name for name in self.ancestors(source) if name in around), None)
        left, entered = self.path(leaf), self.path(self.leaf(target))
        if domain is not None:
            left, entered = left[: left.index(domain)], entered[: entered.index(domain)]
        return left, entered[::-1]


def raise_if(what: str, culprits: Sequence[object]) -> None:
    if culprits:
        raise DefinitionError(f"{what}: {', '.join(map(str, culprits))}")
