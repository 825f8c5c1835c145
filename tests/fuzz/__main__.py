"""`python3 run fuzz`: hostile peers at the jail's end of the wire, and broken files, in turns."""

import argparse
import secrets
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from .campaign import Figures, Find, run_apart
from .house import Material
from .reading import NAME as FILES
from .reading import read_apart

LESSONS = Path(__file__).parents[1] / "material" / "fuzzed_lessons"
NAMES = sorted(path.parent.name for path in LESSONS.glob("*/right.py"))
_SLICE = 100  # conversations with one lesson before the next has its turn
_FOUND, _FINE = 1, 0


def main(arguments: Sequence[str]) -> int:
    """Fuzz, print what was found and how much was tried; 1 where anything was found."""
    options = parse(arguments)
    began = time.monotonic()
    say(f"Seed {options.seed}, lessons {', '.join(options.lessons)}.")
    whole = Figures()
    for figures in slices(options, began + 60 * options.minutes):
        whole.add(figures)
        for find in figures.finds:
            print_find(find)
        if whole.finds and options.until_found:
            break
    print_figures(whole, (time.monotonic() - began) / 60)
    return _FOUND if whole.finds else _FINE


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="run fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0, help="how long in all; 1")
    parser.add_argument("--conversations", type=int, help="at most so many with each lesson")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--lessons", nargs="+", choices=[*NAMES, FILES], default=[*NAMES, FILES])
    parser.add_argument("--first", type=int, default=0, help="the first conversation's number; 0")
    parser.add_argument("--until-found", action="store_true", help="end with the first find")
    return parser.parse_args(arguments)


def slices(options: argparse.Namespace, until: float) -> Iterator[Figures]:
    """Give each lesson its turn, over and over, until the time or the numbers are used up."""
    first = options.first
    end = sys.maxsize if options.conversations is None else first + options.conversations
    while time.monotonic() < until and first < end:
        numbers = range(first, min(first + _SLICE, end))
        for name in options.lessons:
            if name == FILES:
                yield read_apart(options.seed, numbers, until)
            else:
                yield run_apart(Material(LESSONS / name), options.seed, numbers, until)
        first += _SLICE


def print_figures(whole: Figures, minutes: float) -> None:
    """Say how much was tried."""
    say(
        f"{whole.conversations} conversations ({whole.hostile} came to their hostile place),"
        f" tiers {' and '.join(sorted(whole.tiers)) or 'none'}, {whole.frames} frames,"
        f" {whole.files} broken files ({whole.refused} refused),"
        f" {minutes:.1f} minutes, {len(whole.finds)} finds."
    )


def print_find(find: Find) -> None:
    """Say what was found, and how to see it again."""
    say(f"{find.lesson}: {'; '.join(find.what)}")
    for one in find.hostile:
        say(f"    {one}")
    where = f"--seed {find.seed} --first {find.where.first} --conversations {find.where.count}"
    say(f"    again: python3 run fuzz --lessons {find.lesson} {where}")


def say(text: str) -> None:
    """Print one line."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
