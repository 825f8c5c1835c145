"""Claims about an examiner that waits with cases collected in advance."""

from types import SimpleNamespace
from typing import Any

from grader.judge.examination import Warm
from tests.unit.judge.builders import a_case, knowledge_of


def test_practice_is_for_submissions_that_follow() -> None:
    """The first is judged without, the second once it has been done; the others need no more."""
    practised = list[bool]()

    def practise(_session: object, _times: int, *, to_fail: bool) -> None:
        practised.append(to_fail)

    examiner: Any = SimpleNamespace(practise=practise)
    nobody: Any = None
    warm = Warm(nobody, examiner, nobody, knowledge_of(a_case("one")))
    warm.items = [SimpleNamespace(session=nobody)]  # type: ignore[list-item] # all that is used

    seen = []
    for _ in range(3):
        warm.expect_more()
        seen.append((len(practised), warm.has_practised))

    assert seen == [(0, False), (1, True), (1, True)]
