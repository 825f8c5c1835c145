"""Claims about the documents: they link to what is there and name what the code has.

`pytest tests/integration/test_docs.py --update-golden` rewrites docs/report.schema.json.
"""

import json
import re
import shutil
from datetime import UTC, datetime
from enum import StrEnum
from itertools import takewhile
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
from grader.grading.grade_class import GradeRequest, grade_class
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
from grader.record.store import open_store
from grader.sandbox.isolation import best_isolation
from grader.sandbox.spec import Isolation
from grader.web.api import api_routes

pytestmark = [pytest.mark.process, pytest.mark.jail]

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md")])
SCHEMA = DOCS / "report.schema.json"
DECORATORS = "gradescope_utils.autograder_utils.decorators"
UNITS = {"": 1, "KiB": KIB, "MiB": MIB}
DEMO_STUDENTS = ("amara_okafor", "ben_kowalski", "farid_haddad", "ines_carvalho")
LARGEST_IMAGE = 200_000  # bytes
GLOSSARY = (
    "course|lesson|exercise|stub|reference solution|submission|hidden case|jail|judge, to judge|"
    "outcome|verdict|report|feedback|attempt|gradebook|prerequisite|locked, open, passed|hint|"
    "known mistake|workspace|limits|contract|role|inert object|proxy|handle|pair|examiner|"
    "supervisor|warm jail|stage|fingerprint|group"
).split("|")


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


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


def table_below(page: str, heading: str) -> list[list[str]]:
    """The rows of the first table below a heading."""
    return table_rows(text_of(DOCS / page).partition(f"\n## {heading}\n")[2])


def table_headed(page: str, first_cell: str) -> list[list[str]]:
    """The rows of the table whose head begins with this cell."""
    return table_rows(text_of(DOCS / page).partition(f"\n| {first_cell} |")[2].partition("\n")[2])


def table_rows(text: str) -> list[list[str]]:
    table = re.search(r"^\|[- |]+\|\n((?:\|.*\|\n)+)", text, re.MULTILINE)
    assert table is not None
    return [[cell.strip() for cell in row[1:-1].split("|")] for row in table[1].splitlines()]


def names(cells: list[list[str]]) -> list[str]:
    """Every name in backticks of the first column."""
    return [name for row in cells for name in re.findall(r"`([^`]+)`", row[0])]


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


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_every_document_can_be_found(page: Path) -> None:
    """README.md leads to every page of docs/."""
    assert f"docs/{page.name}" in links(ROOT / "README.md")


def test_images_are_small_and_described() -> None:
    """Every picture of the README is light and says in words what it shows."""
    shown = re.findall(r"<img [^>]*>", text_of(ROOT / "README.md"))

    assert shown
    assert all(re.search(r'alt="[^"]{10,}"', image) for image in shown)
    assert max(path.stat().st_size for path in DOCS.glob("images/*")) < LARGEST_IMAGE


def test_commands_exist() -> None:
    """README.md names commands and options of `grader` that there are, and every command."""
    text = text_of(ROOT / "README.md")
    commands = set(re.findall(r"\bgrader ([a-z]+)\b", " ".join(re.findall(r"`[^`\n]+`", text))))
    commands |= set(re.findall(r"bin/grader ([a-z]+)", text))
    help_of = {name: CliRunner().invoke(cli, [name, "--help"]).output for name in commands}

    assert commands == set(cli.list_commands(click.Context(cli)))
    options = set(re.findall(r"--[a-z]+", text))
    known = "".join(help_of.values()) + text_of(ROOT / "run")
    assert [option for option in options if option not in known] == []


def test_tasks_of_run_exist() -> None:
    """README.md names tasks that `run` knows."""
    tasks = re.findall(r"python3 run (\w+)", text_of(ROOT / "README.md"))

    assert tasks[:2] == ["demo", "test"]
    assert [task for task in tasks if f"python3 run {task}" not in text_of(ROOT / "run")] == []


