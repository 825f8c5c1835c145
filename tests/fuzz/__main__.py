"""`python3 run fuzz`: hostile peers at the jail's end of the border, and broken files, in turns."""

import argparse
import secrets
import sys
import time
from collections.abc import Iterator, Sequence

from .campaign import NAMES, Figures, Find, apart, run_here
from .reading import NAME as FILES
from .reading import read_all

_SLICE = 50  # conversations with one lesson before the next has its turn
_FOUND, _FINE = 1, 0


def main(arguments: Sequence[str]) -> int:
    """Fuzz, print what was found and how much was tried; 1 where anything was found."""
    options = parse(arguments)
    began = time.monotonic()
    say(f"Seed {options.seed}, lessons {', '.join(options.lessons)}.")
    whole = Figures()
    for figures in slices(options, began + options.seconds):
        whole.add(figures)
        for find in figures.finds:
            print_find(find)
        if whole.finds and options.until_found:
            break
    say(
        f"{whole.conversations} conversations, {whole.files} broken files ({whole.refused} "
        f"refused), {time.monotonic() - began:.0f} seconds, {len(whole.finds)} finds."
    )
    return _FOUND if whole.finds else _FINE


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="run fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long in all; 60")
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
                yield apart(read_all, options.seed, numbers, until)
            else:
                yield apart(run_here, name, options.seed, numbers, until)
        first += _SLICE


def print_find(find: Find) -> None:
    """Say what was found, and how to see it again."""
    say(f"{find.lesson}: {'; '.join(find.what)}")
    where = f"--seed {find.seed} --first {find.number} --conversations 1"
    say(f"    again: python3 run fuzz --lessons {find.lesson} {where}")


def say(text: str) -> None:
    """Print one line."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
