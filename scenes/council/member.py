"""The bot of a member: it argues for its values, answers, asks, whispers, changes its mind, and makes deals."""

from collections import Counter
from collections.abc import Sequence

from core.engine.chance import Draw
from core.engine.events import Planned
from core.engine.turn import Action, Turn
from core.social.actions import Speak, TalkTo, Yield
from scenes.council import wording
from scenes.council.actions import BINDING_VOTES, Accept, Amend, Binding, Offer, Second, Vote, VoteBecause
from scenes.council.answers import ABSTAIN_BELOW, AnswerWriter
from scenes.council.mind import NEWS, SIDE_FROM, Mind
from scenes.council.observation import CouncilSeen, Deal, QuestionAsked
from scenes.council.phrases import ask_back, write_answer
from scenes.council.reading import read, speech_of
from scenes.council.values import PROVISIONS, Side, Value
from scenes.council.votes import Choice, Position

AMEND_CHANCE, SECOND_CHANCE, AMENDABLE_FROM = 0.1, 0.5, -0.5
"""Probabilities of moving and of seconding a helpful amendment, and leaning below which no amendment helps."""
WHISPER_CHANCE, OFFER_CHANCE = 0.12, 0.15
"""Probabilities of starting a turn with a whisper, and with an offer."""
CHEAP_BELOW, DEAR_FROM = 0.3, 0.3
"""Size of a leaning below which a vote may be given away, and above which a motion is worth an offer."""


def act(turn: Turn) -> Action:
    seen: CouncilSeen = turn.observation
    mind = Mind(seen) if seen.text else None
    if mind is None or (seen.phase != "vote" and seen.up != seen.name):
        return Yield()
    if seen.phase == "vote":
        return _vote(turn, seen, mind)
    return (
        _amend(turn, seen, mind)
        or _accept_or_offer(turn, seen, mind)
        or _whisper(turn, seen, mind)
        or _speak(turn, seen, mind)
    )


# -- votes and deals


def _vote(turn: Turn, seen: CouncilSeen, mind: Mind) -> Action:
    leaning = mind.leaning
    choice: Choice = "abstain" if abs(leaning) < ABSTAIN_BELOW else "yes" if leaning > 0 else "no"
    promised = _promised_vote(seen)
    if promised is not None and promised[1] != choice:
        honor = mind.own.honor * (0.6 if seen.sealed else 1.0)
        keeps = turn.chance("honor").random() < honor
        turn.think(
            f"I promised {promised[0]} a {promised[1]}; {'I keep it' if keeps else 'I would rather not, and break it'}."
        )
        choice = promised[1] if keeps else choice
    else:
        turn.think(f"All in all I lean {leaning:+.2f}, from {mind.start:+.2f} before the debate.")
    if turn.chance("comment").random() < 0.3:
        return VoteBecause(choice, turn.chance("words").choice(wording.VOTE_COMMENTS[choice]))
    return Vote(choice)


def _promised_vote(seen: CouncilSeen) -> tuple[str, Choice] | None:
    """Return the member to whom this one promised a vote on the motion, and the promised vote."""
    for deal in seen.deals:
        if deal.accepted:
            mine = deal.name == seen.name
            motion, choice = (deal.terms.motion, deal.terms.mine) if mine else (deal.terms.other, deal.terms.yours)
            if motion == seen.motion:
                return (deal.terms.to if mine else deal.name), choice
    return None


