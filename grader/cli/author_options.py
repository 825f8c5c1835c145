"""How an author's own code is judged while a course is proved or released."""

from grader.flows.isolation import choose_isolation
from grader.flows.proof.lesson_runs import Court
from grader.flows.student.practice import IS_JAILED
from grader.ground.children import cores
from grader.jail.isolation import best_isolation
from grader.jail.spec import Isolation

from .judge_options import cache_folder


def author_court(asked: Isolation | None, jobs: int | None) -> Court | None:
    """Choose a level and so many workers, at most one for each core; None where none can be."""
    if not IS_JAILED:
        return None
    # what is judged here is the author's own code, so that it may be isolated by nothing
    level = choose_isolation(asked or best_isolation())
    return Court(level.name, cache_folder(), min(jobs or cores(), cores()))
