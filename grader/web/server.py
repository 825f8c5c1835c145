"""Starts the server, says where it answers, and ends it without losing anything."""

import shlex
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import uvicorn

from grader.errors import UsageError
from grader.model.text import printable
from grader.record.accounts import has_accounts
from grader.study.enrolment import Enrolment

from .identity import ProviderSettings
from .service import Service
from .site import make_site

if TYPE_CHECKING:
    from .provider import Provider

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_END_SECONDS = 5  # for answers that are on their way
_BACKLOG = 512
_MOST_AT_ONCE = 2000  # connections


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


def serve(
    enrolment: Enrolment,
    data: str,
    host: str,
    port: int,
    *,
    jobs: int,
    public_url: str,
    settings: ProviderSettings | None = None,
) -> None:
    """Serve until Ctrl-C or SIGTERM; raises UsageError for a place that cannot be had."""
    provider = None if settings is None else _provider(settings)
    is_public = host not in _LOOPBACK or bool(public_url)
    if is_public:
        _refuse_without_accounts(enrolment, host)
    listening = _listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    port = listening.getsockname()[1]
    names = {f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")}
    if public_url:
        names.add(urlsplit(public_url).netloc)
    # without a name of its own, a machine that others reach has any; all of them have to sign in
    hosts = frozenset(names) if public_url or not is_public else None
    with listening, ExitStack() as stack:
        service = Service(enrolment, stack, data, jobs, public_url, provider)
        uvicorns: dict[str, Any] = {
            "log_level": "warning",
            "access_log": False,
            "server_header": False,
            "proxy_headers": bool(public_url),
            "timeout_graceful_shutdown": _END_SECONDS,
            "limit_concurrency": _MOST_AT_ONCE,
        }
        server = _Server(uvicorn.Config(make_site(service, hosts), **uvicorns))
        title = printable(enrolment.course.title, lines=False)
        server.sentence = f"Serving {title} on http://{shown}:{port}/"
        server.run([listening])


def _provider(settings: ProviderSettings) -> "Provider":
    try:
        from .provider import Provider, is_safe
    except ImportError as error:
        install = f'{shlex.quote(sys.executable)} -m pip install "authlib>=1.9"'
        raise UsageError(
            f"Signing in by OpenID Connect needs a package that is not here ({error.name}): "
            f"{install}"
        ) from error
    if not is_safe(settings.issuer):
        raise UsageError(
            f"--oidc-issuer {settings.issuer} cannot be trusted: it begins with https://, unless "
            "the provider runs on this very machine."
        )
    return Provider(settings)


def _refuse_without_accounts(enrolment: Enrolment, host: str) -> None:
    with enrolment.store.reading() as reading:
        if not has_accounts(reading):
            raise UsageError(
                f"{host} can be reached by others, and there is no account yet: whoever opened the "
                "page would be you. Invite yourself first: `grader invite NAME --role instructor`."
            )


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        made = socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except (OSError, OverflowError) as error:
        why = error.strerror if isinstance(error, OSError) else "there is no such port"
        raise UsageError(
            f"Port {port} of {host} cannot be had: {why}. Name another with --port; 0 takes one "
            "that is free."
        ) from error
    # else the second piece of an answer waits until the first is acknowledged: 40 ms
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made
