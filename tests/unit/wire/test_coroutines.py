"""Coroutines that run in turn with a loop of the other side."""

import asyncio

import pytest

from grader.wire.coroutines import DONE, result_of, step


async def steps(log: list[str], name: str) -> str:
    for number in range(2):
        log.append(f"{name}{number}")
        await asyncio.sleep(0)
    return name


def test_two_coroutines_take_turns() -> None:
    """Each first step runs alone, and each turn of the other loop moves both."""
    log: list[str] = []
    first, second = steps(log, "a"), steps(log, "b")

    waits = [step(one, 1, turn, False) for turn in (1, 2, 3) for one in (first, second)]

    assert log == ["a0", "b0", "a1", "b1"]
    assert waits == [0.0, 0.0, 0.0, 0.0, DONE, DONE]
    assert [result_of(first), result_of(second)] == ["a", "b"]


def test_a_sleep_says_how_long() -> None:
    """What waits for a timer is worth no step before it."""
    sleeping = asyncio.sleep(30)

    assert 29 < step(sleeping, 2, 1, False) <= 30
    assert step(sleeping, 2, 2, True) == DONE
    with pytest.raises(asyncio.CancelledError):
        result_of(sleeping)


def test_another_loop_ends_what_the_last_one_left() -> None:
    """Whatever was begun for a loop that is gone is cancelled."""
    log: list[str] = []

    async def left() -> None:
        try:
            await asyncio.sleep(30)
        finally:
            log.append("ended")

    step(left(), 3, 1, False)
    step(steps([], "a"), 4, 1, False)

    assert log == ["ended"]