@pytest.mark.parametrize(
    ("heading", "kind"), [("Outcomes of a case", Outcome), ("Verdicts of a submission", Verdict)]
)
def test_kinds_are_all_explained(heading: str, kind: type[StrEnum]) -> None:
    """Outcomes and verdicts stand in the document as in the code, in the same order."""
    assert names(table_below("report-format.md", heading)) == [one.value for one in kind]


def test_special_methods_are_all_explained() -> None:
    """Families stand in the document as in the code, with whether they hear a value."""
    told: dict[str, tuple[str, str]] = {}
    for row in rows_below("| Family | Special methods |"):
        family, methods, hears = row.strip("| ").split(" | ")
        is_arithmetic = family.startswith("arithmetic")
        for name in methods.split(", "):
            for prefix in ("", "r", "i") if is_arithmetic else ("",):
                told[f"__{prefix}{name}__"] = (name if is_arithmetic else family, hears)

    assert told == {
        name: (family, "yes" if family in HEARING else "no") for name, family in FAMILY.items()
    }


def test_rows_of_the_gate_are_all_explained() -> None:
    """What may come beside data stands in the document row by row."""
    nobody: Any = None
    gate = Gate(nobody, Terms(Contract(), is_recording=False), nobody)

    told = [row.strip("| ").partition(" | ")[0] for row in rows_below("| Comes |")]
    assert told == [*gate._rows]


def rows_below(head: str) -> list[str]:
    """Give the rows of a table of docs/security.md."""
    told = text_of(DOCS / "security.md").splitlines()
    begin = next(number for number, line in enumerate(told) if line.startswith(head)) + 2
    return list(takewhile(lambda line: line.startswith("|"), told[begin:]))


@pytest.mark.parametrize(("head", "kind"), [("Reveal level", Reveal), ("Visibility", Visibility)])
def test_levels_are_all_explained(head: str, kind: type[StrEnum]) -> None:
    """An author reads of every reveal level and visibility, and of no other."""
    assert names(table_headed("writing-hidden-cases.md", head)) == [one.value for one in kind]


def test_marks_are_all_explained() -> None:
    """An author reads of every mark that is registered, with its argument, and of no other."""
    written = names(table_headed("writing-hidden-cases.md", "Mark"))

    marks = [name.removeprefix("@pytest.mark.") for name in written]
    assert sorted(marks) == sorted(marker.partition(":")[0] for marker in MARKERS)


def test_decorators_are_all_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    """An author reads of every decorator of gradescope-utils that can be imported."""
    modules: dict[str, ModuleType] = {}
    monkeypatch.setattr(gradescope, "sys", SimpleNamespace(modules=modules))

    gradescope.install()

    offered = {name for name in vars(modules[DECORATORS]) if not name.startswith("__")}
    written = names(table_headed("writing-hidden-cases.md", "Decorator"))
    assert {name.partition("(")[0] for name in written} == offered


def test_limits_are_all_explained() -> None:
    """An author reads of every limit, its default, and whether a manifest can set it."""
    written = {}
    for name, default, settable, _ in table_below("writing-hidden-cases.md", "Limits"):
        number, _, unit = default.partition(" ")
        written[name.strip("`")] = (float(number) * UNITS[unit], settable == "yes")

    limits = Limits()
    assert written == {
        one.name: (getattr(limits, one.name), one.name in _LIMITS) for one in fields(Limits)
    }


def test_manifest_keys_are_all_explained() -> None:
    """An author reads of every key of a lesson."""
    written = names(table_headed("writing-hidden-cases.md", "Key in `course.toml`"))

    assert set(written) == set(_KNOWN) - set(_LIMITS)


def test_dates_are_all_explained() -> None:
    """An author reads of every key about dates and attempts that the manifest's table sends on."""
    keys = table_headed("writing-hidden-cases.md", "Key in `course.toml`")
    sent_on = [row for row in keys if "(#dates-and-attempts)" in row[1]]

    assert names(table_below("writing-hidden-cases.md", "Dates and attempts")) == [
        *names(sent_on),
        "time_zone",  # the course's own
    ]


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Report", Report),
        ("Case", CaseReport),
        ("Failure", ReportedFailure),
        ("Example", Example),
        ("Remark", Remark),
    ],
)
def test_fields_are_all_explained(heading: str, kind: type[msgspec.Struct]) -> None:
    """Every field of a report stands in the document, in order."""
    found = names(table_below("report-format.md", heading))

    assert found == list(kind.__struct_fields__)


