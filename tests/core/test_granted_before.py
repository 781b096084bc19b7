"""What the user has started is remembered by digest, in a file that many processes append to."""

import asyncio
import sys
from pathlib import Path

import pytest

from core.trust.remembered import NAME, forget, knows, remember
from core.trust.wishes import policy_wishes

ONE, OTHER = (policy_wishes([policy], {}) for policy in ("py:mybots:One", "llm:openai/gpt-4o-mini"))


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLAYBILL_DATA", str(tmp_path / "data"))
    forget()
    return tmp_path / "data" / NAME


def test_only_exactly_what_was_started_is_known(file: Path) -> None:
    remember(ONE)
    forget()
    assert knows(ONE)
    assert not knows(OTHER)
    assert not knows((*ONE, *OTHER))
    remember(ONE)
    assert file.read_text().count("digest") == 1, "once"


def test_a_damaged_line_grants_nothing_and_spoils_no_other(file: Path) -> None:
    remember(ONE)
    torn = file.read_bytes()[:-20]
    file.write_bytes(b"\xff\n[]\n{}\n" + torn)
    forget()
    assert not knows(ONE)
    remember(OTHER)
    forget()
    assert knows(OTHER)


def test_where_nothing_can_be_written_it_is_known_to_this_process(file: Path) -> None:
    file.parent.write_text("a file where the folder should be")
    remember(ONE)
    assert knows(ONE)
    forget()
    assert not knows(ONE)


@pytest.mark.slow
async def test_processes_that_write_at_once_lose_nothing(file: Path) -> None:
    code = (
        "import sys; from core.trust.remembered import remember; from core.trust.wishes import policy_wishes\n"
        "for n in range(15): remember(policy_wishes([f'llm:openai/{sys.argv[1]}-{n}'], {}))"
    )
    names = ("a", "b")
    started = [await asyncio.create_subprocess_exec(sys.executable, "-c", code, name) for name in names]
    assert [await process.wait() for process in started] == [0, 0]
    assert all(knows(policy_wishes([f"llm:openai/{name}-{n}"], {})) for name in names for n in range(15))
