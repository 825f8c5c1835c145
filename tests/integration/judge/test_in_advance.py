"""Cases that are collected once for all submissions are judged as those collected for each."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from grader.advice.learning import Learned, learn_lesson
from grader.course.lesson_files import load_lesson_files
from grader.course.manifest import find_lesson, load_course
from grader.judge.jobs import EarlyNames, Job, Run
from grader.judge.pool import Pool
from grader.judge.reports import Judging, make_report
from grader.judge.stage import Stage
from grader.model.course import StudentId
from grader.model.report import Report
from grader.model.submission import Submission
from grader.sandbox.spec import Isolation
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import FILE, LESSON, TinyCourse

pytestmark = [pytest.mark.jail, pytest.mark.slow]

REFERENCE = """
class Broke(Exception):
    def __init__(self, missing):
        super().__init__(f"{missing} missing")
        self.missing = missing


class Account:
    '''Holds money.'''
    FEE = 1

    def __init__(self, owner):
        self.owner = owner
        self.cents = 0

    def put(self, cents):
        self.cents += cents
        return self

    def take(self, cents):
        if cents > self.cents:
            raise Broke(cents - self.cents)
        self.cents -= cents

    def __eq__(self, other):
        return (self.owner, self.cents) == (other.owner, other.cents)


def total(accounts):
    return sum(account.cents for account in accounts)
"""
CASES = """
    import pytest
    import sums
    from sums import Account, Broke, total
    from sums import Account as Wallet

    @pytest.fixture
    def account() -> Account:
        return Account("ann")

    def test_put(account: Account) -> None:
        assert account.put(3).cents == 3

    def test_take(account):
        with pytest.raises(Broke) as caught:
            account.put(1).take(4)
        assert caught.value.missing == 3

    def test_equal(account):
        assert account == Wallet("ann")

    def test_kind(account):
        assert isinstance(account, Account)
        assert Account.__name__ == "Account"
        assert Wallet is Account is sums.Account

    def test_inherits():
        class Child(Account):
            def put(self, cents):
                return super().put(cents - self.FEE)
        assert Child("bo").put(3).cents == 2

    def test_total():
        assert total([Account("a").put(2), Account("b").put(3)]) == 5
