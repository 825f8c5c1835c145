"""Takes the pictures of docs/images from real screens and pages, in Chromium.

python3 run pictures [FOLDER]    into FOLDER in place of docs/images, to be looked at
"""

import argparse
import os
import shutil
import subprocess
import tempfile
import tomllib
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parents[1]
GRADER = ROOT / ".venv" / "bin" / "grader"
PASSED = 8  # lessons of the course map that is shown
PRINTS = """\
def precision_at_k(ranked_rels, k):
    hits = 0
    for rel in ranked_rels[:k]:
        hits += rel
    print(hits / k)
"""
PAGES = {  # by page: widths and height of its pictures
    "class-page": ((1280, 420), 800),
    "student-page": ((1280, 420), 800),
}


def main() -> None:
    """Make the screens and pages, and take their pictures."""
    parser = argparse.ArgumentParser(prog="run pictures")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "docs" / "images")
    options = parser.parse_args()
    options.folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        pages = _class_pages(Path(place))
        _draw_map(Path(place), options.folder)
        _take_screens(Path(place), options.folder)
        with sync_playwright() as started:
            program = shutil.which("chromium") or shutil.which("google-chrome")
            browser = started.chromium.launch(executable_path=program, args=["--no-sandbox"])
            for name, page in pages.items():
                _take(browser, page, options.folder / name)
            browser.close()


def _class_pages(place: Path) -> dict[str, Path]:
    out = place / "grades"
    demo = ROOT / "tests" / "material" / "demo_class"
    _grader(place, "grade", str(demo), "--lesson", "ndcg_at_k", "--out", str(out))
    student = out / "feedback" / "ben_kowalski.html"
    return {"class-page": out / "index.html", "student-page": student}


def _draw_map(place: Path, folder: Path) -> None:
    """Have a student pass the first lessons; draw their map."""
    manifest = tomllib.loads((ROOT / "exercises" / "course.toml").read_text(encoding="utf-8"))
    for lesson in [one["id"] for one in manifest["lessons"]][:PASSED]:
        _grader(place, "submit", lesson, str(ROOT / "solutions" / lesson / f"{lesson}.py"))
    screen = _grader(place, "lessons")
    _draw(screen, 80, "grader lessons", folder / "course-map-terminal.svg")


def _take_screens(place: Path, folder: Path) -> None:
    """Submit a first slip, and draw what is said on a wide and on a narrow terminal."""
    file = place / "precision_at_k" / "precision_at_k.py"
    file.parent.mkdir()
    file.write_text(PRINTS, encoding="utf-8")
    typed = ("submit", "precision_at_k")
    for columns in (80, 40):
        screen = _grader(place, *typed, columns=columns, student=f"ben{columns}")
        title, name = " ".join(("grader", *typed)), f"submit-terminal-{columns}.svg"
        _draw(screen, columns, title, folder / name)


def _grader(place: Path, *words: str, columns: int = 80, student: str = "ada") -> str:
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([str(GRADER.parent), os.environ["PATH"]]),
        "GRADER_COURSE": str(ROOT),
        "GRADER_DATA": str(place / "record"),
        "GRADER_STUDENT": student,
        "FORCE_COLOR": "1",
        "COLUMNS": str(columns),
    }
    done = subprocess.run(
        [GRADER, *words], env=environment, cwd=place, capture_output=True, check=False
    )
    return done.stdout.decode()


def _draw(screen: str, columns: int, title: str, path: Path) -> None:
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=columns, file=nowhere)
        console.print(Text.from_ansi(screen.rstrip()), soft_wrap=True)
    console.save_svg(str(path), title=title, unique_id=path.stem)


def _take(browser: Browser, page: Path, path: Path) -> None:
    widths, height = PAGES[path.name]
    for width in widths:
        view = browser.new_page(viewport={"width": width, "height": height})
        view.goto(page.as_uri())
        view.screenshot(path=str(path.with_name(f"{path.name}-{width}.png")))
        view.close()


if __name__ == "__main__":
    main()
