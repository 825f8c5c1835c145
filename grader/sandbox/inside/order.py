"""What a warm process is told at its start."""

from typing import Literal

from msgspec import Struct

NO_MEMORY, ANSWERED = 71, 72  # exit statuses of a reader

Kind = Literal["submission", "examiner", "reader"]


class Order(Struct, frozen=True):
    """What children of one sandbox may do; crosses as JSON."""

    kind: Kind
    entry: str  # module:name, called in each child with the numbers of its descriptors
    limits: dict[int, int]  # of each child, by the kernel's numbers
    confines: bool  # Landlock where the kernel has it, and the system call filter
    readable: tuple[str, ...]
    listable: tuple[str, ...]
    writable: tuple[str, ...]  # a child begins in the first
    preload: tuple[str, ...] = ()
    # of our own Python, which holds our code until it is confined
    namespaces: int = 0  # flags of those that the warm process makes for itself
    user: int | None = None  # whom it becomes
    may_link: bool = False  # symbolically, in the writable
    # of submissions
    volume: str = ""  # a file system of its own that holds the writable; none where it is empty
    files_bytes: int = 0
    files_count: int = 0

    @property
    def watches_files(self) -> bool:
        """Whether the warm process looks what a child writes, by a /proc that it works in."""
        return self.kind == "submission" and not self.volume
