"""Claims about the documents: they link to what is there and name what the code has.

`pytest tests/integration/test_docs.py --update-golden` rewrites docs/report.schema.json.
"""

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, get_args

import click
import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import fields

from grader import __version__
from grader.border.contract import Contract, Terms
from grader.border.gate import Gate
from grader.border.special_methods import FAMILY, HEARING
from grader.cases import gradescope
from grader.cases.marks import MARKERS
from grader.cli.main import cli
from grader.course.manifest import _KNOWN, _LIMITS
from grader.model.course import KIB, MIB, Limits
from grader.model.report import (
    CaseReport,
    Example,
    FailureKind,
    Outcome,
    Remark,
    Report,
    ReportedFailure,
    Reveal,
    Verdict,
    Visibility,
)
from grader.sandbox.spec import Isolation
from grader.web.api import api_routes

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md")])
SCHEMA = DOCS / "report.schema.json"
DECORATORS = "gradescope_utils.autograder_utils.decorators"
UNITS = {"": 1, "KiB": KIB, "MiB": MIB}
GLOSSARY = (
    "course|lesson|exercise|stub|reference solution|submission|hidden case|jail|judge, to judge|"
    "outcome|verdict|report|feedback|attempt|gradebook|prerequisite|locked, open, passed|hint|"
    "known mistake|workspace|limits|contract|role|inert object|proxy|handle|pair|examiner|"
    "supervisor|warm jail|stage|fingerprint|group"
).split("|")
NOBODY: Any = None


def text_of(page: str | Path) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", text_of(page), flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """The names that headings can be linked by."""
    titles = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def links(page: Path) -> list[str]:
    """What a page links to or shows, but for other sites."""
    text = prose(page)
    found = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'src="([^"]+)"', text)
    return [link for link in found if not re.match(r"[a-z]+:", link)]


def table(page: str, begin: str) -> list[list[str]]:
    """The rows of the first table after a heading, or after the first cell of its own head."""
    mark = f"\n## {begin}\n" if f"\n## {begin}\n" in text_of(page) else f"\n| {begin} |"
    found = re.search(
        r"^\|[- |]+\|\n((?:\|.*\|\n)+)", text_of(page).partition(mark)[2], re.MULTILINE
    )
    assert found is not None
    return [[cell.strip() for cell in row[1:-1].split("|")] for row in found[1].splitlines()]


def names(page: str, begin: str) -> list[str]:
    """Every name in backticks of the first column of a table."""
    return [name for row in table(page, begin) for name in re.findall(r"`([^`]+)`", row[0])]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Every link between documents names a file, and a heading of it where it names one."""
    lost = []
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            lost.append(link)

    assert lost == []


def test_every_document_can_be_found() -> None:
    """README.md leads to every page of docs/, and says in words what each picture shows."""
    readme = ROOT / "README.md"
    pictures = re.findall(r"<img [^>]*>", text_of(readme))

    assert {f"docs/{page.name}" for page in DOCS.glob("*.md")} <= {*links(readme)}
    assert all(re.search(r'alt="[^"]{10,}"', picture) for picture in pictures)


def test_commands_and_tasks_exist() -> None:
    """README.md names every command, and no option or task of `run` that there is not."""
    text, run = text_of(ROOT / "README.md"), text_of(ROOT / "run")
    commands = set(re.findall(r"\bgrader ([a-z]+)\b", " ".join(re.findall(r"`[^`\n]+`", text))))
    commands |= set(re.findall(r"bin/grader ([a-z]+)", text))
    known = run + "".join(CliRunner().invoke(cli, [name, "--help"]).output for name in commands)

    assert commands == set(cli.list_commands(click.Context(cli)))
    assert [option for option in re.findall(r"--[a-z]+", text) if option not in known] == []
    tasks = re.findall(r"python3 run (\w+)", text)
    assert [task for task in tasks if f"python3 run {task}" not in run] == []


def decorators() -> list[str]:
    """Every decorator of gradescope-utils that can be imported."""
    modules: dict[str, ModuleType] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gradescope, "sys", SimpleNamespace(modules=modules))
        gradescope.install()
    return [name for name in vars(modules[DECORATORS]) if not name.startswith("__")]


def questions() -> list[str]:
    """Every question that a program may ask a served course."""
    return [
        f"{method} {route.path.replace('{lesson}', 'ID').replace('{number:int}', 'N')}"
        for route in api_routes(NOBODY)
        for method in sorted((route.methods or set()) - {"HEAD"})
    ]


def dates() -> list[str]:
    """The keys about dates and attempts that the manifest's table sends on, and the course's."""
    keys = table("writing-hidden-cases.md", "Key in `course.toml`")
    sent_on = [row[0] for row in keys if "(#dates-and-attempts)" in row[1]]
    return [*re.findall(r"`([^`]+)`", " ".join(sent_on)), "time_zone"]


