"""The tour of the feed."""

from tui.tour import Step, Tour, gave

TOUR = Tour(
    options={"agents": 60, "ticks": 80, "aim": "none"},
    seed=3,
    steps=(
        Step("Sixty accounts read, write and pass things on; you are @guest. A post is before you, marked ▸. Pass it "
             "by: `Space`.", gave("scroll"), "dock"),
        Step("The ticks run on until the next post is before you. `l` likes it.", gave("like"), "dock"),
        Step("Answer the next one: `m`, then `tell me more` and `Enter`.", gave("reply"), "preview"),
        Step("Write something yourself: `p`, then `food: what do you cook today?` and `Enter`.", gave("post"),
             "preview"),
        Step("The table counts what all accounts are doing. `↓` goes to another state, and `Enter` lists who is in "
             "it.", at="board"),
        Step("`Esc` goes back to the table. That is a feed: what spreads, and why? Play on as long as you like; esc "
             "again leaves, and it is kept."),
    ),
)  # fmt: skip
