"""Says which of a lesson's packages are installed beside the grader, and what to type if not."""

import importlib.util
import shlex
import sys

from grader.errors import JailError


def missing_packages(packages: tuple[str, ...]) -> tuple[str, ...]:
    """List those that are not installed beside the grader."""
    return tuple(name for name in packages if not is_here(name))


def refuse_missing(packages: tuple[str, ...]) -> None:
    """Raise JailError for packages that are not installed."""
    if missing := missing_packages(packages):
        noun = "package" if len(missing) == 1 else "packages"
        raise JailError(
            f"The {noun} {', '.join(missing)} must be installed beside the grader. "
            f"Type: {install_command(missing)}"
        )


def install_command(packages: tuple[str, ...]) -> str:
    """Say what to type to install packages beside the grader."""
    python = shlex.quote(sys.executable)
    installer = f"{python} -m pip install" if is_here("pip") else f"uv pip install -p {python}"
    return " ".join((installer, *packages))


def is_here(name: str) -> bool:
    """Whether a module can be imported."""
    return name.isidentifier() and importlib.util.find_spec(name) is not None
