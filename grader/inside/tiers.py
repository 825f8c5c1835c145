"""Serves a submission in the tier that the first frame names."""

import contextlib
import socket

from grader.wire.channel import Channel, ChannelClosed
from grader.wire.values import OBJECTS

from .functions_server import FunctionsServer
from .server import Server


def serve(channel: int) -> None:
    """Serve one submission over a descriptor, until the other side hangs up."""
    connection = Channel(socket.socket(fileno=channel))
    with contextlib.suppress(ChannelClosed):
        _server_for(bytes(connection.receive()))(connection).run()


def _server_for(tier: bytes) -> type[Server]:
    if tier != OBJECTS:
        return FunctionsServer
    # takes a quarter of what all else in a jail takes to load, and most lessons do without
    from .objects_server import ObjectsServer

    return ObjectsServer
