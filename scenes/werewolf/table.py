"""What is at the table of Werewolf: a fold over what happened, and what of it each player knows."""

from collections.abc import Sequence

from core.engine.events import Event, Said
from core.social.events import Scheduled, TurnTaken
from core.social.floor import Floor
from core.social.scene import MODERATOR, SocialScene
from scenes.werewolf import events as e
from scenes.werewolf.claims import read
from scenes.werewolf.config import WerewolfConfig
from scenes.werewolf.observation import Ballot, Death, Look, Rules, Told, Village

NIGHT, TALK, BID, VOTING, COUNTING, WORDS, OVER = "night", "talk", "bid", "voting", "counting", "words", "over"


class Table(SocialScene):
    """The state of a game, without its rules: `apply` is the only place where it changes."""

    def __init__(self, config: WerewolfConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.players = tuple(name for name in names if name != MODERATOR)
        self.rules = Rules(
            config.counts(),
            config.protocol,
            config.speeches,
            config.equal_talk,
            config.vote == "sealed",
            config.tie,
            config.reveal,
            config.first_night == "peace",
        )
        self.roles: dict[str, str] = {}
        self.alive: tuple[str, ...] = self.players
        self.shown: dict[str, str] = {}
        """Roles that everybody knows."""
        self.pack: tuple[str, ...] = ()
        self.phase = NIGHT
        self.day = 0
        self.night = 0
        self.woken = ""
        """The witch or the hunter, while it alone is asked."""
        self.marked = False
        """Whether tonight's victim is settled."""
        self.stalked: dict[str, str] = {}
        self.looks: tuple[Look, ...] = ()
        self.guarded = ""
        self.guarded_before = ""
        self.potions: tuple[str, ...] = ("save", "poison")
        self.victim = ""
        self.shown_victim = ""
        """Tonight's victim, once the witch was told."""
        self.saved = ""
        self.poisoned = ""
        self.dying: tuple[str, ...] = ()
        """Dead who are not buried yet."""
        self.votes: dict[str, str] = {}
        self.bids: dict[str, int] = {}
        self.ballots: tuple[Ballot, ...] = ()
        self.deaths: tuple[Death, ...] = ()
        self.told: tuple[Told, ...] = ()
        self.speaking: tuple[str, ...] = ()
        self.speeches = 0
        """Speeches left today. With `equal_talk` a turn without words costs none."""
        self.passed: tuple[str, ...] = ()
        """Players who had the floor since the last speech of the day. With `equal_talk` they are not called again."""
        self.spoken: dict[str, int] = {}
        self.public = 0
        """Number of public speeches."""
        self.nudges = 0
        self.winner: str | None = None

    @property
    def moderated(self) -> bool:
        return MODERATOR in self.names

    def holders(self, role: str) -> tuple[str, ...]:
        """Who is alive and has this role."""
        return tuple(name for name in self.alive if self.roles.get(name) == role)

    # -- the fold

    def apply(self, event: Event) -> None:
        match event.data:
            case e.Dealt(role):
                self.roles[event.agent] = role
            case e.Pack(names):
                self.pack = names
                self.roles.update(dict.fromkeys(names, "werewolf"))
            case e.NightFell(night):
                self.phase, self.night, self.marked = NIGHT, night, False
                self.stalked, self.victim, self.shown_victim, self.saved, self.poisoned = {}, "", "", "", ""
                self.guarded, self.guarded_before = "", self.guarded
                self.speaking, self.floor = (), None
            case e.Stalked(target):
                self.stalked = {**self.stalked, event.agent: target}
            case e.Inspected(target, wolf):
                self.looks = (*self.looks, Look(self.night, target, wolf))
            case e.Protected(target):
                self.guarded = target
            case e.Marked(victim):
                self.marked, self.victim = True, victim
            case e.WitchWoke(victim):
                self.woken, self.victim = event.agent, victim or self.victim
                self.shown_victim = victim
            case e.Saved(target):
                self.woken, self.saved = "", target
                self.potions = tuple(potion for potion in self.potions if potion != "save")
            case e.Poisoned(target):
                self.woken, self.poisoned = "", target
                self.potions = tuple(potion for potion in self.potions if potion != "poison")
            case e.Declined():
                self.woken = ""
            case e.HunterWoke():
                self.woken = event.agent
            case e.Dawn(day, dead):
                self.day, self.phase = day, TALK
                self._die(dead, "night")
                self.votes, self.spoken, self.speeches = {}, {}, self.config.speeches * len(self.alive)
                self.passed = ()
                if self.moderated:
                    self.floor = Floor((*self.alive, MODERATOR), MODERATOR)
            case e.Shot(target):
                self.woken = ""
                self._die((target,), "shot")
                self.shown[event.agent] = "hunter"
            case e.Buried(role):
                self.dying = tuple(name for name in self.dying if name != event.agent)
                if role:
                    self.shown[event.agent] = role
            case e.Called(names):
                self.phase, self.speaking = TALK, names
                self._give_floor(names)
            case e.BiddingOpened():
                self.phase, self.bids = BID, {}
            case e.Bade(level):
                self.bids = {**self.bids, event.agent: level}
            case e.VotingOpened():
                self.phase, self.votes, self.speaking, self.floor = VOTING, {}, (), None
            case e.VotesIn():
                self.phase = COUNTING
            case e.Voted(target):
                self.votes = {**self.votes, event.agent: target}
            case e.VotingClosed(votes, hanged):
                self.ballots = (*self.ballots, Ballot(self.day, votes, hanged))
                self.votes = votes
                if hanged:
                    self._die((hanged,), "rope")
                    self.phase = WORDS
            case e.Unmasked(roles, winner):
                self.phase, self.winner = OVER, winner
                self.roles, self.shown = dict(roles), dict(roles)
            case TurnTaken() if self.floor is not None:
                self._give_floor((MODERATOR,) if self.floor.fresh else self.floor.queue[:1])
                super().apply(event)
            case _:
                super().apply(event)
        self._listen(event)

    def _listen(self, event: Event) -> None:
        """Fold who spoke, and what was claimed."""
        match event.data:
            case Said(text) if event.audience is None and event.agent in self.players:
                self.public += 1
                self.spoken = {**self.spoken, event.agent: self.spoken.get(event.agent, 0) + 1}
                if self.rules.equal_talk and self.phase == TALK:
                    self.speeches, self.passed = self.speeches - 1, ()
                claims = read(text, event.agent, self.players)
                self.told += tuple(Told(self.day, event.agent, claim, self.public) for claim in claims)
            case Scheduled():
                self.nudges += 1

    def _give_floor(self, names: Sequence[str]) -> None:
        """Count turns on the floor: as speeches, or with `equal_talk` as passed until somebody speaks."""
        if self.rules.equal_talk:
            self.passed = (*self.passed, *names)
        else:
            self.speeches -= len(names)

    def _die(self, names: Sequence[str], how: str) -> None:
        self.alive = tuple(name for name in self.alive if name not in names)
        self.dying = (*self.dying, *names)
        self.deaths = (*self.deaths, *(Death(self.day, name, how) for name in names))

    # -- what is known

    def clock(self, event: Event) -> int:
        """Return the number of the public speech; nobody else may count the turns of the night."""
        return self.public + (event.audience is None)

    def observe(self, name: str) -> Village:
        role = self.roles.get(name, "")
        wolf = not name or role == "werewolf"

        def own(what: str) -> bool:
            return role == what or not name

        mates = dict.fromkeys(self.pack, "werewolf") if wolf else {}
        roles = {**self.shown, **mates, **({name: role} if role else {})} if name else self.roles
        return Village(
            **self.seen(name),
            phase=self.phase,
            day=self.day,
            night=self.night,
            alive=self.alive,
            role=role,
            roles=dict(roles),
            pack=self.pack if wolf else (),
            looks=self.looks if own("seer") else (),
            potions=self.potions if own("witch") else (),
            victim=self.victim if not name else self.shown_victim if role == "witch" else "",
            protected=(self.guarded or self.guarded_before) if own("doctor") else "",
            stalked=dict(self.stalked) if wolf and (name in self.alive or not name) else {},
            votes=self._votes_seen(name),
            ballots=self.ballots,
            deaths=self.deaths,
            told=self.told,
            speaking=self.speaking if self.floor is None else self.floor.queue[:1],
            speeches=self.speeches,
            passed=self.passed,
            spoken=dict(self.spoken),
            rules=self.rules,
            winner=self.winner or "",
        )

    def _votes_seen(self, name: str) -> dict[str, str]:
        counted = bool(self.ballots) and self.ballots[-1].day == self.day
        if counted or not name or not self.rules.sealed:
            return dict(self.votes)
        return {name: self.votes[name]} if name in self.votes else {}
