"""Finds the programs of others that the course's references are compared with."""

import importlib
import os
import pkgutil
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

# Both sides compute with the same 53 bits and in another order; 400 inputs differ by a few of the
# last bits, and a wrong definition by far more.
TOLERANCE = 1e-12
# pytrec_eval, which ir_measures needs, has no wheel for Linux elsewhere.
ALL_ARE_OFFERED = sys.platform != "linux" or platform.machine() == "x86_64"


def library(name: str) -> Any:
    """Import a library of others; a module without it is skipped, but never where CI runs."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        return missing(f"{name} cannot be imported ({error})")


def missing(what: str) -> Any:
    """Skip the module that asks, with the reason; fail where CI runs, which has to compare."""
    reason = f"{what}, so the course's references are not compared with it"
    if os.environ.get("CI") and ALL_ARE_OFFERED:
        raise RuntimeError(f"{reason}; CI has to: install the extra `test` of pyproject.toml")
    pytest.skip(reason, allow_module_level=True)


def perl() -> str:
    """Find the interpreter of gdeval."""
    return shutil.which("perl") or missing("there is no perl here")


def gdeval(files: tuple[Path, Path], k: int, max_grade: int) -> dict[str, tuple[float, float]]:
    """Let gdeval compute (NDCG@k, ERR@k) of each query that has a relevant document.

    Its script prints five places and takes 4 for the largest grade, whatever the judgments hold.
    Here it prints all 17 and takes the grade it is told: nothing else of it is changed.
    """
    script = (pkgutil.get_data("ir_measures", "bin/gdeval.pl") or b"").decode()
    script, places = re.subn(r"%\.5f", "%.17g", script)
    script, grades = re.subn(r"(?m)^\$MAX_JUDGMENT = 4;", f"$MAX_JUDGMENT = {max_grade};", script)
    assert (places, grades) == (2, 1), "gdeval is another version than this was written for"
    command = [perl(), "-", *map(str, files), str(k)]
    printed = subprocess.run(command, input=script, capture_output=True, text=True, check=True)
    rows = [line.split(",") for line in printed.stdout.splitlines()[1:]]
    return {query: (float(ndcg), float(err)) for _, query, ndcg, err in rows}
