"""Help page and tour of the village."""

from tui.tour import Step, Tour, gave

HELP = (
    "You live here like everybody else: you have a house, a trade, hunger and energy. A turn "
    "takes a few minutes; sleepers have none.",
    "Arrows choose a place, Enter walks there, however far it is; Esc chooses none. l looks around, g gathers what "
    "there is, r rests, e eats, p lets the minutes pass. After words and looks your turn goes on.",
    "{write} writes: words are said to all within earshot; tell Kai … is for Kai alone; go mill, walk 3 4, gather, "
    "rest, eat, look, yield are commands. Ask people: where is Ida? what is new? where can I eat? who told you?",
    "Hunger rises and energy falls, and walking and gathering take energy. Eat at the inn, the bakery, at home, or "
    "what you carry. Rest is better in a building; at home from 20:00 on it is sleep until morning. With no energy "
    "left you collapse.",
    "On the map people are the first letter of their name where there is no room for all of it, two on one tile two "
    "letters. ~ is water, which nobody walks on, ▲ trees, which are slow, ░ paths, which are quick, * berries, = a "
    "bridge. A small letter sleeps. Listeners of the last words are green, the speaker is reversed. You see who is "
    "within earshot; where you saw others not long ago is dim.",
    "News: who told whom, and over how many people. Without a seat, o shows the next villager's card, {perspective} "
    "changes the view, {intervene} brings news: news Ida the mill is under water.",
)

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
