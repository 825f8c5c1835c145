"""Copies of the grader with a rule switched off: what an attack then reaches, the rule stops."""

import shutil
import sys
from pathlib import Path

from tests.integration.attack_course import ROOT

# Runs in every process of the copy before the grader does, and patches what is imported later.
_CUSTOMIZE = """
import importlib.abc, importlib.util, sys

PATCHES = {patches!r}

class Patching(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path, target=None):
        if name not in PATCHES:
            return None
        sys.meta_path.remove(self)
        self.found = importlib.util.find_spec(name)
        sys.meta_path.insert(0, self)
        self.inner, self.found.loader = self.found.loader, self
        return self.found

    def create_module(self, spec):
        return self.inner.create_module(spec)

    def exec_module(self, module):
        self.inner.exec_module(module)
        exec(PATCHES[module.__name__], vars(module))

sys.meta_path.insert(0, Patching())
"""


def weaken(place: Path, patches: dict[str, str]) -> Path:
    """Make a copy; `patches` maps a module to code that is run in it once it is imported."""
    shutil.copytree(ROOT / "grader", place / "grader")  # compiled code comes along
    (place / "sitecustomize.py").write_text(_CUSTOMIZE.format(patches=patches), encoding="utf-8")
    assert sys.flags.no_site == 0  # or the copy would be as strong as the original
    return place
