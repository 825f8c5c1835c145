"""Keeps the token of each server in a file that its user alone can read."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from grader.errors import UsageError
from grader.ground.folders import refuse_others, write_whole
from grader.model.report import UNDECODABLE

_TOKENS = "tokens.json"  # by address


def stored_token(settings: Callable[[], Path], url: str) -> str | None:
    """Read the token that is kept for a server."""
    return _read(settings() / _TOKENS).get(url)


def store_token(settings: Callable[[], Path], url: str, token: str) -> Path:
    """Keep a token in place of an earlier one for the same server; return where."""
    path = settings() / _TOKENS
    write_whole(path, msgspec.json.format(msgspec.json.encode({**_read(path), url: token})))
    return path


def _read(path: Path) -> dict[str, str]:
    refuse_others(path, "Remove it, and log in again.")
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except FileNotFoundError:
        return {}
    except (OSError, *UNDECODABLE) as error:
        raise UsageError(f"{path} cannot be read: {error}. Remove it, and log in again.") from error
