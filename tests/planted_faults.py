"""Says what tests are worth: plants faults in the harness's code and lists the tests that fail.

    .venv/bin/python -m tests.planted_faults grader/border tests/unit/border --count 20

Faults are made by the operators of `grader verify`, chosen by a seed, one at a time, in a copy of
the checkout. Prints for each fault which tests catch it, then a smallest set of tests that catches
all that the whole caught (found greedily), and the faults that nothing catches.
"""

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.etree import ElementTree

from grader.proof.mutation_operators import changes

ROOT = Path(__file__).parents[1]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "demo-grades", "__pycache__", ".*_cache")
Fault = tuple[str, int, str, bytes]  # the file, the line, what is changed there, the file with it


def main(arguments: list[str]) -> int:
    """Plant faults one by one; return 1 where some are caught by no test."""
    parser = argparse.ArgumentParser(prog="python -m tests.planted_faults", description=__doc__)
    parser.add_argument("code", help="a file or folder of the harness")
    parser.add_argument("tests", nargs="+", help="files or folders of tests, options of pytest")
    parser.add_argument("--count", type=int, default=20, help="how many faults (20)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--seconds", type=float, default=600, help="how long tests may take (600)")
    parser.add_argument("--out", type=Path, help="a JSON file for who catches what")
    asked, options = parser.parse_known_args(arguments)

    found: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        copy = Path(folder, "copy")
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        known = set(failing(copy, [*asked.tests, *options], asked.seconds))
        for fault in faults(asked.code, asked.count, asked.seed):
            file, line, text, planted = fault
            path = copy / file
            sound = path.read_bytes()
            path.write_bytes(planted)
            caught = set(failing(copy, [*asked.tests, *options], asked.seconds)) - known
            path.write_bytes(sound)
            found[f"{file}:{line} {text}"] = sorted(caught)
            print(f"{file}:{line}: {text}\n    caught by {len(caught)}", flush=True)
            if asked.out:
                asked.out.write_text(json.dumps(found, indent=1), encoding="utf-8")
    caught_by = {fault: set(tests) for fault, tests in found.items() if tests}
    print(f"\n{len(caught_by)} of {len(found)} faults are caught; by these tests alone:")
    for test, count in smallest_set(caught_by):
        print(f"  {count:3} {test}")
    missed = [fault for fault, tests in found.items() if not tests]
    print(*("not caught: " + fault for fault in missed), sep="\n")
    return 1 if missed else 0


def faults(place: str, count: int, seed: int) -> Iterator[Fault]:
    """Draw faults from the modules of a place, each module as often as its length says."""
    below = ROOT / place
    files = [below] if below.is_file() else sorted(below.rglob("*.py"))
    all_faults = [fault for file in files for fault in faults_of(file)]
    yield from random.Random(seed).sample(all_faults, min(count, len(all_faults)))


def faults_of(file: Path) -> Iterator[Fault]:
    """Yield every fault that can be planted in a module, none in a type or a docstring."""
    source = file.read_bytes()
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    functions = [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.FunctionDef)]
    nodes = (node for one in functions for part in one.body for node in ast.walk(part))
    for cut in (cut for node in nodes for cut in changes(node)):
        begin = starts[cut.start[0] - 1] + cut.start[1]
        end = starts[cut.end[0] - 1] + cut.end[1]
        before = source[begin:end].decode()
        changed = before.replace(cut.symbol, cut.text, 1) if cut.symbol else cut.text
        planted = source[:begin] + changed.encode() + source[end:]
        if "XX" not in cut.text and is_python(planted):
            what = f"{' '.join(before.split())[:60]} -> {changed[:60]}"
            yield str(file.relative_to(ROOT)), cut.start[0], what, planted


def is_python(source: bytes) -> bool:
    try:
        compile(source, "planted", "exec")
    except (SyntaxError, ValueError):
        return False
    return True


def failing(copy: Path, tests: list[str], seconds: float) -> Iterable[str]:
    """Run tests in a copy of the checkout; give the ids of those that do not pass."""
    report = copy / "report.xml"
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", *tests, "-q", f"--junitxml={report}"]
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return ["the tests took too long"]
    if not report.exists():
        return ["the tests could not be run"]
    return [
        f"{case.get('classname')}::{case.get('name')}"
        for case in ElementTree.parse(report).iter("testcase")
        if case.find("failure") is not None or case.find("error") is not None
    ]


def smallest_set(caught_by: dict[str, set[str]]) -> Iterator[tuple[str, int]]:
    """Choose tests greedily until each fault has one; give each with what it adds."""
    left = dict(caught_by)
    while left:
        tests = sorted({test for caught in left.values() for test in caught})
        best = max(tests, key=lambda test: sum(test in caught for caught in left.values()))
        still = {fault: caught for fault, caught in left.items() if best not in caught}
        yield best, len(left) - len(still)
        left = still


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
