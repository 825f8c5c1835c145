"""A page that is there already is not rendered again; whatever it depends on makes it again."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from grader.flows.grading import outputs
from grader.flows.grading.outputs import PAGES, Page, Pages, write_pages
from grader.ground.seal import Seal

SEAL = Seal(b"k" * 32)


class Renderer:
    """Makes a page of a text, and counts how often."""

    def __init__(self) -> None:
        self.times = 0

    def pages(self, *arguments: object) -> dict[str, Pages]:
        """Describe one page of these."""

        def render(*given: object) -> str:
            self.times += 1
            return f"page of {given}"

        return {"feedback": {"ann.html": Page.of(render, *arguments)}}


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Return an out folder with the folder of pages."""
    (tmp_path / "feedback").mkdir()
    return tmp_path


@pytest.fixture
def again(out: Path) -> Callable[..., int]:
    """Return what writes a page of "text", then another, and counts how often it was rendered."""
    renderer = Renderer()

    def write(*arguments: object, seal: Seal = SEAL, between: bytes | None = None) -> int:
        write_pages(out, renderer.pages("text"), SEAL)
        if between is not None:
            (out / "feedback" / "ann.html").write_bytes(between)
        write_pages(out, renderer.pages(*arguments), seal)
        return renderer.times

    return write


def test_the_same_page_is_rendered_once(again: Callable[..., int], out: Path) -> None:
    """What has not changed stays, byte for byte."""
    times = again("text")

    assert times == 1
    assert (out / "feedback" / "ann.html").read_text() == "page of ('text',)"


@pytest.mark.parametrize("other", [("other",), ("text", None), ("text", Fraction(1, 2))])
def test_another_argument_is_another_page(again: Callable[..., int], other: object) -> None:
    """Whatever the renderer is handed counts."""
    assert isinstance(other, tuple)

    assert again(*other) == 2


def test_a_mark_of_the_same_bytes_divided_otherwise_is_not_believed(out: Path) -> None:
    """What a page is made of and its own bytes are sealed apart, not as one run of bytes."""
    page = out / "feedback" / "ann.html"
    write_pages(out, {"feedback": {"ann.html": Page(b"made of", lambda: "this")}}, SEAL)
    page.write_bytes(b" ofthis")

    write_pages(out, {"feedback": {"ann.html": Page(b"made", lambda: "rendered")}}, SEAL)

    assert page.read_text() == "rendered"


def test_a_changed_page_is_mended(again: Callable[..., int], out: Path) -> None:
    """A page that somebody wrote over is rendered again."""
    times = again("text", between=b"all points")

    assert times == 2
    assert (out / "feedback" / "ann.html").read_text() == "page of ('text',)"


def test_only_an_own_seal_is_believed(again: Callable[..., int]) -> None:
    """What was made with another secret is rendered again."""
    assert again("text", seal=Seal(b"x" * 32)) == 2


def test_a_page_that_is_gone_is_rendered(out: Path) -> None:
    """A mark without its page counts for nothing."""
    renderer = Renderer()
    write_pages(out, renderer.pages("text"), SEAL)
    (out / "feedback" / "ann.html").unlink()

    write_pages(out, renderer.pages("text"), SEAL)

    assert (out / "feedback" / "ann.html").exists()


def test_broken_marks_are_no_marks(out: Path) -> None:
    """A list of marks that was cut short costs one rendering."""
    renderer = Renderer()
    write_pages(out, renderer.pages("text"), SEAL)
    (out / PAGES).write_bytes((out / PAGES).read_bytes()[:-9])

    write_pages(out, renderer.pages("text"), SEAL)

    assert renderer.times == 2


def test_another_renderer_makes_other_pages(
    again: Callable[..., int], monkeypatch: pytest.MonkeyPatch, out: Path
) -> None:
    """A grader with other templates renders everything again."""
    again("text")
    monkeypatch.setattr(outputs, "renderer_version", lambda: "other")

    renderer = Renderer()
    write_pages(out, renderer.pages("text"), SEAL)

    assert renderer.times == 1


def test_what_lies_beside_the_page_of_a_class_stays(out: Path) -> None:
    """Pages are removed from the folders that hold nothing else, and not from above them."""
    (out / "notes.html").write_text("mine")
    (out / "feedback" / "ben.html").write_text("gone from the class")
    renderer = Renderer()

    for _ in range(2):
        write_pages(out, {"": renderer.pages("text")["feedback"], "feedback": {}}, SEAL)

    assert renderer.times == 1
    assert {path.name for path in out.rglob("*.html")} == {"ann.html", "notes.html"}
