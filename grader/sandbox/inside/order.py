"""What children of each kind of sandbox may do, and what a warm process is told at its start."""

from typing import Literal

from msgspec import Struct

from .seccomp import MODES_AND_TIMES, SYMBOLIC_LINKS

NICENESS = 5  # of a submission, above whoever started its jail: a third of a neighbour's share
NO_PROCESSES = -1
NO_MEMORY, ANSWERED = 71, 72  # exit statuses of a reader

Kind = Literal["submission", "examiner", "reader"]


class Profile(Struct, frozen=True):
    """What children may do; folders and numbers come with the order."""

    # Our own code, started by our own Python. Else it is Python alone, which is an ordinary user
    # before it loads anything that a course chose.
    is_ours: bool
    # The warm process confines itself once; else each child does so by itself.
    is_confined_warm: bool = True
    # calls that are made in truth in its folders; modes only of a user of its own
    allowed: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()  # of the grader's own that it is told
    niceness: int = 0


PROFILES: dict[Kind, Profile] = {
    "submission": Profile(is_ours=False, niceness=NICENESS),
    "examiner": Profile(
        is_ours=True,
        is_confined_warm=False,  # it collects hidden cases also after a child has had its turn
        allowed=(SYMBOLIC_LINKS, MODES_AND_TIMES),
        variables=("PATH", "HOME", "TMPDIR"),
    ),
    "reader": Profile(is_ours=True),
}


class Order(Struct, frozen=True):
    """Everything that a warm process needs to know; crosses as JSON."""

    kind: Kind
    entry: str  # module:name, called in each child with the numbers of its descriptors
    limits: dict[int, int]  # of each child, by the kernel's numbers
    preload: tuple[str, ...] = ()
    confines: bool = True  # Landlock where the kernel has it, and the system call filter
    namespaces: int = 0  # flags of those that the warm process makes for itself
    user: int | None = None  # whom it becomes, if it is not that user from the start
    has_own_user: bool = False  # whether no other process has the same user
    readable: tuple[str, ...] = ()
    listable: tuple[str, ...] = ()
    writable: tuple[str, ...] = ()  # a child begins in the first
    volume: str = ""  # a file system of its own that holds the writable; none where it is empty
    files_bytes: int = 0
    files_count: int = 0
    processes_at: int = NO_PROCESSES  # an open /proc, to count a child's open files through
