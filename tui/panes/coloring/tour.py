"""The tour of the coloring scene."""

from tui.tour import Step, Tour, again, gave

TOUR = Tour(
    options={"problem": "generate", "clusters": 2, "size": 3, "fixed": 0},
    seed=1,
    scripted=True,
    steps=(
        Step("The right half is yours. Nodes that are joined must not have the same color. h1 is selected<: `r` makes "
             "it red>.", gave("color h1 red"), "board"),
        Step("<Arrows or a click select a node. Go down to h3 with `↓`, and make it red as well: `r`.>",
             gave("color h3 red")),
        Step("Red beside red is a clash, ╳, and costs points. <The row below the board shows the points of each color. "
             "Press `g`: green fits.>", gave("color h3 green"), "legend"),
        Step("One node has no color yet. Which is best? `h` gives a hint<, and shows it on the board>.", at="preview"),
        Step("`Enter` follows the hint.", gave("color h2"), "preview"),
        Step("A owns the left half, and knows only what it is told. Talk to it<: `m`, then `please keep a2 red` and "
             "`Enter`>.", gave("say"), "preview"),
        Step("<The board has the keys again: `p` ends your turn, and tells A your colors.>", again),
        Step("All nodes have good colors. <`s` says that you are satisfied; once everybody is, the game is "
             "over.>", again),
    ),
)  # fmt: skip
