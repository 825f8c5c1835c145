"""`python3 run bench`: the harness beside other graders, from one run."""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from grader.sandbox.spec import Isolation

from .commands import measure_commands
from .contestant import Contestant, cores
from .material import Material, write_material
from .measuring import Plan, Result, measure_all
from .ours import Ours, OursWithPages
from .peers import BarePytest, Gradescope, Pedal
from .plain_call import print_calls
from .served import measure_served
from .table import print_agreement, print_machine, print_missing, print_table, say

_FULL = Plan(singles=15, batches=3)
_QUICK = Plan(singles=5, batches=1)
_FULL_LOAD, _QUICK_LOAD = 120, 40  # seconds
_FULL_BATCH, _QUICK_BATCH = 100, 24


def main(arguments: Sequence[str]) -> int:
    """Measure and print; nothing is judged good or bad."""
    options = parse(arguments)
    print_machine()
    with tempfile.TemporaryDirectory(prefix="grader-bench-") as name:
        folder = Path(name)
        material = write_material(folder, _QUICK_BATCH if options.quick else _FULL_BATCH)
        if options.calls:
            print_calls(material.one.source, folder)
        elif options.served:
            measure_served(folder, options.served, _QUICK_LOAD if options.quick else _FULL_LOAD)
        elif options.commands:
            rounds = _QUICK.singles if options.quick else _FULL.singles
            measure_commands(material, options.isolation, folder, rounds)
        else:
            compare(material, options.isolation, folder, _QUICK if options.quick else _FULL)
    return 0


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="run bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, about 20 seconds")
    parser.add_argument(
        "--calls", action="store_true", help="count the calls of ours behind one plain call"
    )
    parser.add_argument(
        "--commands", action="store_true", help="measure whole commands for one student instead"
    )
    parser.add_argument(
        "--served", type=int, metavar="STUDENTS", help="serve the course to so many at once"
    )
    parser.add_argument("--isolation", choices=["full", "reduced"], default="full")
    return parser.parse_args(arguments)


def compare(material: Material, isolation: Isolation, folder: Path, plan: Plan) -> None:
    """Measure all that can be measured here and print the table."""
    taking_part: list[Contestant] = []
    for contestant in contestants(material, isolation, folder):
        reason = contestant.missing()
        if reason is None:
            taking_part.append(contestant)
        else:
            print_missing(contestant.name, reason)
    whole = measure_all(taking_part, material, plan)
    for result in whole:
        if result.broke is not None:
            print_missing(result.contestant.name, result.broke)
    results = [result for result in whole if result.broke is None]
    say(
        f"One at a time: median of {plan.singles}. Batch: {len(material.batch)} submissions on"
        f" all cores, median of {plan.batches}."
    )
    say()
    print_table(results, find_ours(results))
    say()
    print_agreement(results)


def contestants(material: Material, isolation: Isolation, folder: Path) -> list[Contestant]:
    """List all graders, in the order of the table."""
    several = [Pedal(material, cores())] if cores() > 1 else []
    return [
        BarePytest(material),
        Gradescope(material),
        Pedal(material, 1),
        *several,
        Ours(material, isolation, folder / "cache"),
        OursWithPages(material, isolation, folder / "pages"),
    ]


def find_ours(results: Sequence[Result]) -> Result | None:
    """Find the row that all others are compared with."""
    return next((one for one in results if isinstance(one.contestant, Ours)), None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
