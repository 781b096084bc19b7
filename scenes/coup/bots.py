"""Players that need no model and no search: one that never lies, and one that does."""

from collections.abc import Sequence
from functools import partial
from typing import Any, cast

from core.agents import Agent
from core.turn import Turn
from scenes.coup.actions import CHALLENGE, PASS, Action, Block, Keep, Lose, Move, Say
from scenes.coup.events import Blocked, Challenged, Declared, Lost
from scenes.coup.gossip import Tongue, remark
from scenes.coup.moves import CHARACTERS, COPIES, RULES, Character, Verb
from scenes.coup.observation import Observation, Player
from scenes.coup.strong.counting import odds_by_counting, turned_up, unseen
from scenes.coup.talk import said_to_have, spoken

WORTH: dict[Character, int] = {"Duke": 5, "Captain": 4, "Assassin": 3, "Contessa": 2, "Ambassador": 1}
"""Which cards to keep, the best first."""
COUP = RULES["coup"].cost


class Honest(Agent):
    """Claims what it holds and nothing else, and challenges a claim only if it sees all copies of that card."""

    what = "never lies, and rarely doubts"

    def act(self, turn: Turn) -> Action:
        seen: Observation = turn.observation
        if seen.name not in seen.deciding:
            return PASS
        match seen.phase:
            case "act":
                return self.move(turn, seen)
            case "challenge" | "challenge block":
                return self.doubt(turn, seen)
            case "block":
                return self.block(turn, seen)
            case "lose":
                loses = cast(Sequence[Lose], turn.legal)
                return min(loses, key=lambda lose: _worth(lose.character, seen.hand))
            case "exchange":
                keeps = cast(Sequence[Keep], turn.legal)
                return max(keeps, key=_kept_worth)
            case "talk" if words := remark(
                seen, self.tongue(seen), partial(odds_by_counting, seen), turn.chance("talk")
            ):
                return Say(spoken(words))
        return PASS

    def tongue(self, seen: Observation) -> Tongue:
        """How it talks."""
        return Tongue(lies=0, doubts=0)

    # -- decisions

    def move(self, turn: Turn, seen: Observation) -> Action:
        coins, hand = seen.players[seen.seat].coins, seen.hand
        target = self.target(turn, seen)
        if coins >= COUP:
            turn.think(f"{coins} coins pay for a coup that nobody can stop; {target} is the one to fear.")
            return Move("coup", target)
        if "Assassin" in hand and coins >= RULES["assassinate"].cost and target not in _blockers(seen, "assassinate"):
            turn.think(f"My Assassin costs {target} a card unless there is a Contessa.")
            return Move("assassinate", target)
        if "Duke" in hand:
            turn.think("My Duke takes 3, and nobody can block it.")
            return Move("tax")
        if "Captain" in hand and (victim := self.richest(turn, seen)):
            turn.think(f"My Captain takes from {victim} what it would buy a coup with.")
            return Move("steal", victim)
        if "Ambassador" in hand:
            turn.think("My Ambassador may find better cards.")
            return Move("exchange")
        return self.aid(turn, seen)

    def aid(self, turn: Turn, seen: Observation) -> Action:
        """Foreign aid or income, by the odds that somebody can block."""
        free = 1.0
        for player in _others(seen):
            free *= 1 - odds_by_counting(seen, player.name, "Duke")
        if free > 0.5 and not _blockers(seen, "foreign aid"):
            turn.think(f"I hold nothing that earns; nobody has a Duke to block foreign aid, at {free:.0%}.")
            return Move("foreign aid")
        turn.think(f"I hold nothing that earns, and somebody has a Duke at {1 - free:.0%} or said so: income is safe.")
        return Move("income")

    def doubt(self, turn: Turn, seen: Observation) -> Action:
        assert seen.claim is not None
        if not unseen(seen, seen.claim):
            turn.think(_certain(seen))
            return CHALLENGE
        return PASS

    def block(self, turn: Turn, seen: Observation) -> Action:
        for action in turn.legal:
            if isinstance(action, Block) and action.character in seen.hand:
                turn.think(f"I do have the {action.character} that blocks this.")
                return action
        return PASS

    # -- whom

    def target(self, turn: Turn, seen: Observation) -> str:
        """Whoever has most cards, then most coins; of equals the next in turn order."""
        return max(_others(seen), key=lambda player: (player.cards, player.coins)).name

    def richest(self, turn: Turn, seen: Observation) -> str:
        """Whom to steal two coins from; empty if nobody has them, or only who has blocked it before."""
        wary = _blockers(seen, "steal")
        victims = [each for each in _others(seen) if each.coins >= RULES["steal"].gain and each.name not in wary]
        return max(victims, key=lambda player: player.coins).name if victims else ""


