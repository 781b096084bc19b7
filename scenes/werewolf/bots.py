"""Bots of Werewolf: each weighs the evidence, plays its role, and gives reasons."""

from collections.abc import Callable, Sequence
from typing import TypeVar
from zlib import crc32

from core.engine.agents import Agent
from core.engine.turn import Action, Turn
from core.social.actions import ScheduleOrder, Speak, Yield
from scenes.werewolf import actions
from scenes.werewolf.evidence import Evidence, claims_of_roles, shown_suspicions
from scenes.werewolf.observation import WerewolfObservation
from scenes.werewolf.speech import howl, speak, urgency

A = TypeVar("A", bound=Action)


class WerewolfBot(Agent):
    """A bot for every role, and for the moderator.

    `daring` is its readiness to claim roles and to contradict claims; `talkative` is its readiness to speak. Both are
    from 0 to 1.
    """

    what = "weighs claims, speaks at need"
    daring = 0.5
    talkative = 0.8

    def act(self, turn: Turn) -> Action:
        seen: WerewolfObservation = turn.observation
        if not seen.role:
            return moderate(seen, turn.legal)
        kinds = {type(action) for action in turn.legal}
        for kind, play in self._plays().items():
            if kind in kinds:
                return play(turn, seen)
        if seen.phase == "night":
            return Yield()
        return Speak(words) if (words := self._words(turn, seen)) else Yield()

    def _plays(self) -> dict[type[Action], Callable[[Turn, WerewolfObservation], Action]]:
        return {
            actions.NightKill: self._kill,
            actions.Inspect: self._inspect,
            actions.Protect: self._protect,
            actions.WitchSave: self._use_potion,
            actions.WitchPoison: self._use_potion,
            actions.Shoot: self._shoot,
            actions.Bid: self._bid,
            actions.VoteLynch: self._vote,
        }

    # -- by night

    def _kill(self, turn: Turn, seen: WerewolfObservation) -> Action:
        """Kill the player who is most valuable to the village; all wolves rank players alike, so they mostly agree."""
        targets = _targets(turn, actions.NightKill)
        chances = Evidence(seen, public=True).chances
        special = claims_of_roles(seen.claims)
        hunts = {each.name for each in seen.claims if each.claim.kind == "suspect" and each.claim.target in seen.pack}

        def worth(name: str) -> float:
            claims = 2.0 * (name in special.get("seer", ())) + 0.7 * any(name in names for names in special.values())
            odd = crc32(f"{seen.night} {name} {seen.pack}".encode()) / 2**32
            return claims - 1.5 * chances.get(name, 0.0) + 0.3 * (name in hunts) + 0.4 * odd

        target = max(targets, key=worth)
        if turn.chance("stray").random() < 0.1:
            target = turn.chance("prey").choice(targets)
        mates = tuple(name for name in seen.pack if name != seen.name and name in seen.alive)
        if mates:
            turn.say(howl(turn, seen, target), to=mates)
        turn.think(f"{target} is worth most to the village")
        return actions.NightKill(target)

    def _inspect(self, turn: Turn, seen: WerewolfObservation) -> Action:
        known = {look.target for look in seen.looks} | set(seen.roles)
        targets = _targets(turn, actions.Inspect)
        return actions.Inspect(_likeliest(turn, seen, [name for name in targets if name not in known] or targets))

    def _protect(self, turn: Turn, seen: WerewolfObservation) -> Action:
        """Protect a seer without a rival claim, else one of the most trusted players, including itself."""
        targets = _targets(turn, actions.Protect)
        seers = claims_of_roles(seen.claims).get("seer", ())
        chances = Evidence(seen).chances
        likely = [name for name in targets if name in seers and chances[name] < 0.6]
        if likely:
            return actions.Protect(min(likely, key=lambda name: chances[name]))
        calm = sorted(targets, key=lambda name: (chances[name], crc32(f"{seen.night} {name}".encode())))
        return actions.Protect(turn.chance("guard").choice(calm[:3]))

    def _use_potion(self, turn: Turn, seen: WerewolfObservation) -> Action:
        seers = claims_of_roles(seen.claims).get("seer", ())
        legal = {type(action) for action in turn.legal}
        if actions.WitchSave in legal and (
            seen.victim in (seen.name, *seers) or turn.chance("save").random() < (0.4 if seen.night == 1 else 0.7)
        ):
            return actions.WitchSave()
        targets = _targets(turn, actions.WitchPoison)
        if targets:
            suspect = _likeliest(turn, seen, targets)
            if Evidence(seen).chances[suspect] > 0.7:
                return actions.WitchPoison(suspect)
        return Yield()

    def _shoot(self, turn: Turn, seen: WerewolfObservation) -> Action:
        suspect = _likeliest(turn, seen, _targets(turn, actions.Shoot))
        return actions.Shoot(suspect) if Evidence(seen).chances[suspect] > 0.35 else Yield()

    # -- by day

    def _bid(self, turn: Turn, seen: WerewolfObservation) -> Action:
        level = min(4, urgency(seen) + int(turn.chance("bid").random() < self.talkative))
        return next(action for action in turn.legal if action == actions.Bid(level))  # type: ignore[arg-type]

    def _words(self, turn: Turn, seen: WerewolfObservation) -> str:
        if urgency(seen) < 2 and turn.chance("quiet").random() > self.talkative:
            return ""
        return speak(turn, seen, self.daring)

    def _vote(self, turn: Turn, seen: WerewolfObservation) -> Action:
        targets = _targets(turn, actions.VoteLynch)
        evidence = Evidence(seen, public=seen.role == "werewolf")
        chances = dict(evidence.chances)
        wanted = {
            claimed.name: claimed.claim.target
            for claimed in seen.claims
            if claimed.day == seen.day and claimed.claim.kind == "vote"
        }
        for name, target in wanted.items():
            if target in chances and name != seen.name:
                chances[target] *= 1.06
        chances = shown_suspicions(chances, seen.pack)
        draw = turn.chance("vote")
        target = max(targets, key=lambda name: chances.get(name, 0.0) * (1 + 0.1 * draw.random()))
        turn.think(_table(chances, targets))
        return actions.VoteLynch(target)


