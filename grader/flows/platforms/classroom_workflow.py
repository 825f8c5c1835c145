"""Writes a student repository for GitHub Classroom, and the private one that judges it.

Whoever may change a workflow can read what its secrets open. So a student repository asks for
public cases alone, unless an instructor names a private repository for the hidden ones.
"""

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

import yaml

from grader.course.handout import TEXT, Handout, course_text, load_handout
from grader.course.manifest import find_lesson
from grader.errors import ContentError, UsageError
from grader.flows.author.release import refuse_hidden
from grader.model.course import Course, Lesson
from grader.model.parsing import parse_source

from .autograder_zip import RUN_CLASSROOM, TEMPLATES, Bundle, pack, requirements

WORKFLOW = ".github/workflows/classroom.yml"
REQUIREMENTS = ".github/classroom/requirements.txt"
SECRET = "GRADER_TOKEN"  # noqa: S105 - its name, not its value

_REPOSITORY = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+")
_FOR_PUBLIC_CASES = ("iniconfig", "packaging", "pluggy", "pygments", "pytest")
_WITH_TOKEN, _WITHOUT_TOKEN = "env.HAS_TOKEN == 'true'", "env.HAS_TOKEN != 'true'"
_CHECKOUT = "actions/checkout@v4"
_INSTALL = f"python3 -m pip install --quiet --require-hashes -r {REQUIREMENTS}"
_SET_UP = """\
mkdir -p "$RUNNER_TEMP/grader"
mv .grader "$RUNNER_TEMP/grader/source"
export AUTOGRADER_ROOT="$RUNNER_TEMP/grader"
if ! bash "$AUTOGRADER_ROOT/source/setup.sh" >/dev/null 2>&1; then
    echo "The grader could not be set up, which is not your fault: tell your instructor."
    exit 1
fi
"""
_JUDGE = """\
export AUTOGRADER_ROOT="$RUNNER_TEMP/grader"
bash "$AUTOGRADER_ROOT/source/run_classroom" {lesson} "$GITHUB_WORKSPACE" >>"$GITHUB_OUTPUT"
"""
_NOTE = """\
# Made by `grader classroom`; made again, it loses what was changed here by hand.
# {said}
"""
_PUBLIC_NOTE = "It runs the public cases. Whoever may push can change it, so it decides no grade."
_PRIVATE_NOTE = "Keep students from pushing changes to .github/, or they can read the hidden cases."

Step = dict[str, Any]


@dataclass(frozen=True)
class _Part:
    lesson: Lesson
    handout: Handout
    cases: int


def student_repository(
    course: Course, lesson_ids: Sequence[str], private: str | None, packages: Path | None
) -> Bundle:
    """Collect the files: handouts, the workflow, what it installs; nothing hidden."""
    if private is not None and not _REPOSITORY.fullmatch(private):
        raise UsageError(f"--private {private} is no repository; it is like OWNER/NAME.")
    parts = [_part(course, name) for name in dict.fromkeys(lesson_ids)]
    refuse_hidden(course, [part.lesson for part in parts])
    about = course_text(course)
    files: Bundle = {} if about is None else {TEXT: about.encode()}  # where lessons link to it
    for part in parts:
        text = {} if part.handout.text is None else {TEXT: part.handout.text.encode()}
        given = {**part.handout.for_student(), **part.handout.pictures, **text}
        files |= {f"{part.lesson.id}/{name}": data for name, data in given.items()}
    files[REQUIREMENTS] = _public_requirements([part.lesson for part in parts], packages)
    said = _PUBLIC_NOTE if private is None else _PRIVATE_NOTE
    files[WORKFLOW] = (_NOTE.format(said=said) + _as_yaml(_workflow(parts, private))).encode()
    return files


def private_repository(course: Course, lesson_ids: Sequence[str], packages: Path | None) -> Bundle:
    """Collect what the workflow fetches with its token: hidden cases, reference, grader."""
    script = (TEMPLATES / RUN_CLASSROOM).read_bytes()
    return pack(course, lesson_ids, packages) | {RUN_CLASSROOM: script}


def _part(course: Course, lesson_id: str) -> _Part:
    lesson = find_lesson(course, lesson_id)
    handout = load_handout(course, lesson)
    if not handout.public_cases:
        raise ContentError(
            f"exercises/{lesson.id} holds no test_*.py: a workflow needs public cases to run."
        )
    try:
        return _Part(lesson, handout, _count_cases(handout))
    except (SyntaxError, ValueError) as error:
        raise ContentError(f"The public cases of {lesson.id} are not Python: {error}.") from error