class Bluffer(Honest):
    """Lies at a rate (`bluff`), challenges by the odds and its `suspicion`, goes for whoever harmed it (`grudge`)."""

    what = "lies, doubts, bears grudges"

    def move(self, turn: Turn, seen: Observation) -> Action:
        coins = seen.players[seen.seat].coins
        draw = turn.chance("bluff")
        if coins >= COUP or draw.random() >= seen.style.bluff:
            return super().move(turn, seen)
        lies = [move for move in self.claims(turn, seen) if _could_be(seen, RULES[move.verb].claims)]
        if not lies:
            return super().move(turn, seen)
        move: Move = draw.choice(lies)
        claim = RULES[move.verb].claims
        turn.think(f"I have no {claim}, but nobody can know: {move.verb}{f' {move.target}' * bool(move.target)}.")
        return move

    def tongue(self, seen: Observation) -> Tongue:
        return Tongue(lies=seen.style.bluff, doubts=seen.style.suspicion)

    def claims(self, turn: Turn, seen: Observation) -> list[Move]:
        """What it would do if it had the card for it, true claims aside."""
        moves = [Move("tax")]
        if victim := self.richest(turn, seen):
            moves.append(Move("steal", victim))
        if seen.players[seen.seat].coins >= RULES["assassinate"].cost:
            moves.append(Move("assassinate", self.target(turn, seen)))
        return [move for move in moves if RULES[move.verb].claims not in seen.hand]

    def doubt(self, turn: Turn, seen: Observation) -> Action:
        claim, claimant, style = seen.claim, seen.claimant, seen.style
        assert claim is not None
        true = odds_by_counting(seen, claimant, claim)
        if true in (0, 1):
            return super().doubt(turn, seen)
        doubt = style.suspicion * (1 - true)
        if _doomed(seen):
            doubt = max(doubt, 1 - style.bluff)
        if turn.chance("doubt").random() < doubt:
            why = "I have nothing to lose" if _doomed(seen) else "I do not believe it"
            turn.think(f"{claimant} has {a(claim)} at {true:.0%} by the cards: {why}.")
            return CHALLENGE
        turn.think(f"{claimant} has {a(claim)} at {true:.0%} by the cards: not worth a challenge.")
        return PASS

    def block(self, turn: Turn, seen: Observation) -> Action:
        honest = super().block(turn, seen)
        lies = [each for each in turn.legal if isinstance(each, Block) and _could_be(seen, each.character)]
        draw, rate = turn.chance("bluff"), seen.style.bluff
        if honest != PASS or not lies or draw.random() >= (rate > 0 if _doomed(seen) else rate):
            return honest
        lie: Block = draw.choice(lies)
        turn.think(f"I have no {lie.character}; saying so may stop {seen.actor}.")
        return lie

    def target(self, turn: Turn, seen: Observation) -> str:
        enemy = _enemy(seen)
        if enemy and turn.chance("grudge").random() < seen.style.grudge:
            return enemy
        return super().target(turn, seen)

    def richest(self, turn: Turn, seen: Observation) -> str:
        victim = super().richest(turn, seen)
        enemy = _enemy(seen) if victim else ""
        coins = seen.players[seen.names.index(enemy)].coins if enemy else 0
        return enemy if coins >= RULES["steal"].gain and turn.chance("grudge").random() < seen.style.grudge else victim


def a(card: Character) -> str:
    """With its article."""
    return f"{'an' if card[0] == 'A' else 'a'} {card}"


def _others(seen: Observation) -> list[Player]:
    """Opponents who are in the game, in turn order."""
    players = (*seen.players[seen.seat + 1 :], *seen.players[: seen.seat])
    return [player for player in players if player.cards]


def _worth(card: Any, hand: Sequence[Any]) -> tuple[bool, int]:
    """A second copy is worth least."""
    return hand.count(card) == 1, WORTH[card]


def _kept_worth(keep: Keep) -> tuple[int, int]:
    return len(set(keep.characters)), sum([WORTH[card] for card in keep.characters])


def _could_be(seen: Observation, card: Character | None) -> bool:
    """Whether a claim of this card is not known to all as a lie."""
    return card is not None and turned_up(seen, card) < COPIES


def _doomed(seen: Observation) -> bool:
    """Whether letting this pass puts the player out, and only a lie could block it."""
    struck = seen.verb == "assassinate" and seen.target == seen.name and not seen.blocker
    return struck and len(seen.hand) == 1 and "Contessa" not in seen.hand


def _certain(seen: Observation) -> str:
    claim = seen.claim
    assert claim is not None
    mine, up = seen.hand.count(claim), turned_up(seen, claim)
    held = f"I hold {mine} and {up} {'is' if up == 1 else 'are'} turned up" if mine else "all are turned up"
    return f"{seen.claimant} cannot have {a(claim)}: {held}."


def _blockers(seen: Observation, verb: Verb) -> set[str]:
    """Who has blocked this action since it last lost a card, or says to have what blocks it."""
    told = said_to_have(seen)
    said, declared = {name for name in told if told[name] & set(RULES[verb].blocks)}, ""
    for fact in seen.history:
        match fact.data:
            case Declared():
                declared = fact.data.verb
            case Blocked() if declared == verb:
                said.add(fact.agent)
            case Lost() if not told[fact.agent] & set(RULES[verb].blocks):
                said.discard(fact.agent)
    return said


def _enemy(seen: Observation) -> str:
    """Who last harmed the player and is still in the game: took aim at it, doubted it, or blocked it."""
    living = {player.name for player in _others(seen)}
    enemy = actor = ""
    for fact in seen.history:
        data = fact.data
        if type(data) is Declared:
            actor = fact.agent
            harms = data.target == seen.name
        elif type(data) is Challenged:
            harms = data.claimant == seen.name
        else:
            harms = type(data) is Blocked and actor == seen.name
        if harms and fact.agent in living:
            enemy = fact.agent
    return enemy


assert set(WORTH) == set(CHARACTERS)
