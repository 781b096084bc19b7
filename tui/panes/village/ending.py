"""End of a village's days: the spread of each piece of news, and the most talkative people."""

from collections import Counter

from core.engine.events import Said
from scenes.village.scene import VillageScene
from tui.log_view import LogView
from tui.styles import Line, wrap

TALKERS = 5
"""Named as those who said most."""


def paint(view: LogView, scene: VillageScene, width: int) -> list[Line]:
    """A row on the whole, one on who talked, and a row for each piece of news, the widest known first."""
    if view.ended is None:
        return []
    said = Counter(event.agent for event in view.events if isinstance(event.data, Said))
    met = view.ended.result.get("meetings", 0)
    out: list[Line] = [(), ((f"   {sum(said.values())} things said, at {met} meetings", "fg"),)]
    if said:
        most = ", ".join(f"{'you' if name == view.seat else name} {count}" for name, count in said.most_common(TALKERS))
        out += [((f"   {row}", "mid"),) for row in wrap(f"most by {most}", width - 4)]
    trees = {piece: scene.tree(piece) for piece in scene.pieces}
    for piece, tree in sorted(trees.items(), key=lambda each: -len(each[1])):
        hops = max(branch.hops for branch in tree)
        all_of = len(scene.names)
        count = f"   {len(tree):>{len(str(all_of))}} of {all_of}, {hops} hop{'s' * (hops != 1)}  "
        out.append(((count, "hi"), (scene.pieces[piece], "mid")))
    return out