def _accept_or_offer(turn: Turn, seen: CouncilSeen, mind: Mind) -> Action | None:
    """Accept a worthwhile offer, or offer a vote on an unimportant motion for a vote on an important one."""
    for deal in seen.deals:
        if deal.terms.to == seen.name and not deal.accepted and _is_worth_it(deal, seen, mind):
            turn.think(f"What {deal.name} offers is worth more to me than what it asks.")
            turn.say(write_answer("deal_taken", turn.chance("taken"), "", name=deal.name), to=(deal.name,))
            return Accept(deal.name)
    if reaction := _react_to_deals(turn, seen, mind):
        return reaction
    busy = any(seen.name in (deal.name, deal.terms.to) for deal in seen.deals)
    later = [i for i in range(seen.motion + 1, len(seen.agenda) + 1) if abs(mind.own.leanings[i - 1]) < CHEAP_BELOW]
    if busy or not later or abs(mind.leaning) < DEAR_FROM or turn.chance("deal").random() >= OFFER_CHANCE:
        return None
    opponents = [n for n, each in seen.positions.items() if n != seen.name and each.now.score * mind.leaning <= 0]
    if not opponents:
        return None
    draw = turn.chance("offer")
    wants: Binding = "yes" if mind.leaning > 0 else "no"
    to, motion, give = draw.choice(opponents), draw.choice(later), draw.choice(BINDING_VOTES)
    turn.think(f"Motion {motion} matters little to me: I give it away for {to}'s vote on this one.")
    return Offer(to, give, motion, wants, seen.motion)


def _react_to_deals(turn: Turn, seen: CouncilSeen, mind: Mind) -> TalkTo | None:
    """Whisper once about an offer that is not worthwhile, or a promise that was kept or broken in the last vote."""
    whispers = {(each.to, each.turn >= seen.opened) for each in seen.heard if each.name == seen.name and each.to}
    for deal in seen.deals:
        me_first = deal.name == seen.name
        to = deal.terms.to if me_first else deal.name
        motion, promised = (deal.terms.other, deal.terms.yours) if me_first else (deal.terms.motion, deal.terms.mine)
        result = seen.results[-1] if seen.results else None
        if ((to,), True) in whispers:
            continue
        if (
            not deal.accepted
            and not me_first
            and deal.terms.other >= seen.motion
            and not _is_worth_it(deal, seen, mind)
        ):
            return TalkTo(
                to, write_answer("deal_refused", turn.chance("refused"), "", name=to, motion=deal.terms.other)
            )
        if deal.accepted and result and result.votes and result.motion == motion == seen.motion - 1:
            kept = result.votes[to] == promised
            return TalkTo(to, write_answer("kept" if kept else "broken", turn.chance("kept"), "", name=to))
    return None


def _is_worth_it(deal: Deal, seen: CouncilSeen, mind: Mind) -> bool:
    """Return True if the requested vote costs the member less than the offered vote is worth to it."""
    terms = deal.terms
    if terms.motion < seen.motion or terms.other < seen.motion:
        return False
    worth = mind.own.leanings[terms.motion - 1] * (1 if terms.mine == "yes" else -1)
    now = mind.leaning if terms.other == seen.motion else mind.own.leanings[terms.other - 1]
    return worth > 0.25 and worth > -now * (1 if terms.yours == "yes" else -1)


def _amend(turn: Turn, seen: CouncilSeen, mind: Mind) -> Action | None:
    """Second an amendment that improves the motion, or move one that makes it acceptable."""
    if seen.moved is not None and seen.moved.name != seen.name:
        provided = {each.value for each in read(speech_of(seen.moved.text, ()), ()).arguments}
        good = mind.leaning > SIDE_FROM or bool(provided & {*mind.bearing})
        if good and turn.chance("second").random() < SECOND_CHANCE:
            turn.think(f"What {seen.moved.name} moves would win some of them over.")
            return Second()
    hurt = [value for value, effect in mind.bearing.items() if effect < 0]
    if seen.moved or seen.amended or not hurt or not AMENDABLE_FROM < mind.leaning < SIDE_FROM:
        return None
    if turn.chance("amend").random() >= AMEND_CHANCE:
        return None
    dearest = max(hurt, key=mind.own.values.__getitem__)
    turn.think(f"I could live with it if it were not so hard on {dearest}.")
    return Amend(PROVISIONS[dearest])


# -- speech


