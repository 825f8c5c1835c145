"""Takes over what a test patches in Python's own modules and in the environment."""

import importlib
import os
import time
from typing import Any


class Patches:
    """The standing patches, with what they hide."""

    def __init__(self) -> None:
        self._hidden: dict[tuple[str, str], tuple[bool, Any]] = {}

    def apply(self, patches: list[tuple[str, str, bool, Any]]) -> None:
        """Take over (module, name, is patched, value) rows; unpatched names get back their own."""
        for module_name, name, is_patched, value in patches:
            module = _holder(module_name)
            key = (module_name, name)
            if is_patched:
                if key not in self._hidden:
                    self._hidden[key] = (hasattr(module, name), getattr(module, name, None))
                setattr(module, name, value)
            elif key in self._hidden:
                was_there, own = self._hidden.pop(key)
                if was_there:
                    setattr(module, name, own)
                elif hasattr(module, name):
                    delattr(module, name)

    def set_environ(self, changes: dict[str, str | None]) -> None:
        """Set or, where the value is None, remove environment variables."""
        for name, value in changes.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        if "TZ" in changes:
            time.tzset()  # as a test does that sets it


def _holder(name: str) -> Any:
    module, _, path = name.partition(":")
    found: Any = importlib.import_module(module)
    for part in path.split(".") if path else []:
        found = getattr(found, part)
    return found
