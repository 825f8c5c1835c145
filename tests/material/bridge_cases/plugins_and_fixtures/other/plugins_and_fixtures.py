"""Coroutines, and functions that print, warn, log and write."""

import asyncio
import logging
import os
import sys
import warnings


async def fetch(name, seconds=0.001):
    await asyncio.sleep(seconds)
    return name.upper()


async def fetch_all(names):
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(fetch(name)) for name in names]
    return [task.result() for task in tasks]


async def count(limit):
    for number in range(limit):
        await asyncio.sleep(0)
        yield number


async def first(awaitables):
    tasks = [asyncio.ensure_future(one) for one in awaitables]
    try:
        for found in asyncio.as_completed(tasks):
            return await found
    finally:
        for task in tasks:
            task.cancel()


class Door:
    def __init__(self):
        self.log = []

    async def __aenter__(self):
        self.log.append("open")
        return self

    async def __aexit__(self, *error):
        self.log.append("shut")


def greet(name):
    sys.stdout.write(f"Hello, {name}!\n")
    sys.stderr.write("greeted\n")


def old():
    warnings.warn("use new()", DeprecationWarning, stacklevel=2)
    return 1


def careful(number):
    if number < 0:
        logging.getLogger("careful").warning("negative: %s", number)
    return abs(number)


def save(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def home():
    return os.getenv("COURSE_HOME")


def add(a, b):
    """Add two numbers.

    >>> add(1, 2)
    3
    """
    return a + b
