"""Runs what the author wrote in plain processes: hidden and public cases, and run.py.

It is the author's own code on the author's own machine, so nothing is jailed here.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.ground.temporary import temporary_folder
from grader.jail.distributions import plugin_modules
from grader.model.course import SCRIPT

from .material import LessonMaterial

_PACKAGE_ROOT = Path(__file__).resolve().parents[3]
_KEPT = ("PATH", "HOME", "TMPDIR", "SYSTEMROOT", "LANG", "VIRTUAL_ENV")


PRINTED = "printed"  # the row that says how many characters were printed
BROKEN = "broken"  # of a file that cannot be imported, which has a row of its own


@dataclass(frozen=True)
class PlainOutcome:
    """What a case came to in plain pytest."""

    outcome: str  # passed, skipped or not passed; broken
    text: str = ""
    line: int | None = None


@dataclass(frozen=True)
class PlainRuns:
    """What the author's files do with the reference, without any bridge."""

    hidden: dict[str, PlainOutcome]
    public: dict[str, PlainOutcome]
    script: PlainOutcome | None  # None: there is no run.py
    printed: int = 0  # characters, by the hidden cases


def run_plainly(material: LessonMaterial) -> PlainRuns:
    """Run hidden cases, public cases and run.py with the reference on the path."""
    handout = material.handout
    beside = {**handout.files, **material.files.reference}
    with temporary_folder("grader-verify-") as root:
        orders: list[dict[str, Any]] = []
        for name in ("hidden", "public", "script"):
            lines = {"kind": name, "folder": str(root / name), "seconds": _seconds(material)}
            orders.append({**lines, "answer": str(root / f"{name}.json")})
            write_files(root / name, beside)
        orders[0]["cases"] = str(material.hidden.folder)
        orders[1]["cases"] = str(root / "public_cases")
        write_files(root / "public_cases", {**handout.public_cases, **handout.files})
        if handout.script is None:
            orders.pop()
        else:
            write_files(root / "script", {SCRIPT: handout.script})
        _work_off(orders, plugin_modules(material.lesson.plugins))
        answers = {order["kind"]: _answer(order) for order in orders}
    script, hidden, public = answers.get("script"), answers["hidden"], answers["public"]
    public.pop(PRINTED, None)
    printed = hidden.pop(PRINTED, None)
    return PlainRuns(
        hidden,
        public,
        None if script is None else script[SCRIPT],
        printed.line or 0 if printed else 0,
    )


def write_files(folder: Path, files: dict[str, bytes]) -> None:
    """Write files below a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _seconds(material: LessonMaterial) -> int:
    return 2 + round(material.lesson.limits.seconds_in_all)


def _work_off(orders: list[dict[str, Any]], plugins: tuple[str, ...]) -> None:
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    subprocess.run(
        [sys.executable, "-P", "-m", "grader.flows.proof.plain_process"],
        input="".join(json.dumps(order) + "\n" for order in orders),
        env={
            **kept,
            "PYTHONPATH": str(_PACKAGE_ROOT),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # the judge loads no others either
            "PYTEST_PLUGINS": ",".join(plugins),
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
    )


def _answer(order: dict[str, Any]) -> dict[str, PlainOutcome]:
    try:
        found = json.loads(Path(order["answer"]).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        seconds = order["seconds"]
        text = f"it did not end within {seconds} s, or ended the whole process"
        return {SCRIPT: PlainOutcome("not passed", text)} if order["kind"] == "script" else {}
    return {name: _plain_outcome(order, *row) for name, row in found.items()}


def _plain_outcome(
    order: dict[str, Any], outcome: str, text: str = "", line: int | None = None
) -> PlainOutcome:
    for folder in (order["folder"], order.get("cases", order["folder"])):
        text = text.replace(f"{folder}/", "")  # files are known by their names
    return PlainOutcome(outcome, text, line)
