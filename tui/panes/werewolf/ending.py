"""End of a game of Werewolf: everybody's role and fate."""

from scenes.werewolf.observation import Death, Village
from tui.log_view import LogView
from tui.panes import results
from tui.styles import Line


def paint(view: LogView, seen: Village, width: int) -> list[Line]:
    """A row on the whole, and a cell for each player: those who won first, then as they sit."""
    if view.ended is None:
        return []
    winners = view.ended.winners
    day = " d" if width < 2 * results.COLUMN else ", day "
    fates = {death.name: _fate(death, day) for death in seen.deaths}
    names = sorted(seen.players, key=lambda name: name not in winners)
    wide = max(map(len, seen.roles.values()), default=0)
    cells = []
    for name in names:
        role = seen.roles.get(name, "")
        wolf = "bad" if role == "werewolf" else "hi"
        told: Line = ((f"{role:<{wide}} ", wolf), (fates.get(name, "lives"), "mid" if name in fates else "good"))
        sign, who, _ = results.lead(view, name, results.won(view, name), seen.players)
        cells.append((sign, who, *told))
    return [(), _whole(view, seen), *results.columns(cells, width)]


def _whole(view: LogView, seen: Village) -> Line:
    assert view.ended is not None
    hanged = [death for death in seen.deaths if death.how == "rope"]
    wolves = sum(seen.roles.get(death.name) == "werewolf" for death in hanged)
    days = f"{seen.day} day{'s' * (seen.day != 1)}"
    rope = f"{len(hanged)} hanged, {wolves} of them {'werewolf' if wolves == 1 else 'werewolves'}"
    return ((f"   {days}   {rope if hanged else 'nobody was hanged'}", "fg"),)


def _fate(death: Death, day: str) -> str:
    match death.how:
        case "rope":
            return f"hanged{day}{death.day}"
        case "shot":
            return f"shot{day}{death.day}"
        case _:
            return f"night {death.day}"
