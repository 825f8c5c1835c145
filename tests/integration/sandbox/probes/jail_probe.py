"""What the tests run in a jail: executes what it is sent and answers with what it found."""

import json
import socket
import struct
from typing import Any

HEADER = struct.Struct("<I")


def serve(channel: int) -> None:
    """Run each text that arrives; answer with its variable `answer`, or with its error."""
    connection = socket.socket(fileno=channel)
    names: dict[str, Any] = {"__name__": "submission"}
    while code := read(connection):
        names["answer"] = None
        try:
            exec(code.decode(), names)
            reply = {"answer": names["answer"]}
        except BaseException as error:  # noqa: BLE001 - told to the asker
            reply = {"error": type(error).__name__, "text": str(error)}
        connection.sendall(packed(json.dumps(reply, default=str).encode()))


def obey(order: bytes) -> bytes:
    """Run a text, and answer with its variable `answer`."""
    names: dict[str, Any] = {}
    exec(order.decode(), names)
    return json.dumps(names["answer"]).encode()


def leave(channel: int) -> None:
    """End at once, with a status."""
    raise SystemExit(channel)


def packed(data: bytes) -> bytes:
    """Put a size before data."""
    return HEADER.pack(len(data)) + data


def read(connection: socket.socket) -> bytes:
    """Read one sized message; none is left where the other side has hung up."""
    header = connection.recv(HEADER.size)
    if len(header) < HEADER.size:
        return b""
    (size,) = HEADER.unpack(header)
    data = b""
    while len(data) < size and (piece := connection.recv(size - len(data))):
        data += piece
    return data
