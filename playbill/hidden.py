"""Check for user modules that hide Playbill's packages."""

from importlib.util import find_spec
from pathlib import Path

OURS = ("core", "scenes", "tui", "themes", "recordings")


def hidden() -> str:
    """Say in one line what hides which package of Playbill's, and the remedy; empty if all are found."""
    home = Path(__file__).resolve().parents[1]
    for name in OURS:
        spec = find_spec(name)
        if spec is None:
            return f"Playbill's own package {name!r} is missing: install Playbill again."
        found = Path(spec.origin or next(iter(spec.submodule_search_locations or [""]))).resolve()
        if found != home / name / "__init__.py":
            return f"{found} hides Playbill's own package {name!r}: rename it, or run from another folder."
    return ""