class BoldBot(WerewolfBot):
    """A bot that claims a role early, contradicts claims readily, and speaks often."""

    what = "claims early and speaks often"
    daring = 0.9
    talkative = 1.0


class QuietBot(WerewolfBot):
    """A bot that seldom speaks and seldom claims a role."""

    what = "speaks and claims little"
    daring = 0.15
    talkative = 0.45


def moderate(seen: WerewolfObservation, legal: Sequence[Action]) -> Action:
    """Choose the moderator's action.

    Schedule the players who were asked, then those who spoke least, among equals those accused last. Open the vote when
    all have spoken, and count the votes.
    """
    if actions.CloseVoting() in legal:
        return actions.CloseVoting()
    if actions.OpenVoting() in legal:
        silent = [name for name in seen.alive if not seen.spoken.get(name)]
        return Yield() if silent or _asked(seen, False) else actions.OpenVoting()
    if not any(isinstance(action, ScheduleOrder) for action in legal):
        return Yield()
    today = [claimed for claimed in seen.claims if claimed.day == seen.day]
    called = [claimed.claim.target for claimed in reversed(today) if claimed.claim.kind in ("ask", "suspect", "look")]
    asked = _asked(seen, True)

    def first(name: str) -> tuple[bool, int, int]:
        return name not in asked, seen.spoken.get(name, 0), called.index(name) if name in called else len(called)

    order = sorted(seen.alive, key=first)[: max(2, len(seen.alive) // 2)]
    done = min((seen.spoken.get(name, 0) for name in seen.alive), default=0) >= 1
    if seen.rules.equal_talk:
        waiting = [name for name in sorted(seen.alive, key=first) if name not in seen.passed]
        return ScheduleOrder(", ".join(waiting[: max(1, min(len(order), seen.speeches))]))
    return ScheduleOrder(", ".join((*order, seen.names[-1]) if done else order))


def _asked(seen: WerewolfObservation, by_bots: bool) -> set[str]:
    """Return the players who were asked something today, and have not spoken since."""
    last = {heard.name: heard.turn for heard in seen.heard if heard.heard_by is None}
    asked = [(each.to, each.speech) for each in seen.questions if each.day == seen.day]
    if by_bots:
        asks = (each for each in seen.claims if each.day == seen.day and each.claim.kind == "ask")
        asked += [(each.claim.target, each.speech) for each in asks]
    unsure = {name if guess.asked else guess.to for name, guess in seen.guesses.items()}
    return ({name for name, speech in asked if last.get(name, 0) < speech} | unsure) & {*seen.alive}


def _targets(turn: Turn, kind: type[Action]) -> list[str]:
    return [action.target for action in turn.legal if isinstance(action, kind)]  # type: ignore[attr-defined]


def _likeliest(turn: Turn, seen: WerewolfObservation, targets: Sequence[str]) -> str:
    """Return the target most likely to be a wolf; near ties are drawn."""
    chances = Evidence(seen).chances
    draw = turn.chance("likeliest")
    turn.think(_table(chances, targets))
    return max(targets, key=lambda name: chances.get(name, 0.0) * (1 + 0.05 * draw.random()))


def _table(chances: dict[str, float], names: Sequence[str]) -> str:
    ranked = sorted(names, key=lambda name: -chances.get(name, 0.0))
    return "a wolf? " + ", ".join(f"{name} {100 * min(1.0, chances.get(name, 0.0)):.0f} %" for name in ranked[:5])
