"""Finds the modules of a submission among its files, on both sides."""

import importlib.machinery
import importlib.util
import types
from collections.abc import Container, Sequence


def file_of(module: str, files: Container[str]) -> str | None:
    """Name the file of a module, where it is among those that were handed in."""
    path = module.replace(".", "/")
    return next((one for one in (f"{path}.py", f"{path}/__init__.py") if one in files), None)


class SourceFinder:
    """Finds the handed-in files under their bare names. Subclasses say how they are loaded.

    Extends no class of `importlib.abc`, which would have every jail load archives and more.
    """

    def __init__(self, sources: dict[str, bytes]) -> None:
        self.sources = sources

    def file_of(self, name: str) -> str | None:
        """Name the handed-in file of a module."""
        return file_of(name, self.sources)

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        file = self.file_of(name)
        if file is None:
            return None
        spec = importlib.machinery.ModuleSpec(
            name,
            self,  # type: ignore[arg-type] # it has what Python asks of a loader
            origin=file,
            is_package=self.is_package(name),
        )
        spec.has_location = True
        return spec

    def is_package(self, name: str) -> bool:
        return (self.file_of(name) or "").endswith("__init__.py")

    def get_source(self, name: str) -> str:
        return importlib.util.decode_source(self.sources[self.file_of(name) or ""])
