"""Knows by digests what stands in hidden cases, so that nothing of it is shown elsewhere.

Only what could not be somewhere by chance tells of a hidden case: a call as a whole, a value as a
whole, and texts and containers of some length. Numbers, truth values and what is empty stand
everywhere.
"""

import hashlib
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

_SEQUENCES = (list, tuple, set, frozenset)
_DEEPEST, _MOST_ITEMS = 20, 10_000  # of one value that is looked at
_ITEMS, _CHARACTERS = 3, 8  # from which on a container or a text inside another tells something


def digests_of(value: Any) -> set[str]:
    """Digest each text and filled container in a value of a hidden case, or in a call of it.

    A call is its function's name with its arguments behind it.
    """
    parts: list[_Part] = []
    _form(value, parts, [_MOST_ITEMS], 0)
    return {_digest(part.form) for part in parts}


def has_call(hidden: set[str], function: str, arguments: tuple[Any, ...]) -> bool:
    """Whether a call stands in a hidden case, or holds what stands there."""
    return any(has(hidden, value) for value in ((function, *arguments), *arguments))


def has(hidden: set[str], value: Any) -> bool:
    """Whether a value stands in a hidden case, or holds what stands there."""
    parts: list[_Part] = []
    whole = _form(value, parts, [_MOST_ITEMS], 0)
    telling = {part.form for part in parts if part.is_particular or part.form == whole}
    return not hidden.isdisjoint(map(_digest, telling))


class _Part(NamedTuple):
    form: str
    is_particular: bool  # so that it is in another value by no chance


def _form(value: Any, parts: list[_Part], room: list[int], depth: int) -> str:
    """Write a value so that lists, tuples, sets and arrays of the same items are the same.

    A path counts as what its file holds. Kinds are looked up, not asked for: a test may hand over
    mocks, which answer to every name. What lies deeper than any call that is shown, or comes after
    its items, is cut.
    """
    if issubclass(type(value), Path) and value.is_file():
        value = value.read_bytes().decode("utf-8", "replace")
    elif type(value).__module__.partition(".")[0] == "numpy" and hasattr(type(value), "tolist"):
        value = value.tolist()
    kind = type(value)
    is_mapping = issubclass(kind, dict)
    if not is_mapping and not issubclass(kind, _SEQUENCES):
        form = _normal(value)
        if issubclass(kind, str | bytes) and value:
            is_name = issubclass(kind, str) and value.isidentifier()
            parts.append(_Part(form, len(value) >= _CHARACTERS and not is_name))
        return form
    if depth == _DEEPEST:
        return _normal(None)
    held = list(islice(dict.values(value) if is_mapping else value, room[0]))
    room[0] -= len(held)
    forms = [_form(item, parts, room, depth + 1) for item in held]
    if is_mapping:
        rows = zip(map(_normal, value), forms, strict=False)
        form = f"{{{','.join(sorted(map(':'.join, rows)))}}}"
    else:
        ordered = sorted(forms) if issubclass(kind, set | frozenset) else forms
        form = f"[{','.join(ordered)}]"
    if held:
        parts.append(_Part(form, len(forms) >= _ITEMS and len(set(forms)) > 1))
    return form


def _normal(value: Any) -> str:
    from grader.border.records import normal  # who judges by what is known compares nothing

    return normal(value)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:24]
