"""The served course in a browser, by the names that a person or a screen reader finds."""

import re
from typing import Any

import pytest

from tests.integration.study.small_course import RIGHT, WRONG
from tests.integration.web.served import Served

pytestmark = [pytest.mark.browser, pytest.mark.process, pytest.mark.slow]
PATIENCE = 60_000  # milliseconds: the machine may be busy


@pytest.mark.parametrize("width", [390, 1280])
def test_a_student_learns_from_a_mistake_and_goes_on(
    browser: Any, served: Served, width: int
) -> None:
    """A wrong submission, a hint, a pass by the keyboard, the next lesson; then what was typed."""
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.set_default_timeout(PATIENCE)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(served.address)
    page.get_by_role("link", name="First: adding 1").click()
    code = page.get_by_role("textbox", name="Your code")
    feedback = page.get_by_role("region", name="Feedback")
    widths = []

    code.fill(WRONG.format(n=1))
    page.get_by_role("button", name="Run").click()
    feedback.get_by_text("seven: 6").wait_for()
    page.get_by_role("button", name="Submit").click()
    feedback.get_by_text("You take away what was to be added.").first.wait_for()
    widths.append(page.evaluate("document.documentElement.scrollWidth"))
    page.get_by_role("button", name="Hint").click()
    feedback.get_by_text("Hint 1 of 2").wait_for()
    code.fill(RIGHT.format(n=1))
    page.keyboard.press("Control+Shift+Enter")
    feedback.get_by_role("link", name="Second: adding 2").click()
    page.get_by_role("heading", name="Second: adding 2").wait_for()
    code.fill("typed = 1\n")
    page.get_by_text(re.compile(r"^Saved \d")).wait_for()
    page.reload()
    code.wait_for()
    kept = code.inner_text()
    widths.append(page.evaluate("document.documentElement.scrollWidth"))
    page.close()

    assert kept.strip() == "typed = 1"
    assert widths == [width, width]
    assert [text for text in said if "favicon" not in text] == []


def test_a_line_is_marked_until_it_is_edited(browser: Any, served: Served) -> None:
    """What the feedback says of a line stands below it; Escape, then Tab, leaves the editor."""
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{served.address}/lessons/first")
    code = page.get_by_role("textbox", name="Your code")
    code.fill(RIGHT.format(n=1).replace("x +", "y +"))
    page.get_by_role("button", name="Submit").click()
    note = page.get_by_role("note").first
    note.wait_for()
    said = note.inner_text()
    code.press("Control+Home")
    code.press("ArrowDown")
    code.press("End")
    code.press("x")
    note.wait_for(state="detached")
    code.press("Escape")
    code.press("Tab")
    focused = page.evaluate("document.activeElement.value")
    page.close()

    assert "line 2" in said
    assert focused == "run"


def test_a_page_without_a_script(browser: Any, served: Served) -> None:
    """A textarea stands in the editor's place, and each button is a plain form."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{served.address}/lessons/first")
    page.get_by_role("textbox", name="Your code").fill(RIGHT.format(n=1))
    page.get_by_role("button", name="Submit").click()
    page.get_by_role("link", name="Second: adding 2").click()
    page.get_by_role("heading", name="Second: adding 2").wait_for()
    context.close()
