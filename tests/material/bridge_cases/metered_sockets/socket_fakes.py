"""What the cases hand in."""

import errno
import io
import os

ZEN = b"Now is better than never.\nFlat is better than nested.\n" * 5


class FakeError(Exception):
    pass


class FakeSocket:
    def __init__(self, *, chunk=None, exception=None):
        self.incoming = io.BytesIO(ZEN)
        self.outgoing = io.BytesIO()
        self.is_closed = False
        self.chunk = chunk
        self.exception = exception
        self.flags = None

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.is_closed = True
        return exc_type is not None and "suppress" in exc_val.args[0]

    def check(self, flags):
        if self.is_closed:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        if not isinstance(flags, int):
            raise TypeError(f"an integer is required (got type {type(flags).__name__})")
        self.flags = flags
        if self.exception is not None:
            raise self.exception

    def recv(self, bufsize, flags=0):
        self.check(flags)
        if bufsize is None:
            raise TypeError("'NoneType' object cannot be interpreted as an integer")
        return self.incoming.read(min(bufsize, self.chunk or bufsize))

    def send(self, data, flags=0):
        self.check(flags)
        return self.outgoing.write(data[: self.chunk])
