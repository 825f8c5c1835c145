"""The options that say how submissions are judged, and where what was learned is kept."""

import atexit
import contextlib
import functools
import os
import shutil
import tempfile
from pathlib import Path

import click

from grader.ground.folders import private_folder
from grader.ground.temporary import temporary_place

isolation_option = click.option(
    "--isolation",
    type=click.Choice(["full", "reduced", "none"]),
    help="Default: the best that this machine has.",
)
jobs_option = click.option("--jobs", type=click.IntRange(1), help="Default: one for each core.")
left_out_option = click.option(
    "--allow-left-out", is_flag=True, help="Judge without the cases that the reference fails."
)


def cache_folder() -> Path:
    """Where what was learned of lessons is kept; without a home, for this process only.

    Raises UsageError for a folder of others.
    """
    base = _cache_base()
    if base is None:
        return _passing_folder()
    folder = base / "grader"
    with contextlib.suppress(OSError):  # whoever keeps nothing needs no place for it
        # made at once: where nothing is yet, another user could make it later
        private_folder(folder, "Set XDG_CACHE_HOME to a folder of your own.")
    return folder


def _cache_base() -> Path | None:
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if base.is_absolute():
        return base
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 # Path.home() fails where there is none
    # an empty HOME becomes the root folder
    is_home = home.is_absolute() and home.is_dir() and home != Path("/")
    return home / ".cache" if is_home else None


@functools.cache
def _passing_folder() -> Path:
    folder = tempfile.mkdtemp(prefix="grader-cache-", dir=temporary_place())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
