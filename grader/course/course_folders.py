"""Refuses to write among a course's own files, where students or the judge would meet it."""

from pathlib import Path

from grader.errors import UsageError

_OF_THE_COURSE = ("exercises", "solutions", "tests")
OTHER_WORK = "Change to a folder of your own, or name one with --work."


def refuse_course(root: Path, folder: Path, advice: str) -> None:
    """Raise UsageError for a folder inside a tree of the course."""
    here = folder.resolve()
    for name in _OF_THE_COURSE:
        if here.is_relative_to((root / name).resolve()):
            raise UsageError(f"{folder} lies in the course's own {name}/. {advice}")
