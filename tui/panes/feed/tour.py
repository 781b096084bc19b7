"""The tour of the feed."""

from tui.tour import Step, Tour, gave

TOUR = Tour(
    options={"agents": 60, "ticks": 80, "aim": "none"},
    seed=3,
    steps=(
        Step("Sixty accounts read, write and pass things on; you are @guest. This is your timeline; a post is before "
             "you, marked ▸. Pass it by<: `Space`>.", gave("scroll"), "board"),
        Step("Time goes on in ticks until you see the next post. <`l` likes it.>", gave("like"), "board"),
        Step("Answer the next one<: `m`, then `tell me more` and `Enter`>.", gave("reply"), "preview"),
        Step("Write something yourself<: `n`, then `food: what do you cook today?` and `Enter`>.", gave("post"),
             "preview"),
        Step("<`↓` selects an earlier post, which you can still answer, and `Enter` opens its thread.>", at="board"),
        Step("<`Esc` goes back to the timeline, and `t` shows what all accounts are doing. >That is a feed: what "
             "spreads, and why? Play on as long as you like<; esc leaves, and it is kept>."),
    ),
)  # fmt: skip
