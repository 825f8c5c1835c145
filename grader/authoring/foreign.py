"""A lesson as another system has it, and what all readers of such systems need."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader.errors import UsageError

MOST_BYTES = 8 << 20  # of one file that is brought along
_BESIDE = frozenset((".csv", ".json", ".md", ".toml", ".tsv", ".txt", ".xml", ".yaml", ".yml"))


@dataclass
class ForeignLesson:
    """What was found of a lesson; what it lacks is left to the author."""

    name: str
    reference: dict[str, str]  # what is handed in, by file; the first is the module
    hidden: dict[str, bytes]  # test files, and what lies beside them
    title: str = ""
    text: str | None = None
    hints: str | None = None
    stub: dict[str, str] = field(default_factory=dict)  # made of the reference where there is none
    public: str | None = None  # cases that students may read
    files: dict[str, bytes] = field(default_factory=dict)  # what their code needs
    requires: Sequence[str] | None = None  # names of lessons
    notes: list[str] = field(default_factory=list)  # what did not come over, and why


def lesson_id(name: str) -> str:
    """Make an id of another system's name: lower case, digits and `_`, a letter first."""
    plain = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    return (plain if plain[:1].isalpha() else f"lesson_{plain}")[:32].rstrip("_")


def title_of(name: str) -> str:
    """Make a title of a name in a path or an address."""
    words = re.sub(r"[-_\s]+", " ", name).strip()
    return words[:1].upper() + words[1:]


def test_file(name: str) -> str:
    """Name a file of tests as pytest finds it here: test_ goes first."""
    stem = name.removesuffix(".py")
    return name if stem.startswith("test_") else f"test_{stem.removesuffix('_test')}.py"


def read_text(path: Path) -> str:
    """Read a text of the author's; raises UsageError for one that is none, or that is not there."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is no text in UTF-8. Save it as that, and try again.") from error
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error


def read_beside(folder: Path) -> dict[str, bytes]:
    """Read what lies beside tests and may be read by them: data, and no program."""
    return {
        path.name: path.read_bytes()
        for path in sorted(folder.iterdir())
        if path.suffix in _BESIDE
        and path.is_file()
        and not path.is_symlink()
        and not path.name.startswith((".", "README"))
        and path.stat().st_size <= MOST_BYTES
    }


def under_title(title: str, *texts: str) -> str:
    """Write a lesson's text: what were titles become headings below its own."""
    parts = [re.sub(r"(?m)^# ", "## ", text.strip()) for text in texts]
    return "\n\n".join((f"# {title}", *filter(None, parts))) + "\n"
