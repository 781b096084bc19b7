"""The command that labels messages by a codebook and measures agreement."""

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core.errors import UserError
from core.user_config import own_models, read_config
from tui.cli.arguments import Config, Places, out_option
from tui.cli.lab import confirm, print_sheet, stoppable
from tui.cli.terminal import progress_bar, say

if TYPE_CHECKING:
    from core.lab.codebook import Codebook
    from core.lab.model_coder import ModelCoder
    from core.trust.wishes import Models


def code(
    places: Places,
    codebook: Annotated[
        Path, typer.Option(metavar="FILE", help="TOML file with name, [[categories]], kinds, several, context …")
    ],
    model: Annotated[str, typer.Option(metavar="llm:NAME", help="Have this model label the messages.")] = "",
    human: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A person's labels: a filled template, CSV; repeatable."),
    ] = None,
    passes: Annotated[
        int,
        typer.Option(
            min=1, max=9, help="Passes in which the model labels all messages, each with another order of categories."
        ),
    ] = 2,
    sample: Annotated[int, typer.Option(min=0, help="Label only this many messages, drawn with a fixed seed.")] = 0,
    template: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Only write the sampled messages as CSV, for a person to label.")
    ] = None,
    out: Annotated[
        Path | None,
        out_option("File for the labels: .csv, .jsonl or .parquet (default: NAME-labels.csv).", "FILE"),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Start without asking.")] = False,
    config: Config = None,
) -> None:
    """Label messages by a codebook, with a model, the rules and people, and measure their agreement.

    The model's replies are kept in OUT.journal, so that the same command asks for none of them again.
    """
    from core.lab.codebook import read_codebook
    from core.lab.coding import columns, label_rows, read_units, rules_coder
    from core.lab.coding_report import sheets
    from core.lab.human_labels import read_labels, write_template
    from core.lab.model_coder import ModelCoder
    from core.lab.records import recordings_in
    from core.lab.tables import open_table

    book = read_codebook(codebook)
    units = read_units(book, recordings_in(places), sample)
    if template:
        write_template(units, template)
        several = "; several as A; B, and none where none fits" * book.several
        say(f"{template}: {len(units)} messages; fill its column label with {', '.join(book.ids)}{several}")
        return
    people = [read_labels(path, book, units) for path in human or ()]
    coders = [*[rules_coder(book, units)] * bool(book.rules), *people]
    if not coders and not model:
        raise UserError("Nobody labels the messages: add --model llm:NAME or --human FILE.")
    out = out or Path(f"{book.name}-labels.csv")
    journal = _check_out(out)
    if model:
        models = {**own_models(), **(read_config(config).get("models", {}) if config else {})}
        asked = ModelCoder(book, units, _name_of(model), passes, out)
        if asked.left:
            _ask_model(asked, book, models, yes)
        coders = [*asked.coders(), *coders]
    kinds = {name: column.kind for name, column in columns(coders).items()}
    fresh = out.with_name(f".{os.getpid()}.{out.name}")
    with open_table(fresh, kinds) as table:
        for row in label_rows(book, units, coders):
            table.add(row)
    fresh.replace(out)
    for sheet in sheets(book, units, coders):
        print_sheet(sheet)
    say(f"{out}: labels of {len(units)} messages" + f"; {journal} keeps the model's replies" * bool(model))


def _check_out(out: Path) -> Path:
    """Return the path of the journal. Raises UserError for a file that this command should not replace."""
    from core.lab.tables import TABLES

    journal = Path(f"{out}.journal")
    if out.suffix not in TABLES:
        raise UserError(f"--out takes a name that ends in {', '.join(TABLES)}, not {out.name!r}.")
    if out.exists() and not journal.exists():
        raise UserError(f"{out} exists already; name another file with --out.")
    out.parent.mkdir(parents=True, exist_ok=True)
    return journal


def _name_of(model: str) -> str:
    from core.llm.routes import model_of

    name = model_of(model)
    if not name:
        raise UserError(f"--model takes llm:NAME, such as llm:mock, not {model!r}.")
    return name


def _ask_model(coder: "ModelCoder", book: "Codebook", models: "Models", yes: bool) -> None:
    """Ask the model the remaining questions, after a forecast that the user has to confirm."""
    import asyncio

    from core.lab.limits import BatchLimits
    from core.trust.grants import Grants

    name = coder.model
    settings = Grants.of(own=models).with_policies([f"llm:{name}"]).settings(name, models.get(name, {}))
    calls, tokens, cost = coder.forecast(settings)
    if book.limits.cost and cost is None:
        raise UserError(f"limits.cost cannot be kept: the price of llm:{name} is not known; limit tokens.")
    dollars = "at an unknown price" if cost is None else f"for {cost:.2f} dollars"
    most = ", ".join(f"{key} {value:g}" for key, value in book.limits.most.items())
    until = f"until {most}" if most else "without [limits]"
    say(f"{book.name}: {calls} calls to llm:{name}, about {tokens} tokens, {dollars}, {until}")
    say("thoughts and repeated calls come on top")
    if not yes:
        confirm("Ask the model?", "Nothing was asked.")
    again = shlex.join(["playbill", *sys.argv[1:]])
    with (
        stoppable(
            lambda: f"{calls - coder.asked} calls are left. Raise it in the codebook and continue: {again}",
            f"interrupted; replies are kept. Continue: {again}",
        ),
        progress_bar(book.name, calls) as advance,
    ):
        asyncio.run(coder.ask_all(settings, BatchLimits(book.limits.most, "The codebook"), advance))
