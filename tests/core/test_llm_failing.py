"""A model that fails is seen: counted in the result, and after a while, or at once if nothing helps, the run ends."""

from pathlib import Path

import pytest

from core.engine.model_tally import Tally
from core.lab.batch import play_batch
from core.llm.messages import Misconfigured
from core.recording.file import Recording
from tests.core.llm_table import CHOSEN, LLM, ROUTES, asked, check_file, game, play, resume, told
from tests.core.table import ended
from tests.model_behaviors import Behavior, error, good, refusal, server_error
from tests.model_server import ModelServer

RUBBISH = good("I would rather sing.")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.llm.retries.BACKOFF", 0.01)


async def test_all_that_went_wrong_is_counted_by_policy(tmp_path: Path) -> None:
    cut = good('{"token"', finish="length")
    loose = good('Well: {"token": 3, "why": "the least",}')
    with ModelServer(RUBBISH, loose, refusal(), RUBBISH, cut, RUBBISH, then=CHOSEN) as server:
        await play(game(server, max_turns=9, cast={"A": LLM}), tmp_path / "run.jsonl")
    events = (await check_file(tmp_path / "run.jsonl")).events
    (policy,) = ended(events).models
    tally = ended(events).models[policy]
    assert policy == LLM
    assert tally == Tally(tally.questions, fallbacks=2, again=3, refused=1, cut=1, mended=1)
    assert tally.questions == len(asked(events)) - tally.again
    assert len(told(events, "defaulted")) == 2


async def test_nothing_is_counted_without_a_model() -> None:
    with ModelServer() as server:
        assert ended(await play(game(server, cast={}, max_turns=3))).models == {}


@pytest.mark.parametrize("bad", [RUBBISH, server_error(), refusal()], ids=["rubbish", "dead", "refusal"])
async def test_too_many_failures_in_a_row_end_the_run_and_it_can_go_on(tmp_path: Path, bad: Behavior) -> None:
    path = tmp_path / "run.jsonl"
    with ModelServer(CHOSEN, then=bad) as server:
        header = game(server, retries=0, max_turns=40, max_failures=3, cast={"A": LLM})
        with pytest.raises(Misconfigured, match=r"to 3 questions in a row .* playbill models openai/test"):
            await play(header, path)
    recording = Recording.read(path)
    assert recording.ended is None
    assert len(told(recording.events, "defaulted")) == 2, "the third ends it"
    with ModelServer(then=CHOSEN) as server:
        again = game(server, max_turns=40, cast={"A": LLM})
        assert (await resume(path, again)).ended is not None


async def test_without_the_limit_a_run_whose_model_never_answers_is_marked() -> None:
    with ModelServer(then=RUBBISH) as server:
        end = ended(await play(game(server, max_turns=12, max_failures=0, cast={"A": LLM})))
    assert end.fell_back == (LLM,)
    assert end.models[LLM].fallbacks == end.models[LLM].questions > 3


def test_a_batch_of_rubbish_is_no_batch_of_games() -> None:
    with ModelServer(then=RUBBISH) as server:
        batch = play_batch(game(server, max_turns=40), 3, 1)
        assert len(batch.played) == 0
        assert all("5 questions in a row" in each.error for each in batch.games)
        header = game(server, max_turns=5, max_failures=0)
        summary = play_batch(header, 3, 1).summary(header)
    assert summary["fell_back"] == [LLM]
    assert summary["models"][LLM]["fallbacks"] == summary["models"][LLM]["questions"] > 9


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("hopeless", "says"),
    [
        (error(402, "Payment required.", "x"), "no credit left"),
        (error(429, "You exceeded your current quota.", "insufficient_quota", "insufficient_quota"), "no credit left"),
        (error(400, "This model's maximum context length is 4096 tokens.", "x", "context_length_exceeded"), "num_ctx"),
        (error(500, "Unable to locate credentials", "x"), "finds no credentials"),
    ],
    ids=["402", "quota", "context", "credentials"],
)
async def test_what_nothing_mends_ends_the_run_at_once(route: str, hopeless: Behavior, says: str) -> None:
    with ModelServer(then=hopeless) as server:
        with pytest.raises(Misconfigured, match=says):
            await play(game(server, route, max_turns=9, cast={"A": LLM}))
        assert server.count == 1
