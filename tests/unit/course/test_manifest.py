"""A manifest is read as a whole, and all that is wrong with it is said at once."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.course.manifest import find_lesson, load_course
from grader.errors import ContentError, GraderError
from grader.model.course import Course, Limits

Write = Callable[[dict[str, str | bytes]], Path]
HEAD = 'format_version = 1\ntitle = "Ranking"\n'
FULL = """
time_zone = "Europe/Berlin"

[[lessons]]
id = "precision"
title = "Precision"

[[lessons]]
id = "ndcg_at_k"
title = "NDCG@k"
minutes = 20
requires = []
pass_score = 0.8
opens = 2026-09-01T08:00:00Z
due = 2026-09-08T08:00:00Z
grace_minutes = 10
late_penalty = 0.1
attempts = 3
seconds_per_case = 1
seconds_in_all = 5.5
memory_mib = 256
packages = ["numpy"]
plugins = ["pytest-asyncio"]
module = "ranking.ndcg"
hand_in = ["ranking/ndcg.py", "notes.txt"]
files = ["data.csv"]
cases = "together"
"""


@pytest.fixture
def load(write: Write) -> Callable[[str], Course]:
    """Return a function that loads a course with this manifest."""
    return lambda text: load_course(write({"exercises/course.toml": text}))


@pytest.fixture
def faults(load: Callable[[str], Course]) -> Callable[[str], list[str]]:
    """Return a function that lists what is wrong with a manifest's lessons."""

    def refuse(lessons: str, head: str = HEAD) -> list[str]:
        with pytest.raises(ContentError) as caught:
            load(head + lessons)
        return str(caught.value).splitlines()

    return refuse


def lesson(name: str, *lines: str) -> str:
    """Write the entry of one lesson."""
    return "\n".join(["[[lessons]]", f'id = "{name}"', f'title = "{name.title()}"', *lines, ""])


def test_a_full_manifest(load: Callable[[str], Course]) -> None:
    """Every key is read."""
    course = load(HEAD + FULL)

    second = course.lessons[1]
    assert (course.title, course.time_zone) == ("Ranking", "Europe/Berlin")
    assert second.opens == datetime(2026, 9, 1, 8, tzinfo=UTC)
    assert (second.minutes, second.pass_score, second.late_penalty) == (20, 0.8, 0.1)
    assert (second.grace_minutes, second.attempts, second.requires) == (10, 3, ())
    assert second.limits == Limits(seconds_per_case=1, seconds_in_all=5.5, memory_mib=256)
    assert (second.packages, second.files) == (("numpy",), ("data.csv",))
    assert second.plugins == ("pytest_asyncio",)
    assert (second.module, second.module_file) == ("ranking.ndcg", "ranking/ndcg.py")
    assert second.hand_in == ("ranking/ndcg.py", "notes.txt")
    assert second.cases == "together"


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("due = 2026-01-08T18:30:00", "2026-01-08T18:30:00+01:00"),
        ("due = 2026-09-08 18:30:00", "2026-09-08T18:30:00+02:00"),
        ("due = 2026-09-08T18:30:00-04:00", "2026-09-08T18:30:00-04:00"),
        ("due = 2026-09-08", "2026-09-08T23:59:59.999999+02:00"),
        ("opens = 2026-09-08", "2026-09-08T00:00:00+02:00"),
        ("opens = 2026-01-08T08:00:00", "2026-01-08T08:00:00+01:00"),
    ],
)
def test_a_date_means_a_moment(written: str, moment: str, load: Callable[[str], Course]) -> None:
    """Without an offset a date is the course's, without a time it is the whole day."""
    (only,) = load(f'{HEAD}time_zone = "Europe/Berlin"\n{lesson("sums", written)}').lessons

    found = only.opens or only.due
    assert found is not None
    assert found.isoformat() == moment


@pytest.mark.parametrize(
    ("written", "part"),
    [
        ('"Europe/Berln"', "time_zone 'Europe/Berln' is no time zone."),
        ('"../etc/passwd"', "is no time zone"),
        ("2", "time_zone 2 is no time zone"),
    ],
)
def test_an_unknown_time_zone(written: str, part: str, faults: Callable[..., list[str]]) -> None:
    """A time zone that does not exist is refused."""
    (fault,) = faults(lesson("sums", "due = 2026-09-01"), head=f"{HEAD}time_zone = {written}\n")

    assert part in fault


