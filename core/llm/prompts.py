"""Packs of prompts: Jinja templates with a name and a version, in one folder or in a recording's header."""

import re
import tomllib
from collections.abc import Mapping
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from core.errors import UserError, listed
from core.text import one_line, read_lines, unsafe

if TYPE_CHECKING:
    from core.llm.pack_language import Language

ABOUT, SUFFIX = "pack.toml", ".j2"
MOST_CHARACTERS = 256_000
"""Maximum number of characters in all templates of a pack."""
MOST_BYTES, MOST_TEMPLATES = 1_000_000, 100
WORD, TEMPLATE = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,39}\Z", r"^[a-z][a-z0-9_]{0,39}\Z"
"""Patterns of a pack's name and version, and of a template's name."""
HOW_TO_BEGIN = "Write the shipped pack to start from: playbill prompts SCENE -O DIR"


class Pack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The templates of a scene's prompts, by name."""

    name: Annotated[str, msgspec.Meta(pattern=WORD)]
    version: Annotated[str, msgspec.Meta(pattern=WORD)]
    templates: dict[Annotated[str, msgspec.Meta(pattern=TEMPLATE)], str]

    @property
    def label(self) -> str:
        """Name, version and a hash of the templates."""
        content = msgspec.json.encode(sorted(self.templates.items()))
        return f"{self.name} {self.version} {sha256(content).hexdigest()[:12]}"

    @property
    def about(self) -> str:
        """Content of `pack.toml`."""
        return f'name = "{self.name}"\nversion = "{self.version}"\n'

    @property
    def text(self) -> str:
        """The pack as one line of JSON, as headers hold it."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def of(cls, content: bytes) -> "Pack":
        """Parse and check a pack. Raises UserError."""
        try:
            pack = msgspec.json.decode(content, type=cls)
        except msgspec.DecodeError as error:
            raise UserError(f"The pack of prompts is damaged: {error}.") from None
        size = sum(map(len, pack.templates.values()))
        if size > MOST_CHARACTERS or len(pack.templates) > MOST_TEMPLATES:
            raise UserError(
                f"The pack {pack.name} has {len(pack.templates)} templates with {size:,} characters; at most "
                f"{MOST_TEMPLATES} with {MOST_CHARACTERS:,} are possible."
            )
        if (place := unsafe(pack.templates)) is not None:
            raise UserError(f"The pack {pack.name} has characters that a recording cannot store: {one_line(place)}.")
        return pack

    @classmethod
    def read(cls, folder: Path) -> "Pack":
        """Read a folder with `pack.toml` and templates. Raises UserError."""
        about = folder / ABOUT
        try:
            exists = about.is_file()
        except (OSError, ValueError):  # the name is too long or contains a null character
            exists = False
        if not exists:
            raise UserError(f"{one_line(str(folder))} is no pack of prompts: it has no {ABOUT}. {HOW_TO_BEGIN}.")
        return cls.of(msgspec.json.encode({**_about(about), "templates": _templates(folder)}))


def _about(file: Path) -> dict[str, Any]:
    try:
        about = tomllib.loads("\n".join(read_lines(file)))
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{file} is not TOML: {error}.") from error
    if about.keys() != {"name", "version"} or not all(isinstance(value, str) for value in about.values()):
        raise UserError(f'{file} holds two texts: name = "mine" and version = "1".')
    if not all(re.match(WORD, value) for value in about.values()):
        raise UserError(f"{file}: name and version have letters, digits, ., _ and -, at most 40.")
    return about


def _templates(folder: Path) -> dict[str, str]:
    """Read the templates of a folder; each ends with a line break, which Jinja drops."""
    files = [file for file in sorted(folder.glob(f"*{SUFFIX}")) if file.is_file()]
    if odd := next((file for file in files if not re.match(TEMPLATE, file.stem)), None):
        raise UserError(f"{one_line(str(odd))}: a template's name has small letters, digits and _, at most 40.")
    if sum(file.stat().st_size for file in files) > MOST_BYTES:
        raise UserError(f"The templates in {one_line(str(folder))} have more than {MOST_BYTES:,} bytes.")
    return {file.stem: "\n".join((*read_lines(file), "")) for file in files}


class Prompts:
    """Renderer of the Jinja templates of a folder: `NAME.j2`.

    Templates have variables, conditions, loops, includes, and the most useful filters; the filter `quoted` writes an
    agent's words as data. `pack.toml` holds the pack's name and version.

    >>> import pathlib, tempfile, playbill as pb
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "turn.j2").write_text("Bob said {{ words | quoted }}.")
    >>> pb.Prompts(folder).render("turn", words='Trust "me".')
    'Bob said "Trust \\\\"me\\\\".".'
    """

    def __init__(self, *folders: Path) -> None:
        """Set the folders; templates are read when the first one is rendered.

        Args:
            *folders: Folders of the templates. A template in an earlier folder takes precedence.
        """
        self._folders = folders
        self.advice = True
        """True if templates give advice on strategy; they read this as the variable `advice`."""

    @cached_property
    def pack(self) -> Pack:
        """The templates, with their name and version. Raises UserError."""
        templates: dict[str, str] = {}
        for folder in reversed(self._folders):
            templates |= _templates(folder)
        first = next(iter(self._folders), Path("none", "prompts"))
        about = _about(first / ABOUT) if (first / ABOUT).is_file() else {"name": first.parent.name, "version": "0"}
        return Pack(**about, templates=templates)

    @cached_property
    def _language(self) -> "Language":
        from core.llm.pack_language import Language

        return Language(self.pack.templates)

    def render(self, template: str, /, **variables: Any) -> str:
        """Render TEMPLATE.j2.

        Args:
            template: Name of the file, without its suffix.
            **variables: Values of the template's variables.

        Returns:
            The text, without white space around it.

        Raises:
            UserError: There is no such template, it is invalid, or a variable is missing; the text names the line.
        """
        return self._language.write(template, {"advice": self.advice, **variables})

    def check(self, wanted: "Prompts") -> None:
        """Raise UserError unless this pack has every template of another, and can compile all of its own."""
        missing = [name for name in wanted.pack.templates if name not in self.pack.templates]
        if missing:
            files = listed([f"{name}{SUFFIX}" for name in missing])
            raise UserError(f"The pack {self.pack.name} lacks {files}. {HOW_TO_BEGIN}.")
        for name in self.pack.templates:
            self.compile(name)

    def compile(self, template: str) -> None:
        """Compile a template. Raises UserError if it is invalid."""
        self._language.compiled(template)

    def variables(self, template: str) -> set[str]:
        """Return the variables that a template uses, without those of templates that it includes. Raises UserError."""
        return self._language.variables(template, self.pack.templates[template])


@lru_cache(64)
def prompts_in(text: str, advice: bool) -> Prompts:
    """Return the renderer of a pack in a header. The games of a batch share it. Raises UserError."""
    prompts = Prompts()
    prompts.pack, prompts.advice = Pack.of(text.encode()), advice
    return prompts


def prompts_for_pack(text: str, advice: bool, shipped: Prompts) -> Prompts:
    """Return the renderer of a pack in a header, or of the scene's own pack if it is "". Raises UserError."""
    if not text and advice:
        return shipped
    if not shipped.pack.templates:
        raise UserError("This scene has no pack of prompts that another could replace.")
    prompts = prompts_in(text or shipped.pack.text, advice)
    _check(prompts, shipped)
    return prompts


@lru_cache(64)
def _check(prompts: Prompts, shipped: Prompts) -> None:
    prompts.check(shipped)


def read_pack_option(value: Any) -> Any:
    """Return the content of a folder of prompts that the user names; return other values unchanged."""
    if not isinstance(value, str) or not value or value.startswith("{"):
        return value
    return Pack.read(Path(value)).text


def with_labels(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return a header's options, with name, version and hash of the prompts in place of their content."""
    text = config.get("prompts", "")
    return {**config, "prompts": prompts_in(text, True).pack.label} if text else dict(config)


def folders_in(settings: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the folder of prompts that options or settings of a model name; () if there is none."""
    value = settings.get("prompts")
    return (value,) if isinstance(value, str) and value and not value.startswith("{") else ()
