"""The quick benches, with their figures kept: `make bench`; the others, one after the other: `make bench-long`.

`python -m tests.bench [NAME …]` takes some of the quick ones, and `python -m tests.bench --compare A.json B.json` puts
two runs of them beside each other.
"""

import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from time import monotonic

from tests.bench.figures import Figure, Figures, compared, taken

QUICK = ("startup", "engine", "screen", "exact", "coloring", "feed", "hanabi", "coup", "werewolf", "rl")
"""Those that can be quick: the ones of them that give `figures` take some minutes in all."""
LONG = (
    *("screen", "models", "prompts", "coloring", "consensus", "statechart", "feed", "hanabi", "coup"),
    *("werewolf", "rl", "tables", "intervals", "memory"),
)


def _bench(name: str) -> object:
    return import_module(f"tests.bench.bench_{name}")


def _title(bench: object) -> None:
    print(f"\n== {(bench.__doc__ or '').splitlines()[0]}", flush=True)


def quick(names: Iterable[str]) -> None:
    found: dict[str, list[Figure]] = {}
    for name in names:
        began, bench = monotonic(), _bench(name)
        figures: Callable[[], Iterable[Figure]] | None = getattr(bench, "figures", None)
        if figures is not None:
            _title(bench)
            found[name] = list(figures())
            print("\n".join(figure.told() for figure in found[name]))
            print(f"({monotonic() - began:.0f} s)", flush=True)
    print(f"\nkept in {taken(found).write()}")


def main(words: list[str]) -> None:
    match words:
        case ["--compare", one, other]:
            print("\n".join(compared(*(Figures.read(Path(each)) for each in (one, other)))))
        case ["--long"]:
            del sys.argv[1:]
            for name in LONG:
                bench = _bench(name)
                _title(bench)
                getattr(bench, "main")()  # noqa: B009  found by its name
        case names:
            if odd := [name for name in names if name not in QUICK]:
                sys.exit(f"{' and '.join(odd)}: no quick bench is called so. There are {', '.join(QUICK)}.")
            quick(names or QUICK)


if __name__ == "__main__":
    main(sys.argv[1:])
