"""The tour of the chat."""

from tui.tour import Step, Tour, again, gave

TOUR = Tour(
    options={"players": 3, "topic": "what makes a good game"},
    seed=3,
    steps=(
        Step("You sit with Bob and Cat, and it is your turn. Say something<: just type `I like short games`, and "
             "`Enter`>. Then the others have their turns.", gave("say"), "board"),
        Step("<While you write, the row below shows who will hear it. >This is for Bob alone<: `@Bob do you agree?` "
             "and `Enter`>.", gave("whisper", "tell", "w "), "preview"),
        Step("After a whisper your turn goes on. <`Esc` goes to the board, where `p` passes; then the others talk.>",
             again, "board"),
        Step("<A list shows how much each has said. In a narrow terminal `Tab` goes to it; `Esc` comes back.>"),
        Step("That is all there is to it. With models at the table they talk back: -c Bob=llm:NAME. Play on as long as "
             "you like<; esc leaves, and the game is kept>."),
    ),
)  # fmt: skip
