"""Words what no command foresaw: a fault of ours, or a machine that refuses a file."""

import errno
import os
import sys
from pathlib import Path

from grader.model.text import cut_text, printable

_DEBUG = "GRADER_DEBUG"
_NO_WRITING = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG, errno.EIO))
_KEPT = "Nothing that was recorded before is lost"


def tell_fault(error: Exception) -> None:
    """Say on stderr what happened; with GRADER_DEBUG=1 also where."""
    if os.environ.get(_DEBUG):
        import traceback  # what goes well needs none

        traceback.print_exception(error)
    place = _refused_place(error) if isinstance(error, OSError) else None
    if place is None:
        text = printable(cut_text(f"{type(error).__name__}: {error}", 500), lines=False)
        said = (
            f"The grader itself failed ({text}): its fault, not yours. "
            f"{_KEPT}. Set {_DEBUG}=1 to see the traceback."
        )
    else:
        assert isinstance(error, OSError)  # noqa: S101 # only these have a place
        verb = "written" if error.errno in _NO_WRITING else "used"
        said = (
            f"{printable(place, lines=False)} cannot be {verb}: {error.strerror or error}. "
            f"{_KEPT}: run the same command again when this is fixed."
        )
    print(said, file=sys.stderr)


def _refused_place(error: OSError) -> str | None:
    """Name the file that the system refused; None where no file is known."""
    if error.filename is not None:
        return os.fsdecode(error.filename)
    if error.errno not in _NO_WRITING:
        return None
    import traceback

    # a full disk names no file: the innermost frame that holds a path does
    for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))):
        paths = {value for value in frame.f_locals.values() if isinstance(value, Path)}
        if len(paths) == 1:
            return str(paths.pop())
    return "standard output"


def is_unread(error: OSError) -> bool:
    """Whether nobody reads our output any more; then nothing more is said to anybody."""
    if not isinstance(error, BrokenPipeError):
        return False
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            # what is still in its buffer must not fail again when Python ends
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            return True
    return False
