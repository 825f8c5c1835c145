"""The order to run hidden cases beside a submission, in its jail."""

import msgspec


class Task(msgspec.Struct, frozen=True):
    """One run: what was submitted, the hidden folder, and which cases of it to run."""

    sources: dict[str, bytes]
    hidden: dict[str, bytes]
    folder: str  # where the hidden folder is laid out, and tmp_path lies
    todo: list[str] | None = None  # in the order to run; None: all, as written
    until_failure: bool = False
    plugins: tuple[str, ...] = ()  # modules, for pytest to load
