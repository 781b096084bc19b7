"""Prompts of Werewolf: the rules, the player's role, the state of the game, and the player that asks a model."""

from collections.abc import Collection, Mapping

from core.engine.turn import Action
from core.social.actions import ScheduleOrder, Speak, Yield
from core.social.player import SocialPlayer
from scenes.werewolf import actions
from scenes.werewolf.observation import Village

SCENARIO = """\
You play Werewolf. Some of the players are werewolves, and know each other; all others belong to the village and know
only their own role. By night the werewolves kill somebody. By day all talk, then vote on whom to hang. The village
wins when no werewolf is left. The werewolves win as soon as they are at least as many as all others who are alive.
Roles: the seer looks at one player each night and is told whether it is a werewolf; the doctor protects one player
each night, not the same one twice in a row; the witch may once save the night's victim and once poison somebody; the
hunter takes somebody along in dying; villagers have nothing but their judgement. Everybody but the werewolves is of
the village, whatever the role."""
GUIDELINES = """\
How to play well: compare what people say with what they did; votes tell more than words. If two claim the same role,
one of them lies. A seer who has found a werewolf should say so by day, with all looks in order; before that it is
safer hidden. Werewolves pass for villagers: they accuse, they vote like the others, and one of them may claim to be
the seer. Speak to the point, in one to four sentences, as people at a table do; name names, give a reason, answer who
asked you.
What you know in secret others must not learn unless you want it. Dead players take no part."""

_YOU = {
    "werewolf": "You are a werewolf. Your pack: {pack}. Do not be found out, and get the village to hang its own.",
    "villager": "You are a villager. Find the werewolves by what they say and how they vote.",
    "seer": "You are the seer: each night you look at one player and are told whether it is a werewolf.",
    "doctor": "You are the doctor: whoever you protect at night survives the werewolves, but "
    "not the same one twice in a row.",
    "witch": "You are the witch: once you can save the night's victim, and once you can poison somebody.",
    "hunter": "You are the hunter: when you die, except by poison, you may shoot somebody.",
    "": "You are the moderator. You decide who speaks when, and when voting opens and closes. You take no side "
    "and know no more than the table. Schedule those who were accused or asked, and those who have been "
    "silent, and yourself where you want to open the voting.",
}
_PROTOCOLS = {
    "moderated": "A moderator decides who speaks next, and when the vote is opened and closed.",
    "round-robin": "By day all speak in seat order, {speeches} times each; then the vote is opened.",
    "random": "By day whoever speaks next is drawn by lot, {speeches} speeches for each player on average; then "
    "the vote is opened.",
    "bidding": "By day all bid from 0 to 4 for the next speech, and the highest speaks, {speeches} speeches for each "
    "player on average; then the vote is opened.",
    "parallel": "By day all speak at the same time, {speeches} times; then the vote is opened.",
}


EQUAL_TALK = (
    "A turn without words is no speech: who passes is not called again until somebody has spoken. The vote is opened "
    "when all speeches of the day are made, or when nobody has more to say."
)
"""The rule of `equal_talk`, as players read it."""


def briefing(seen: Village) -> str:
    """Write a player's role and the rules of this game, which stay the same all game."""
    rules = seen.rules
    counts = ", ".join(
        f"{count} {'werewolves' if role == 'werewolf' and count > 1 else role + 's' * (count > 1)}"
        for role, count in rules.counts.items()
        if count
    )
    vote = "sealed: all vote at once" if rules.sealed else "open: one after the other, for all to see"
    tie = "nobody is hanged" if rules.tie == "nobody" else "the lot decides"
    lines = [
        _YOU[seen.role].format(pack=", ".join(seen.pack) or "nobody else"),
        f"Players: {', '.join(seen.players)}. Roles in this game: {counts}.",
        _PROTOCOLS[rules.protocol].format(speeches=rules.speeches),
        f"The vote is {vote}; most votes hang, and in a tie {tie}.",
        "The dead show their roles." if rules.reveal else "The dead do not show their roles.",
        *["Nobody is killed in the first night."] * rules.peace,
        *[EQUAL_TALK] * rules.equal_talk,
    ]
    return "\n".join(lines)


def situation(seen: Village, kinds: Collection[type[Action]]) -> str:
    """Write the state of the game, and ask for one of these kinds of actions."""
    roles = {name: f", {role}" for name, role in seen.roles.items()}
    dead = [f"{death.name} ({death.how}, day {death.day}{roles.get(death.name, '')})" for death in seen.deaths]
    by_night = seen.phase == "night"
    looks = [f"night {look.night}: {look.target} is {'a' if look.wolf else 'no'} werewolf" for look in seen.looks]
    ballots = [
        f"The vote of day {each.day}: {listed_votes(each.votes)}; {each.hanged or 'nobody'} was hanged."
        for each in seen.ballots[-2:]
    ]
    question = next((text for kind, text in QUESTIONS.items() if kind in kinds), "")
    question = LAST_WORDS if seen.phase == "words" and Speak in kinds else question
    facts: tuple[tuple[object, str], ...] = (
        (dead, f"Dead: {', '.join(dead)}."),
        (looks, f"Your looks: {'; '.join(looks)}."),
        (by_night and seen.victim, f"Tonight the werewolves attacked {seen.victim}."),
        (seen.stalked, f"The pack wants: {', '.join(f'{a}: {b}' for a, b in seen.stalked.items())}."),
        (ballots, "\n".join(ballots)),
        (seen.phase == "voting" and seen.votes, f"Votes so far: {listed_votes(seen.votes)}."),
        (question, question),
    )
    head = (f"Night {seen.night}." if by_night else f"Day {seen.day}.", f"Alive: {', '.join(seen.alive)}.")
    return "\n".join((*head, *(text for applies, text in facts if applies)))


def listed_votes(votes: Mapping[str, str]) -> str:
    """Write who voted for whom."""
    return ", ".join(f"{name} for {target or 'nobody'}" for name, target in votes.items())


LAST_WORDS = "You are about to die. Your last words?"
QUESTIONS: dict[type[Action], str] = {
    ScheduleOrder: "Nobody is scheduled. Who speaks next? Name one or more, in their order.",
    actions.CloseVoting: "All votes are in. Close the voting.",
    actions.OpenVoting: "You have the floor. Do you open the voting?",
    actions.VoteLynch: "For whom do you vote? To yield is a vote for nobody.",
    actions.Bid: "How much do you want to speak next?",
    actions.Shoot: "You are dying. Whom do you shoot? To yield is to shoot nobody.",
    actions.WitchSave: "You wake alone. Do you save the victim, or use your poison? To yield is to keep your potions.",
    actions.WitchPoison: "You wake alone. Do you poison somebody? To yield is to keep your potions.",
    actions.NightKill: "It is night. Whom does the pack kill? You may talk to the pack first.",
    actions.Howl: "It is night, and nobody can be killed. Do you talk to the pack? Then yield.",
    actions.Inspect: "It is night. Whom do you look at?",
    actions.Protect: "It is night. Whom do you protect?",
    Speak: "You have the floor. What do you say?",
    Yield: "There is nothing for you to decide. Yield.",
}
"""Questions by the kind of action that answers them; the first legal kind counts."""


class ModelPlayer(SocialPlayer):
    """A model player whose prompts also describe its role and this game's rules."""

    def briefing(self, seen: Village) -> str:
        return briefing(seen)
