"""Help page and tour of the coloring scene."""

from tui.tour import Step, Tour, again, gave

HELP = (
    "Color your nodes so that no two joined nodes have the same color, and agree with the others.",
    "You own one cluster; each agent owns another. Thin lines join nodes of one cluster, heavy lines cross to "
    "another. You see only what was reported to you: a neighbor's boundary nodes, with the report's age in turns "
    "(3t), and ? for the rest. They, too, know only what you tell them.",
    "Every conflict costs a penalty. Colors are worth points (red 3, green 2, blue 1), which break ties only.",
    "Pick a node with the arrows or the mouse, then press a color's letter (r g b) or digit (1 2 3, in the order of "
    "the row below the board; purple has only its digit). Locked nodes [a3 R] stay as they are.",
    "Write with {write}: @B change b2 to green please, h2 is red. The row below shows what will be understood. A "
    "request binds the agent once; it answers with what it did. Without @ everybody hears you. /h2 red is a command.",
    "If you make b2 red I make h5 green, or /offer b2=red for h5=green, is an offer; with always it holds until it is "
    "withdrawn. The Offers tab has them all: o chooses one, Enter accepts it, x refuses or withdraws it. Ask with "
    "/query h4 or in words: why b2? what if h2 were blue? what should I do?",
    "The What if tab shows what another color of the picked node would do to everybody, as far as you know: press or "
    "click a color; Enter writes the offer of it. z, or a click on an owner's name, shows one cluster by itself, and d "
    "greedy's colors beside those of exact search.",
    "p passes, s says that you are satisfied: both tell your neighbors your boundary colors. The run ends when "
    "everybody is satisfied, or when you declare it impossible: write /impossible.",
)

TOUR = Tour(
    options={"problem": "generate", "clusters": 2, "size": 3, "fixed": 0},
    seed=1,
    scripted=True,
    steps=(
        Step("The right half is yours. Nodes that are joined must not have the same color. h1 is chosen: `r` makes it "
             "red.", gave("color h1 red"), "board"),
        Step("Arrows or a click choose a node. Go down to h3 with `↓`, and make it red as well: `r`.",
             gave("color h3 red")),
        Step("Red beside red is a clash, ╳, and costs points. The row below the board tells what each color is worth. "
             "Press `g`: green fits.", gave("color h3 green"), "legend"),
        Step("One is left. What is best for it? `h` gives a hint, and shows it on the board.", at="preview"),
        Step("`Enter` does what the hint says.", gave("color h2"), "preview"),
        Step("A owns the left half, and knows only what it is told. Talk to it: `m`, then `please keep a2 red` and "
             "`Enter`.", gave("say"), "preview"),
        Step("The board has the keys again: `p` ends your turn, and tells A your colors.", again),
        Step("All is well colored. `s` says that you are satisfied; once everybody is, the game is over.", again),
    ),
)  # fmt: skip