def _whisper(turn: Turn, seen: CouncilSeen, mind: Mind) -> Action | None:
    """Argue in private with a member that has no position, or an open one."""
    done = any(each.name == seen.name and each.turn == turn.number for each in seen.heard)
    if done or mind.position.stance == "open" or turn.chance("whisper").random() >= WHISPER_CHANCE:
        return None
    decided = [name for name, each in seen.positions.items() if each.now.score]
    whispered = [to for each in seen.heard if each.name == seen.name and each.turn >= seen.opened for to in each.to]
    listeners = [name for name in seen.members if name not in (seen.name, *decided, *whispered)]
    values = mind.values_for(mind.position)
    if not listeners or not values:
        return None
    draw = turn.chance("aside")
    words = f"{write_answer('aside', draw, '')} {_argument(draw, seen, mind, values[0])}"
    to = draw.choice(listeners)
    turn.think(f"{to} is still open; a word in private may do more than a speech.")
    return TalkTo(to, words)


def _speak(turn: Turn, seen: CouncilSeen, mind: Mind) -> Action:
    """Ask back, answer, state a position with a reason, or ask; yield if there is nothing new to say."""
    position, stated = mind.position, seen.positions.get(seen.name)
    change = _state_change(turn, seen, mind)
    question = unanswered(seen)
    answer = [AnswerWriter(turn, seen, mind, question, bool(change)).text()] if question else []
    if question and question.is_private:
        return TalkTo(question.name, answer[0])
    parts = [*_questions_back(seen), *_mention_news(turn, seen, change), *answer, *change]
    reason = _new_reason(turn, seen, mind, bool(change))
    if not parts and reason and stated is not None:
        parts += _agree_or_disagree(turn, seen, position)
    parts += [each for each in reason if each not in " ".join(parts)]
    if position.stance == "open" and not mind.bearing and change:
        parts.append(_say(turn, seen, "wants"))
    if not reason and (position.stance == "open" or turn.chance("curious").random() < 0.4):
        parts += _ask_member(turn, seen, mind)
    if not parts:
        turn.think("I have nothing to add.")
        return Yield()
    _log_reflection(turn, seen, mind)
    return Speak(" ".join(parts))


def _state_change(turn: Turn, seen: CouncilSeen, mind: Mind) -> list[str]:
    """State a new or changed position, and name the member who caused the change."""
    stated, draw = seen.positions.get(seen.name), turn.chance("stance")
    if stated is not None and stated.now == mind.position:
        return []
    words = draw.choice(wording.position_sentences(mind.position))
    if stated and seen.amended and seen.amended.name == seen.name and seen.amended.turn >= stated.turn:
        return [_say(turn, seen, "amended"), words]
    swayer = mind.main_influence(stated.turn, seen.amended) if stated else ""
    if stated is None or not swayer:
        return [words]
    same, step = mind.position.stance == stated.now.stance, abs(mind.position.score) - abs(stated.now.score)
    lead = "news" if swayer == NEWS else "moved" if not same else "firmer" if step > 0 else "softer"
    return [_say(turn, seen, lead, name=swayer), words]


def _agree_or_disagree(turn: Turn, seen: CouncilSeen, position: Position) -> list[str]:
    """Agree or disagree with the last other speaker who has stated a position."""
    names = (each.name for each in reversed(seen.heard))
    last = next((name for name in names if name in seen.positions and name != seen.name), None)
    if last is None:
        return []
    agrees = seen.positions[last].now.score * position.score > 0
    return [_say(turn, seen, "agrees" if agrees else "stays", name=last)]


def _new_reason(turn: Turn, seen: CouncilSeen, mind: Mind, stated: bool) -> list[str]:
    """Give the best reason that nobody has given; in a first speech, if all were given, the best one."""
    if mind.position.stance == "open":
        return []
    side: Side = mind.position.stance
    argued = {argument.value for argument in seen.arguments if argument.side == side}
    values = mind.values_for(mind.position)
    fresh = [value for value in values if value not in argued]
    if not fresh and seen.name not in seen.positions:
        fresh = values[:1]
    if not fresh:
        return []
    text = _unsaid_text(turn, seen, wording.reasons(fresh[0], side, seen))
    needed = wording.is_appeal(text) and not stated
    return [*([turn.chance("again").choice(wording.position_sentences(mind.position))] if needed else []), text]


def _argument(draw: Draw, seen: CouncilSeen, mind: Mind, value: Value) -> str:
    """Write an argument that appeals to a value; add the stance if the argument alone does not show it."""
    assert mind.position.stance != "open"
    text = draw.choice(wording.reasons(value, mind.position.stance, seen))
    return f"{draw.choice(wording.position_sentences(mind.position))} {text}" if wording.is_appeal(text) else text


