"""Actions of villagers, and the intervention that brings news."""

from core.actions.forms import Forms, Name
from core.engine.turn import Action
from core.social.actions import SendMessage, TalkTo
from core.social.interventions import Broadcast, EditPlan, SetProperty, Tell


class Speak(SendMessage):
    """Say something to everybody within earshot; your turn goes on."""

    tag = "speak"


class Talk(TalkTo):
    """Say something to one person within earshot, which nobody else hears; your turn goes on."""


class GoTo(Action):
    """Walk to a place by its name, however far, in this turn; it costs energy by the way."""

    form = "go {location}"
    tag = "move_to_location"
    location: str


class WalkTo(Action):
    """Walk to a tile of the map: x from the left, y from the top, both from 0. Nobody walks on water."""

    form = "walk {x} {y}"
    tag = "move_to_location"
    x: int
    y: int


class LookAround(Action):
    """See which places and people are around you, farther than you hear; your turn goes on."""

    form = "look"
    key = "l"
    at_once = True
    tag = "look_around"
    ends_turn = False


class Gather(Action):
    """Gather what there is on your tile, or else what the place has; it runs short, and grows back."""

    form = "gather"
    key = "g"
    at_once = True
    tag = "gather_resource"


class Rest(Action):
    """Rest for a while, better in a building; at night, in your own house, sleep until morning."""

    form = "rest"
    key = "r"
    at_once = True


class Eat(Action):
    """Eat: a meal where one is served or in your own house, else something that you carry."""

    form = "eat"
    key = "e"
    at_once = True


class Give(Action):
    """Give somebody within earshot one of the goods that you carry, or all that you owe."""

    form = "give {to} {goods}"
    tag = "give"
    to: Name
    goods: str


class Accuse(Action):
    """Say aloud who did the deed that you have to find out about. You have one try."""

    form = "accuse {suspect}"
    tag = "accuse"
    suspect: Name


class BringNews(Action):
    """Let somebody know a piece of news first hand."""

    form = "news {to} {words}"
    to: Name
    words: str


FORMS = Forms((BringNews, Tell, Broadcast, SetProperty, EditPlan))
