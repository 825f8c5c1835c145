"""The options that say how submissions are judged, and where what was learned is kept."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from grader.ground.folders import close_to_others, refuse_others

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
    """Where what was learned of lessons is kept; raises UsageError for a folder of others."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(base) / "grader"
    refuse_others(folder, "Set XDG_CACHE_HOME to a folder of your own.")
    if folder.is_dir():  # else it is made once there is something to keep
        close_to_others(folder)
    return folder
