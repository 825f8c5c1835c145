"""Every page of the served course, small and large, light and dark: axe-core finds nothing."""

from pathlib import Path
from typing import Any

import pytest

from tests.integration.study.small_course import WRONG
from tests.integration.web.served import Served

pytestmark = [pytest.mark.browser, pytest.mark.process, pytest.mark.slow]
STUDENT = "ada"
PAGES = (
    *("/", "/lessons/first", "/lessons/second", "/account", "/login", "/nothing"),
    *("/class", "/class/lessons/first", f"/class/students/{STUDENT}"),
)


def test_axe_finds_nothing(browser: Any, course: Path, tmp_path: Path) -> None:
    """No page breaks a rule of accessibility, and none is wider than the screen."""
    axe = pytest.importorskip("axe_playwright_python", reason="axe is not installed")
    rules = (Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    served = Served(course, tmp_path / "data", tmp_path, USER=STUDENT, LOGNAME=STUDENT)
    files = {"first.py": WRONG.format(n=1)}
    served.tell("/api/lessons/first/attempts?wait=30", files=files)
    found = []

    for scheme in ("light", "dark"):
        for width in (390, 1280):
            screen = {"width": width, "height": 800}
            page = browser.new_page(viewport=screen, color_scheme=scheme)
            for path in PAGES:
                page.goto(f"{served.address}{path}")
                page.evaluate(rules)
                broken = page.evaluate("axe.run()")["violations"]
                named = [(one["id"], one["nodes"][0]["html"][:80]) for one in broken]
                is_wide = page.evaluate("document.documentElement.scrollWidth") > width
                if named or is_wide:
                    found.append((path, scheme, width, named, is_wide))
            page.close()
    served.end()

    assert not found, "\n".join(map(str, found))
