"""Coroutines, and functions that print, warn, log and write."""

import asyncio
import logging
import os
import sys
import warnings


async def fetch(name, seconds=0.001):
    await asyncio.sleep(seconds)
    return name


async def fetch_all(names):
    return await asyncio.gather(*(fetch(name) for name in names))


async def count(limit):
    for number in range(limit + 1):
        await asyncio.sleep(0)
        yield number


async def first(awaitables):
    done, waiting = await asyncio.wait(
        [asyncio.ensure_future(one) for one in awaitables], return_when=asyncio.FIRST_COMPLETED
    )
    for one in waiting:
        one.cancel()
    return done.pop().result()


class Door:
    def __init__(self):
        self.log = []

    async def __aenter__(self):
        self.log.append("ajar")
        return self

    async def __aexit__(self, *error):
        self.log.append("shut")


def greet(name):
    print(f"Hi, {name}!")
    print("greeted", file=sys.stderr)


def old():
    warnings.warn("use it", DeprecationWarning, stacklevel=2)
    return 1


def careful(number):
    if number < 0:
        logging.getLogger("careful").warning("%s", number)
    return abs(number)


def save(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text * 2)


def home():
    return os.environ.get("HOME", "none")


def add(a, b):
    """Add two numbers.

    >>> add(1, 2)
    3
    """
    return a - b
