"""`python3 run bench`: the harness beside other graders and bare pytest, from one run."""

import argparse
import platform
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .commands import measure_commands
from .graders import Grader, graders, measure
from .material import write_material
from .processes import cores, say
from .served import measure_served

_FULL_CLASS, _QUICK_CLASS = 200, 100  # a class, and one twice as large
_FULL_CLASSES, _QUICK_CLASSES = 3, 1  # rounds
_FULL_ROUNDS, _QUICK_ROUNDS = 15, 5  # of commands
_FULL_LOAD, _QUICK_LOAD = 120, 40  # seconds


def main(arguments: Sequence[str]) -> int:
    """Measure and print; nothing is judged good or bad."""
    options = parse(arguments)
    say(
        f"{cores()} cores, {platform.system()} {platform.release()},"
        f" {platform.python_implementation()} {platform.python_version()}"
    )
    with tempfile.TemporaryDirectory(prefix="grader-bench-") as name:
        folder = Path(name)
        if options.served:
            measure_served(folder, options.served, _QUICK_LOAD if options.quick else _FULL_LOAD)
            return 0
        material = write_material(folder, 2 * (_QUICK_CLASS if options.quick else _FULL_CLASS))
        if options.commands:
            rounds = _QUICK_ROUNDS if options.quick else _FULL_ROUNDS
            measure_commands(material, options.isolation, folder, rounds)
        else:
            rounds = _QUICK_CLASSES if options.quick else _FULL_CLASSES
            compare(graders(material, options.isolation), rounds)
    return 0


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="run bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, about a minute")
    parser.add_argument(
        "--commands", action="store_true", help="measure whole commands for one student instead"
    )
    parser.add_argument(
        "--served", type=int, metavar="STUDENTS", help="serve the course to so many at once"
    )
    parser.add_argument("--isolation", choices=["full", "reduced"], default="full")
    return parser.parse_args(arguments)


def compare(taking_part: Sequence[Grader], rounds: int) -> None:
    """Print what a further submission costs each grader, and whether all count alike."""
    say("Processor time of a further submission: (a class twice as large - a class) / its size.")
    say()
    say("| grader | isolation | a further submission | times quicker than pytest |")
    say("| --- | --- | ---: | ---: |")
    first: float | None = None
    answers: list[list[int]] = []
    for grader in taking_part:
        if grader.missing is not None:
            say(f"| {grader.name} | {grader.isolation} | left out: {grader.missing} | |")
            continue
        seconds, passed = measure(grader, rounds)
        first = first or seconds
        answers.append(passed)
        quicker = f"{first / seconds:.1f}" if seconds > 0 else "too few to tell"
        say(f"| {grader.name} | {grader.isolation} | {seconds * 1000:.1f} ms | {quicker} |")
    same = sum(len(set(each)) == 1 for each in zip(*answers, strict=False))
    say()
    say(f"The graders agree on the passed cases of {same} of {min(map(len, answers))} submissions.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