def test_defaults(load: Callable[[str], Course]) -> None:
    """Only id and title are needed; a lesson requires the one before it."""
    first, second = load(HEAD + lesson("sums") + lesson("loops")).lessons

    assert (first.requires, second.requires) == ((), ("sums",))
    assert (first.module, first.hand_in, first.files) == ("sums", ("sums.py",), ())
    assert (first.minutes, first.pass_score, first.attempts) == (None, 1.0, 0)
    assert first.limits == Limits()
    assert first.cases == "apart"


def test_every_fault_is_listed_at_once(faults: Callable[..., list[str]]) -> None:
    """An author sees all faults in one run, each with its place and the nearest name."""
    found = faults(
        lesson("sums", "pas_score = 1.0", 'requires = ["loop"]', 'minutes = "ten"')
        + '[[lessons]]\nid = "loops"\n'
        + lesson("sums")
        + lesson("3rd"),
        head='format_version = 1\ntitle = ["x"]\n',
    )

    assert all(line.startswith("exercises/course.toml: ") for line in found)
    told = "\n".join(found)
    for part in (
        "title is missing",
        "pas_score is unknown. Did you mean pass_score?",
        "requires loop, which does not exist. Did you mean loops?",
        "minutes is ",
        "lesson loops has no title",
        "two lessons have the id sums",
        "lesson 4 has the id '3rd'",
    ):
        assert part in told
    assert len(found) == 7


@pytest.mark.parametrize(
    ("entry", "part"),
    [
        (lesson("sums", "due_day = 3"), "due_day is unknown"),
        (lesson("sums", 'requires = ["zebra"]'), "requires zebra, which does not exist"),
        (lesson("sums", 'hand_in = ["../secret.py"]'), "hand_in must name files inside"),
        (lesson("sums", 'files = ["/etc/passwd"]'), "files must name files inside"),
        (lesson("sums", 'module = "a b"'), "lesson sums: no import can name the module 'a b'"),
        (lesson("class"), "lesson class: no import can name the module 'class'"),
        (lesson("sums", 'files = ["sums.py"]'), "files names sums.py, which students submit"),
        (lesson("sums", "hand_in = []"), "lesson sums: hand_in is empty; name what is submitted"),
        (lesson("sums", 'packages = ["numpy==1.0"]'), "packages must name modules as they are"),
        (lesson("sums", "plugins = [3]"), "plugins must name what is installed"),
        (
            lesson("sums", 'cases = "beside"'),
            "cases is 'beside'; it must be 'apart' or 'together'",
        ),
        (lesson("sums", "cases = true"), "cases is true; write 'apart' or 'together'"),
        (
            lesson("sums", "opens = 08:00:00"),
            "opens is 08:00:00; write a date without quotes, like opens = 2026-",
        ),
        (lesson("sums", "accept_renamed = 1"), "accept_renamed is 1; write true or false"),
        (lesson("sums", 'notebook = "kind"'), "it must be 'all' or 'strict'"),
        (lesson("sums", 'due = "2026-01-01"'), 'due is "2026-01-01"; write a date without quotes'),
        (lesson("sums", "attempts = true"), "attempts is true; write a whole number"),
        (lesson("sums", 'late_penalty = "10 %"'), "write a number, like 0.5"),
        (
            lesson("sums", "opens = 2026-01-02", "due = 2026-01-01"),
            "lesson sums: it is due before it opens",
        ),
        ('lessons = ["sums"]', "entry 1 of lessons is no table"),
        ('[[lessons]]\ntitle = "Sums"', "lesson 1 has no id"),
        ("lessons = 3", "it lists no lessons"),
        ("", "it lists no lessons"),
        (lesson("x" * 33), f"has the id '{'x' * 33}'"),
    ],
)
def test_each_fault(entry: str, part: str, faults: Callable[..., list[str]]) -> None:
    """A fault is said with the lesson and the key that hold it."""
    assert part in "\n".join(faults(entry))


