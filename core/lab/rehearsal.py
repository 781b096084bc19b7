"""Rehearsals: games in memory in which models are replaced by examples of their answers."""

from dataclasses import replace

from core.lab.playing import Job


def rehearsal(job: Job) -> Job:
    """Return the game without its recording, and with `llm:mock` behind the name of each model."""
    models = {name: {"model": "mock"} for name in job.models}
    return job._replace(grants=replace(job.grants, own=models), recording="", continues=False)
