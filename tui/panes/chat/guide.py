"""Help page and tour of the chat."""

from tui.tour import Step, Tour, again, gave

HELP = (
    "A conversation. In turn, each player says something to everybody, or whispers to one of the others. "
    "With -o ordering=moderated a moderator decides who speaks next.",
    "Just type: text that is not a command is said to everybody, and then the others may answer. @Ann … or /w Ann … is "
    "for Ann alone, and your turn goes on; an empty line passes. Words that you type before your turn wait for it. Esc "
    "goes to the board, where letters are keys: p passes, {write} writes again.",
    "Signs: ● is awaited, ▸ a whisper, and to whom; 1. 2. who speaks next; ◇ what happened beside the words. "
    "Whispers, thoughts and plans of others are shown only in the full view ({perspective}).",
    "{intervene} intervenes from outside: broadcast …, inform Ann …, set Ann mood = angry, plan Ann strategy …",
)

TOUR = Tour(
    options={"players": 3, "topic": "what makes a good game"},
    seed=3,
    steps=(
        Step("You sit with Bob and Cat, and it is your turn. Say something: just type `I like short games`, and "
             "`Enter`. Then the others have their turns.", gave("say"), "board"),
        Step("While you write, the row below shows who will hear it. This is for Bob alone: `@Bob do you agree?` and "
             "`Enter`.", gave("whisper", "tell", "w "), "preview"),
        Step("After a whisper your turn goes on. `Esc` goes to the board, where `p` passes; then the others talk.",
             again, "board"),
        Step("The lists below show how much each has said: `Tab` goes through them, `Esc` comes back.", at="dock"),
        Step("That is all there is to it. With models at the table they talk back: -c Bob=llm:NAME. Play on as long as "
             "you like; esc leaves, and the game is kept."),
    ),
)  # fmt: skip
