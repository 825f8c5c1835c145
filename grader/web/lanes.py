"""Threads that do what many people ask for, in turn: who asks often waits behind who asks once.

Each thread has tools of its own, since a sandbox ends with the thread that has started it.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from typing import Any, Generic, TypeVar

from .guard import Refused

MOST_WAITING = 2000  # tasks in a lane
_FULL = "The queue is full. No attempt is used, your code is kept. Try again in 20 seconds."
_Tools = TypeVar("_Tools")
_Result = TypeVar("_Result")


class Lane(Generic[_Tools]):
    """A queue that is fair between people, and the threads that work it off."""

    def __init__(
        self,
        open_tools: Callable[[ExitStack], _Tools],
        stack: ExitStack,
        threads: int = 1,
    ) -> None:
        """With the stack, what runs is finished, what waits is dropped, and the threads end."""
        self._open_tools = open_tools
        # a task's turn is one after the turn of the same person's task before; ties go by arrival
        self._waiting: list[tuple[int, int, Callable[[_Tools], Any], Future[Any]]] = []
        self._last_turn: dict[str, int] = {}
        self._turn = self._arrived = 0
        self._changed = threading.Condition()
        self._has_ended = False
        workers = [threading.Thread(target=self._work) for _ in range(threads)]
        for worker in workers:
            worker.start()
            stack.callback(worker.join)
        stack.callback(self._end)  # before the threads are waited for

    def put(self, who: str, task: Callable[[_Tools], _Result]) -> "Future[_Result]":
        """Take on a task for a person; raises Refused in a full queue."""
        future: Future[_Result] = Future()
        with self._changed:  # the lock can be taken again by who has it
            self.refuse_full()
            turn = max(self._turn, self._last_turn.get(who, -1) + 1)
            self._last_turn[who] = turn
            self._arrived += 1
            self._waiting.append((turn, self._arrived, task, future))
            self._waiting.sort(key=lambda one: one[:2])
            self._changed.notify()
        return future

    def refuse_full(self) -> None:
        """Raise Refused where nothing more is taken on."""
        with self._changed:
            self._waiting = [one for one in self._waiting if not one[3].cancelled()]
            if len(self._waiting) >= MOST_WAITING or self._has_ended:
                raise Refused(503, "queue_full", _FULL, 20)

    def place(self, future: "Future[Any]") -> int:
        """Count the tasks up to this one that nobody has begun; 0 for one that was begun."""
        with self._changed:
            waiting = [one[3] for one in self._waiting if not one[3].cancelled()]
        return waiting.index(future) + 1 if future in waiting else 0

    def _end(self) -> None:
        with self._changed:
            self._has_ended = True
            for *_, future in self._waiting:
                future.cancel()
            self._waiting.clear()
            self._changed.notify_all()

    def _work(self) -> None:
        with ExitStack() as stack:
            tools = self._open_tools(stack)
            while (taken := self._take()) is not None:
                task, future = taken
                if not future.set_running_or_notify_cancel():
                    continue
                try:
                    future.set_result(task(tools))
                except BaseException as error:  # whoever waits is told
                    future.set_exception(error)

    def _take(self) -> tuple[Callable[[_Tools], Any], "Future[Any]"] | None:
        with self._changed:
            while not self._waiting:
                if self._has_ended:
                    return None
                self._changed.wait()
            self._turn, _, task, future = self._waiting.pop(0)
            if len(self._last_turn) > MOST_WAITING:  # of people whose turns are long over
                self._last_turn = {n: t for n, t in self._last_turn.items() if t >= self._turn}
            return task, future
