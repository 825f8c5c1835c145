"""Names for what is asked, and the sentence for an object where data was expected."""

import re
from typing import Any

from grader.wire.members import BoundMember
from grader.wire.standins import StandIn, own_dict


def refusal(doing: str, class_name: str, sources: dict[str, bytes]) -> str:
    """Say that an object came where the reference gave data."""
    is_known = all(_is_written(part, sources) for part in doing.split("."))
    what = doing if is_known else "Your code"
    kind = "an object"
    if _is_written(class_name, sources):
        kind = f"an object of your class {class_name}"
    return f"{what} gave {kind}; plain data was expected."


def _is_written(name: str, sources: dict[str, bytes]) -> bool:
    # a name made while running may be made of a hidden input; one that is written is not
    if not name.isidentifier():
        return False
    written = re.compile(rb"^\s*(async\s+)?(def|class)\s+" + name.encode() + rb"\b", re.MULTILINE)
    return any(written.search(data) for data in sources.values())


def name_of(owner: Any) -> str:
    """Name a function or the class of an object, to show."""
    if isinstance(owner, type | BoundMember):
        return owner.__name__
    name = own_dict(owner).get("__name__") if isinstance(owner, StandIn) else None
    return name if isinstance(name, str) else type(owner).__name__
