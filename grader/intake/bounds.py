"""Every number that bounds what is taken in, in one place."""

from msgspec import Struct

from grader.model.course import MIB


class IntakeBounds(Struct, frozen=True):
    """What is larger is refused before it is read."""

    archive_bytes: int = 32 * MIB  # one student's archive as it was submitted
    unpacked_bytes: int = 64 * MIB  # and all that it holds
    archive_entries: int = 10_000
    archive_nodes: int = 20_000  # files and folders, also those that only names make up
    ratio: int = 200  # unpacked by packed size of one entry, ...
    ratio_from_bytes: int = 1 * MIB  # ... from this size on: a page of blanks is no attack
    class_entries: int = 150_000  # of an archive that holds a class: its index is kept in memory
    class_unpacked_bytes: int = 512 * MIB  # a tar is walked through whole, a zip is not
    path_parts: int = 32
    notebook_bytes: int = 32 * MIB  # pictures are kept inside notebooks
    table_bytes: int = 16 * MIB  # a roster, a table of times or of groups
    metadata_bytes: int = 128 * MIB  # what Gradescope tells of a class, with all its results


BOUNDS = IntakeBounds()
