"""Serves a submission in the tier that the first frame names, or runs a script beside it."""

import contextlib
import socket
from typing import NoReturn

from grader.wire.channel import Channel, ChannelClosed
from grader.wire.values import OBJECTS, SCRIPT

from .functions_server import FunctionsServer
from .server import Server


def serve(channel: int) -> None:
    """Serve one submission over a descriptor, until the other side hangs up."""
    connection = Channel(socket.socket(fileno=channel))
    with contextlib.suppress(ChannelClosed):
        asked = bytes(connection.receive())
        if asked == SCRIPT:
            _run_script(connection)
        _server_for(asked)(connection).run()


def _run_script(connection: Channel) -> NoReturn:
    from .script import run  # who is judged runs none

    order = connection.receive()
    connection.close()
    run(order)


def _server_for(tier: bytes) -> type[Server]:
    if tier != OBJECTS:
        return FunctionsServer
    # takes a quarter of what all else in a jail takes to load, and most lessons do without
    from .objects_server import ObjectsServer

    return ObjectsServer
