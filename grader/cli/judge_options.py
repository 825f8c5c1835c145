"""The options that say how submissions are judged, and where what was learned is kept."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

_Function = Callable[..., Any]


def isolation_option(function: _Function) -> _Function:
    """Add --isolation."""
    option = click.option(
        "--isolation",
        type=click.Choice(["full", "reduced", "none"]),
        help="Default: the best that this machine has.",
    )
    return option(function)


def jobs_option(function: _Function) -> _Function:
    """Add --jobs."""
    option = click.option("--jobs", type=click.IntRange(1), help="Default: one for each core.")
    return option(function)


def left_out_option(function: _Function) -> _Function:
    """Add --allow-left-out."""
    option = click.option(
        "--allow-left-out", is_flag=True, help="Judge without the cases that the reference fails."
    )
    return option(function)


def cache_folder() -> Path:
    """Where what was learned of lessons is kept."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "grader"
