"""What the trusted side tells a warm jail at its start."""

from msgspec import Struct

NO_PROCESSES = -1
NICENESS = 5  # of a submission, above whoever started its jail: a third of a neighbour's share


class Bounds(Struct, frozen=True):
    """The numbers that bound each submission."""

    memory_bytes: int  # of address space, beyond what the idle jail has
    file_bytes: int
    files_bytes: int
    files_count: int
    processes: int  # of the jail's user, threads counted one by one
    cpu_seconds: int  # only a backstop: the trusted side reads the clock itself


class Folders(Struct, frozen=True):
    """Where a submission may write."""

    work: str
    tmp: str
    cases: str
    volume: str = ""  # the jail's own file system that holds the three; none where it is empty

    def all(self) -> tuple[str, str, str]:
        """List them, the working folder first."""
        return self.work, self.tmp, self.cases


class Order(Struct, frozen=True):
    """Everything that a warm jail needs to know; crosses as JSON."""

    entry: str  # module:function
    folders: Folders
    bounds: Bounds
    preload: tuple[str, ...] = ()
    confines: bool = True  # Landlock where the kernel has it, and the system call filter
    readable: tuple[str, ...] = ()
    listable: tuple[str, ...] = ()
    parent: int = 0  # the process to die with; nought where a namespace sees to that
    processes_at: int = NO_PROCESSES  # an open /proc, to count a submission's open files through
    hidden_variables: tuple[str, ...] = ("LD_LIBRARY_PATH", "MALLOC_ARENA_MAX", "PWD")
