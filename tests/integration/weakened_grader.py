"""The grader with a rule switched off: what an attack then reaches, the rule stops."""

import os
import sys
from pathlib import Path

from tests.integration.attack_course import ROOT

# Runs in every process of ours before the grader does, and patches modules when they are imported.
# Where they are loaded, as in a fork, it patches the names that others took from them as well.
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
    module = vars(sys.modules[name])
    before = dict(module)
    exec(PATCHES[name], module)
    ours = [vars(one) for known, one in sys.modules.items() if known.startswith("grader.")]
    for taken, old in before.items():
        for names in ours if module[taken] is not old else ():
            if names.get(taken) is old:
                names[taken] = module[taken]
sys.meta_path.insert(0, Patching())
"""
# tell their processes where the grader is
_STARTERS = ("grader.judge.pool", "grader.jail.room")


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
