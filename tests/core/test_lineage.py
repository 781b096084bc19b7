"""Finding the parent of a branch among recordings, without mistaking a similar one for it."""

from pathlib import Path

import pytest

import playbill as pb
from core.errors import UserError
from core.recording.file import Recording
from core.recording.lineage import find_parent, header_of, is_parent


def played(folder: Path, name: str, seed: int = 5) -> Recording:
    path = folder / name
    pb.play("coup", cast={"*": "random"}, seed=seed, record=path)
    return Recording.read(path)


def branched(parent: Recording, folder: Path, at: str) -> Recording:
    path = folder / f"{parent.path.stem}-{at}.jsonl"
    pb.branch(parent.path, at, seed=9, record=path)
    return Recording.read(path)


def test_a_parent_is_found_among_others_and_a_branch_of_a_branch_leads_to_the_branch(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    runs.mkdir()
    (runs / "zz-no-recording.jsonl").write_text("nothing\n")
    (runs / "zz-packed.jsonl.gz").write_bytes(b"nothing")
    parent, other = played(runs, "a.jsonl"), played(runs, "b.jsonl", seed=6)
    branch = branched(parent, tmp_path, "t3")
    assert find_parent(branch, [tmp_path, runs]).path == parent.path
    assert is_parent(parent.header, branch.header)
    assert not is_parent(other.header, branch.header)
    twig = branched(branch, tmp_path, "t4")
    assert find_parent(twig, [runs, tmp_path]).path == branch.path


def test_a_run_with_the_parents_header_and_other_events_is_not_taken(tmp_path: Path) -> None:
    parent = played(tmp_path, "a.jsonl")
    branch = branched(parent, tmp_path, "t3")
    lines = parent.path.read_bytes().splitlines(keepends=True)
    other = played(tmp_path, "b.jsonl", seed=6).path.read_bytes().splitlines(keepends=True)
    parent.path.write_bytes(b"".join([lines[0], *other[1:]]))
    assert header_of(parent.path) == parent.header
    with pytest.raises(UserError, match="playbill watch FILE PARENT"):
        find_parent(branch, [tmp_path])
    with pytest.raises(UserError, match="not a branch"):
        find_parent(parent, [tmp_path])
