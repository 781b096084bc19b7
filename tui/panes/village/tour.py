"""The tour of the village."""

from tui.tour import Step, Tour, gave

TOUR = Tour(
    options={"players": 4, "days": 1},
    seed=3,
    steps=(
        Step("You are Ida, at home, early in the morning. The map is your village. `l` looks around.", gave("look"),
             "board"),
        Step("Arrows choose a place, and the way is drawn: `←` for the inn. `Enter` walks there.", gave("go"), "board"),
        Step("Everybody has a turn of three minutes. Now eat something: `e`.", gave("eat"), "dock"),
        Step("Hunger and energy are among the lists below: `Tab` goes through them, and `Esc` back to the map.",
             at="dock"),
        Step("Whoever is near hears what you say: `m`, then `good morning` and `Enter`.", gave("say"), "preview"),
        Step("The map has the keys again: `p` lets three minutes pass, and others answer.", gave("yield"), "board"),
        Step("Meet people, and ask them: what is new? where is Kai? News goes from mouth to mouth. Play on as long as "
             "you like; esc leaves, and the game is kept."),
    ),
)  # fmt: skip
