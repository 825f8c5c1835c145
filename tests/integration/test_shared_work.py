"""Work that is shared out among forks is done whole, and fails as it would without them."""

import os
import select
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from grader.flows.grading.outputs import write_pages
from grader.ground.children import share_out

pytestmark = pytest.mark.process

ITEMS = [b"a", b"b", b"c", b"d", b"e"]


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_every_item_is_worked_on_once(count: int) -> None:
    """However many processes share them."""
    done = share_out(b"".join, ITEMS, count)

    assert sorted(b"".join(done)) == sorted(b"abcde")


def test_forks_are_other_processes() -> None:
    """Each has a share of its own."""
    done = share_out(lambda _share: str(os.getpid()).encode(), ITEMS, 2)

    assert len(set(done)) == 2
    assert done[0] == str(os.getpid()).encode()


def test_the_share_of_a_fork_that_fails_is_worked_on_here() -> None:
    """What only goes wrong there costs nothing."""
    here = os.getpid()

    def work(share: Sequence[bytes]) -> bytes:
        if os.getpid() != here:
            raise MemoryError
        return b"".join(share)

    assert share_out(work, ITEMS, 2) == [b"ace", b"bd"]


def test_where_no_fork_can_be_made_everything_is_worked_on_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The limit on a user's processes costs time only, and no descriptor stays open."""
    before = open_descriptors()
    monkeypatch.setattr(os, "fork", refused)

    done = share_out(b"".join, ITEMS, 3)

    assert done == [b"ad", b"be", b"c"]
    assert open_descriptors() == before


def refused() -> int:
    raise BlockingIOError


def open_descriptors() -> list[Path]:
    return sorted(Path("/proc/self/fd").iterdir())


def test_a_fork_that_nobody_hears_ends() -> None:
    """More than a pipe holds is told to nobody where the process that shared the work is gone."""
    ended, alive = os.pipe()
    pid = os.fork()
    if pid == 0:
        here = os.getpid()
        share_out(lambda _: os._exit(0) if os.getpid() == here else b"a" * 10**6, ITEMS, 2)
    os.close(alive)
    os.waitpid(pid, 0)

    with os.fdopen(ended, "rb") as waiting:
        ready, _, _ = select.select([waiting], [], [], 30)

    assert ready


def test_what_is_wrong_with_a_share_is_raised() -> None:
    """As if there were no forks."""

    def work(share: Sequence[bytes]) -> bytes:
        if b"b" in share:
            raise ValueError("b")
        return b""

    with pytest.raises(ValueError, match="b"):
        share_out(work, ITEMS, 2)


def test_many_pages_are_rendered_by_several_processes(tmp_path: Path) -> None:
    """Each is there."""
    tmp_path.joinpath("feedback").mkdir()
    pages = {f"{i}.html": partial("page {}".format, i) for i in range(100)}

    write_pages(tmp_path, {"feedback": pages}, processes=2)

    written = {path.name: path.read_text() for path in tmp_path.joinpath("feedback").iterdir()}
    assert written == {f"{i}.html": f"page {i}" for i in range(100)}
