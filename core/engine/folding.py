"""Fold events with methods: `@pb.on` marks a method that changes the state for events of one class."""

from collections.abc import Callable, Iterator, Mapping
from types import UnionType
from typing import Any, ClassVar, TypeVar, Union, get_args, get_origin

from core.engine.events import Body, Event
from core.engine.shared_events import SHARED

Method = TypeVar("Method", bound=Callable[..., None])
Handler = Callable[[Any, Event, Any], None]
MARK = "_folds"


def on(method: Method) -> Method:
    """Mark a method of a scene that folds events. The annotation of its last parameter names the event class.

    >>> import playbill as pb
    >>> class Gave(pb.Body):
    ...     coins: int
    >>> class Pot(pb.Scene):
    ...     events = (Gave,)
    ...     pot = 0
    ...     @pb.on
    ...     def on_gave(self, event: pb.Event, body: Gave) -> None:
    ...         self.pot += body.coins

    Events are dispatched by their exact class; the annotation `body: Gave | Took` is for both. A subclass overrides the
    method by its name. Two methods for one class are an error when the scene's class is defined.

    Args:
        method: Takes the event and its body, and returns nothing.

    Returns:
        The method itself, marked.

    Raises:
        TypeError: When the scene's class is defined, if two methods fold one class or an annotation is no event class.
    """
    setattr(method, MARK, True)
    return method


class Folding:
    """Base class that applies events by calling the methods marked `on`."""

    events: ClassVar[tuple[type[Body], ...]] = ()
    """Event classes of the scene, in addition to those of every scene. If empty, any class is allowed."""
    _handlers: ClassVar[Mapping[type[Body], Handler]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._handlers = handlers(cls, vars(cls).get("events", ()))

    def apply(self, event: Event) -> None:
        """Change the state by an event."""
        if handler := self._handlers.get(type(event.data)):
            handler(self, event, event.data)


def handlers(cls: type, events: tuple[type[Body], ...]) -> dict[type[Body], Handler]:
    """Collect a scene class's folding methods by event class. Raises TypeError for two methods for one class."""
    found: dict[type[Body], Handler] = {}
    names: dict[type[Body], str] = {}
    for name, method in _marked(cls).items():
        for body in _bodies(cls, name, method):
            if other := names.get(body):
                raise TypeError(
                    f"{cls.__name__}.{other} and {cls.__name__}.{name} both fold {body.__name__}: join them, or "
                    f"override {other} and call super().{other}(event, body)"
                )
            if events and body not in events and body not in SHARED:
                raise TypeError(f"{cls.__name__}.{name} folds {body.__name__}, which {cls.__name__}.events lacks")
            names[body], found[body] = name, getattr(cls, name)
    return found


def _marked(cls: type) -> Mapping[str, Any]:
    """Find the marked methods by name. A method that overrides a marked one needs neither mark nor annotation."""
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        for name, method in vars(base).items():
            if getattr(method, MARK, False):
                found[name] = method
    return found


def _bodies(cls: type, name: str, method: Any) -> Iterator[type[Body]]:
    """Read the event classes from the annotation of a method's last parameter."""
    code = method.__code__
    last = code.co_varnames[code.co_argcount - 1] if code.co_argcount == 3 else ""
    hint = method.__annotations__.get(last)
    hint = eval(hint, method.__globals__) if isinstance(hint, str) else hint
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    for part in parts:
        if not (isinstance(part, type) and issubclass(part, Body)):
            example = f"def {name}(self, event: pb.Event, body: Gave) -> None"
            raise TypeError(f"{cls.__name__}.{name} names no event class in its last annotation: write {example}")
        yield part
