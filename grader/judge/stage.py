"""What the trusted side of a lesson and its jail are made from, before anything is judged."""

from itertools import chain
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from grader.model.course import Limits
from grader.sandbox.spec import Isolation, SandboxSpec

# what a package imports when some function of its first runs: once there, and not in each child
_IMPORTED_LATE = {"numpy": ("numpy.ma", "numpy.random")}
# what pytest is made of, in the jails of lessons whose hidden cases run there
_PYTEST = ("pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging", "pygments")
EXAMINER_HOST = "grader.judge.examination:HOST"
_OF_EXAMINERS = Limits(memory_mib=1024)  # beyond what their process holds when it starts
_ENTRY_TOGETHER = "grader.sandbox.inside.together:main"


class Stage(Struct, frozen=True):
    """A lesson's trusted side, as a supervisor needs it."""

    hidden_folder: str
    module: str
    course_files: dict[str, bytes]  # staged beside every submission
    packages: tuple[str, ...]
    isolation: Isolation
    cache_folder: str
    limits: Limits
    hand_in: tuple[str, ...] = ()
    cases: Literal["apart", "together"] = "apart"  # from a submission, or with it in its jail
    plugins: tuple[str, ...] = ()  # the modules of pytest's plugins
    folder: str = ""  # of a supervisor's own, set by its pool

    def jail_spec(self) -> SandboxSpec:
        """Say what jail a submission runs in, and the hidden cases with it where it is so."""
        spec = jail_spec(self.isolation, self.limits, self.packages, Path(self.folder, "scratch"))
        if not self.is_together:
            return spec
        plugins = (module.partition(".")[0] for module in self.plugins)
        packages = tuple(dict.fromkeys((*self.packages, *_PYTEST, *plugins)))
        return replace(spec, packages=packages, entry=_ENTRY_TOGETHER)

    def examiner_spec(self) -> SandboxSpec:
        """Say what sandbox examiners are forked in, by a process that holds no submission."""
        # what students have of the course, which its cases may read
        handed_out = [str(above / "exercises") for above in Path(self.hidden_folder).parents[2:3]]
        return SandboxSpec(
            self.isolation,
            limits=_OF_EXAMINERS,
            entry=f"{EXAMINER_HOST}.examine",
            kind="examiner",
            readable=(self.hidden_folder, *handed_out),
            writable=(self.copies, str(self.case_folder())),
        )

    @property
    def is_together(self) -> bool:
        """Whether hidden cases run in the jail, beside the student's code."""
        return self.cases == "together"

    def case_folder(self) -> Path:
        """Say where hidden cases keep files: the same path for both sides."""
        return Path(self.folder, "scratch", "cases")

    @property
    def copies(self) -> str:
        """Say where the examiner works, which has a copy of the submission."""
        return str(Path(self.folder, "copies"))


def jail_spec(
    isolation: Isolation, limits: Limits, packages: tuple[str, ...], scratch: Path
) -> SandboxSpec:
    """Say what jail the submissions to a lesson run in."""
    late = (_IMPORTED_LATE.get(name, ()) for name in packages)
    return SandboxSpec(
        isolation=isolation,
        limits=limits,
        scratch=scratch,
        packages=packages,
        preload=("logging", "warnings", *packages, *chain.from_iterable(late)),
    )
