"""Two simple bots without model or search: one never lies, the other bluffs."""

from abc import abstractmethod
from collections.abc import Sequence
from math import prod
from typing import Any, cast

from core.engine.agents import Agent
from core.engine.turn import Turn
from scenes.coup.actions import CHALLENGE, PASS, Action, Block, Keep, Lose, Move, Say
from scenes.coup.claim_memory import ClaimMemory
from scenes.coup.diplomacy import COUP, attackable_opponents, danger_of, price_of
from scenes.coup.moves import CARD_NUMBER, COPIES, KEEPING_VALUE, RULES, Character, Verb, with_article
from scenes.coup.observation import Observation, Player
from scenes.coup.talk import Odds, TalkStyle
from scenes.coup.topics import choose_words

GAINS: dict[Verb, int] = {"assassinate": 4, "tax": 3, "steal": 2, "exchange": 1}
"""Rough value of each action that requires a claim of a card."""
LIE_IF_HARMED, LIE_IF_NOT_HARMED, LAST_CARD = 0.5, 0.7, 0.1
"""Probabilities of a lie above which an honest player challenges.

The first is for claims that harm the player, the second for claims that harm only others, who can challenge them.
`LAST_CARD` is added to both if the player has one card left."""
PRICE_FACTOR = 5.0
"""Factor that converts the cost of a challenge (see `price_of`) from win probability to probability of a lie."""
NOT_HARMED = 0.4
"""Factor on a bluffer's doubt of claims that harm only others."""
NEARLY_COUP = 5
"""Coins from which an opponent will soon pay for a coup."""


class TalkingBot(Agent):
    """A bot that may make a statement between turns, or together with its action."""

    def act(self, turn: Turn) -> Action:
        seen: Observation = turn.observation
        if seen.name not in seen.deciding:
            return PASS
        if seen.phase == "talk":
            words = self.words(turn, seen)
            return Say(words) if words else PASS
        action = self.decide(turn, seen)
        if seen.phase == "act" and (words := self.words(turn, seen, action)):
            turn.say(words)
        return action

    def words(self, turn: Turn, seen: Observation, action: Action | None = None) -> str:
        return choose_words(seen, self.talk_style(seen), self.odds(seen), turn.chance("talk"), action)

    @abstractmethod
    def decide(self, turn: Turn, seen: Observation) -> Action:
        """Return the bot's action or answer."""

    @abstractmethod
    def talk_style(self, seen: Observation) -> TalkStyle:
        """Return the bot's talking style."""

    def odds(self, seen: Observation) -> Odds:
        """Return a function for the probability that another player holds a card."""
        return lambda *claim: ClaimMemory(seen).chance_of_claim(*claim)


