"""A student begins the real course: the first lesson with every command, right and wrong."""

import re
import shutil
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from grader.course.lesson_files import load_lesson_files
from grader.course.manifest import load_course
from grader.model.course import Course, Lesson
from tests.integration.study.terminal import Said, Terminal, skip_unless_judging

pytestmark = [pytest.mark.jail, pytest.mark.course, pytest.mark.slow]

NEXT = re.compile(r"^ *grader (?:start|submit) (\w+)", re.MULTILINE)
LESSONS = 2  # of the course's, in its order; all are gone through in test_readme_way.py
# Of several lessons that are missing only those are spoken of that were tried.
A_LOCK = re.compile(r"Locked: needs .+\.( You have not submitted it yet\.)?$")


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory, checkout: Path) -> Course:
    """A copy of the course's first lessons, without what pytest may have left in them."""
    root = tmp_path_factory.mktemp("real") / "course"
    for part in ("exercises", "solutions", "tests/hidden"):
        ignored = shutil.ignore_patterns("__pycache__", ".*")
        shutil.copytree(checkout / part, root / part, ignore=ignored)
    manifest = root / "exercises" / "course.toml"
    parts = manifest.read_text(encoding="utf-8").split("[[lessons]]")
    manifest.write_text("[[lessons]]".join(parts[: LESSONS + 1]), encoding="utf-8")
    return load_course(root)


