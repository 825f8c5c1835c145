"""The process of a worker: begins a jail, and loads pytest while that starts."""

import atexit
import contextlib
import gc
import os
import shutil
import signal
import socket
import sys
from pathlib import Path

import msgspec

from grader.errors import JailError
from grader.ground.children import die_with
from grader.ground.folders import keep_to_ourselves
from grader.ground.temporary import lasting_folder
from grader.jail.jail import Jail

from .stage import Stage

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
    jail = Jail(stage.jail_spec())
    with contextlib.suppress(JailError):  # the first submission meets the fault
        jail.begin()
    gc.disable()  # modules stay: to look through them for garbage while they load is wasted
    from .pair_maker import PairMaker  # the jail loads what it needs at the same time
    from .worker import Worker

    gc.freeze()  # nor are they later
    gc.enable()
    Worker(connection, stage, PairMaker(stage, jail, folder / "copies")).work()


if __name__ == "__main__":
    main()
    # the grader waits for the end: pytest's modules need not be taken apart
    atexit._run_exitfuncs()
    os._exit(0)