class Honest(TalkingBot):
    """A bot that claims only cards it holds, and challenges likely lies, judged by the cards and earlier claims."""

    what = "never lies, remembers claims"

    def decide(self, turn: Turn, seen: Observation) -> Action:
        match seen.phase:
            case "act":
                return self.move(turn, seen, ClaimMemory(seen))
            case "challenge" | "challenge block":
                return self.doubt(turn, seen, ClaimMemory(seen))
            case "block":
                return self.block(turn, seen)
            case "lose":
                loses = cast(Sequence[Lose], turn.legal)
                return min(loses, key=lambda lose: _card_worth(lose.character, seen.hand))
            case "exchange":
                keeps = cast(Sequence[Keep], turn.legal)
                return max(keeps, key=_kept_worth)
        return PASS

    def talk_style(self, seen: Observation) -> TalkStyle:
        return TalkStyle(lies=0, doubts=0, fierce=0.6, deals=0.4)

    # -- decisions

    def move(self, turn: Turn, seen: Observation, memory: ClaimMemory) -> Action:
        coins, hand = seen.me.coins, seen.hand
        if coins >= COUP:
            target = self.target(turn, seen, memory)
            turn.think(f"{coins} coins pay for a coup that nobody can stop; {target} is the one to fear.")
            return Move("coup", target)
        if (
            "Assassin" in hand
            and coins >= RULES["assassinate"].cost
            and (prey := self.assassination_target(turn, seen, memory))
        ):
            turn.think(f"My Assassin costs {prey} a card unless there is a Contessa.")
            return Move("assassinate", prey)
        victim = self.steal_target(turn, seen, memory) if "Captain" in hand else ""
        if "Duke" in hand and (not victim or seen.player(victim).coins < NEARLY_COUP):
            turn.think("My Duke takes 3, and nobody can block it.")
            return Move("tax")
        if victim:
            turn.think(f"My Captain takes from {victim} what it would buy a coup with.")
            return Move("steal", victim)
        if "Ambassador" in hand and memory.last_actions.get(seen.name) != "exchange":
            turn.think("My Ambassador may find better cards.")
            return Move("exchange")
        return self.choose_income(turn, seen, memory)

    def choose_income(self, turn: Turn, seen: Observation, memory: ClaimMemory) -> Action:
        """Choose foreign aid or income, by the probability of a block."""
        free = prod([1 - seen.odds_by_counting(player.name, "Duke") for player in seen.others()])
        if free > 0.5 and not any(memory.would_block(player.name, "foreign aid") for player in seen.others()):
            turn.think(f"I hold nothing that earns; nobody has a Duke to block foreign aid, at {free:.0%}.")
            return Move("foreign aid")
        turn.think(f"I hold nothing that earns, and somebody has a Duke at {1 - free:.0%} or said so: income is safe.")
        return Move("income")

    def doubt(self, turn: Turn, seen: Observation, memory: ClaimMemory) -> Action:
        claim, claimant = seen.claim, seen.claimant
        assert claim is not None
        if not seen.unseen(claim):
            turn.think(_certain_lie_text(seen))
            return CHALLENGE
        lie = 1 - memory.chance_of_claim(claimant, claim)
        if _is_doomed(seen) and lie:
            turn.think(f"I have no Contessa: either {claimant} lies, or I am out.")
            return CHALLENGE
        pledged = PRICE_FACTOR * price_of(seen, CHALLENGE)
        if (
            lie
            > (LIE_IF_HARMED if _is_harmed(seen) else LIE_IF_NOT_HARMED) + LAST_CARD * (len(seen.hand) == 1) + pledged
        ):
            odds = f"{claimant} has {with_article(claim)} at {1 - lie:.0%}"
            turn.think(f"{odds}, by the cards and what it claimed before.")
            return CHALLENGE
        return PASS

    def block(self, turn: Turn, seen: Observation) -> Action:
        for action in turn.legal:
            if isinstance(action, Block) and action.character in seen.hand:
                turn.think(f"I do have the {action.character} that blocks this.")
                return action
        return PASS

    # -- choosing targets

    def attackable(self, turn: Turn, seen: Observation, verb: Verb) -> list[Player]:
        """Return the opponents that the bot may attack (see `attackable_opponents`)."""
        return attackable_opponents(seen, verb)

    def target(self, turn: Turn, seen: Observation, memory: ClaimMemory) -> str:
        """Return the most dangerous player, as the target of a coup; ties go to the next in turn order."""
        return max(self.attackable(turn, seen, "coup"), key=danger_of).name

    def assassination_target(self, turn: Turn, seen: Observation, memory: ClaimMemory) -> str:
        """Return the player to assassinate, avoiding those who claim a Contessa; empty if there is none."""
        best, open_to = self.target(turn, seen, memory), self.attackable(turn, seen, "assassinate")
        if not memory.would_block(best, "assassinate") and best in [each.name for each in open_to]:
            return best
        rest = [each for each in open_to if not memory.would_block(each.name, "assassinate")]
        return max(rest, key=danger_of).name if rest else ""

    def steal_target(self, turn: Turn, seen: Observation, memory: ClaimMemory) -> str:
        """Return the player to steal two coins from, avoiding those who claim a block; empty if there is none."""
        victims = [
            each
            for each in self.attackable(turn, seen, "steal")
            if each.coins >= RULES["steal"].gain and not memory.would_block(each.name, "steal")
        ]
        return max(victims, key=lambda player: player.coins).name if victims else ""


