"""Topics of bots' talk: offers and answers, threats, broken deals, the leader, and cards."""

from collections.abc import Iterator

from core.engine.chance import Draw
from core.engine.events import Said
from scenes.coup.actions import Action
from scenes.coup.claim_memory import undisproved_claims
from scenes.coup.diplomacy import RICH_FROM, danger_of, verb_and_victim
from scenes.coup.events import Blocked, Challenged, Declared, ForbiddenAction, Punishment, Settled
from scenes.coup.moves import CHARACTERS, COPIES
from scenes.coup.observation import Observation, Player
from scenes.coup.pacts import Pact
from scenes.coup.sentences import VOICES, reasons, sentence
from scenes.coup.talk import Odds, Statement, TalkStyle, choose_statement, has_spoken

ACCEPT_CHANCE, ACCUSE_CHANCE, ANNOUNCE_CHANCE, REPORT_CHANCE, WARN_CHANCE, POINT_CHANCE = (
    0.85,
    0.9,
    0.6,
    0.3,
    0.25,
    0.15,
)
"""Probability of accepting a good offer, and of each other topic when there is occasion for it."""
SlotValues = dict[str, str | int]


Topic = tuple[str, SlotValues]
"""A section of `sentences.txt`, and the values to fill in."""


def choose_words(seen: Observation, style: TalkStyle, odds: Odds, draw: Draw, action: Action | None = None) -> str:
    """Return the words that go with an action or, without an action, the words between turns; they may be empty."""
    if seen.style.talk == "off" or seen.phase not in ("talk", "act") or has_spoken(seen) or not seen.me.cards:
        return ""
    said = {fact.data.text for fact in seen.history if isinstance(fact.data, Said) and fact.agent == seen.name}
    voice = VOICES[(seen.seat - seen.names.index(seen.history[0].agent)) % len(VOICES)]
    for intent, facts in _topics(seen, style, odds, draw, action):
        for _ in range(3):
            if (text := sentence(intent, voice, facts, draw)) not in said:
                return text
    return ""


def _topics(seen: Observation, style: TalkStyle, odds: Odds, draw: Draw, action: Action | None) -> Iterator[Topic]:
    rate = 1 if seen.phase == "act" else 1 / len(seen.players)
    if len(seen.others()) > 1:
        yield from _answers(seen, draw, action)
        yield from _announcements(seen, draw, action)
        yield from _grievances(seen, style, draw)
        if draw.random() < style.deals * rate:
            yield from _offers(seen, draw)
        if draw.random() < WARN_CHANCE * style.fierce * rate:
            yield from _warnings(seen, style, draw)
    if said := choose_statement(seen, style, odds, draw):
        yield _about_card(seen, said, draw)
    if len(seen.others()) > 1 and draw.random() < POINT_CHANCE * rate:
        yield from _point_at_leader(seen, draw)


def _answers(seen: Observation, draw: Draw, action: Action | None) -> Iterator[Topic]:
    """Answer offers. Bots accept one deal at a time, and no deal with the leader or with a player who broke a deal."""
    for offer in seen.pacts:
        if offer.to != seen.name or not offer.is_offer(seen.actions):
            continue
        verb, victim = verb_and_victim(seen, action)
        barred = bool(victim) and offer.bars(seen.name, verb, victim)
        if why := "I have other plans with you" if barred else _reason_to_decline(seen, offer, draw):
            yield ("decline", {"who": offer.by, "why": why})
        else:
            until = seen.actions + offer.rounds * (1 + len(seen.others()))
            whys = [f"{offer.rival} first" if offer.rival else "we have other worries"]
            if seen.me.cards == 1:
                whys.append("one card is little to fight with")
            if rival := _rich_leader(seen, offer.by):
                whys.append(f"{rival.name} with {rival.coins} coins is the bigger danger")
            yield ("agree", {"who": offer.by, "until": until, "why": draw.choice(whys)})


def _reason_to_decline(seen: Observation, offer: Pact, draw: Draw) -> str:
    by, offerer = offer.by, seen.player(offer.by)
    for pact in seen.pacts:
        if pact.status == "agreed" and seen.name in (pact.by, pact.to) and pact.until > seen.actions:
            return f"I have a deal with {pact.partner(seen.name)}"
        if pact.status == "provoked" and (pact.by, pact.to) == (seen.name, by):
            return f"I still owe you something for turn {pact.since}"
        if pact.status == "broken" and pact.breaker == by:
            partner = pact.partner(by)
            return (
                f"you broke {'our deal' if partner == seen.name else f'your deal with {partner}'} on turn {pact.until}"
            )
    if danger_of(offerer) >= max(map(danger_of, seen.others())) and offerer.coins >= RICH_FROM:
        return draw.choice(reasons("refuse leader")).format(coins=offerer.coins)
    if draw.random() < ACCEPT_CHANCE:
        return ""
    return draw.choice(reasons("refuse"))


