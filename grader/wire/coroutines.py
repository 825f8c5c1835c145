"""Runs the coroutines of one side step by step, in turn with the event loop of the other."""

import asyncio
import weakref
from collections import deque
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

DONE = -1.0  # in the place of the seconds to wait
_IDLE = 0.001  # while what is waited for can only come from the other side


class _Turns:
    """The tasks that are run for one event loop of the other side."""

    def __init__(self, asker: int) -> None:
        self.asker = asker
        self.turn = -1
        self.loop: Any = asyncio.new_event_loop()
        self.tasks: dict[int, tuple[Any, asyncio.Task[Any]]] = {}  # by id of what is awaited

    def begin(self, awaited: Awaitable[Any]) -> None:
        """Make a task and run its first step, and nothing else's."""
        others, self.loop._ready = self.loop._ready, deque()
        task = self.loop.create_task(_awaiting(awaited))
        self.tasks[id(awaited)] = (awaited, task)
        self.spin()
        self.loop._ready.extendleft(reversed(others))

    def spin(self) -> None:
        """Run what is due now, once."""
        self.loop.call_soon(self.loop.stop)
        self.loop.run_forever()

    def end(self) -> None:
        """Cancel what is left, as the end of a loop does."""
        for _, task in self.tasks.values():
            task.cancel()
        self.spin()
        self.loop.close()

    def seconds(self) -> float:
        """Say how long nothing will be due."""
        if self.loop._ready:
            return 0.0
        timers = [timer.when() for timer in self.loop._scheduled if not timer.cancelled()]
        return max(min(timers) - self.loop.time(), _IDLE) if timers else _IDLE


_current: list[_Turns] = []
_numbers = count(1)
_clocks: weakref.WeakKeyDictionary[Any, list[Any]] = weakref.WeakKeyDictionary()


def turn_of(loop: Any) -> tuple[int, int]:
    """Number a running loop of this side, and how often it went round."""
    clock = _clocks.setdefault(loop, [next(_numbers), 0, False])
    if not clock[2]:
        clock[1:] = [clock[1] + 1, True]
        loop.call_soon(clock.__setitem__, 2, False)
    return clock[0], clock[1]


def step(awaited: Awaitable[Any], asker: int, turn: int, is_cancelled: bool) -> float:
    """Run an awaitable on; gives the seconds until it is worth another step, or DONE.

    All that was begun runs on together, once in each turn of the asker's loop.
    """
    if asyncio._get_running_loop() is not None:
        return _step_beside(awaited, is_cancelled)
    if not _current or _current[0].asker != asker:
        for old in _current:
            old.end()
        _current[:] = [_Turns(asker)]
    turns = _current[0]
    if id(awaited) not in turns.tasks:
        turns.begin(awaited)
    elif is_cancelled:
        turns.tasks[id(awaited)][1].cancel()
        turns.spin()
    elif turns.turn != turn:
        turns.spin()
    turns.turn = turn
    return DONE if turns.tasks[id(awaited)][1].done() else turns.seconds()


_beside: dict[int, tuple[Any, asyncio.Task[Any]]] = {}


def _step_beside(awaited: Awaitable[Any], is_cancelled: bool) -> float:
    # a loop runs here already, which goes on when the other side has its answer
    running = asyncio.get_running_loop()
    for key in [key for key, (_, task) in _beside.items() if task.get_loop() is not running]:
        del _beside[key]
    if id(awaited) not in _beside:
        _beside[id(awaited)] = (awaited, asyncio.ensure_future(_awaiting(awaited)))
    elif is_cancelled:
        _beside[id(awaited)][1].cancel()
    return DONE if _beside[id(awaited)][1].done() else 0.0


def result_of(awaited: Awaitable[Any]) -> Any:
    """Give what an awaitable comes to, which is run to its end where it was not yet."""
    for tasks in (_beside, *(turns.tasks for turns in _current)):
        _, task = tasks.get(id(awaited), (None, None))
        if task is not None and task.done():
            del tasks[id(awaited)]
            return task.result()
    if asyncio._get_running_loop() is None:
        return asyncio.run(_awaiting(awaited))
    # a loop runs in this thread, which waits for us: another thread has room for another loop
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _awaiting(awaited)).result()


async def _awaiting(awaited: Awaitable[Any]) -> Any:
    return await awaited