def test_questions_of_programs_are_all_explained() -> None:
    """Every question that a program may ask a served course stands in the document, in order."""
    nobody: Any = None

    asked = [
        f"{method} {route.path.replace('{lesson}', 'ID').replace('{number:int}', 'N')}"
        for route in api_routes(nobody)
        for method in sorted((route.methods or set()) - {"HEAD"})
    ]

    assert names(table_headed("operations.md", "Question")) == asked


def test_kinds_of_failure_are_all_explained() -> None:
    """Every kind of failure stands in the document, once."""
    found = names(table_headed("report-format.md", "Kind"))

    assert sorted(found) == sorted(get_args(FailureKind))


@pytest.mark.parametrize("page", ["README.md", "docs/security.md"])
def test_isolation_levels_are_all_explained(page: str) -> None:
    """Every level of isolation is named where people choose one."""
    text = text_of(ROOT / page)

    assert [level for level in get_args(Isolation) if f"`{level}`" not in text] == []


def test_glossary_is_whole() -> None:
    """Every word that the project uses in a sense of its own is in the glossary, once."""
    found = re.findall(r"^- \*\*([a-z][^*]*)\*\*: ", text_of(DOCS / "glossary.md"), re.MULTILINE)

    assert [word for word in GLOSSARY if word not in found] == []
    assert len(found) == len(set(found))


def test_glossary_has_the_outcomes() -> None:
    """The glossary lists the outcomes that there are."""
    text = text_of(DOCS / "glossary.md")

    assert ", ".join(outcome.value for outcome in Outcome) in text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_line_is_a_sentence(page: Path) -> None:
    """Prose has one sentence on a line, so that a change can be read."""
    several = [
        line
        for line in prose(page).splitlines()
        if not line.startswith(("|", "<img", "    ")) and re.search(r"[a-z`)]\. [A-Z]", line)
    ]

    assert several == []


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
    example, timing = re.findall(
        r"```json\n(.*?)```", text_of(DOCS / "report-format.md"), re.DOTALL
    )
    report = msgspec.json.decode(example, type=Report, strict=True)

    assert json.loads(msgspec.json.encode(report)) == json.loads(example)
    assert json.loads(timing)["student"] == report.student


@pytest.mark.slow
@pytest.mark.skipif(best_isolation() == "none", reason="this machine cannot isolate submissions")
def test_reports_of_the_demo_keep_the_format(tmp_path: Path) -> None:
    """What `grader grade` writes about the demo's students is in the format."""
    handed_in = tmp_path / "class"
    handed_in.mkdir()
    for student in DEMO_STUDENTS:
        shutil.copy(ROOT / "tests" / "material" / "demo_class" / f"{student}.py", handed_in)
    request = GradeRequest(
        course_root=ROOT,
        lesson_id="ndcg_at_k",
        submissions=handed_in,
        out=tmp_path / "out",
        cache=tmp_path / "cache",
        isolation=best_isolation(),
        jobs=2,
        record=open_store(str(tmp_path / "record")),
        now=datetime.now(UTC),
    )

    grade_class(request, lambda done, total: None)

    lines = text_of(tmp_path / "out" / "results.jsonl").splitlines()
    timings = text_of(tmp_path / "out" / "timings.jsonl").splitlines()
    assert [keeps_format(json.loads(line)) for line in lines] == [True] * len(DEMO_STUDENTS)
    assert [list(json.loads(line)) for line in timings] == [
        names(table_below("report-format.md", "timings.jsonl"))
    ] * len(DEMO_STUDENTS)


def keeps_format(report: dict[str, Any]) -> bool:
    """Tell whether a report holds every field in order, each of its type."""
    decoded = msgspec.json.decode(json.dumps(report), type=Report, strict=True)
    whole = list(report) == list(Report.__struct_fields__)
    return whole and json.loads(msgspec.json.encode(decoded)) == report
