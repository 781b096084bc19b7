"""A paragraph of methods, for a report or a paper."""

from collections import Counter
from collections.abc import Iterator

from core.errors import listed
from core.lab.primary import added_seeds_note, declaration_note
from core.lab.report import Report
from core.llm.routes import model_of

HOW = (
    "The seed is the unit of replication: all games of one seed are one cluster. Intervals are 95 % intervals: "
    "Wilson's on the effective number of seats for shares (CR2 variance by seed, Student's quantile at Bell and "
    "McCaffrey's degrees of freedom), MOVER for differences of shares, Student's on the means of seeds for means and "
    "paired differences, Student's on the log scale for rates, and a bootstrap over seeds for ratings "
    "(Plackett and Luce's model)."
)
SAMPLING = ("model", "temperature", "top_p", "max_tokens", "max_completion_tokens", "seed", "reasoning_effort")
"""Settings of models to mention; addresses and keys are left out."""


def methods(report: Report) -> str:
    """Describe the games, players, failures, intervals and corrections of a report."""
    return " ".join(
        [
            *_games(report),
            *_players(report),
            *_survey(report),
            *_failures(report),
            HOW,
            *_primary(report),
            report.caveat,
        ]
    ).strip()


def _games(report: Report) -> Iterator[str]:
    experiment, rows = report.lab.experiment, report.rows
    seeds = {row.seed for row in rows}
    versions = sorted({row.playbill for row in rows} - {""})
    played = f"with Playbill {', '.join(versions)}" if versions else "with an unrecorded version of Playbill"
    cells = f"{len(report.lab.cells)} cell{'s' * (len(report.lab.cells) > 1)}"
    seeds_named = f"{len(seeds)} seeds, {min(seeds)} to {max(seeds)}" if len(seeds) > 1 else f"seed {min(seeds)}"
    yield f"{len(rows)} games of {experiment.scene} were played {played}, in {cells}, with {seeds_named}."
    for key, levels in experiment.factors.items():
        yield f"Factor {key}: {', '.join(map(str, levels))}."
    if options := experiment.options:
        yield f"Options: {', '.join(f'{key} = {value}' for key, value in options.items())}; others are the defaults."


def _players(report: Report) -> Iterator[str]:
    cast = report.lab.experiment.cast
    policies = sorted({policy for row in report.rows for policy in row.policies})
    design = f" ({cast.design})" * bool(cast.policies)
    turned = ", each cast in every rotation over the seats" * cast.rotates
    yield f"Policies: {', '.join(policies)}{design}{turned}."
    models = {name: table for cell in report.lab.cells for name, table in cell.header.models.items()}
    for name in filter(None, map(model_of, policies)):
        settings = [f"{key} = {value}" for key, value in models.get(name, {}).items() if key in SAMPLING]
        yield f"Model {name}: {', '.join(settings) or 'default settings'}."
    if prompts := sorted({label for row in report.rows for label in row.prompts.values()}):
        yield f"Prompts, by name, version and hash: {', '.join(prompts)}."


def _survey(report: Report) -> Iterator[str]:
    survey, answers = report.lab.experiment.survey, [each for row in report.rows for each in row.survey]
    if survey is None:
        return
    questions = "; ".join(
        f"{question.id} ({question.kind}{f', {question.hint}' if question.hint else ''}) of "
        f"{listed(question.agents) if question.agents else 'all agents'} at {listed(question.at)}"
        for question in survey.asked()
    )
    by = f"{survey.model} in place of their models" if survey.model else "their models"
    missing = sum(each["answer"] in (None, "") for each in answers)
    yield (
        f"After each game agents were asked, outside the run and each question alone, from their memories at a moment: "
        f"{questions}. {by[0].upper()}{by[1:]} answered; {missing} of {len(answers)} answers are missing."
    )


def _primary(report: Report) -> Iterator[str]:
    if primary := report.primary:
        yield f"Primary outcome: {primary.title}, with {primary.least:g} as the smallest effect of interest."
        yield declaration_note(report, primary)
        yield from added_seeds_note(report)


def _failures(report: Report) -> Iterator[str]:
    statuses = Counter(row.status for row in report.rows)
    left_out = {how: count for how, count in statuses.items() if how not in ("done", "fell back")}
    if left_out:
        yield f"In no figure: {', '.join(f'{count} {how}' for how, count in left_out.items())}."
    else:
        yield "No game failed."
    defaults = sum(row.fallbacks for row in report.rows)
    if defaults:
        yield f"Agents without a usable reply took {defaults} default actions."
    if fell_back := statuses["fell back"]:
        games = "game" if fell_back == 1 else "games"
        yield (
            f"They took too many in {fell_back} {games}, which are in all figures (intention to treat); "
            "separate tables leave such games out."
        )
