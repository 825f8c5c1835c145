import asyncio


async def forever():
    return None


async def polite(log):
    log.append("begun")


async def steps(log, name, count):
    for number in range(count):
        log.append(f"{name}{number}")
    return name


async def heartbeat(log, count):
    log.extend(range(count))


async def fetch_all(fetch, names):
    return [await fetch(name) for name in reversed(names)]


async def named(client, number):
    return (await client.get(number))["name"]


async def first_of(*coroutines):
    return "slow"


async def patient(wait):
    return "went on"


class Limited:
    def __init__(self, size):
        pass

    async def __aenter__(self):
        pass

    async def __aexit__(self, *error):
        pass


async def relay(items):
    for item in reversed(items):
        yield item
