"""The process of a worker: answers from what is known, and loads pytest for what is not."""

import atexit
import gc
import os
import shutil
import signal
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from grader.ground.children import die_with
from grader.ground.folders import keep_to_ourselves
from grader.ground.temporary import lasting_folder

from .jail_children import JailChildren
from .stage import Stage

if TYPE_CHECKING:
    from .known_worker import Left

_PREFIX = "grader-worker-"


def main() -> None:
    """Run a worker over an inherited socket, whose first message is the stage."""
    die_with(int(sys.argv[2]))
    keep_to_ourselves()
    connection = socket.socket(fileno=int(sys.argv[1]))
    header = connection.recv(8, socket.MSG_WAITALL)
    if not header:  # whoever started it has nothing to judge
        return
    size = int.from_bytes(header, "little")
    stage = msgspec.msgpack.decode(connection.recv(size, socket.MSG_WAITALL), type=Stage)
    with lasting_folder(_PREFIX) as folder:
        os.chdir(folder)  # what hidden files import may keep files in the folder that it begins in
        if stage.jail is None:
            stage = msgspec.structs.replace(stage, scratch=str(folder / "scratch"))

        def leave(*_given: object) -> None:
            shutil.rmtree(folder, ignore_errors=True)
            os._exit(1)  # the kernel ends the jail and all in it with this process

        signal.signal(signal.SIGTERM, leave)
        _work(connection, stage, folder)


def _work(connection: socket.socket, stage: Stage, folder: Path) -> None:
    if stage.cases == "together":
        from .together import TogetherWorker

        TogetherWorker(connection, stage, folder).work()
        return
    children = JailChildren(stage.jail_spec())
    if stage.jail is None:
        children.begin()
    else:
        children.take_over(stage.jail)
    from .known_worker import KnownWorker  # the jail loads what it needs at the same time

    try:
        left = KnownWorker(stage, children).serve(connection)
        if left is not None:
            _work_with_pytest(connection, stage, folder, left)
    finally:
        children.close()


def _work_with_pytest(connection: socket.socket, stage: Stage, folder: Path, left: "Left") -> None:
    gc.disable()  # modules stay: to look through them for garbage while they load is wasted
    from .worker import Worker  # not everybody needs it

    gc.freeze()  # nor are they later
    gc.enable()
    Worker(connection, stage, folder, left).work()


if __name__ == "__main__":
    main()
    # the grader waits for the end: pytest's modules need not be taken apart
    atexit._run_exitfuncs()
    os._exit(0)