"""
REST = "class Broke(Exception): pass\ndef total(accounts):\n    return 5\n"
SUBMISSIONS = {
    "right": REFERENCE,
    "wrong_value": REFERENCE.replace("+= cents", "+= cents + 1"),
    "no_error": REFERENCE.replace("raise Broke(cents - self.cents)", "return None"),
    "other_error": REFERENCE.replace("raise Broke(", "raise KeyError("),
    "no_eq": REFERENCE.replace("def __eq__", "def same"),
    "always_equal": REFERENCE.replace("return (self.owner, self.cents) ==", "return True or"),
    "a_function": "def Account(owner):\n    return 3\n"
    + REFERENCE.replace("class Account", "class A"),
    "a_value": "Account = 3\n" + REFERENCE.replace("class Account", "class A"),
    "a_type_of_pythons": "from collections import Counter as Account\n" + REST,
    "a_named_tuple": "import collections\n"
    "Account = collections.namedtuple('Account', 'owner')\n" + REST,
    "a_list": REFERENCE.replace("class Account:", "class Account(list):"),
    "an_error_that_is_none": REFERENCE.replace("class Broke(Exception)", "class Broke(object)"),
    "nameless": REFERENCE.replace("class Broke", "class Broken"),
    "syntax": "class Account(:\n",
    "leaves": "import sys\nsys.exit(3)\n",
    "hangs": REFERENCE.replace("self.cents += cents", "while True: pass"),
    "floods": REFERENCE.replace("self.cents += cents", "print('x' * 9_000_000)"),
    "floods_at_once": "print('x' * 9_000_000)\n" + REFERENCE,
    "dies": REFERENCE.replace("self.cents += cents", "import os; os._exit(1)"),
    "interrupts": REFERENCE.replace("self.cents += cents", "raise KeyboardInterrupt"),
}
TOUCHING = {
    "a subclass": "class Child(Account): pass",
    "a parameter": "import pytest\n@pytest.mark.parametrize('cls', [Account])\n"
    "def test_one(cls): pass",
    "an argument of a mark": "import pytest\n@pytest.mark.xfail(raises=Broke, strict=False)\n"
    "def test_one(): pass",
    "a default": "def test_one(cls=Account): pass",
    "a list": "KINDS = [Account, Broke]",
    "a key": "NAMES = {Account: 1}",
    "a member": "class TestOne:\n    cls = Account",
    "a closure": "def outer(cls):\n    return lambda: cls\nHELD = outer(Account)",
    "an object": "ann = Account('ann')",
    "an attribute": "FEE = Account.FEE",
    "a doc": "DOC = Account.__doc__",
    "a hidden touch": "try:\n    DOC = Account.__doc__\nexcept Exception:\n    DOC = None",
    "a hidden call": "try:\n    total(3)\nexcept Exception:\n    pass",
    "an alternative": "Maybe = Account | None",
    "a check": "IS = isinstance(3, Account)",
    "a text": "TEXT = f'{Account}'",
}


@dataclasses.dataclass(frozen=True)
class Desk:
    """A pool of one worker, and what the reference taught it."""

    pool: Pool
    learned: Learned
    judging: Judging

    def run(self, code: str) -> Run:
        """Judge one submission."""
        return next(iter(self.pool.judge([Job(0, {FILE: code.encode()})])))

    def report(self, code: str, run: Run) -> Report:
        """Make the report of a run."""
        return make_report(
            Submission(StudentId("ann"), {FILE: code.encode()}), run, self.judging
        ).report


def open_desk(course: TinyCourse, level: Isolation, can_wait: bool) -> Desk:
    """Learn a course's lesson; where nothing can wait, all is collected for each submission."""
    loaded = load_course(course.root / "course")
    lesson = find_lesson(loaded, LESSON)
    files = load_lesson_files(loaded, lesson)
    limits = replace(lesson.limits, seconds_per_case=0.3)
    cache = course.root / "bytecode"
    folder = str(files.hidden_folder)
    stage = Stage(folder, LESSON, {}, (), level, str(cache), limits, lesson.hand_in)
    pool = Pool(stage, 1)
    learned = learn_lesson(pool, lesson, files, Path(cache))
    if not can_wait:
        pool.close()
        pool = Pool(stage, 1)
        none = EarlyNames(can_wait=False)
        pool.learn(msgspec.structs.replace(learned.knowledge, early=none))
    return Desk(pool, learned, Judging(lesson, files.digest, learned.knowledge))


@pytest.fixture(scope="module")
def desks(level: Isolation, write: Write) -> Iterator[tuple[Desk, Desk]]:
    """Open one desk that collects in advance, and one that does not."""
    course = write(REFERENCE, CASES)
    once, each = (open_desk(course, level, can_wait) for can_wait in (True, False))
    yield once, each
    once.pool.close()
    each.pool.close()


def is_served_in_advance(run: Run) -> bool:
    """Whether nothing was collected for this submission."""
    return not run.cases


def test_a_lesson_on_classes_is_collected_once(desks: tuple[Desk, Desk]) -> None:
    """A class that hidden files only import needs no collection of its own."""
    once, each = desks

    assert is_served_in_advance(once.run(REFERENCE))
    assert not is_served_in_advance(each.run(REFERENCE))


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_both_ways_give_one_report(name: str, desks: tuple[Desk, Desk]) -> None:
    """Right and wrong submissions get the same report, whenever their cases were collected."""
    once, each = desks
    code = SUBMISSIONS[name]

    one, other = (desk.report(code, desk.run(code)) for desk in (once, each))

    assert one == other
    assert (one.verdict.value == "passed") == (name in ("right", "always_equal", "a_list"))


@pytest.mark.parametrize("touch", TOUCHING)
def test_a_class_that_is_touched_is_collected_for_each(touch: str, write: Write) -> None:
    """What is done with a class while collecting is done with the submission's own class."""
    cases = f"from sums import Account, Broke, total\n{TOUCHING[touch]}\ndef test_two(): pass\n"
    desk = open_desk(write(REFERENCE, cases), "full", can_wait=True)
    try:
        assert not is_served_in_advance(desk.run(REFERENCE))
    finally:
        desk.pool.close()
