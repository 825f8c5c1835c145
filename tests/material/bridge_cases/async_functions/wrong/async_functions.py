async def fetch(name):
    return name


async def crawl(names):
    return {name: fetch(name) for name in names}


class Pool:
    is_open = True

    async def __aenter__(self):
        return self

    async def __aexit__(self, *error):
        pass

    async def get(self):
        return 2


async def ticks(n):
    for i in range(n):
        yield i + 1


class Clock:
    def __init__(self, n):
        self.n, self.now = n, 0

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.now == self.n + 1:
            raise StopAsyncIteration
        self.now += 1
        return self.now


async def fail():
    return ValueError("async trouble")


async def total(functions):
    return len(functions)


async def slow_sum(a, b):
    return a * b


async def with_timeout(seconds):
    return None
