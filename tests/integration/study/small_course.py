"""Writes a course of small lessons; in each a student adds a number of its own."""

from pathlib import Path

from tests.integration.judge.tiny_course import write_files

STUB = '"""Add {n}."""\n\n\ndef add(x):\n    raise NotImplementedError\n'
RIGHT = "def add(x):\n    return x + {n}\n"
WRONG = "def add(x):\n    return x - {n}\n"  # behaves like the known mistake
HALF = "def add(x):\n    return {n} if x == 0 else 0\n"
MISTAKE = '"""You take away what was to be added."""\n\n\n' + WRONG
HIDDEN = '''
def test_zero():
    """Zero and {n} are {n}."""
    assert add(0) == {n}


def test_seven():
    """Seven is the start."""
    assert add(7) == 7 + {n}
'''
RUN = "from {id} import add\n\nprint('seven:', add(7))\n"
HINTS = "# Hints\n\n## Look\n\nRead `add`.\n\n## Think\n\nWhat does a plus do?\n"
TEXT = "# {title}\n\nAdd {n}.\n"


def write_course(root: Path, *lessons: tuple[str, str]) -> Path:
    """Write lessons, each an id with lines of the manifest; the nth adds n."""
    manifest = ["format_version = 1", 'title = "Small"', 'time_zone = "Europe/Berlin"']
    files: dict[str, str | bytes] = {}
    for n, (name, settings) in enumerate(lessons, start=1):
        title = f"{name.capitalize()}: adding {n}"
        manifest += ["[[lessons]]", f'id = "{name}"', f'title = "{title}"', settings]
        files |= _lesson(name, title, n)
    files["exercises/course.toml"] = "\n".join(manifest)
    return write_files(root, files)


def _lesson(name: str, title: str, n: int) -> dict[str, str | bytes]:
    begin = f"from {name} import add\n"
    hidden = begin + HIDDEN.format(n=n)
    return {
        f"exercises/{name}/README.md": TEXT.format(title=title, n=n),
        f"exercises/{name}/{name}.py": STUB.format(n=n),
        f"exercises/{name}/run.py": RUN.format(id=name),
        f"exercises/{name}/test_{name}.py": hidden,
        f"solutions/{name}/{name}.py": RIGHT.format(n=n),
        f"solutions/{name}/hints.md": HINTS,
        f"solutions/{name}/mistakes/takes_away.py": MISTAKE.format(n=n),
        f"tests/hidden/{name}/test_{name}_hidden.py": hidden,
    }
