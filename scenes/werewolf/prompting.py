"""Text of the state of the game and of the question that a turn asks."""

from collections.abc import Collection, Mapping

from core.engine.turn import Action
from core.social.actions import ScheduleOrder, Speak, Yield
from scenes.werewolf import actions
from scenes.werewolf.observation import WerewolfObservation


def situation(seen: WerewolfObservation, kinds: Collection[type[Action]]) -> str:
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
    """Write each vote with its voter."""
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
"""Questions by the type of action that answers them; the question of the first legal type is asked."""
