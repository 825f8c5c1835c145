"""Lets in only what this server's own pages and programs of this machine may ask."""

import asyncio
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BODY = 4 << 20  # bytes of a request
MOST_CLASS = 512 << 20  # of a class's submissions
_LONGEST_PATH = 2000  # characters
_SLOWEST = 30.0  # seconds between two pieces of a body
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; "  # the editor places its cursor so
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_READS = ("GET", "HEAD")
UPLOADS = "/grade"  # how the addresses end that take a whole class


def read_number(text: str | None) -> int | None:
    """Read a number as pages send it; None for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


class Refused(Exception):
    """A question that gets no answer but a status and a sentence."""

    def __init__(self, status: int, code: str, sentence: str, seconds: int = 5) -> None:
        self.status, self.code, self.sentence = status, code, sentence
        self.seconds = seconds  # until it is worth asking again

    @property
    def headers(self) -> dict[str, str]:
        """Return what goes beside the sentence."""
        if self.status == 401:
            return {"WWW-Authenticate": "Bearer"}
        return {"Retry-After": str(self.seconds)} if self.status in (429, 503) else {}


class Guard:
    """Stands before every route.

    A page of another site can make a browser send a request here, under our name too where it has
    its own name lead to this machine. Such a request names another host or another origin.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str] | None) -> None:
        self._app = app
        self._hosts = hosts  # as a Host header has them, with the port; None: any

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        most = MOST_CLASS if scope["path"].endswith(UPLOADS) else MOST_BODY
        refusal = self._refusal(scope, headers, most)
        read, is_read = 0, False

        async def bounded() -> Message:
            nonlocal read, is_read
            if is_read:
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), _SLOWEST)
            except TimeoutError:
                raise Refused(
                    408, "too_slow", "That took too long to arrive: send it again."
                ) from None
            read += len(message.get("body", b""))
            is_read = not message.get("more_body", False)
            if read > most:
                raise Refused(413, "too_large", "That is too large: send less.")
            return message

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                made = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    made.setdefault(name, value)
                if scope["path"].startswith("/static/"):
                    made["Cache-Control"] = "no-cache"  # kept, and asked about each time
            await send(message)

        if refusal is not None:
            status, sentence = refusal
            await PlainTextResponse(sentence, status)(scope, receive, with_headers)
            return
        await self._app(scope, bounded, with_headers)

    def _refusal(self, scope: Scope, headers: Headers, most: int) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if self._hosts is not None and host not in self._hosts:
            return 400, "This server has another name: open the address that it printed."
        length = read_number(headers.get("content-length", "0"))
        if length is None or length > most:
            return 413, f"That is larger than {most >> 20} MiB: send less."
        if len(scope["path"]) > _LONGEST_PATH:
            return 414, "There is no such page."
        if scope["method"] in _READS:
            return None
        origin = headers.get("origin")
        is_ours = origin is None or urlsplit(origin).netloc in (self._hosts or {host})
        if not is_ours or headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return 403, "This was sent by a page of another site, and is not done."
        return None
