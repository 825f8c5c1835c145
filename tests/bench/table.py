"""Prints what was measured: one row a grader, ours against each."""

import platform
import sys
from collections.abc import Sequence
from pathlib import Path

from .contestant import cores
from .material import CASES
from .measuring import Result

_HEADINGS = (
    "grader",
    "isolation",
    "one at a time",
    "ours takes",
    "batch",
    "ours judges",
    "peak memory",
    "shared once",
)


def say(text: str = "") -> None:
    """Print one line."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def print_table(results: Sequence[Result], ours: Result | None) -> None:
    """Print a table that can be pasted into a page."""
    rows = [_HEADINGS, *(_row(result, ours) for result in results)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADINGS))]
    rule = ["-" * width for width in widths]
    for row in (rows[0], rule, *rows[1:]):
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        say(f"| {' | '.join(cells)} |")


def _row(result: Result, ours: Result | None) -> tuple[str, ...]:
    return (
        result.contestant.name,
        result.contestant.isolation,
        f"{result.one * 1000:.1f} ms",
        f"{ours.one / result.one:.2f} x its time" if ours else "",
        f"{result.rate:.1f} /s",
        f"{ours.rate / result.rate:.2f} x as many" if ours else "",
        _mib(result.peak.resident),
        _mib(result.peak.proportional if result.peak.is_whole else 0),
    )


def _mib(size: int) -> str:
    return f"{size / 2**20:.0f} MiB" if size else "not told"


def print_agreement(results: Sequence[Result]) -> None:
    """Say whether all graders counted the same passed cases for each submission."""
    columns = [result.answers for result in results]
    same = sum(len(set(answers)) == 1 for answers in zip(*columns, strict=True))
    right = columns[0].count(len(CASES))
    say(
        f"Of {len(columns[0])} submissions {right} pass all {len(CASES)} cases; the graders agree"
        f" on the number of passed cases for {same}."
    )
    for result in results:
        if result.failed_right:
            name, count = result.contestant.name, result.failed_right
            say(f"{name} failed a correct submission {count} times: its figures say nothing.")


def print_machine() -> None:
    """Print what the figures depend on."""
    version = platform.python_version()
    say(
        f"{cores()} cores, {_cpu()}, {_memory()}, {platform.system()} {platform.release()},"
        f" {platform.python_implementation()} {version}, load {_load()} at the start"
    )


def _cpu() -> str:
    for line in _lines("/proc/cpuinfo"):
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def _memory() -> str:
    for line in _lines("/proc/meminfo"):
        if line.startswith("MemTotal"):
            return f"{int(line.split()[1]) / 2**20:.1f} GiB"
    return "memory unknown"


def _load() -> str:
    return " ".join(_lines("/proc/loadavg")[:1]).split(" ")[0] or "unknown"


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []


def print_missing(name: str, reason: str) -> None:
    """Say that a grader was left out, and why."""
    say(f"Left out: {name}: {reason}.")
