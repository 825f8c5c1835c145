import asyncio
from unittest import IsolatedAsyncioTestCase
from unittest.mock import AsyncMock

import pytest
from async_together import (
    Limited,
    fetch_all,
    first_of,
    forever,
    heartbeat,
    named,
    patient,
    polite,
    relay,
    steps,
)


def run(awaitable):
    return asyncio.run(awaitable)


def test_wait_for_cancels():
    async def go():
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(forever(), 0.01)

    run(go())


def test_wait_for_runs_the_end():
    log = []

    async def go():
        try:
            await asyncio.wait_for(polite(log), 0.01)
        except asyncio.TimeoutError:
            log.append("late")

    run(go())
    assert log == ["begun", "cancelled", "late"]


def test_gather_overlaps():
    log = []

    async def go():
        return await asyncio.gather(steps(log, "a", 2), steps(log, "b", 2))

    assert run(go()) == ["a", "b"]
    assert log == ["a0", "b0", "a1", "b1"]


def test_task_is_cancelled():
    async def go():
        task = asyncio.create_task(forever())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return task.cancelled()

    assert run(go()) is True


def test_task_runs_beside():
    log = []

    async def go():
        task = asyncio.create_task(heartbeat(log, 3))
        await asyncio.sleep(0)
        assert log == [0]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(log) >= 2
        await task

    run(go())
    assert log == [0, 1, 2]


def test_mock_is_awaited():
    fetch = AsyncMock(side_effect=["one", "two"])
    assert run(fetch_all(fetch, ["a", "b"])) == ["one", "two"]
    assert [call.args for call in fetch.await_args_list] == [("a",), ("b",)]
    assert fetch.await_count == 2


def test_mock_with_methods():
    client = AsyncMock()
    client.get.return_value = {"name": "Ann"}
    assert run(named(client, 7)) == "Ann"
    client.get.assert_awaited_once_with("/users/7")


def test_mock_raises():
    client = AsyncMock()
    client.get.side_effect = ConnectionError("down")
    assert run(named(client, 7)) is None


def test_coroutine_of_the_test():
    async def double(number):
        await asyncio.sleep(0)
        return 2 * number

    assert run(fetch_all(double, [1, 2, 3])) == [2, 4, 6]


def test_first_of_the_tests():
    async def slow():
        await asyncio.sleep(30)
        return "slow"

    async def fast():
        return "fast"

    assert run(first_of(slow(), fast())) == "fast"


def test_event_of_the_test():
    async def go():
        event = asyncio.Event()
        task = asyncio.create_task(patient(event.wait))
        await asyncio.sleep(0)
        assert not task.done()
        event.set()
        return await task

    assert run(go()) == "went on"


def test_own_semaphore():
    log = []

    async def go():
        limited = Limited(1)

        async def work(name):
            async with limited:
                log.append(f"{name} in")
                await asyncio.sleep(0)
                log.append(f"{name} out")

        await asyncio.gather(work("a"), work("b"))

    run(go())
    assert log == ["a in", "a out", "b in", "b out"]


def test_queue():
    async def go():
        seen = []
        async for item in relay(["x", "y"]):
            seen.append(item)
            await asyncio.sleep(0)
        return seen

    assert run(go()) == ["x", "y"]


class Isolated(IsolatedAsyncioTestCase):
    async def test_overlap(self):
        log = []
        await asyncio.gather(steps(log, "a", 1), steps(log, "b", 1))
        self.assertEqual(log, ["a0", "b0"])

    async def test_timeout(self):
        with self.assertRaises(TimeoutError):
            async with asyncio.timeout(0.01):
                await forever()