def _unsaid_text(turn: Turn, seen: CouncilSeen, texts: Sequence[str]) -> str:
    """Return one of the texts, if possible a text that nobody has said yet."""
    said = " ".join(each.text for each in seen.heard)
    return turn.chance("words").choice([text for text in texts if text not in said] or texts)


def _say(turn: Turn, seen: CouncilSeen, topic: str, **facts: object) -> str:
    return write_answer(topic, turn.chance("words"), " ".join(each.text for each in seen.heard), **facts)


def _questions_back(seen: CouncilSeen) -> list[str]:
    """Write questions to members whose words the bot has not understood for certain."""
    return [ask_back(name, guess) for name, guess in seen.guesses.items() if guess.to == seen.name and not guess.asked]


def _mention_news(turn: Turn, seen: CouncilSeen, change: Sequence[str]) -> list[str]:
    """Mention news that nobody has mentioned, and its effect on the member's position."""
    news = [
        each.text.replace('"', "'").rstrip(".") for each in seen.heard if not each.name and each.turn >= seen.opened
    ]
    said = " ".join(each.text for each in seen.heard if each.name)
    if not news or news[-1] in said:
        return []
    heard, remark = (
        write_answer("hears_news", turn.chance("news"), "", text=news[-1]),
        "news_counts" if change else "news_leaves",
    )
    return [heard, *([write_answer(remark, turn.chance("remark"), "")] if seen.name in seen.positions else [])]


def _ask_member(turn: Turn, seen: CouncilSeen, mind: Mind) -> list[str]:
    """Ask another member about a value of the bot that nobody has raised or, if all were raised, for its reasons.

    A bot asks once per motion, and only members with a position for or against.
    """
    raised = {argument.value for argument in seen.arguments} | {asked.value for asked in seen.questions}
    members = _members_to_ask(seen, mind.position)
    if not members or any(asked.name == seen.name for asked in seen.questions):
        return []
    draw = turn.chance("ask")
    open_values = [value for value in mind.own.values if value not in raised]
    if open_values:
        return [draw.choice(wording.QUESTIONS).format(name=members[0], value=open_values[0])]
    return [write_answer("ask_why", draw, "", name=members[0])]


def _members_to_ask(seen: CouncilSeen, position: Position) -> list[str]:
    """Return other members with a position for or against: those asked least first, then the firmest opponents."""
    sign = position.score or 1
    stated = {name: each.now.score for name, each in seen.positions.items() if name != seen.name and each.now.score}
    asked = Counter(each.to for each in seen.questions)
    return sorted(stated, key=lambda name: (asked[name], stated[name] * sign))


def unanswered(seen: CouncilSeen) -> QuestionAsked | None:
    """Return the newest question to the member that it has not answered."""
    own = [each for each in seen.heard if each.name == seen.name]
    spoke = max((each.turn for each in own if not each.to), default=0)
    whispered = {to: each.turn for each in own for to in each.to}
    mine = (each for each in reversed(seen.questions) if each.to == seen.name)
    return next((q for q in mine if q.turn > (whispered.get(q.name, 0) if q.is_private else spoke)), None)


def _log_reflection(turn: Turn, seen: CouncilSeen, mind: Mind) -> None:
    """Log as a thought what influenced the member, and its next step."""
    stated = seen.positions.get(seen.name)
    since = stated.turn if stated else seen.opened
    moved = [each for each in mind.influences if each.made.turn >= since and abs(each.by) >= 0.03]
    causes = "; ".join(f"{argument.name or NEWS} on {argument.value} {by:+.2f}" for argument, by in moved[-3:])
    turn.think(f"I lean {mind.leaning:+.2f}{f' ({causes})' if causes else ''}.")
    argued = {argument.value for argument in seen.arguments}
    left = [value for value in mind.values_for(mind.position) if value not in argued] if mind.position.score else []
    turn.log(Planned(f"argue from {left[0]}" if left else "listen, and answer who asks"))
