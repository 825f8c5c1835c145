"""What hidden cases ask for before the first of them runs."""

from typing import Any

import msgspec


class EarlyNames(msgspec.Struct):
    """What hidden cases ask of the student's modules while they are collected."""

    modules: list[str] = []
    functions: list[tuple[str, str, dict[str, Any]]] = []  # module, name, facts
    classes: list[tuple[str, str]] = []  # module, name
    can_wait: bool = True  # nothing else was asked
