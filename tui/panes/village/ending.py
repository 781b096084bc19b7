"""The end of days in a village: the person's part in the news, talk, and the spread of each piece of news."""

from collections import Counter

from core.engine.events import Said
from scenes.village.aim_texts import sentence
from scenes.village.scene import VillageScene
from tui.log_view import LogView
from tui.panes.drawing import amount, paragraph
from tui.panes.results import called
from tui.panes.village import aims
from tui.styles import Line

MAX_TALKERS = 5
"""Maximum villagers that are named as the most talkative."""


def headline(view: LogView) -> str:
    """Write whether the person met its aim; without an aim, which news it heard and told, or how far news went."""
    scene: VillageScene = view.scene  # type: ignore[assignment]
    trees, person = [scene.tree(piece) for piece in scene.pieces], view.person
    if not person:
        knows = sum(map(len, trees))
        return f"The days are over: {amount(len(trees), 'piece')} of news, heard or seen {amount(knows, 'time')}"
    if own := [each for name, each in scene.settled if name == person]:
        results = [sentence(each, "met" if each.met else "missed") for each in own]
        return f"You {' and '.join(filter(None, [', '.join(results[:-1]), results[-1]]))}"
    heard = sum(branch.name == person for tree in trees for branch in tree)
    hearers = len({branch.name for tree in trees for branch in tree if branch.source == person})
    said = sum(event.agent == person and isinstance(event.data, Said) for event in view.events)
    reached = "nobody" if not hearers else amount(hearers, "other")
    return f"You learned {heard} of {len(trees)} pieces of news, told {reached}, and spoke {amount(said, 'time')}"


def paint(view: LogView, scene: VillageScene, width: int) -> list[Line]:
    """Draw a summary, the most talkative villagers, and a row for each piece of news, the best known first."""
    if view.ended is None:
        return []
    said = Counter(event.agent for event in view.events if isinstance(event.data, Said))
    met = view.ended.result.get("meetings", 0)
    out: list[Line] = [
        (),
        *aims.results(view, scene, width),
        ((f"   {sum(said.values())} things said, at {met} meetings", "fg"),),
    ]
    if said:
        most = ", ".join(f"{called(view, name)} {count}" for name, count in said.most_common(MAX_TALKERS))
        out += paragraph(f"most by {most}", width, "mid", 3)
    trees = {piece: scene.tree(piece) for piece in scene.pieces}
    everybody = len(scene.names)
    for piece, tree in sorted(trees.items(), key=lambda each: -len(each[1])):
        hops = amount(max(branch.hops for branch in tree), "hop")
        count = f"   {len(tree):>{len(str(everybody))}} of {everybody}, {hops}  "
        out.append(((count, "hi"), (scene.pieces[piece], "mid")))
    return out
