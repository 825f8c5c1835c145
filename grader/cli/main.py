"""The command line: commands are loaded when they are called; errors become exit codes here."""

import errno
import gc
import importlib
import keyword
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from grader import __version__
from grader.errors import (
    ContentError,
    GraderError,
    JailError,
    ServerError,
    StoreError,
    SubmissionRefused,
    UsageError,
)
from grader.ground.folders import keep_to_ourselves
from grader.model.text import cut_text, printable

_DEBUG = "GRADER_DEBUG"
_NO_WRITING = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG, errno.EIO))
_KEPT = "Nothing that was recorded before is lost"


def tell_fault(error: Exception) -> None:
    """Say on stderr what happened; with GRADER_DEBUG=1 also where."""
    if os.environ.get(_DEBUG):
        import traceback  # what goes well needs none

        traceback.print_exception(error)
    place = _refused_place(error) if isinstance(error, OSError) else None
    if place is None:
        text = printable(cut_text(f"{type(error).__name__}: {error}", 500), lines=False)
        said = (
            f"The grader itself failed ({text}): its fault, not yours. "
            f"{_KEPT}. Set {_DEBUG}=1 to see the traceback."
        )
    else:
        assert isinstance(error, OSError)  # noqa: S101 # only these have a place
        verb = "written" if error.errno in _NO_WRITING else "used"
        said = (
            f"{printable(place, lines=False)} cannot be {verb}: {error.strerror or error}. "
            f"{_KEPT}: run the same command again when this is fixed."
        )
    print(said, file=sys.stderr)


def _refused_place(error: OSError) -> str | None:
    """Name the file that the system refused; None where no file is known."""
    if error.filename is not None:
        return os.fsdecode(error.filename)
    if error.errno not in _NO_WRITING:
        return None
    import traceback

    # a full disk names no file: the innermost frame that holds a path does
    for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))):
        paths = {value for value in frame.f_locals.values() if isinstance(value, Path)}
        if len(paths) == 1:
            return str(paths.pop())
    return "standard output"


def drop_unwritten() -> bool:
    """Whether something that was said cannot be written; it is tried no more."""
    found = False
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            # what is still in its buffer must not fail again when Python ends
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            found = True
    return found


DONE, NOT_PASSED, WRONG_USE, OUR_FAULT, INTERRUPTED, UNREAD = 0, 1, 2, 3, 130, 141
_EXIT_CODES: list[tuple[type[GraderError], int]] = [
    (SubmissionRefused, NOT_PASSED),
    (ContentError, NOT_PASSED),
    (UsageError, WRONG_USE),
    (JailError, OUR_FAULT),
    (ServerError, OUR_FAULT),
    (StoreError, OUR_FAULT),
]
# The module of each command, which is loaded when it is called, and what the command does.
_SECTIONS = {
    "For students": {
        "lessons": ("student", "Show the course map: what is passed, open, locked, and why."),
        "start": ("student", "Begin a lesson, or begin it again: its files into your folder."),
        "run": ("trying", "Run a lesson's demonstration with your code."),
        "test": ("trying", "Try the public cases."),
        "submit": ("trying", "Submit: judged, recorded, and told what it opens."),
        "hint": ("student", "Read the next hint."),
        "history": ("student", "List your attempts, or give one back."),
        "watch": ("trying", "Try the public cases at every save."),
        "solution": ("student", "Read the reference solution of a lesson that you have passed."),
    },
    "For instructors": {
        "grade": ("grading", "Judge a class: gradebook, feedback and instructor pages."),
        "gradebook": ("instructor", "Print a class's results as a table."),
        "export": ("instructor", "Write results for Gradescope, Canvas, Moodle or a table."),
        "gradescope": ("instructor", "Pack a lesson as a Gradescope autograder."),
        "mark": ("instructor", "Give points or a comment by hand; list them, or take one back."),
        "regrade": ("grading", "Judge attempts on record again, and see what changes."),
        "unlock": (
            "instructor",
            "Open or extend a lesson for a student, or publish its results.",
        ),
    },
    "For course authors": {
        "new": ("author", "Begin a lesson: its files in all three trees, to be filled in."),
        "import": ("author", "Bring lessons of another system along: pytest, exercism, notebooks."),
        "release": ("author", "Write what students receive, once nothing hidden is in it."),
        "verify": ("author", "Prove a course sound: cases, mistakes, mutants, files."),
    },
    "For a course that is served": {
        "serve": ("serving", "Serve the course as pages on this machine."),
        "worker": ("serving", "Judge what waits on a record that several machines share."),
        "invite": ("serving", "Print links by which people join the served course."),
        "login": ("student", "Keep your token for one that is served to you."),
    },
    "For administrators": {
        "doctor": ("machine", "Say what this machine can isolate, and what is missing."),
        "backup": ("machine", "Copy the record."),
        "forget": ("machine", "Erase what is on record about a student."),
    },
}
_ALL = "--all"  # of --help
_MUCH_ALIKE = 0.75  # of at most 1: sumbit and submit are 0.83, status and start 0.73
_MODULES = {name: module for section in _SECTIONS.values() for name, (module, _) in section.items()}


