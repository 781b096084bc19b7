"""The command that writes and checks packs of prompts."""

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from core.errors import RunFailed, UserError
from core.files import creation_errors
from tui.cli.arguments import complete_scene, out_option
from tui.cli.terminal import print_row, say


def prompts(
    scene: Annotated[str, typer.Argument(metavar="SCENE", help="Name of the scene.", autocompletion=complete_scene)],
    out: Annotated[Path | None, out_option("Folder to create with the shipped pack, to start from.", "DIR")] = None,
    check: Annotated[
        Path | None, typer.Option("--check", metavar="DIR", help="Pack to check, by sample games with llm:mock.")
    ] = None,
) -> None:
    """List, write or check the prompts that a scene's models get."""
    from core.engine.registry import find_scene
    from core.llm.messages import estimated_tokens
    from core.llm.prompts import SUFFIX

    kind = find_scene(scene)
    pack = kind.prompts.pack
    if not pack.templates:
        raise UserError(f"{kind.name} has no pack of prompts: its prompts are in its code.")
    if out is not None:
        _write(pack.about, pack.templates, out)
        say(f"written to {out}; next: playbill run {scene} -c '*=llm:mock' -o prompts={quote(str(out))}")
    elif check is not None:
        _check(scene, check)
    else:
        print_row(pack.label)
        for name, text in sorted(pack.templates.items()):
            print_row(f"  {name + SUFFIX:16} {estimated_tokens(len(text)):5} tokens")


def _write(about: str, templates: dict[str, str], out: Path) -> None:
    from core.llm.prompts import ABOUT, SUFFIX

    with creation_errors(out, "name another folder with -O"):
        out.mkdir(parents=True)
        (out / ABOUT).write_text(about, "utf-8")
        for name, text in templates.items():
            (out / f"{name}{SUFFIX}").write_text(text, "utf-8")


def _check(scene: str, folder: Path) -> None:
    """Print a pack's problems, and the tokens of its prompts. Raises RunFailed if there is a problem."""
    from core.engine.registry import find_scene
    from core.llm.prompts import SUFFIX, Pack
    from core.testing.pack_check import check_pack

    pack = Pack.read(folder)
    found = check_pack(find_scene(scene), pack)
    for problem in found.problems:
        print_row(problem)
    width = max((len(size.purpose) for size in found.sizes), default=0)
    for size in found.sizes:
        print_row(f"{size.purpose:{width}}  {size.mean:6,} tokens on average, {size.longest:,} at most")
    if found.untried:
        untried = ", ".join(f"{name}{SUFFIX}" for name in found.untried)
        say(f"no sample game needs {untried}: only their form is checked")
    if found.problems:
        raise RunFailed(f"{pack.label}: {len(found.problems)} problem{'s' * (len(found.problems) > 1)}")
    say(f"{pack.label}: no problems")