FORMAT, CASES = "report-format.md", "writing-hidden-cases.md"
# A table of a page, and the names that the code has, in order.
IN_ORDER: dict[tuple[str, str], Callable[[], Iterable[str]]] = {
    (FORMAT, "Outcomes of a case"): lambda: [one.value for one in Outcome],
    (FORMAT, "Verdicts of a submission"): lambda: [one.value for one in Verdict],
    (FORMAT, "Report"): lambda: Report.__struct_fields__,
    (FORMAT, "Case"): lambda: CaseReport.__struct_fields__,
    (FORMAT, "Failure"): lambda: ReportedFailure.__struct_fields__,
    (FORMAT, "Example"): lambda: Example.__struct_fields__,
    (FORMAT, "Remark"): lambda: Remark.__struct_fields__,
    (CASES, "Reveal level"): lambda: [one.value for one in Reveal],
    (CASES, "Visibility"): lambda: [one.value for one in Visibility],
    (CASES, "Dates and attempts"): dates,
    ("operations.md", "Question"): questions,
}
IN_ANY_ORDER: dict[tuple[str, str], Callable[[], Iterable[str]]] = {
    (FORMAT, "Kind"): lambda: get_args(FailureKind),
    (CASES, "Mark"): lambda: [f"@pytest.mark.{one.partition(':')[0]}" for one in MARKERS],
    (CASES, "Decorator"): decorators,
    (CASES, "Key in `course.toml`"): lambda: set(_KNOWN) - set(_LIMITS),
}


@pytest.mark.parametrize("place", IN_ORDER, ids=" ".join)
def test_names_stand_in_a_table_as_in_the_code(place: tuple[str, str]) -> None:
    """A reader of the page finds every name that the code has, in its order, and no other."""
    assert names(*place) == [*IN_ORDER[place]()]


@pytest.mark.parametrize("place", IN_ANY_ORDER, ids=" ".join)
def test_a_table_has_all_names_of_the_code(place: tuple[str, str]) -> None:
    """A reader of the page finds every name that the code has, once, and no other."""
    written = names(*place)
    if place[1] == "Decorator":
        written = [name.partition("(")[0] for name in written]

    assert sorted(written) == sorted(IN_ANY_ORDER[place]())


def test_special_methods_are_all_explained() -> None:
    """Families stand in the document as in the code, with whether they hear a value."""
    told: dict[str, tuple[str, str]] = {}
    for family, methods, hears in table("security.md", "Family"):
        is_arithmetic = family.startswith("arithmetic")
        for name in methods.split(", "):
            for prefix in ("", "r", "i") if is_arithmetic else ("",):
                told[f"__{prefix}{name}__"] = (name if is_arithmetic else family, hears)

    assert told == {
        name: (family, "yes" if family in HEARING else "no") for name, family in FAMILY.items()
    }


def test_rows_of_the_gate_are_all_explained() -> None:
    """What may come beside data stands in the document row by row."""
    gate = Gate(NOBODY, Terms(Contract(), is_recording=False), NOBODY)

    assert [row[0] for row in table("security.md", "Comes")] == [*gate._rows]


def test_limits_are_all_explained() -> None:
    """An author reads of every limit, its default, and whether a manifest can set it."""
    written = {}
    for name, default, settable, _ in table(CASES, "Limits"):
        number, _, unit = default.partition(" ")
        written[name.strip("`")] = (float(number) * UNITS[unit], settable == "yes")

    limits = Limits()
    assert written == {
        one.name: (getattr(limits, one.name), one.name in _LIMITS) for one in fields(Limits)
    }


@pytest.mark.parametrize("page", ["README.md", "docs/security.md"])
def test_isolation_levels_are_all_explained(page: str) -> None:
    """Every level of isolation is named where people choose one."""
    text = text_of(ROOT / page)

    assert [level for level in get_args(Isolation) if f"`{level}`" not in text] == []


def test_glossary_is_whole() -> None:
    """Every word that the project uses in a sense of its own is in it once; so are outcomes."""
    found = re.findall(r"^- \*\*([a-z][^*]*)\*\*: ", text_of("glossary.md"), re.MULTILINE)

    assert [word for word in GLOSSARY if word not in found] == []
    assert len(found) == len(set(found))
    assert ", ".join(outcome.value for outcome in Outcome) in text_of("glossary.md")


def test_version_is_in_the_changelog() -> None:
    """The changelog speaks of the version that the package has."""
    assert __version__ in text_of(ROOT / "CHANGELOG.md")


def test_schema_is_that_of_the_types(pytestconfig: pytest.Config) -> None:
    """docs/report.schema.json is what the types of a report give."""
    made = json.dumps(msgspec.json.schema(Report), indent=2) + "\n"
    if pytestconfig.getoption("--update-golden"):
        SCHEMA.write_text(made, encoding="utf-8")

    assert text_of(SCHEMA) == made


def test_example_is_a_report() -> None:
    """The example line decodes strictly, and comes out of the encoder as it was written."""
    example, timing = re.findall(r"```json\n(.*?)```", text_of(FORMAT), re.DOTALL)
    report = msgspec.json.decode(example, type=Report, strict=True)

    assert json.loads(msgspec.json.encode(report)) == json.loads(example)
    assert [*json.loads(timing)] == names(FORMAT, "timings.jsonl")
