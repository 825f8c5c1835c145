"""Reads a command as a shell would, as far as courses write such: pipes, and files beside them."""

import re
import shlex
from collections.abc import Sequence
from typing import Any, NamedTuple

_ERRORS_TOO = re.compile(r"\s2>&1(?=\s|$)")
_NO_ERRORS = re.compile(r"\s2>\s*/dev/null(?=\s|$)")
_BEYOND = re.compile(r"[$`;&()]|\s\d>")  # what would need a shell
_PYTHON = re.compile(r"python[\d.]*")
_FLAGS = ("-u", "-B", "-I", "-E", "-s", "-P")


class Command(NamedTuple):
    """Programs, each of which reads what the one before it prints."""

    stages: list[list[str]]
    reads: str = ""  # a file, where it is not what the caller gives
    writes: str = ""
    appends: bool = False
    errors: str = ""  # "with" the output, "nowhere", or as the caller has it


def read_command(command: Any) -> Command | None:
    """Take a command apart; None where it would need a shell, or is none."""
    if isinstance(command, str):
        return _read_line(command)
    if isinstance(command, Sequence) and all(_is_word(word) for word in command):
        return Command([[_text(word) for word in command]])
    return None


def _read_line(line: str) -> Command | None:
    rest, joined = _ERRORS_TOO.subn(" ", line)
    rest, dropped = _NO_ERRORS.subn(" ", rest)
    if _BEYOND.search(rest):
        return None
    errors = "with" if joined else "nowhere" if dropped else ""
    try:
        words = shlex.shlex(rest, posix=True, punctuation_chars="<>|")
        words.whitespace_split = True
        return _parse(list(words), errors)
    except (ValueError, IndexError):  # a quotation that does not end, a sign without a file
        return None


def _parse(words: list[str], errors: str) -> Command | None:
    stages: list[list[str]] = [[]]
    files = {"<": "", ">": "", ">>": ""}
    while words:
        word = words.pop(0)
        if word == "|":
            stages.append([])
        elif word in files:
            files[word] = words.pop(0)
        elif set(word) <= set("<>|"):
            return None
        else:
            stages[-1].append(word)
    if not all(stages):
        return None
    return Command(stages, files["<"], files[">"] or files[">>"], bool(files[">>"]), errors)


def script_in(words: Sequence[str], sources: dict[str, bytes]) -> tuple[str, list[str]] | None:
    """Find the submission's file in the words of a program, and the arguments from it on."""
    if words and not _PYTHON.fullmatch(words[0].rpartition("/")[2]):
        return _found(words, sources) if "/" in words[0] else None
    rest = list(words[1:])
    while rest and rest[0] in _FLAGS:
        rest.pop(0)
    if rest[:1] == ["-m"] and len(rest) > 1:
        file = rest[1].replace(".", "/") + ".py"
        return (file, rest[1:]) if file in sources else None
    return _found(rest, sources)


def file_of(path: str, sources: dict[str, bytes]) -> str:
    """Name the submission's file that a path means; empty for any other."""
    return next((file for file in sources if path == file or path.endswith("/" + file)), "")


def _found(words: Sequence[str], sources: dict[str, bytes]) -> tuple[str, list[str]] | None:
    file = file_of(words[0], sources) if words else ""
    return (file, list(words)) if file else None


def _is_word(word: Any) -> bool:
    return isinstance(word, str | bytes) or hasattr(word, "__fspath__")


def _text(word: Any) -> str:
    return word.decode("utf-8", "replace") if isinstance(word, bytes) else str(word)
