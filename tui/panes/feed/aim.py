"""The person's aim on the screen: the line above the timeline, what counts for it, and its result."""

import re

from scenes.feed.rumors import FIRST_HAND
from scenes.feed.scene import FeedScene
from tui.panes.aims import AimLine
from tui.panes.drawing import amount, notice, paragraph
from tui.styles import Line, clip

NAMED = re.compile(r"@\w+")
HOW = {
    "reach": "Posts on what your followers like go furthest. An answer to you, or a share, brings more readers.",
    "correct": 'A reply below a post that spreads it, or a post of your own, counts if it contains "{word}".',
    "source": "Whoever started it told others in private and posted nothing. One of them remembers the wrong name. "
    "A reply to a post asks for the name; / @NAME opens an account's posts. You have one guess: m, then name NAME.",
}


def aim_lines(scene: FeedScene, width: int) -> list[Line]:
    """Draw the person's aim and its progress, and below it the rumor; empty without an aim."""
    aim = scene.aim
    if aim is None:
        return []
    lines = [line_of(scene).draw(width)]
    return [*lines, ((f'   "{clip(aim.claim, width - 6)}"', "fg"),)] if aim.claim and not scene.settled else lines


def line_of(scene: FeedScene) -> AimLine:
    """Write the person's aim in words."""
    own = scene.pursuit
    assert own is not None
    return AimLine(own.aim.order, _progress(scene), own.met, _result(scene), (f"by tick {own.aim.until}",))


def _progress(scene: FeedScene) -> str:
    """Write how far the aim has come."""
    assert scene.aim is not None
    done, goal = scene.progress
    match scene.aim.what:
        case "reach":
            return f"{done} of {goal}"
        case "correct":
            return f"{_share(scene)} % of {amount(len(scene.exposed), 'reader')} corrected"
    return f"{amount(len(scene.heard), 'post')} seen"


def _share(scene: FeedScene) -> int:
    """Return the percentage of those who saw the rumor that saw a correction."""
    return 100 * scene.progress[0] // max(1, len(scene.exposed))


def _result(scene: FeedScene) -> str:
    """Write the result of a decided aim, without a subject."""
    aim, (done, goal) = scene.aim, scene.progress
    assert aim is not None
    match aim.what:
        case "reach":
            return f"your posts reached {done} of {goal} accounts"
        case "correct":
            seen = len(scene.exposed)
            return f"{_share(scene)} % of the {seen} who saw the rumor saw a correction, of {aim.goal} % needed"
    if scene.source < 0:
        return "the source of the rumor is hidden until the game is over for all"
    named = (
        ""
        if scene.pursuit and scene.pursuit.met
        else f", you named {' and '.join(f'@{each}' for each in scene.guesses) or 'nobody'}"
    )
    return f"@{clip(scene.handles[scene.source], 16)} started the rumor{named}"


def advice(scene: FeedScene, width: int) -> list[Line]:
    """Draw how the aim can be reached."""
    aim = scene.aim
    return paragraph(HOW[aim.what].format(word=aim.word), width, "mid") if aim else []


def clues(scene: FeedScene, width: int) -> list[Line]:
    """List the posts with the rumor that the person was shown, those that name an account last; empty without one."""
    if scene.aim is None or scene.aim.what != "source":
        return []
    items, lines, silent = scene.posts.items, list[Line](), list[Line]()
    for thread in scene.heard:
        post = items[scene.posts.threads[thread]]
        named = NAMED.search(scene.answers.get(thread, post.text))
        author = (f" @{clip(scene.handles[post.author], 16)}", "bold fg")
        row: Line = (author, (f"  tick {post.tick}  ", "dim"), (f"names {clip(named[0], 16)}" if named else "", "hi"))
        (lines if named else silent).append(row)
    return [*silent, *lines] or notice("You have not seen the rumor yet")


def witnesses(scene: FeedScene, width: int) -> list[Line]:
    """Draw who had the rumor first hand, for the end; empty unless the aim was to find its source."""
    if scene.aim is None or scene.aim.what != "source" or scene.source < 0:
        return []
    first = [f"@{scene.handles[telling.author]}" for telling in scene.tellings[:FIRST_HAND]]
    text = f"the source told {', '.join(first[:-1])} and {first[-1]}, who remembers the wrong name"
    return paragraph(text, width, "mid", 3)
