"""Pages in a browser: they fit the screen, load nothing and say nothing to its console."""

from pathlib import Path
from typing import Any

import pytest

from grader.feedback.html import house_styles

pytestmark = [pytest.mark.browser, pytest.mark.process]

PAGES = Path(__file__).parents[1] / "material" / "golden"
NAMES = sorted(path.relative_to(PAGES).as_posix() for path in PAGES.rglob("*.html"))
WIDTHS = (360, 1280)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reviewed pages with their style, which the review leaves out."""
    folder = tmp_path_factory.mktemp("pages")
    for name in NAMES:
        (folder / name).parent.mkdir(exist_ok=True)
        text = (PAGES / name).read_text(encoding="utf-8")
        styled = text.replace("(the style sheet)", house_styles())
        (folder / name).write_text(styled, encoding="utf-8")
    return folder


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_a_page_fits_and_is_quiet(browser: Any, pages: Path, name: str, width: int) -> None:
    """No page needs scrolling to the side, asks for anything else or reports an error."""
    page = browser.new_page(viewport={"width": width, "height": 800})
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    address = (pages / name).as_uri()

    page.goto(address)
    wide = page.evaluate("document.documentElement.scrollWidth")
    page.close()

    assert wide <= width
    assert [url for url in asked if url != address and not url.startswith("data:")] == []
    assert said == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_follows_the_scheme(browser: Any, pages: Path, scheme: str) -> None:
    """The background is light or dark as the reader's system is."""
    page = browser.new_page(color_scheme=scheme)
    page.goto((pages / "class.html").as_uri())

    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.close()

    brightness = sum(int(part) for part in colour.strip("rgba()").split(",")[:3])
    assert (brightness > 380) is (scheme == "light"), colour
