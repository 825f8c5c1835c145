"""Serves one submission over the border, or runs a script beside it."""

import contextlib
import socket

from grader.border.connection import SCRIPT, Connection, ConnectionClosed, decode
from grader.border.server import Server

from .stop_signal import answer_where


def serve(channel: int) -> None:
    """Serve one submission over a descriptor, until the other end hangs up."""
    connection = Connection(socket.socket(fileno=channel))
    with contextlib.suppress(ConnectionClosed):
        first = connection.receive_bytes()
        if bytes(first) == SCRIPT:
            from .script import run  # who is judged runs none

            order = connection.receive_bytes()
            connection.close()
            run(order)
        Server(connection, _answer_where).serve(decode(first))


def _answer_where(server: Server) -> None:
    answer_where(server.finder.sources, lambda place: server.tell(*place))
