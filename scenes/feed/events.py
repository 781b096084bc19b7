"""Events of the network. A tick is one event; its columns hold one letter per account."""

import msgspec

from core.engine.events import Body
from core.social.aims import AimSettled
from scenes.feed.account import Profile
from scenes.feed.aims import Aim, Telling


class Opened(Body):
    """The network at its start: archetypes, follows, and the meaning of letters.

    An account that has not joined yet has an empty archetype. Letters of later columns mean (from, to, trigger).
    """

    archetypes: tuple[str, ...]
    follows: tuple[tuple[int, ...], ...]
    letters: dict[str, tuple[str, str, str]]

    def sentence(self) -> str:
        return f"a network of {sum(map(bool, self.archetypes))} accounts, {sum(map(len, self.follows))} follows"


class Founded(Body):
    """A network that is too large for the log; the options and `key` determine it."""

    line = "a network of {accounts:,} accounts"
    key: int
    accounts: int
    letters: dict[str, tuple[str, str, str]]


class Profiled(Body):
    """An account learns its own profile; only it sees this."""

    profile: Profile

    def sentence(self) -> str:
        kind = self.profile.archetype
        article = "an" if kind[0] in "aeiou" else "a"
        return f"is {article} {kind}, into {', '.join(self.profile.loves()) or 'nothing much'}"


class Joined(Body):
    """A newcomer joins the network."""

    archetype: str
    follows: tuple[int, ...]

    def sentence(self) -> str:
        return f"joins as {self.archetype}, following {len(self.follows)}"


class NewPost(msgspec.Struct, frozen=True, array_like=True):
    """A post published in a tick."""

    author: int
    topic: int
    appeal: float
    text: str


class Decided(Body):
    """Oracles' answers: a letter per account, and the texts of replies and drafts by account."""

    moves: str
    words: dict[int, str] = {}

    def sentence(self) -> str:
        return f"{len(self.moves) - self.moves.count('.')} accounts decide"


class WentBack(Body):
    """An account goes back to an earlier item of its feed, to answer it."""

    item: int

    def sentence(self) -> str:
        return f"goes back to item {self.item}"


class Ticked(Body):
    """The unambiguous transitions of a tick.

    `moves` has a letter per account, `shown` the item of each account whose letter means that it was shown one (in the
    order of `moves`), and `posts` the finished posts.
    """

    moves: str
    shown: tuple[int, ...]
    posts: tuple[NewPost, ...] = ()

    def sentence(self) -> str:
        moved = len(self.moves) - self.moves.count(".") - self.moves.count(",")
        posts = len(self.posts)
        return f"{moved} accounts move, {posts} post{'s' * (posts != 1)}"


class Injected(Body):
    """An intervention: a post in an account's name."""

    post: NewPost

    def sentence(self) -> str:
        return f"is made to post: {self.post.text}"


class Weighed(Body):
    """An intervention: a new weight of an account or a topic in all feeds; 0 mutes it."""

    what: str
    """The affected handle or topic."""
    factor: float

    def sentence(self) -> str:
        return f"{self.what} counts {self.factor:g} times in every feed" if self.factor else f"{self.what} is muted"


class Tuned(Body):
    """An intervention: a threshold of an account gets a new value; only that account sees this."""

    profile: Profile

    def sentence(self) -> str:
        p = self.profile
        return f"engages from {p.engagement_threshold:g} on, times out after {p.timeout_threshold} ticks"


class AimSet(Body):
    """An account has an aim; only this account sees it."""

    aim: Aim

    def sentence(self) -> str:
        return "has an aim"


class RumorBegan(Body):
    """A rumor and the accounts that will post it; nobody sees this."""

    source: int
    """The account that started the rumor, by telling others in private."""
    tellings: tuple[Telling, ...]

    def sentence(self) -> str:
        return f"a rumor begins, which {len(self.tellings)} accounts will post"


class Explained(Body):
    """An account answers a question about its source, in the thread of its post."""

    item: int
    text: str

    def sentence(self) -> str:
        return f"explains: {self.text}"


class SourceNamed(Body):
    """An account names another one as the source of the rumor."""

    account: str
    is_right: bool

    def sentence(self) -> str:
        return f"names @{self.account} as the source: {'right' if self.is_right else 'wrong'}"


BODIES: tuple[type[Body], ...] = (
    Opened, Founded, Profiled, Joined, Decided, Ticked, Injected, Weighed, Tuned,
    WentBack, AimSet, RumorBegan, Explained, SourceNamed, AimSettled,
)  # fmt: skip
