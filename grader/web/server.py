"""Starts the server, says where it answers, and ends it without losing anything."""

import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from grader.errors import UsageError
from grader.flows.student.enrolment import Enrolment
from grader.model.text import printable

from .desk import desk_of
from .site import make_site

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_END_SECONDS = 5  # for answers that are on their way
_BACKLOG = 512


class _Server(uvicorn.Server):
    """Says when it answers; ends by a signal without passing that on."""

    sentence: str

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(self.sentence, flush=True)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {one: signal.signal(one, self.handle_exit) for one in _SIGNALS}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def serve(enrolment: Enrolment, host: str, port: int) -> None:
    """Serve until Ctrl-C or SIGTERM; raises UsageError for a place that cannot be had."""
    if host not in _LOOPBACK:
        raise UsageError(
            f"{host} can be reached by others, and there are no accounts: whoever opens the page "
            "would be you. Leave --host out."
        )
    listening = _listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    port = listening.getsockname()[1]
    names = frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]"))
    with listening, desk_of(enrolment) as desk:
        settings: dict[str, Any] = {
            "log_level": "warning",
            "access_log": False,
            "server_header": False,
            "proxy_headers": False,
            "timeout_graceful_shutdown": _END_SECONDS,
        }
        server = _Server(uvicorn.Config(make_site(desk, names), **settings))
        title = printable(enrolment.course.title, lines=False)
        server.sentence = f"Serving {title} on http://{shown}:{port}/"
        server.run([listening])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except (OSError, OverflowError) as error:
        why = error.strerror if isinstance(error, OSError) else "there is no such port"
        raise UsageError(
            f"Port {port} of {host} cannot be had: {why}. Name another with --port; 0 takes one "
            "that is free."
        ) from error
