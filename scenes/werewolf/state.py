"""State of a game of Werewolf, folded from its events, and each player's observation."""

from collections.abc import Iterable, Sequence

from core.engine.events import Event, Said
from core.engine.folding import on
from core.intents.conversation import Guess, addressee, guesses_after, is_question, likely_addressees
from core.intents.second_reading import Utterance
from core.social.events import Floor, Scheduled, TurnTaken
from core.social.read_speech import SpeechReading
from core.social.scene import MODERATOR
from scenes.werewolf import claims
from scenes.werewolf import events as e
from scenes.werewolf.config import WerewolfConfig
from scenes.werewolf.observation import (
    Ballot,
    Death,
    Look,
    PublicClaim,
    Question,
    Rules,
    WerewolfObservation,
    board_lines,
)
from scenes.werewolf.sentences import question_back, statements

PHASES = NIGHT, TALK, BID, VOTING, COUNTING, WORDS, OVER = "night", "talk", "bid", "voting", "counting", "words", "over"


class WerewolfState(SpeechReading):
    """State of a game, without its rules."""

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
        self.public_roles: dict[str, str] = {}
        """Roles that are public, by player."""
        self.pack: tuple[str, ...] = ()
        self.phase = NIGHT
        self.day = 0
        self.night = 0
        self.woken = ""
        """The witch or the hunter, while it decides alone."""
        self.victim_decided = False
        """True once tonight's victim is determined."""
        self.stalked: dict[str, str] = {}
        self.looks: tuple[Look, ...] = ()
        self.guarded = ""
        self.guarded_before = ""
        self.potions: tuple[str, ...] = ("save", "poison")
        self.victim = ""
        self.shown_victim = ""
        """Tonight's victim, once the witch knows it."""
        self.saved = ""
        self.poisoned = ""
        self.dying: tuple[str, ...] = ()
        """Dead players who are not buried yet."""
        self.votes: dict[str, str] = {}
        self.bids: dict[str, int] = {}
        self.ballots: tuple[Ballot, ...] = ()
        self.deaths: tuple[Death, ...] = ()
        self.claims: tuple[PublicClaim, ...] = ()
        self.questions: tuple[Question, ...] = ()
        self.speakers: tuple[str, ...] = ()
        """Players who spoke today, newest first."""
        self.speaking: tuple[str, ...] = ()
        self.speeches = 0
        """Number of speeches left today. With `equal_talk`, a turn without a speech does not count."""
        self.passed: tuple[str, ...] = ()
        """Players who had the floor since the last speech of the day; with `equal_talk` they are not called again."""
        self.spoken: dict[str, int] = {}
        self.public_speeches = 0
        """Number of public speeches."""
        self.nudges = 0
        self.winner: str | None = None

    @property
    def moderated(self) -> bool:
        return MODERATOR in self.names

    @property
    def peaceful(self) -> bool:
        """True in a first night in which nobody is killed."""
        return self.rules.peace and self.night == 1

    def holders(self, role: str) -> tuple[str, ...]:
        """Return the living players with this role."""
        return tuple(name for name in self.alive if self.roles.get(name) == role)

    # -- the fold

    def apply(self, event: Event) -> None:
        super().apply(event)
        if isinstance(event.data, Said) and event.audience is None and event.agent in self.players:
            self._hear(event.agent, event.data.text)

    @on
    def on_dealt(self, event: Event, body: e.Dealt) -> None:
        self.roles[event.agent] = body.role

    @on
    def on_pack(self, event: Event, body: e.Pack) -> None:
        self.pack = body.names
        self.roles.update(dict.fromkeys(body.names, "werewolf"))

    @on
    def on_night_fell(self, event: Event, body: e.NightFell) -> None:
        self.phase, self.night, self.victim_decided = NIGHT, body.night, False
        self.stalked, self.victim, self.shown_victim, self.saved, self.poisoned = {}, "", "", "", ""
        self.guarded, self.guarded_before = "", self.guarded
        self.speaking, self.floor = (), None
        self.guesses, self.speakers = {}, ()

    @on
    def on_stalked(self, event: Event, body: e.Stalked) -> None:
        self.stalked = {**self.stalked, event.agent: body.target}

    @on
    def on_inspected(self, event: Event, body: e.Inspected) -> None:
        self.looks = (*self.looks, Look(self.night, body.target, body.wolf))

    @on
    def on_protected(self, event: Event, body: e.Protected) -> None:
        self.guarded = body.target

    @on
    def on_marked(self, event: Event, body: e.Marked) -> None:
        self.victim_decided, self.victim = True, body.victim

    @on
    def on_witch_woke(self, event: Event, body: e.WitchWoke) -> None:
        self.woken, self.victim = event.agent, body.victim or self.victim
        self.shown_victim = body.victim

    @on
    def on_saved(self, event: Event, body: e.Saved) -> None:
        self.woken, self.saved = "", body.target
        self.potions = tuple(potion for potion in self.potions if potion != "save")

    @on
    def on_poisoned(self, event: Event, body: e.Poisoned) -> None:
        self.woken, self.poisoned = "", body.target
        self.potions = tuple(potion for potion in self.potions if potion != "poison")

    @on
    def on_declined(self, event: Event, body: e.Declined) -> None:
        self.woken = ""

    @on
    def on_hunter_woke(self, event: Event, body: e.HunterWoke) -> None:
        self.woken = event.agent

    @on
    def on_dawn(self, event: Event, body: e.Dawn) -> None:
        self.day, self.phase = body.day, TALK
        self._die(body.dead, "night")
        self.votes, self.spoken, self.speeches = {}, {}, self.config.speeches * len(self.alive)
        self.passed = ()

    @on
    def on_shot(self, event: Event, body: e.Shot) -> None:
        self.woken = ""
        self._die((body.target,), "shot")
        self.public_roles[event.agent] = "hunter"

    @on
    def on_buried(self, event: Event, body: e.Buried) -> None:
        self.dying = tuple(name for name in self.dying if name != event.agent)
        if body.role:
            self.public_roles[event.agent] = body.role

    @on
    def on_called(self, event: Event, body: e.Called) -> None:
        self.phase, self.speaking = TALK, body.names
        self._give_floor(body.names)

    @on
    def on_bidding_opened(self, event: Event, body: e.BiddingOpened) -> None:
        self.phase, self.bids = BID, {}

    @on
    def on_bade(self, event: Event, body: e.Bade) -> None:
        self.bids = {**self.bids, event.agent: body.level}

    @on
    def on_voting_opened(self, event: Event, body: e.VotingOpened) -> None:
        self.phase, self.votes, self.speaking, self.floor = VOTING, {}, (), None

    @on
    def on_votes_in(self, event: Event, body: e.VotesIn) -> None:
        self.phase = COUNTING

    @on
    def on_voted(self, event: Event, body: e.Voted) -> None:
        self.votes = {**self.votes, event.agent: body.target}

    @on
    def on_voting_closed(self, event: Event, body: e.VotingClosed) -> None:
        self.ballots = (*self.ballots, Ballot(self.day, body.votes, body.hanged))
        self.votes = body.votes
        if body.hanged:
            self._die((body.hanged,), "rope")
            self.phase = WORDS

    @on
    def on_unmasked(self, event: Event, body: e.Unmasked) -> None:
        self.phase, self.winner = OVER, body.winner
        self.roles, self.public_roles = dict(body.roles), dict(body.roles)

    @on
    def on_turn_taken(self, event: Event, body: TurnTaken) -> None:
        if self.floor is not None:
            self._give_floor((MODERATOR,) if self.floor.fresh else self.floor.queue[:1])

    @on
    def on_scheduled(self, event: Event, body: Scheduled) -> None:
        self.nudges += 1

    def _hear(self, name: str, text: str) -> None:
        """Fold a public speech and its claims."""
        self.public_speeches += 1
        self.spoken = {**self.spoken, name: self.spoken.get(name, 0) + 1}
        if self.rules.equal_talk and self.phase == TALK:
            self.speeches, self.passed = self.speeches - 1, ()
        if self.confirms(name, text):
            guess = self.guesses[name]
            made: Sequence[claims.Claim] = (claims.claim_of_intent(guess.intent, "".join(guess.slots)),)
        else:
            made = claims.read(text, name, self.players, self.labels.get((name, text)))
        self.claims += tuple(PublicClaim(self.day, name, claim, self.public_speeches) for claim in made)
        said = statements(text, name, self.players)
        self.guesses = guesses_after(self.guesses, name, lambda other, guess: question_back(other, guess) in said)
        if None in said:
            self._hear_free_words(name, text)
        self.speakers = (name, *(other for other in self.speakers if other != name))

    def _hear_free_words(self, name: str, text: str) -> None:
        """Record a question in free words and who should answer, or an unclear text and who should ask back."""
        message = claims.utterance(text, name, self.players).sentences
        labels = self.labels.get((name, text))
        if is_question(message):
            asked = (each.target for each in claims.read(text, name, self.players, labels) if each.kind == "ask")
            to = self._first_other_alive(name, likely_addressees(message, asked, self.speakers))
            self.questions += (Question(self.day, self.public_speeches, name, to, text),)
        elif meaning := claims.uncertain_meaning(text, name, self.players, labels):
            named = (token.value for sentence in message for token in sentence if token.tag == "name")
            to = self._first_other_alive(name, (addressee(message), *named, *self.speakers))
            self.guesses = {**self.guesses, name: Guess(to, *meaning)}

    def _first_other_alive(self, speaker: str, names: Iterable[str]) -> str:
        """Return the first of these names that is another living player, else the next living player."""
        names = (*names, *self.players[self.players.index(speaker) :], *self.players)
        return next((name for name in names if name in self.alive and name != speaker), "")

    def _give_floor(self, names: Sequence[str]) -> None:
        """Give players the floor and count it as a speech, or with `equal_talk` as a pass until they speak."""
        if self.rules.equal_talk:
            self.passed = (*self.passed, *names)
        else:
            self.speeches -= len(names)

    def _die(self, names: Sequence[str], how: str) -> None:
        self.alive = tuple(name for name in self.alive if name not in names)
        if self.moderated and self.phase == TALK:
            self.floor = Floor((*self.alive, MODERATOR), MODERATOR)
        self.dying = (*self.dying, *names)
        self.deaths = (*self.deaths, *(Death(self.day, name, how) for name in names))

    # -- a second reader

    def utterance(self, speaker: str, to: str, text: str) -> Utterance:
        return claims.utterance(text, speaker, self.players)

    def is_certain(self, speaker: str, text: str) -> bool:
        return speaker == MODERATOR or claims.has_only_bot_sentences(text, speaker, self.players)

    # -- observations

    def clock(self, event: Event) -> int:
        """Return the number of the public speech, because turns of the night are secret."""
        return self.public_speeches + (event.audience is None)

    def observe(self, name: str) -> WerewolfObservation:
        role = self.roles.get(name, "")
        wolf, seer, witch, doctor = (not name or role == each for each in ("werewolf", "seer", "witch", "doctor"))
        mates = dict.fromkeys(self.pack, "werewolf") if wolf else {}
        roles = {**self.public_roles, **mates, **({name: role} if role else {})} if name else self.roles
        return WerewolfObservation(
            **self.seen(name),
            phase=self.phase,
            day=self.day,
            night=self.night,
            alive=self.alive,
            role=role,
            roles=dict(roles),
            pack=self.pack if wolf else (),
            looks=self.looks if seer else (),
            potions=self.potions if witch else (),
            victim=self.victim if not name else self.shown_victim if witch else "",
            protected=(self.guarded or self.guarded_before) if doctor else "",
            stalked=dict(self.stalked) if wolf and (name in self.alive or not name) else {},
            votes=self._votes_seen(name),
            ballots=self.ballots,
            deaths=self.deaths,
            claims=self.claims,
            questions=self.questions,
            guesses=dict(self.guesses),
            speaking=self.speaking if self.floor is None else self.floor.queue[:1],
            speeches=self.speeches,
            passed=self.passed,
            spoken=dict(self.spoken),
            rules=self.rules,
            winner=self.winner or "",
        )

    def board(self, perspective: str = "") -> str:
        return "\n".join(board_lines(self.observe(perspective)))

    def _votes_seen(self, name: str) -> dict[str, str]:
        counted = bool(self.ballots) and self.ballots[-1].day == self.day
        if counted or not name or not self.rules.sealed:
            return dict(self.votes)
        return {name: self.votes[name]} if name in self.votes else {}
