import asyncio
import inspect
import unittest

import pytest
from async_functions import Clock, Pool, crawl, fail, fetch, slow_sum, ticks, total, with_timeout


def test_run():
    assert asyncio.run(fetch("a")) == "<a>"


def test_is_a_coroutine_function():
    assert inspect.iscoroutinefunction(fetch)
    assert asyncio.iscoroutinefunction(fetch)
    c = fetch("x")
    assert inspect.iscoroutine(c)
    c.close()


def test_gather():
    async def main():
        return await asyncio.gather(fetch("a"), fetch("b"))

    assert asyncio.run(main()) == ["<a>", "<b>"]


def test_gather_over_there():
    assert asyncio.run(crawl(["x", "y"])) == {"x": "<x>", "y": "<y>"}


def test_async_with():
    async def main():
        async with Pool() as pool:
            assert pool.is_open
            return await pool.get(), pool

    value, pool = asyncio.run(main())
    assert value == 1
    assert not pool.is_open


def test_async_for():
    async def main():
        return [t async for t in ticks(3)]

    assert asyncio.run(main()) == [0, 1, 2]


def test_async_iterator_class():
    async def main():
        found = []
        async for t in Clock(2):
            found.append(t)
        return found

    assert asyncio.run(main()) == [1, 2]


def test_error():
    with pytest.raises(ValueError, match="async trouble"):
        asyncio.run(fail())


def test_takes_a_coroutine_function_of_the_test():
    async def one():
        return 1

    async def two():
        await asyncio.sleep(0)
        return 2

    assert asyncio.run(total([one, two])) == 3


def test_sleep_inside():
    assert asyncio.run(slow_sum(1, 2)) == 3


def test_timeout():
    with pytest.raises(asyncio.TimeoutError):
        asyncio.run(with_timeout(5))


class AsyncTest(unittest.IsolatedAsyncioTestCase):
    async def test_await(self):
        self.assertEqual(await fetch("q"), "<q>")

    async def test_wait_for(self):
        self.assertEqual(await asyncio.wait_for(slow_sum(2, 2), timeout=1), 4)

    async def test_raises(self):
        with self.assertRaises(ValueError):
            await fail()

    async def test_task(self):
        task = asyncio.create_task(fetch("t"))
        self.assertEqual(await task, "<t>")
