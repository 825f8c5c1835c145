"""Serves a submission in the tier that the first frame names, or runs a script beside it."""

import contextlib
import socket

from grader.wire.channel import Channel, ChannelClosed
from grader.wire.values import OBJECTS, SCRIPT

from .functions_server import FunctionsServer
from .module_loader import run_alone
from .server import Server


def serve(channel: int) -> None:
    """Serve one submission over a descriptor, until the other side hangs up."""
    connection = Channel(socket.socket(fileno=channel))
    with contextlib.suppress(ChannelClosed):
        asked = bytes(connection.receive())
        if asked == SCRIPT:
            order = connection.receive()
            connection.close()
            run_alone(order)
        serves: type[Server] = FunctionsServer
        if asked == OBJECTS:
            # takes a quarter of what all else in a jail takes to load, and most lessons do without
            from .objects_server import ObjectsServer

            serves = ObjectsServer
        serves(connection).run()
