"""The tour of the council."""

from tui.tour import Step, Tour, gave

TOUR = Tour(
    options={"members": 4, "rounds": 1, "agenda": "Open the library at night"},
    seed=3,
    scripted=True,
    steps=(
        Step("Four members debate one motion. Under each name is the member's position: ─ for, ╳ against. <You speak "
             "first: `m`.>", at="board"),
        Step("<The row below shows what the others understand. >Take a side, with a reason<: `I am for it, it is "
             "safer` and `Enter`>.", gave("say"), "preview"),
        Step("All have spoken, and the vote is open. Nobody sees a vote before all are in. <`y` is yes.>",
             gave("vote yes"), "board"),
        Step("Two to two: a tie fails. Every game ends with its result and what to do next. <`Esc` goes to the "
             "board.>"),
        Step("<Why did they vote like this? `i` opens the reasons of the last decision, and `i` closes them.>"),
        Step("<`←` `←` go back through what happened, and `End` comes back.>", at="track"),
        Step("That is a council: you say where you stand, and why, and hope. <? has the rules. esc leaves, and the "
             "game is kept.>"),
    ),
)  # fmt: skip