class Bluffer(Honest):
    """A bot that lies at a rate (`bluff`), consistently with its earlier claims.

    A caught bluffer stops lying until it has shown a card, unless only a lie can save its last card. Its challenges
    depend on the probability of a lie and its `suspicion`; it prefers targets that harmed it (`grudge`).
    """

    what = "bluffs consistently, challenges, holds grudges"

    def move(self, turn: Turn, seen: Observation, memory: ClaimMemory) -> Action:
        coins, rate = seen.me.coins, seen.style.bluff
        lies = self.lies(turn, seen, memory) if coins < COUP and rate else []
        consistent = [move for move in lies if RULES[move.verb].claims in memory.undisproved[seen.name]]
        draw = turn.chance("bluff")
        if draw.random() >= ((1 + rate) / 2 if consistent else rate) or not lies:
            return super().move(turn, seen, memory)
        move: Move = draw.choice(consistent or lies)
        claim = RULES[move.verb].claims
        why = "it was believed before" if consistent else "nobody can know"
        turn.think(f"I have no {claim}, but {why}: {move.verb}{f' {move.target}' * bool(move.target)}.")
        return move

    def talk_style(self, seen: Observation) -> TalkStyle:
        return TalkStyle(
            lies=seen.style.bluff, doubts=seen.style.suspicion, fierce=0.4 + seen.style.grudge / 2, deals=0.3
        )

    def lies(self, turn: Turn, seen: Observation, memory: ClaimMemory) -> list[Move]:
        """List moves with a plausible false claim that gain more than all moves with a true claim."""
        moves = [Move("tax")]
        if victim := self.steal_target(turn, seen, memory):
            moves.append(Move("steal", victim))
        if seen.me.coins >= RULES["assassinate"].cost and (prey := self.assassination_target(turn, seen, memory)):
            moves.append(Move("assassinate", prey))
        claims = {move: cast(Character, RULES[move.verb].claims) for move in moves}
        best = max([GAINS[move.verb] for move in moves if claims[move] in seen.hand], default=0)
        return [move for move in moves if GAINS[move.verb] > best and self.plausible(seen, memory, claims[move])]

    def plausible(self, seen: Observation, memory: ClaimMemory, card: Character) -> bool:
        """Return True if others may believe a claim of this card: it fits earlier claims, and two copies are unseen."""
        return card not in seen.hand and seen.turned_up(card) < COPIES - 1 and memory.can_claim(card)

    def doubt(self, turn: Turn, seen: Observation, memory: ClaimMemory) -> Action:
        claim, claimant, style = seen.claim, seen.claimant, seen.style
        assert claim is not None
        if not seen.unseen(claim):
            return super().doubt(turn, seen, memory)
        true = memory.chance_of_claim(claimant, claim)
        doubt = style.suspicion * (1 - true) / true * (1 if _is_harmed(seen) else NOT_HARMED)
        doubt -= PRICE_FACTOR * price_of(seen, CHALLENGE)
        if _is_doomed(seen):
            doubt = max(doubt, 1 - style.bluff)
        challenges = turn.chance("doubt").random() < doubt and true < 1
        why = "I have nothing to lose" if _is_doomed(seen) else "I do not believe it"
        why = why if challenges else "not worth a challenge"
        turn.think(f"{claimant} has {with_article(claim)} at {true:.0%}, by the cards and its claims: {why}.")
        return CHALLENGE if challenges else PASS

    def block(self, turn: Turn, seen: Observation) -> Action:
        honest = super().block(turn, seen)
        if honest != PASS:
            return honest
        memory, doomed = ClaimMemory(seen), _is_doomed(seen)
        blocks = [each for each in turn.legal if isinstance(each, Block)]
        lies = [
            each
            for each in blocks
            if (seen.turned_up(each.character) < COPIES if doomed else self.plausible(seen, memory, each.character))
        ]
        draw, rate = turn.chance("bluff"), seen.style.bluff
        if not lies or draw.random() >= (rate > 0 if doomed else rate):
            return PASS
        lie: Block = draw.choice(lies)
        turn.think(f"I have no {lie.character}; saying so may stop {seen.actor}.")
        return lie

    def attackable(self, turn: Turn, seen: Observation, verb: Verb) -> list[Player]:
        """Return the opponents to attack; with probability `bluff`, only partners in deals, if there are any."""
        free = attackable_opponents(seen, verb)
        partners = [each for each in attackable_opponents(seen, verb, loyal=False) if each not in free]
        return partners if partners and turn.chance("betrayal").random() < seen.style.bluff else free

    def target(self, turn: Turn, seen: Observation, memory: ClaimMemory) -> str:
        open_to = [each.name for each in self.attackable(turn, seen, "coup")]
        if memory.enemy in open_to and turn.chance("grudge").random() < seen.style.grudge:
            return memory.enemy
        return super().target(turn, seen, memory)

    def steal_target(self, turn: Turn, seen: Observation, memory: ClaimMemory) -> str:
        victim, enemy = super().steal_target(turn, seen, memory), memory.enemy
        open_to = [each.name for each in self.attackable(turn, seen, "steal")]
        if not victim or enemy not in open_to or memory.would_block(enemy, "steal"):
            return victim
        worth = seen.player(enemy).coins >= RULES["steal"].gain
        return enemy if worth and turn.chance("grudge").random() < seen.style.grudge else victim


def _card_worth(card: Any, hand: Sequence[Any]) -> tuple[bool, int]:
    """Rate a card in a hand; a card with a copy in the hand is worth least."""
    return hand.count(card) == 1, KEEPING_VALUE[CARD_NUMBER[card]]


def _kept_worth(keep: Keep) -> tuple[int, int]:
    return len(set(keep.characters)), sum([KEEPING_VALUE[CARD_NUMBER[card]] for card in keep.characters])


def _is_harmed(seen: Observation) -> bool:
    """Return True if the claim on the table harms the player. With two players left, every claim does."""
    return seen.name in (seen.target, seen.actor) or len(seen.others()) == 1


def _is_doomed(seen: Observation) -> bool:
    """Return True if letting this action pass eliminates the player, and only a lie could block it."""
    struck = seen.verb == "assassinate" and seen.target == seen.name and not seen.blocker
    return struck and len(seen.hand) == 1 and "Contessa" not in seen.hand


def _certain_lie_text(seen: Observation) -> str:
    claim = seen.claim
    assert claim is not None
    mine, up = seen.hand.count(claim), seen.turned_up(claim)
    held = f"I hold {mine} and {up} {'is' if up == 1 else 'are'} turned up" if mine else "all are turned up"
    return f"{seen.claimant} cannot have {with_article(claim)}: {held}."