class _Commands(click.Group):
    """Imports a command's module only when that command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_MODULES)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in _MODULES:
            return None
        gc.disable()  # what is loaded stays, and would be looked through for garbage as it comes
        module = importlib.import_module(f"grader.cli.{_MODULES[name]}")
        gc.freeze()  # nor is it looked through later
        gc.enable()
        # `import` is a word of Python's
        command: click.Command = getattr(module, f"{name}_" if keyword.iskeyword(name) else name)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[_ALL] = _ALL in args  # before --help, which ends the command, is seen
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections = list(_SECTIONS.items())
        for title, commands in sections if ctx.meta[_ALL] else sections[:1]:
            with formatter.section(title):
                formatter.write_dl([(name, does) for name, (_, does) in commands.items()])


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    _ALL,
    is_flag=True,
    expose_value=False,
    help="With --help: also what instructors, authors, administrators type.",
)
@click.version_option(__version__, prog_name="grader")
@click.pass_context
def cli(ctx: click.Context) -> Any:
    """Judge coding exercises with hidden pytest cases that no submission can read or forge.

    Without a command, in a course: the course map, and what is next.
    """
    return _without_command(ctx) if ctx.invoked_subcommand is None else None


def _without_command(ctx: click.Context) -> Any:
    from .options import nearest_course  # --help and --version need no course

    is_named = os.environ.get("GRADER_COURSE") or os.environ.get("GRADER_SERVER")
    if not is_named and nearest_course() is None:
        raise click.exceptions.NoArgsIsHelpError(ctx)
    lessons = _Commands().get_command(ctx, "lessons")
    assert lessons is not None  # noqa: S101 # it is in the list above
    return lessons.main([], prog_name="grader lessons", standalone_mode=False)


def main() -> None:
    """Run the command line and leave with its exit code."""
    keep_to_ourselves()
    code = run(sys.argv[1:])
    gc.freeze()  # what ends with the process is not looked through for garbage once more
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run the command line; gives the exit code."""
    try:
        result = cli.main(arguments, prog_name="grader", standalone_mode=False)
        sys.stdout.flush()
    except (click.exceptions.Abort, KeyboardInterrupt) as stop:
        # click turns Ctrl-C into its own exception, whose cause says what is on record
        print(str(stop.__cause__ or stop) or "Stopped.", file=sys.stderr)
        return INTERRUPTED
    except click.ClickException as error:
        _suggest(error)
        error.show()
        return WRONG_USE
    except GraderError as error:
        from .screen import note  # --help and --version print without it

        note(str(error))
        return next((code for kind, code in _EXIT_CODES if isinstance(error, kind)), OUR_FAULT)
    except SystemExit as end:
        # so click leaves when it has completed a word for a shell, and so do click and rich when
        # nobody reads our output any more
        return DONE if end.code == 0 else UNREAD
    except Exception as error:  # noqa: BLE001 - the last door: nobody above could word it
        if isinstance(error, BrokenPipeError) and drop_unwritten():
            return UNREAD  # nobody reads our output any more, so that nothing more is said
        tell_fault(error)
        drop_unwritten()
        return OUR_FAULT
    return result if isinstance(result, int) else DONE


def _suggest(error: click.ClickException) -> None:
    """Have a slip of the pen answered with the one name that is much like it, or with none."""
    names: Iterable[str]
    if isinstance(error, click.exceptions.NoSuchCommand):
        typed, names = error.command_name, _MODULES
    elif isinstance(error, click.exceptions.NoSuchOption):
        typed, names = error.option_name, error.possibilities or ()
    else:
        return
    import difflib  # few commands are mistyped

    narrowed: Any = error
    narrowed.possibilities = difflib.get_close_matches(typed, names, 1, _MUCH_ALIKE)
