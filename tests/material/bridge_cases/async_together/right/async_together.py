import asyncio


async def forever():
    while True:
        await asyncio.sleep(1)


async def polite(log):
    log.append("begun")
    try:
        await asyncio.sleep(30)
    except asyncio.CancelledError:
        log.append("cancelled")
        raise


async def steps(log, name, count):
    for number in range(count):
        log.append(f"{name}{number}")
        await asyncio.sleep(0)
    return name


async def heartbeat(log, count):
    for number in range(count):
        log.append(number)
        await asyncio.sleep(0)


async def fetch_all(fetch, names):
    return await asyncio.gather(*[fetch(name) for name in names])


async def named(client, number):
    try:
        user = await client.get(f"/users/{number}")
    except ConnectionError:
        return None
    return user["name"]


async def first_of(*coroutines):
    tasks = [asyncio.ensure_future(one) for one in coroutines]
    done, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    return done.pop().result()


async def patient(wait):
    await wait()
    return "went on"


class Limited:
    def __init__(self, size):
        self._free = asyncio.Semaphore(size)

    async def __aenter__(self):
        await self._free.acquire()

    async def __aexit__(self, *error):
        self._free.release()


async def relay(items):
    queue = asyncio.Queue()
    for item in items:
        await queue.put(item)
    while not queue.empty():
        yield await queue.get()
