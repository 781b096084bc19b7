"""Help page and tour of the council."""

from tui.tour import Step, Tour, gave

HELP = (
    "A council debates the motions of its agenda, one after the other, and votes on each. The chair says who has "
    "the floor and opens the vote; it has no vote. When everybody had the floor as often as -o rounds says, the "
    "vote opens by itself.",
    "All members vote at once: yes, no or abstain, and nobody sees a vote before all are in. A vote counts if at "
    "least half of the members vote yes or no. A motion passes with more yes than no; with two yes for each no "
    "(-o majority=two-thirds); or with no vote against it (-o majority=unanimity). A tie fails. An amendment "
    "(amend …) is part of the motion once another member seconds it, one at most. With -o vote=sealed each member's "
    "vote stays secret, so promises cannot be checked either.",
    "Every member has interests, which nobody else sees: values that it cares for (Knows), others whom it trusts "
    "more or less, and so a leaning on each motion. An argument moves members that care for its value and trust "
    "the speaker. Values: fairness, freedom, thrift, safety, nature, growth, community, tradition.",
    "What you say is read, and the line below the input shows what is understood: where you stand (I am for it, I "
    "lean against it, I am strongly in favor, I am undecided), what you argue (it costs too much; it is safer; no "
    "more accidents), and whom you ask (Bob, what does it mean for nature?). The rest is just words. Bots "
    "answer, and may change their minds.",
    "With the floor: {write} speaks, and that ends your turn; announce … speaks and keeps the floor; p passes; f o a "
    "state for, open, against; w whispers: tell Bob …; or write offer Bob yes on 3 for yes on 2, accept Bob, "
    "amend provided that it costs nothing, second amendment, voting status. While a vote is open: y n a, or vote "
    "yes because … In the chair: g gives everybody the floor, s some (schedule Ann, Bob), r asks for a brief, b "
    "opens the vote, f closes the meeting.",
    "Signs: ─ for, │ open, ╳ against, one stroke for each step (rather, clearly, strongly), · not said yet; ▲▼ "
    "how far somebody has moved on this motion; ● has the floor. On the track: ◆ a motion passed, ╳ one failed, ◇ "
    "somebody changed sides, ! a promise was broken.",
)

TOUR = Tour(
    options={"members": 4, "rounds": 1, "agenda": "Open the library at night"},
    seed=3,
    scripted=True,
    steps=(
        Step("Four members debate one motion. Under each name is the position: ─ for, ╳ against. You speak first: "
             "`m`.", at="board"),
        Step("The row below says what is understood. Take a side, with a reason: `I am for it, it is safer` and "
             "`Enter`.", gave("say"), "preview"),
        Step("All have spoken, and the vote is open. Nobody sees a vote before all are in. `y` is yes.",
             gave("vote yes"), "board"),
        Step("Two to two: a tie fails. Every game ends with its result and what to do next. `Esc` goes to the "
             "board."),
        Step("Why did they vote so? `i` opens the reasons of the last decision, and `i` closes them."),
        Step("`←` `←` go back through what happened, and `End` comes back.", at="track"),
        Step("That is a council: you say where you stand, and why, and hope. ? has the rules. esc leaves, and the game "
             "is kept."),
    ),
)  # fmt: skip
