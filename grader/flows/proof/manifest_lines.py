"""Finds the line of the manifest that a fault speaks of, since TOML's values carry no lines."""

import re

_AT = re.compile(r" ?\(at line (\d+), column \d+\)")
_OF_LESSON = re.compile(r"the id ([a-z]\w*)|lesson ([a-z]\w*)")
_ID = re.compile(r"\s*id\s*=\s*[\"']([^\"']*)")
_KEY = re.compile(r"\s*[\"']?(\w+)[\"']?\s*=")


def told(sentence: str, text: str) -> tuple[str, int | None]:
    """Split a fault into its sentence and its line, where one can be told."""
    at = _AT.search(sentence)
    if at is not None:
        rest = _AT.sub("", sentence).rstrip(".")
        return f"{rest}; see docs/writing-a-lesson.md for what it holds.", int(at[1])
    lines = text.splitlines()
    known = _OF_LESSON.search(sentence)
    span = _lesson(lines, (known[1] or known[2]) if known else None)
    words = set(re.findall(r"\w+", sentence.replace("require each", "requires each")))
    keys = ((number, _KEY.match(lines[number])) for number in span)
    line = next((n + 1 for n, key in keys if key and key[1] in words - {"id", "title"}), None)
    end = "" if sentence.endswith((".", "?")) else "."
    return f"{sentence}{end}", line or _first(span, known)


def line_of_lesson(text: str, name: str) -> int | None:
    """Find where the manifest gives a lesson its id."""
    ids = ((number, _ID.match(line)) for number, line in enumerate(text.splitlines(), 1))
    return next((number for number, match in ids if match and match[1] == name), None)


def _lesson(lines: list[str], name: str | None) -> range:
    """Find the lines of the lesson of a name, the last where there are two; else all lines."""
    ids = ((number, _ID.match(line)) for number, line in enumerate(lines))
    found = [number for number, match in ids if match and match[1] == name]
    if name is None or not found:
        return range(len(lines))
    starts = [n for n, line in enumerate(lines) if line.strip().startswith("[[")]
    first = max((n for n in starts if n <= found[-1]), default=0)
    return range(first, min((n for n in starts if n > first), default=len(lines)))


def _first(span: range, known: object) -> int | None:
    return span.start + 2 if known and span.start else None
