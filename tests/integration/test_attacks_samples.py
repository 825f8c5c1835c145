"""Every hostile and careless sample gets the outcome that its table asks for."""

import socket
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.model.report import JudgedSubmission
from grader.sandbox.spec import Isolation
from tests.integration.attack_course import (
    FILE,
    KIT,
    Course,
    Graded,
    Sample,
    content_of,
    grade,
    lint,
    load_canaries,
    load_samples,
    needs,
    secrets_of,
    seen_by,
    sentences_of,
    spellings,
    verdict_of,
)

SAMPLES = load_samples()
CANARIES = load_canaries()
PORT = 48765  # where one sample tries to send what it found
WORDS = "visible hidden"  # words of the report itself, which a hidden file also holds

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(280)]

RUNS: list[Isolation] = ["full", "reduced"]


@dataclass
class Class:
    """A class of samples, each between two correct submissions, after it was graded."""

    graded: Graded
    judged: dict[str, JudgedSubmission]
    names: dict[str, str]  # sample to student
    controls: list[str]
    course: Course
    changed: list[str]  # what is not as it was before
    heard: list[str]  # what came to the listeners


def student(number: int, name: str) -> str:
    """Name a student so that the class stands in this order."""
    return f"s{number:03d}_{name}"


@pytest.fixture(scope="module")
def classes() -> dict[Isolation, Class]:
    """The classes that were graded so far, by level."""
    return {}


@pytest.fixture(params=RUNS)
def attacked(
    request: pytest.FixtureRequest,
    classes: dict[Isolation, Class],
    tmp_path_factory: pytest.TempPathFactory,
) -> Class:
    """All samples, graded once at one level."""
    level: Isolation = request.param
    if level not in classes:
        classes[level] = grade_samples(level, tmp_path_factory.mktemp(level))
    return classes[level]


def grade_samples(level: Isolation, place: Path) -> Class:
    """Grade the samples at a level, and look what came of it elsewhere."""
    needs(level)
    course = Course.of_the_samples(place / "course")
    names, controls = hand_in_all(place / "handed-in", SAMPLES)
    for path in [path for sample in SAMPLES for path in sample.paths_absent]:
        Path(path).unlink(missing_ok=True)
    before = content_of(place / "handed-in") | content_of(course.root)
    with listeners() as ears:
        graded = grade(course, place / "handed-in", place / "out", level, "--jobs=2")
        heard = [said for ear in ears if (said := overheard(ear))]
    after = content_of(place / "handed-in") | content_of(course.root)
    changed = [name for name in before | after if before.get(name) != after.get(name)]
    return Class(graded, graded.judged(), names, controls, course, changed, heard)


def hand_in_all(folder: Path, samples: list[Sample]) -> tuple[dict[str, str], list[str]]:
    """Lay out the class: a correct submission before and after each sample."""
    names, controls = {}, []
    right = (KIT / "solution_ndcg_at_k.py").read_bytes()
    for number, sample in enumerate(samples):
        control = student(2 * number, "control")
        names[sample.name] = student(2 * number + 1, sample.name)
        controls.append(control)
        sample.hand_in(folder / names[sample.name])
    controls.append(student(2 * len(samples), "control"))
    for control in controls:
        (folder / control).mkdir()
        (folder / control / FILE).write_bytes(right)
    return names, controls


class listeners:  # noqa: N801 - used like a function
    """Open sockets where a sample tries to send; none where another run holds the port."""

    def __enter__(self) -> list[socket.socket]:
        self._stack = ExitStack()
        ears = []
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            ear = self._stack.enter_context(socket.socket(socket.AF_INET, kind))
            ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            ear.setblocking(False)
            try:
                ear.bind(("127.0.0.1", PORT))
            except OSError:
                continue
            if kind == socket.SOCK_STREAM:
                ear.listen()
            ears.append(ear)
        return ears

    def __exit__(self, *error: object) -> None:
        self._stack.close()


def overheard(ear: socket.socket) -> str:
    """Say whether somebody connected or sent anything."""
    try:
        if ear.type == socket.SOCK_STREAM:
            connection, _ = ear.accept()
            connection.close()
            return "a connection"
        return repr(ear.recv(1000))
    except BlockingIOError:
        return ""


each_sample = pytest.mark.parametrize(
    ("attacked", "sample"),
    [
        pytest.param(level, sample, id=f"{level}-{sample.name}")
        for level in RUNS
        for sample in SAMPLES
    ],
    indirect=["attacked"],
)


@each_sample
def test_sample(attacked: Class, sample: Sample) -> None:
    """A sample gets the verdict, the points and the words that its table asks for."""
    report = attacked.graded.reports[attacked.names[sample.name]]
    judged = attacked.judged[attacked.names[sample.name]]

    said = sentences_of(judged).lower()
    assert verdict_of(report) in sample.verdict, said
    assert sample.min_score <= report["share"] <= sample.max_score
    if verdict_of(report) != "pass" and sample.message_any:
        assert any(word in said for word in sample.message_any), said


@each_sample
def test_sample_tells_nothing(attacked: Class, sample: Sample) -> None:
    """No secret, in no spelling, and no forbidden text reaches the sample's student."""
    name = attacked.names[sample.name]
    texts = seen_by(attacked.graded, attacked.judged[name])

    secrets = [secret for group in sample.canaries for secret in CANARIES[group]]
    found = {
        (kind, secret)
        for kind, text in texts.items()
        for secret in secrets
        for word in spellings(secret)
        if word in text
    }
    assert found == set()
    assert [word for word in sample.forbidden if word in texts["page"]] == []


def test_controls_pass(attacked: Class) -> None:
    """Each correct submission between two samples has full points."""
    reports = attacked.graded.reports

    found = {name: reports[name]["share"] for name in attacked.controls}

    assert {name: share for name, share in found.items() if share != 1.0} == {}


def test_class_is_whole(attacked: Class) -> None:
    """Everybody has a verdict, none of them is a fault of the grader, and it ends with 0."""
    assert set(attacked.graded.reports) == {*attacked.names.values(), *attacked.controls}
    verdicts = {report["verdict"] for report in attacked.graded.reports.values()}
    assert "grader_fault" not in verdicts
    assert attacked.graded.code == 0, attacked.graded.said


def test_nothing_is_left(attacked: Class) -> None:
    """Seconds later no process lives, no marker lies about, no temp folder holds anything."""
    marks = [path for sample in SAMPLES for path in sample.paths_absent if Path(path).exists()]

    assert attacked.graded.survivors == []
    assert marks == []
    assert attacked.graded.temp_left == []


def test_nothing_has_changed(attacked: Class) -> None:
    """The hidden cases, the whole course and what was submitted are as they were."""
    assert attacked.changed == []


def test_nobody_calls_out(attacked: Class) -> None:
    """Nothing came to the listeners on this machine."""
    assert attacked.heard == []


def test_no_literal_of_a_case_is_told(attacked: Class) -> None:
    """No literal and no line of a hidden test is in anything that a student receives."""
    assert lint(attacked.graded, secrets_of(attacked.course.hidden, public=WORDS)) == {}


def test_terminal_shows_no_controls(attacked: Class) -> None:
    """No escape and no lone carriage return of a student's reaches the terminal or a page."""
    pages = [attacked.graded.page(name) for name in attacked.names.values()]
    said = attacked.graded.said.replace("\r\n", "\n")

    # An escape of ours would colour; none is asked for, since the output is no terminal.
    assert [text[:80] for text in [said, *pages] if "\x1b" in text or "\x9b" in text] == []
    assert [text[:80] for text in [said, *pages] if "\u202e" in text or "\u2066" in text] == []