def _count_cases(handout: Handout) -> int:
    trees = (parse_source(data) for data in handout.public_cases.values())
    nodes = (node for tree in trees for node in ast.walk(tree))
    names = (node.name for node in nodes if isinstance(node, ast.FunctionDef))
    return sum(name.startswith("test") for name in names)


def _public_requirements(lessons: Sequence[Lesson], packages: Path | None) -> bytes:
    """Take from the lock what plain pytest needs, with its hashes, and what students may import."""
    whole = requirements(lessons, packages).decode()
    own = requirements([], None).decode()
    blocks = re.split(r"^(?=[a-z0-9])", own, flags=re.MULTILINE)
    kept = [block for block in blocks if block.partition("==")[0] in _FOR_PUBLIC_CASES]
    lines = "".join(kept).splitlines(keepends=True)
    bare = "".join(line for line in lines if not line.lstrip().startswith("#"))
    return (bare + whole.removeprefix(own)).encode()


def _workflow(parts: Sequence[_Part], private: str | None) -> dict[str, Any]:
    minutes = 10 + sum(_minutes(part.lesson) for part in parts)
    job: dict[str, Any] = {
        "runs-on": "ubuntu-24.04",
        "timeout-minutes": minutes,
        "if": "github.actor != 'github-classroom[bot]'",
    }
    if private is not None:
        # a step's condition cannot ask for a secret itself
        job["env"] = {"HAS_TOKEN": f"${{{{ secrets.{SECRET} != '' }}}}"}
    job["steps"] = list(_steps(parts, private))
    return {
        "name": "Autograding",
        "on": ["push", "workflow_dispatch", "repository_dispatch"],
        "permissions": {"checks": "write", "actions": "read", "contents": "read"},
        "jobs": {"autograding": job},
    }


def _steps(parts: Sequence[_Part], private: str | None) -> list[Step]:
    only = {} if private is None else {"if": _WITHOUT_TOKEN}
    steps = [_uses("Get Python", "actions/setup-python@v5", {"python-version": "3.12"})]
    if private is not None:
        # before anything of the student's is there, which Python could take for its own
        steps += _prepare(private)
    steps.append(_uses("Fetch the submission", _CHECKOUT, {"persist-credentials": False}))
    if private is not None:
        steps += [_judge(part.lesson) for part in parts]
    steps.append({"name": "Install pytest", **only, "run": _INSTALL})
    steps += [_public(part) | only for part in parts]
    return [*steps, _reporter(parts, is_private=private is not None)]


def _prepare(private: str) -> list[Step]:
    asked = {"repository": private, "token": f"${{{{ secrets.{SECRET} }}}}"}
    place = {"path": ".grader", "persist-credentials": False}
    fetch = _uses("Fetch the hidden cases", _CHECKOUT, asked | place)
    return [
        fetch | {"if": _WITH_TOKEN},
        {"name": "Set the grader up", "if": _WITH_TOKEN, "run": _SET_UP},
    ]


def _judge(lesson: Lesson) -> Step:
    run = _JUDGE.format(lesson=lesson.id)
    return {"name": lesson.title, "id": lesson.id, "if": _WITH_TOKEN, "run": run}


def _public(part: _Part) -> Step:
    lesson = part.lesson
    name = f"{lesson.title}: public cases"
    asked = {
        "test-name": name,
        "command": f"python3 -m pytest -q {lesson.id}",
        "timeout": _minutes(lesson),
        "max-score": max(1, part.cases),
    }
    step = _uses(name, "classroom-resources/autograding-command-grader@v1", asked)
    return step | {"id": f"{lesson.id}_public"}


def _reporter(parts: Sequence[_Part], *, is_private: bool) -> Step:
    results = {}
    for part in parts:
        public = f"steps.{part.lesson.id}_public.outputs.result"
        hidden = f"steps.{part.lesson.id}.outputs.result || " if is_private else ""
        results[f"{part.lesson.id.upper()}_RESULTS"] = f"${{{{ {hidden}{public} }}}}"
    runners = ",".join(part.lesson.id for part in parts)
    name = "classroom-resources/autograding-grading-reporter@v1"
    return _uses("Report", name, {"runners": runners}) | {"env": results}


def _uses(name: str, action: str, asked: Mapping[str, Any]) -> Step:
    return {"name": name, "uses": action, "with": dict(asked)}


def _minutes(lesson: Lesson) -> int:
    return 1 + ceil(lesson.limits.seconds_in_all / 60)


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks, which people can read."""


def _text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)


def _as_yaml(data: dict[str, Any]) -> str:
    dumped: str = yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=200)
    return dumped
