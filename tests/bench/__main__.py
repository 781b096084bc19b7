"""The quick benches, with their figures kept: `make bench`; the others, one after the other: `make bench-long`.

`python -m tests.bench [NAME …]` takes some of the quick ones, and `python -m tests.bench --compare A.json B.json` puts
two runs of them beside each other.
"""

import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path

from tests.bench.figures import Figure, Figures, compared, taken

QUICK = ("startup", "engine", "exact", "coloring")
"""Those that give `figures`: some minutes in all."""
LONG = (
    *("screen", "models", "prompts", "dcop", "coloring", "consensus", "statechart", "feed", "hanabi", "coup"),
    *("werewolf", "rl", "tables"),
)


def _bench(name: str) -> object:
    bench = import_module(f"tests.bench.bench_{name}")
    print(f"\n== {(bench.__doc__ or '').splitlines()[0]}", flush=True)
    return bench


def quick(names: Iterable[str]) -> None:
    found: dict[str, list[Figure]] = {}
    for name in names:
        figures: Callable[[], Iterable[Figure]] = getattr(_bench(name), "figures")  # noqa: B009  found by its name
        found[name] = list(figures())
        print("\n".join(figure.told() for figure in found[name]), flush=True)
    print(f"\nkept in {taken(found).write()}")


def main(words: list[str]) -> None:
    match words:
        case ["--compare", one, other]:
            print("\n".join(compared(*(Figures.read(Path(each)) for each in (one, other)))))
        case ["--long"]:
            del sys.argv[1:]
            for name in LONG:
                getattr(_bench(name), "main")()  # noqa: B009  found by its name
        case names:
            if odd := [name for name in names if name not in QUICK]:
                sys.exit(f"{' and '.join(odd)}: no quick bench is called so. There are {', '.join(QUICK)}.")
            quick(names or QUICK)


if __name__ == "__main__":
    main(sys.argv[1:])
