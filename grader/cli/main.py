"""The command line: one table of commands, loaded when called; errors become exit codes here."""

import gc
import importlib
import os
import sys

import click

from grader import __version__
from grader.errors import ContentError, GraderError, SubmissionRefused, UsageError
from grader.ground.folders import keep_to_ourselves
from grader.model.text import cut_text, printable

DONE, NOT_PASSED, WRONG_USE, OUR_FAULT, INTERRUPTED, UNREAD = 0, 1, 2, 3, 130, 141
_EXIT_CODES: dict[type[GraderError], int] = {
    SubmissionRefused: NOT_PASSED,
    ContentError: NOT_PASSED,
    UsageError: WRONG_USE,
}
_DEBUG = "GRADER_DEBUG"
# The module of each command, which is loaded when it is called, and what the command does.
_SECTIONS = {
    "For students": {
        "lessons": ("student", "Show the course map: what is passed, open, locked, and why."),
        "start": ("student", "Begin a lesson, or begin it again: its files into your folder."),
        "run": ("student", "Run a lesson's demonstration with your code."),
        "test": ("student", "Try the public cases."),
        "submit": ("student", "Submit: judged, recorded, and told what it opens."),
        "hint": ("student", "Read the next hint."),
        "history": ("student", "List your attempts, or read the feedback on one again."),
        "watch": ("student", "Try the public cases at every save."),
        "solution": ("student", "Read the reference solution of a lesson that you have passed."),
    },
    "For instructors": {
        "grade": ("grading", "Judge a class: gradebook, feedback and instructor pages."),
        "gradebook": ("instructor", "Print a class's results."),
        "export": ("instructor", "Write results for Gradescope, Canvas, Moodle or a table."),
        "gradescope": ("instructor", "Pack a lesson as a Gradescope autograder."),
        "mark": ("instructor", "Give points or a comment by hand; list them, or take one back."),
        "regrade": ("grading", "Judge attempts on record again, and see what changes."),
        "unlock": ("instructor", "Open or extend a lesson for a student, or publish its results."),
    },
    "For course authors": {
        "new": ("author", "Begin a lesson: its files in all three trees, to be filled in."),
        "import": ("author", "Bring lessons of another system along: pytest, exercism, notebooks."),
        "release": ("author", "Write what students receive, once nothing hidden is in it."),
        "verify": ("author", "Prove a course sound: cases, mistakes, mutants, files."),
    },
    "For a course that is served": {
        "serve": ("machine", "Serve the course as pages on this machine."),
        "worker": ("machine", "Judge what waits on a record that several machines share."),
        "invite": ("machine", "Print links by which people join the served course."),
        "login": ("student", "Keep your token for one that is served to you."),
    },
    "For administrators": {
        "doctor": ("machine", "Say what this machine can isolate, and what is missing."),
        "backup": ("machine", "Copy the record."),
        "forget": ("machine", "Erase what is on record about a student."),
    },
}
_MODULES = {name: module for section in _SECTIONS.values() for name, (module, _) in section.items()}
_ALL = "--all"  # of --help


class _Commands(click.Group):
    """Imports a command's module only when that command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_MODULES)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in _MODULES:
            return None
        gc.disable()  # what is loaded stays: looking through it for garbage takes time
        module = importlib.import_module(f"grader.cli.{_MODULES[name]}")
        gc.freeze()
        gc.enable()
        # Python keeps the word `import` to itself
        command: click.Command = getattr(module, "import_" if name == "import" else name)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[_ALL] = _ALL in args  # before --help, which ends the command, is seen
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections = list(_SECTIONS.items())
        for title, commands in sections if ctx.meta[_ALL] else sections[:1]:
            with formatter.section(title):
                formatter.write_dl([(name, does) for name, (_, does) in commands.items()])


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    _ALL,
    is_flag=True,
    expose_value=False,
    help="With --help: also what instructors, authors, administrators type.",
)
@click.version_option(__version__, prog_name="grader")
def cli() -> None:
    """Judge coding exercises with hidden pytest cases that no submission can read or forge."""


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
        error.show()
        return WRONG_USE
    except GraderError as error:
        print(printable(str(error)), file=sys.stderr)
        return next((code for kind, code in _EXIT_CODES.items() if isinstance(error, kind)), 3)
    except SystemExit as end:
        # so rich leaves when nobody reads our output any more
        return DONE if end.code == 0 else UNREAD
    except Exception as error:  # noqa: BLE001 - the last door: nobody above could word it
        if isinstance(error, BrokenPipeError) and _drop_unwritten():
            return UNREAD  # nobody reads our output any more, so that nothing more is said
        _tell_fault(error)
        _drop_unwritten()
        return OUR_FAULT
    return result if isinstance(result, int) else DONE


def _tell_fault(error: Exception) -> None:
    """Say on stderr what happened; with GRADER_DEBUG=1 also where."""
    if os.environ.get(_DEBUG):
        import traceback  # what goes well needs none

        traceback.print_exception(error)
    kept = "Nothing that was recorded before is lost"
    if isinstance(error, OSError) and error.strerror and not isinstance(error, ConnectionError):
        place = os.fsdecode(error.filename or "Standard output or a file")
        said = (
            f"{printable(place, lines=False)} cannot be used or written: {error.strerror}. "
            f"{kept}: run the same command again when this is fixed."
        )
    else:
        text = printable(cut_text(f"{type(error).__name__}: {error}", 500), lines=False)
        said = (
            f"The grader itself failed ({text}): its fault, not yours. "
            f"{kept}. Set {_DEBUG}=1 to see the traceback."
        )
    print(said, file=sys.stderr)


def _drop_unwritten() -> bool:
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