@pytest.fixture(scope="module")
def terminal(real: Course, tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    """A student with an empty folder; the tests below follow each other in it."""
    skip_unless_judging()
    return Terminal.beside(real.root, tmp_path_factory.mktemp("student"))


def module_of(terminal: Terminal, lesson: Lesson) -> Path:
    """Where the student writes."""
    return terminal.folder / lesson.id / lesson.module_file


def a_mistake(course: Course, lesson: Lesson) -> tuple[bytes, str]:
    """Take the first known mistake, with its sentence."""
    mistake = load_lesson_files(course, lesson).mistakes[0]
    return mistake.sources[lesson.module_file], mistake.sentence


def next_lesson(said: Said) -> str | None:
    """Read at the end of a feedback, or below the map, what to go on with."""
    found = NEXT.search(said.out.rpartition("Type next")[2])
    return found[1] if found else None


def test_the_first_lesson(terminal: Terminal, real: Course) -> None:
    """Nothing else is open, each command does its part, and passing it opens the next lesson."""
    refused_before_anything_is_passed(terminal, real)

    passed = first_lesson(terminal, real, real.lessons[0])

    following = next_lesson(passed)
    assert following is not None
    assert following != real.lessons[0].id
    assert terminal.type("start", following).code == 0
    assert [row["verdict"] for row in terminal.attempts()] == ["failed", "passed"]


def refused_before_anything_is_passed(terminal: Terminal, course: Course) -> None:
    """Nothing of a locked lesson is given, and each command says why."""
    locked = course.lessons[-1]
    said = terminal.type("lessons")
    assert said.code == 0, said.err
    assert next_lesson(said) == course.lessons[0].id
    terminal.write("early.py", "x = 1\n")
    for words in (["start", locked.id], ["submit", locked.id, "early.py"], ["hint", locked.id]):
        said = terminal.type(*words)
        assert (said.code, said.out) == (1, ""), words
        assert A_LOCK.match(said.complaint), words
    assert not (terminal.folder / locked.id).exists()


def first_lesson(terminal: Terminal, course: Course, lesson: Lesson) -> Said:
    """Every command once, and every way to go wrong."""
    started = terminal.type("start")  # without a name: the lesson to go on with
    assert started.code == 0, started.err
    assert f"Written to {lesson.id}:" in started.lines
    module = module_of(terminal, lesson)
    refuse_the_stub(terminal, lesson)
    wrong, sentence = a_mistake(course, lesson)
    module.write_bytes(wrong)
    nothing_is_overwritten(terminal, lesson, wrong)
    assert terminal.type("run", lesson.id).code == 0
    tried = terminal.type("test", lesson.id)
    assert (tried.code, tried.err) == (1, "")
    assert "got:" in tried.out

    failed = terminal.type("submit", lesson.id)
    assert (failed.code, failed.err) == (1, "")
    assert sentence in failed.lines
    assert "This is attempt 1." in failed.lines
    assert failed.out.count("\n") < 24
    assert f"grader hint {lesson.id}" in failed.out
    hinted = terminal.type("hint", lesson.id)
    assert hinted.code == 0
    assert re.match(r"Hint 1 of \d: ", hinted.out)
    same_bytes_again(terminal, lesson, failed)

    passed = pass_lesson(terminal, course, lesson)
    given_back(terminal, lesson, wrong, sentence)
    return passed


def refuse_the_stub(terminal: Terminal, lesson: Lesson) -> None:
    """What has not been changed is no attempt."""
    said = terminal.type("submit", lesson.id)
    assert (said.code, said.out) == (1, "")
    assert f"{lesson.module_file} is still the stub as you got it" in said.complaint


def nothing_is_overwritten(terminal: Terminal, lesson: Lesson, mine: bytes) -> None:
    """Starting again leaves work, and files of the student's own, as they are."""
    notes = terminal.write(f"{lesson.id}/notes.txt", "mine")
    (terminal.folder / lesson.id / "run.py").unlink(missing_ok=True)
    said = terminal.type("start", lesson.id)
    assert said.code == 0
    assert f"Left as you have it: {lesson.module_file}" in said.lines
    assert module_of(terminal, lesson).read_bytes() == mine
    assert notes.read_text() == "mine"
    assert (terminal.folder / lesson.id / "run.py").exists()


def same_bytes_again(terminal: Terminal, lesson: Lesson, before: Said) -> None:
    """They are answered from the record, in every form, and cost nothing."""
    again = terminal.type("submit", lesson.id)
    assert again.code == 1
    assert "cost no attempt" in again.lines
    assert "cost" not in before.out
    assert again.out.partition("What to")[2] == before.out.partition("What to")[2]
    in_full = terminal.type("submit", lesson.id, "--all")
    assert len(in_full.out) > len(again.out)
    plain = terminal.type("submit", lesson.id, "--json")
    assert (plain.code, plain.err) == (1, "")
    report = plain.report
    assert (report["verdict"], report["lesson_passed"]) == ("failed", False)
    assert all(case["shown"] is None or case["outcome"] != "passed" for case in report["cases"])
    assert report["printed"] is None


def given_back(terminal: Terminal, lesson: Lesson, wrong: bytes, sentence: str) -> None:
    """The first attempt comes back as it was, and not in the place of another file."""
    said = terminal.type("history", lesson.id, "--attempt", "1", "--save", "back.py")
    assert said.code == 0
    assert sentence in said.lines
    assert (terminal.folder / "back.py").read_bytes() == wrong
    onto = terminal.type("history", lesson.id, "--attempt", "1", "--save", "back.py")
    assert onto.code == 2
    assert "back.py exists" in onto.complaint
    missing = terminal.type("history", lesson.id, "--attempt", "9")
    assert missing.code == 2
    assert "attempts 1 to 2" in missing.complaint
    listed = terminal.type("history", lesson.id)
    assert re.search(rf"{lesson.id} +1 .* not all passed", listed.out)
    assert re.search(rf"{lesson.id} +2 .* lesson passed", listed.out)


def pass_lesson(terminal: Terminal, course: Course, lesson: Lesson) -> Said:
    """Start a lesson, fill in what the reference says, submit it."""
    started = terminal.type("start", lesson.id)
    assert started.code == 0, started.err
    for name in lesson.hand_in:
        reference = (course.solution_folder(lesson) / name).read_bytes()
        (terminal.folder / lesson.id / name).write_bytes(reference)
    said = terminal.type("submit", lesson.id)
    assert (said.code, said.err) == (0, ""), said.out
    assert "Your code passes every case." in said.lines
    assert "Lesson passed" in said.out
    return said


def test_wrong_use_is_told_from_failure(terminal: Terminal, real: Course) -> None:
    """Each sentence names what to do; the exit code says who has to act."""
    first = real.lessons[0].id
    for words, code, sentence in (
        (("submit", "nothing_like_it"), 2, "The course has no lesson nothing_like_it."),
        (("submit", first, "gone.py"), 2, "gone.py does not exist."),
        (("history", "--attempt", "1"), 2, "Name the lesson"),
        (("start", first, "--work", real.root / "exercises"), 2, "course's own exercises/"),
        (("lessons", "--course", terminal.folder), 2, "holds no course"),
        (("lessons", "--student", " "), 2, "name"),
    ):
        said = terminal.type(*words)
        assert (said.code, said.out) == (code, ""), words
        assert sentence in said.complaint, words
        assert "Traceback" not in said.err


def test_ctrl_c_stops_a_run_and_a_submit(terminal: Terminal, real: Course) -> None:
    """Both end with 130; what was submitted and had no verdict yet is withdrawn."""
    lesson = real.lessons[0]
    loop = "print('begun', flush=True)\nwhile True: pass\n"
    terminal.write(f"{lesson.id}/run.py", loop)
    shutil.copy(real.solution_folder(lesson) / lesson.module_file, module_of(terminal, lesson))
    running = terminal.start(terminal.command("run", lesson.id))
    assert running.stdout is not None
    assert running.stdout.readline() == "begun\n"
    running.send_signal(signal.SIGINT)
    assert "Traceback" not in running.communicate(timeout=30)[1]
    assert running.returncode == 130

    before = len(terminal.attempts())
    other = terminal.write("slow.py", "import time\ntime.sleep(1000)\n")
    submitting = terminal.start(terminal.command("submit", lesson.id, other.name))
    waits_on_record(terminal, lesson)
    submitting.send_signal(signal.SIGINT)
    assert "Traceback" not in submitting.communicate(timeout=30)[1]
    assert submitting.returncode == 130
    assert len(terminal.attempts()) == before


def waits_on_record(terminal: Terminal, lesson: Lesson) -> None:
    """Wait until an attempt is being judged."""
    until = time.monotonic() + 30
    asked = "SELECT count(*) FROM attempts WHERE lesson = ? AND judged_at IS NULL AND tries = 1"
    with closing(sqlite3.connect(terminal.data / "grader.db")) as connection:
        while connection.execute(asked, (lesson.id,)).fetchone() != (1,):
            assert time.monotonic() < until
            time.sleep(0.01)
