"""Events of the network. A tick is one event, whose columns have a letter for each account."""

import msgspec

from core.engine.events import Body
from scenes.feed.account import Profile


class Opened(Body):
    """The network: archetypes, follows, and the meaning of letters.

    An account that is not there yet has an empty archetype. Letters of later columns mean (from, to, trigger).
    """

    archetypes: tuple[str, ...]
    follows: tuple[tuple[int, ...], ...]
    letters: dict[str, tuple[str, str, str]]

    def sentence(self) -> str:
        return f"a network of {sum(map(bool, self.archetypes))} accounts, {sum(map(len, self.follows))} follows"


class Founded(Body):
    """A network that is too large to be written down: it follows from the options and this key."""

    line = "a network of {accounts:,} accounts"
    key: int
    accounts: int
    letters: dict[str, tuple[str, str, str]]


class Profiled(Body):
    """An account learns who it is; for its own eyes."""

    profile: Profile

    def sentence(self) -> str:
        return f"is a {self.profile.archetype}, into {', '.join(self.profile.loves()) or 'nothing much'}"


class Joined(Body):
    """A newcomer is on the network from now on."""

    archetype: str
    follows: tuple[int, ...]

    def sentence(self) -> str:
        return f"joins as {self.archetype}, following {len(self.follows)}"


class NewPost(msgspec.Struct, frozen=True, array_like=True):
    """A post that appeared in a tick."""

    author: int
    topic: int
    appeal: float
    text: str


class Decided(Body):
    """Oracles' answers: a letter for each account that moved, and the words of replies and drafts by account."""

    moves: str
    words: dict[int, str] = {}

    def sentence(self) -> str:
        return f"{len(self.moves) - self.moves.count('.')} accounts decide"


class Ticked(Body):
    """The clear transitions of a tick.

    A letter for each account, the item that each account with a letter of seeing was shown (in the order of the
    column), and the posts that were finished.
    """

    moves: str
    shown: tuple[int, ...]
    posts: tuple[NewPost, ...] = ()

    def sentence(self) -> str:
        moved = len(self.moves) - self.moves.count(".") - self.moves.count(",")
        posts = len(self.posts)
        return f"{moved} accounts move, {posts} post{'s' * (posts != 1)}"


class Injected(Body):
    """An intervention: a post in somebody's name."""

    post: NewPost

    def sentence(self) -> str:
        return f"is made to post: {self.post.text}"


class Weighed(Body):
    """An intervention: an account or a topic counts for more or less in every feed; 0 is muted."""

    what: str
    """A handle or a topic."""
    factor: float

    def sentence(self) -> str:
        return f"{self.what} counts {self.factor:g} times in every feed" if self.factor else f"{self.what} is muted"


class Tuned(Body):
    """An intervention: a threshold of an account is another one from now on. For its own eyes."""

    profile: Profile

    def sentence(self) -> str:
        p = self.profile
        return f"engages from {p.engagement_threshold:g} on, times out after {p.timeout_threshold} ticks"


BODIES: tuple[type[Body], ...] = (Opened, Founded, Profiled, Joined, Decided, Ticked, Injected, Weighed, Tuned)
