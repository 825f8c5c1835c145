import asyncio


async def fetch(name):
    await asyncio.sleep(0)
    return f"<{name}>"


async def crawl(names):
    return dict(zip(names, await asyncio.gather(*map(fetch, names))))


class Pool:
    is_open = False

    async def __aenter__(self):
        self.is_open = True
        return self

    async def __aexit__(self, *error):
        self.is_open = False

    async def get(self):
        return 1


async def ticks(n):
    for i in range(n):
        await asyncio.sleep(0)
        yield i


class Clock:
    def __init__(self, n):
        self.n, self.now = n, 0

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.now == self.n:
            raise StopAsyncIteration
        self.now += 1
        return self.now


async def fail():
    raise ValueError("async trouble")


async def total(functions):
    return sum(await asyncio.gather(*(f() for f in functions)))


async def slow_sum(a, b):
    await asyncio.sleep(0.01)
    return a + b


async def with_timeout(seconds):
    await asyncio.wait_for(asyncio.sleep(seconds), timeout=0.01)
