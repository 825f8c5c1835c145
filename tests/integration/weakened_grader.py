"""The grader with rules switched off: what an attack then reaches, the rules stop."""

import os
import sys
from pathlib import Path

from tests.integration.attack_course import ROOT
from tests.integration.controls import Control


def weaken(place: Path, *rules: Control) -> str:
    """Return a PYTHONPATH by which every process of ours switches off some rules as it starts."""
    if not rules:
        return str(ROOT)
    path = f"{place}{os.pathsep}{ROOT}"
    calls = "".join(f"controls.{rule.__name__}()\n" for rule in rules)
    place.mkdir(parents=True, exist_ok=True)
    text = f"from tests.integration import controls\ncontrols.begin({path!r})\n{calls}"
    (place / "sitecustomize.py").write_text(text, encoding="utf-8")
    assert sys.flags.no_site == 0  # or the grader would be as strong as ever
    return path
