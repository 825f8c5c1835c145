"""Says which packages a course's lessons need and this machine lacks, before a student begins."""

from collections import defaultdict
from collections.abc import Iterable

from grader.jail.packages import install_command, missing_packages
from grader.model.course import Lesson, LessonId
from grader.model.phrases import listed

_MOST_NAMED = 3


def missing_sentences(lessons: Iterable[Lesson]) -> list[str]:
    """Word what is missing and what to type, once for all lessons that miss the same."""
    lacking: dict[tuple[str, ...], list[LessonId]] = defaultdict(list)
    for lesson in lessons:
        if missing := missing_packages(lesson.installed):
            lacking[missing].append(lesson.id)
    return [
        f"{listed(ids, _MOST_NAMED)} {'needs' if len(ids) == 1 else 'need'} {listed(missing)}, "
        f"which this machine lacks. Type: {install_command(missing)}"
        for missing, ids in lacking.items()
    ]