def _announcements(seen: Observation, draw: Draw, action: Action | None) -> Iterator[Topic]:
    """Announce a punishment or a broken deal together with the action."""
    verb, victim = verb_and_victim(seen, action)
    for pact in seen.pacts if victim else ():
        if pact.punishes(seen.name, verb, victim):
            yield ("strike", {"who": victim, "turn": pact.since})
        elif (pact.status == "agreed" and pact.until > seen.actions and pact.bars(seen.name, verb, victim)
              and draw.random() < ANNOUNCE_CHANCE):  # fmt: skip
            other = seen.player(victim)
            why = f"you have {other.coins} coins" if other.coins >= RICH_FROM else "you are the better target"
            yield ("betray", {"who": victim, "turn": pact.since, "why": why})


def _grievances(seen: Observation, style: TalkStyle, draw: Draw) -> Iterator[Topic]:
    """Complain about broken deals and harm since the speaker's last turn."""
    own = [fact.action for fact in seen.history if type(fact.data) is Declared and fact.agent == seen.name]
    since = seen.actions if seen.phase == "talk" else own[-1] if own else 0
    yield from _reports_of_broken_deals(seen, draw, since)
    living = {other.name for other in seen.others()}
    for turn in range(seen.actions, since - 1, -1):
        for who, (deed, did) in _harms(seen, turn).items():
            if who in living and not _is_threatened(seen, who) and draw.random() < style.fierce:
                when = "just now" if turn == seen.actions else f"on turn {turn}"
                yield ("threaten", _threat_facts(seen, who, deed, style, draw) | {"deeds": f"you {did} {when}"})


def _is_threatened(seen: Observation, who: str) -> bool:
    """Return True if a threat of this player against another still stands."""
    threats = [each for each in seen.pacts if each.is_threat and (each.by, each.to) == (seen.name, who)]
    return any(each.status in ("open", "provoked") and each.until >= seen.actions for each in threats)


def _reports_of_broken_deals(seen: Observation, draw: Draw, since: int) -> Iterator[Topic]:
    """Accuse players who broke a deal with the speaker, and report those who broke another's."""
    living = [other.name for other in seen.others()]
    for pact in seen.pacts:
        if pact.status == "broken" and pact.until >= since and pact.breaker in living:
            partner = pact.partner(pact.breaker)
            facts: SlotValues = {"who": pact.breaker, "turn": pact.until, "victim": partner}
            if partner == seen.name and draw.random() < ACCUSE_CHANCE:
                _, did = _harms(seen, pact.until).get(pact.breaker, ("", "turned on me"))
                yield ("accuse", {**facts, "did": did})
            elif draw.random() < REPORT_CHANCE and (
                hearers := [name for name in living if name not in (pact.breaker, partner)]
            ):
                yield ("report", {**facts, "who": draw.choice(hearers), "rival": pact.breaker})


def _harms(seen: Observation, turn: int) -> dict[str, tuple[ForbiddenAction, str]]:
    """Return the harm that others did to this player in a turn of the game, by player, as deed and words."""
    harms: dict[str, tuple[ForbiddenAction, str]] = {}
    for fact in seen.history:
        if fact.action != turn or fact.agent == seen.name:
            continue
        match fact.data:
            case Declared("steal", target) if target == seen.name:
                harms[fact.agent] = "steal", "tried to steal from me"
            case Settled("steal", target, "done") if target == seen.name:
                harms[fact.agent] = "steal", "stole from me"
            case Declared("assassinate", target) if target == seen.name:
                harms[fact.agent] = "attack", "sent an Assassin after me"
            case Declared("coup", target) if target == seen.name:
                harms[fact.agent] = "attack", "paid for a coup against me"
            case Challenged(claimant, claim) if claimant == seen.name:
                harms[fact.agent] = "challenge", f"challenged my {claim}"
            case Blocked(claim) if seen.name == _actor_of(seen, turn):
                harms[fact.agent] = "block", f"blocked me with your {claim}"
    return harms


def _actor_of(seen: Observation, turn: int) -> str:
    return next(fact.agent for fact in seen.history if fact.action == turn and type(fact.data) is Declared)


