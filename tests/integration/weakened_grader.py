"""The grader with a rule switched off: what an attack then reaches, the rule stops."""

import os
import sys
from pathlib import Path

from tests.integration.attack_course import ROOT

# Runs in every process of ours before the grader does, and patches modules when they are imported.
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

for name in PATCHES.keys() & sys.modules.keys():
    exec(PATCHES[name], vars(sys.modules[name]))
sys.meta_path.insert(0, Patching())
"""
_STARTERS = ("grader.judge.pool", "grader.jail.room")  # tell their processes where the grader is


def weaken(place: Path, patches: dict[str, str]) -> str:
    """Return a PYTHONPATH; `patches` maps a module to code that is run in it once it is loaded."""
    if not patches:
        return str(ROOT)
    path = f"{place}{os.pathsep}{ROOT}"
    everywhere = dict.fromkeys(_STARTERS, f"_PACKAGE_ROOT = {path!r}\n")
    for name, code in patches.items():
        everywhere[name] = everywhere.get(name, "") + code
    place.mkdir(parents=True, exist_ok=True)
    customize = _CUSTOMIZE.format(patches=everywhere)
    (place / "sitecustomize.py").write_text(customize, encoding="utf-8")
    assert sys.flags.no_site == 0  # or the grader would be as strong as ever
    return path