@pytest.mark.parametrize("key", ["requires", "hand_in", "files", "packages", "plugins"])
def test_a_name_that_stands_twice(key: str, faults: Callable[..., list[str]]) -> None:
    """Which of the two would count nobody can tell, so the list is refused."""
    found = faults(lesson("a", "requires = []") + lesson("b", f'{key} = ["a", "a"]'))

    assert found == [f"exercises/course.toml: lesson b: {key} names a more than once."]


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(lesson("sums", line), id=line)
        for line in (
            "minutes = true",
            "pass_score = 80",
            "pass_score = -0.5",
            "seconds_per_case = 0",
            "memory_mib = -1",
            "attempts = -1",
            "late_penalty = 2.0",
            "hand_in = ['']",
        )
    ],
)
def test_values_out_of_range(entry: str, faults: Callable[..., list[str]]) -> None:
    """A number that cannot be meant is refused before anyone is judged by it."""
    assert faults(entry)


@pytest.mark.parametrize(
    ("key", "advice"),
    [
        ("memory_mb", "Did you mean memory_mib?"),
        ("zebra", "The keys are: id, title, minutes, "),
    ],
)
def test_an_unknown_key_of_a_lesson(
    key: str, advice: str, faults: Callable[..., list[str]]
) -> None:
    """A key is proposed where it is much alike or begins so; else all keys are named."""
    (fault,) = faults(lesson("sums", f"{key} = 3"))

    assert f"lesson sums: {key} is unknown. {advice}" in fault


@pytest.mark.parametrize(
    ("entries", "circle"),
    [
        (lesson("sums", 'requires = ["sums"]'), "sums"),
        (
            lesson("a", "requires = []")
            + lesson("sums", 'requires = ["a", "loops"]')
            + lesson("loops", 'requires = ["sums"]')
            + lesson("b"),
            "sums, loops",
        ),
        (lesson("a", 'requires = ["c"]') + lesson("b") + lesson("c"), "a, b, c"),
    ],
)
def test_a_circle(entries: str, circle: str, faults: Callable[..., list[str]]) -> None:
    """Lessons that wait for each other are never open: they are named, and none beside them."""
    assert faults(entries) == [
        f"exercises/course.toml: these lessons require each other in a circle: {circle}."
    ]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("format_version = 2", "format_version is 2; this grader reads 1."),
        ('format_version = "1"', "format_version is '1'; this grader reads 1."),
        ("", "format_version is missing; write format_version = 1."),
    ],
)
def test_another_format(written: str, said: str, faults: Callable[..., list[str]]) -> None:
    """A format that this grader does not read is refused with the one that it does."""
    (fault,) = faults(lesson("sums"), head=f'{written}\ntitle = "T"\n')

    assert fault == f"exercises/course.toml: {said}"


def test_a_folder_without_a_course(tmp_path: Path) -> None:
    """Where there is no manifest, the sentence names the folder and the option."""
    with pytest.raises(GraderError, match=r"holds no course.*--course") as caught:
        load_course(tmp_path)

    assert str(tmp_path) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (HEAD.encode("utf-16"), "it is not UTF-8"),
        ("lessons = [", "Invalid value"),
        (f"x = {'[' * 10_000}", "it is nested too deeply"),
    ],
)
def test_a_file_that_nobody_could_mean(text: str | bytes, why: str, write: Write) -> None:
    """What the TOML reader does not get through is the author's to fix."""
    with pytest.raises(ContentError) as caught:
        load_course(write({"exercises/course.toml": text}))

    assert str(caught.value).startswith(f"exercises/course.toml cannot be read: {why}")


@pytest.mark.parametrize(
    ("asked", "advice"),
    [("sum", "Did you mean sums?"), ("zzz", "It has: sums, loops.")],
)
def test_an_unknown_lesson(asked: str, advice: str, load: Callable[[str], Course]) -> None:
    """A lesson that is not there is answered with the nearest name, or with all."""
    course = load(HEAD + lesson("sums") + lesson("loops"))

    with pytest.raises(GraderError) as caught:
        find_lesson(course, asked)

    assert str(caught.value) == f"The course has no lesson {asked}. {advice}"