def _threat_facts(seen: Observation, who: str, deed: ForbiddenAction, style: TalkStyle, draw: Draw) -> SlotValues:
    """Choose a punishment that the player can carry out, or pretend to."""
    lies = draw.random() < style.lies
    possible: list[Punishment] = ["coup", "coup"] if seen.me.coins >= 3 or lies else []
    if "Assassin" in seen.hand or (lies and seen.turned_up("Assassin") < COPIES - 1):
        possible += ["assassinate", "assassinate"]
    if "Captain" in seen.hand or (lies and seen.turned_up("Captain") < COPIES - 1):
        possible.append("steal")
    strike = draw.choice([*possible, "challenge"])
    return {"who": who, "deed": deed, "strike": strike, "coins": seen.player(who).coins}


def _offers(seen: Observation, draw: Draw) -> Iterator[Topic]:
    """Offer a deal to a player who broke no deal and does not lead."""
    leader = max(seen.others(), key=danger_of)
    partners = _possible_partners(seen, leader)
    if not partners:
        return
    partner = draw.choice(partners)
    facts = _rival_facts(partner.name, leader)
    claimed = undisproved_claims(seen)[seen.names.index(partner.name)]
    roll = draw.random()
    if leader.coins >= RICH_FROM and roll < 0.6:
        lead = f"{leader.name} has {leader.coins} coins"
        facts["why"] = draw.choice(
            [lead, f"{lead} and {_cards_of(leader)}", f"{leader.name} gets too strong with {leader.coins} coins"]
        )
        yield ("ally", facts)
    elif claimed and roll < 0.75:
        yield ("trust", facts | {"card": CHARACTERS[claimed[0]]})
    else:
        yield ("offer", facts | {"why": draw.choice(_whys_of_offer(seen, leader, partner))})


def _possible_partners(seen: Observation, leader: Player) -> list[Player]:
    """Return the players to whom a deal can be offered; none while the speaker has an offer or a deal."""
    avoided = {pact.breaker for pact in seen.pacts} | {pact.to for pact in seen.pacts if pact.status == "declined"}
    busy = {
        name
        for pact in seen.pacts
        if not pact.is_threat and pact.status in ("open", "agreed") and pact.until >= seen.actions
        for name in (pact.by, pact.to)
    }
    if seen.name in busy:
        return []
    return [other for other in seen.others() if other != leader and other.name not in avoided | busy]


def _whys_of_offer(seen: Observation, leader: Player, partner: Player) -> list[str]:
    whys = [
        f"you and I have better targets than each other, {leader.name} for one",
        f"{leader.name} is the one I worry about",
    ]
    if seen.me.cards == 1:
        whys.append("I have one card left and you don't need it")
    acts = [fact.data for fact in seen.history if fact.agent == partner.name]
    if not any(isinstance(data, Declared) and data.target == seen.name for data in acts):
        whys.append("you have done me no harm so far")
    return whys


def _warnings(seen: Observation, style: TalkStyle, draw: Draw) -> Iterator[Topic]:
    """Warn a player who can soon attack, unless an earlier threat still holds."""
    if any(pact.by == seen.name and pact.is_threat and pact.until >= seen.actions for pact in seen.pacts):
        return
    rich = [other for other in seen.others() if other.coins >= 3]
    if rich:
        deed: ForbiddenAction = draw.choice(
            ["attack", "attack", "challenge"] if not seen.me.coins else ["attack", "steal", "challenge", "block"]
        )
        yield ("warn", _threat_facts(seen, draw.choice(rich).name, deed, style, draw))


def _point_at_leader(seen: Observation, draw: Draw) -> Iterator[Topic]:
    leader = max(seen.others(), key=danger_of)
    if leader.coins >= RICH_FROM:
        others = [other.name for other in seen.others() if other != leader]
        yield ("point", _rival_facts(draw.choice(others), leader))


def _rich_leader(seen: Observation, but: str) -> Player | None:
    rest = [other for other in seen.others() if other.name != but and other.coins >= RICH_FROM]
    return max(rest, key=danger_of) if rest else None


def _rival_facts(who: str, leader: Player) -> SlotValues:
    return {"who": who, "rival": leader.name, "coins": leader.coins, "cards": _cards_of(leader)}


def _cards_of(player: Player) -> str:
    return "two cards" if player.cards == 2 else "one card"


def _about_card(seen: Observation, said: Statement, draw: Draw) -> Topic:
    """Name a card that the speaker holds, or a card that another player lacks."""
    known = seen.turned_up(said.card) + seen.hand.count(said.card)
    intent = "doubt" if said.about else "own"
    whys = reasons("doubt", *["doubt counted"] * (known > 0)) if said.about else reasons(f"own {said.card}")
    return intent, {"who": said.about, "why": draw.choice(whys).format(known=known), "card": said.card}
