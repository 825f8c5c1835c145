"""The reference must pass the public cases, and run.py must run with it to its end.

Both run in plain processes, as students run them: it is the author's own code.
"""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from grader.ground.temporary import temporary_folder
from grader.model.course import SCRIPT

from .material import Findings, LessonMaterial, Place
from .reference import first_line

_FAILED = re.compile(r"(?m)^(?:FAILED|ERROR) ([^:\s]+)(?:::(\S+))?(?: - (.*))?$")


def check_handed_out(material: LessonMaterial, findings: Findings) -> None:
    """Name the public cases that the reference does not pass, and a run.py that breaks off."""
    handout, findings = material.handout, findings.of("handout")
    public = [one for one in handout.public_cases if not findings.accuse(material.exercise / one)]
    script = material.exercise / SCRIPT
    with temporary_folder("grader-verify-") as folder:
        for name, data in {**handout.for_student(), **material.files.reference}.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        if public:
            quiet = ["-m", "pytest", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider"]
            # by default pytest first removes what earlier runs of this user have left, however long
            # that takes
            quiet.append(f"--basetemp={folder / '.pytest'}")
            said = _output(material, folder, [*quiet, *public])
            failed = _FAILED.findall(said or "")
            if said is not None and not failed:
                failed = [(public[0], "", said.strip().rpartition("\n")[2])]
            for file, case, why in failed:
                what = f"the public case {case}" if case else f"the public cases of {file}"
                findings.error(
                    f"The reference does not pass {what}: {first_line(why) or 'error'}.",
                    Place(material.exercise / file, None, case),
                )
        if handout.script is None or findings.accuse(script):
            return
        said = _output(material, folder, [SCRIPT])
        if said is not None:
            lines = re.findall(rf'{SCRIPT}", line (\d+)', said)
            last = said.strip().splitlines()[-1:] or ["it does not end with exit status 0"]
            findings.error(
                f"{SCRIPT} breaks off with the reference solution: {first_line(last[0])}.",
                Place(script, int(lines[-1]) if lines else None),
            )


def _output(material: LessonMaterial, folder: Path, arguments: Sequence[str]) -> str | None:
    """Run Python in a folder; give what it said where it did not end well."""
    limits = material.lesson.limits
    seconds = 2 + round(limits.wall_multiple * limits.seconds_in_all)
    try:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=folder,
            env={**os.environ, "COLUMNS": "500", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"it did not end within {seconds} s"
    said = done.stdout if "pytest" in arguments else done.stderr
    return said if done.returncode else None
