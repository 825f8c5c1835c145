"""`grader classroom`: the workflow it writes, read back, and its steps taken as GitHub would."""

import base64
import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.cli.main import run
from tests.e2e.autograder_room import FAKE_PYTHON
from tests.integration.attack_course import literals_in, needs

pytestmark = [pytest.mark.jail, pytest.mark.slow]

WORKFLOW = Path(".github", "workflows", "classroom.yml")
PRIVATE = "course-owner/course-work"
MANIFEST = """format_version = 1
title = "Tiny"
[[lessons]]
id = "sums"
title = "Sums: of two"
[[lessons]]
id = "loops"
title = "Loops"
files = ["words.txt"]
"""
ADD, LOOP = "def add(a, b):\n    return a + b\n", "def twice(n):\n    return 2 * n\n"
FILES = {
    "exercises/course.toml": MANIFEST,
    "exercises/README.md": "# All lessons\n",
    "exercises/sums/README.md": "# Sums\n",
    "exercises/sums/sums.py": "def add(a, b):\n    raise NotImplementedError\n",
    "exercises/sums/test_sums.py": "from sums import add\n\n\ndef test_add():\n"
    "    assert add(1, 2) == 3\n",
    "exercises/loops/loops.py": "def twice(n):\n    raise NotImplementedError\n",
    "exercises/loops/words.txt": "one\n",
    "exercises/loops/test_loops.py": "from loops import twice\n\n\ndef test_twice():\n"
    "    assert twice(2) == 4\n",
    "solutions/sums/sums.py": ADD,
    "solutions/loops/loops.py": LOOP,
    "tests/hidden/sums/test_sums.py": 'import pytest\nfrom sums import add\n\n\n'
    'def test_large():\n    """Adds large numbers."""\n    assert add(98_765, 1) == 98_766\n\n\n'
    '@pytest.mark.points(2)\n@pytest.mark.visibility("hidden")\ndef test_secret():\n'
    '    """Adds what nobody sees."""\n    assert add(-54_321, 0) == -54_321\n',
    "tests/hidden/loops/test_loops.py": "from loops import twice\n\n\ndef test_more():\n"
    "    assert twice(77_777) == 155_554\n",
}  # fmt: skip
INPUTS = {
    "actions/checkout@v4": {"persist-credentials", "repository", "token", "path"},
    "actions/setup-python@v5": {"python-version"},
    "classroom-resources/autograding-command-grader@v1": {
        "test-name", "setup-command", "command", "timeout", "max-score",
    },
    "classroom-resources/autograding-grading-reporter@v1": {"runners"},
}  # fmt: skip


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a course of two lessons."""
    root = tmp_path / "course"
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(root)
    return root


def load(folder: Path) -> dict[str, Any]:
    """Read the workflow back."""
    workflow: dict[str, Any] = yaml.safe_load((folder / WORKFLOW).read_text(encoding="utf-8"))
    return workflow


def steps_of(workflow: dict[str, Any]) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = workflow["jobs"]["autograding"]["steps"]
    return steps


def everything_in(folder: Path) -> str:
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@pytest.mark.parametrize("more", [(), ("--private", PRIVATE)])
def test_the_student_repository(here: Path, more: tuple[str, ...]) -> None:
    """It holds the handout and a workflow whose parts GitHub knows, and nothing hidden."""
    assert run(["classroom", "sums", "loops", *more]) == 0

    out = here / "classroom"
    names = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    given = {name.removeprefix("exercises/") for name in FILES if name.startswith("exercises/")}
    assert names == given - {"course.toml"} | {
        WORKFLOW.as_posix(), ".github/classroom/requirements.txt",
    }  # fmt: skip
    secrets = {
        text
        for name, text in FILES.items()
        if name.startswith("tests/")
        for text in literals_in(text)
        if not any(text in other for key, other in FILES.items() if key.startswith("exercises/"))
    }
    secrets -= {"hidden"}  # the name of a visibility
    assert len(secrets) > 5
    assert {text for text in secrets if text in everything_in(out)} == set()
    workflow = load(out)
    assert set(workflow) == {"name", "on", "permissions", "jobs"}
    for step in steps_of(workflow):
        assert ("run" in step) != ("uses" in step)
        assert set(step.get("with", {})) <= INPUTS.get(step.get("uses", ""), set())


def test_the_reporter_hears_of_every_lesson(here: Path) -> None:
    """Each lesson is a runner, with its result in a variable of its own."""
    assert run(["classroom", "sums", "loops", "--private", PRIVATE]) == 0

    *steps, reporter = steps_of(load(here / "classroom"))
    runners = reporter["with"]["runners"].split(",")
    ids = {step.get("id") for step in steps}
    assert runners == ["sums", "loops"]
    assert set(reporter["env"]) == {f"{name.upper()}_RESULTS" for name in runners}
    for name in runners:
        told = reporter["env"][f"{name.upper()}_RESULTS"]
        assert f"steps.{name}.outputs.result || steps.{name}_public.outputs.result" in told
        assert {name, f"{name}_public"} <= ids


def test_without_a_private_repository_there_is_no_secret(here: Path) -> None:
    """The workflow of public cases asks for no secret and fetches nothing but the submission."""
    assert run(["classroom", "sums"]) == 0

    text = (here / "classroom" / WORKFLOW).read_text(encoding="utf-8")
    assert "secrets." not in text
    assert text.count("actions/checkout") == 1
    assert not (here / "classroom-private").exists()


def test_strangers_code_and_secrets_never_meet(here: Path) -> None:
    """With the token nothing of the student's runs outside the jail; without it nothing is hidden.

    The hidden cases are in place before anything of the student's is fetched.
    """
    assert run(["classroom", "sums", "--private", PRIVATE]) == 0

    steps = steps_of(load(here / "classroom"))
    names = [step["name"] for step in steps]
    assert names.index("Set the grader up") < names.index("Fetch the submission")
    for step in steps:
        is_public = "pytest" in str(step.get("run", "")) or "command" in step.get("with", {})
        is_hidden = "token" in step.get("with", {}) or "AUTOGRADER_ROOT" in step.get("run", "")
        if is_public:
            assert step["if"] == "env.HAS_TOKEN != 'true'"
        if is_hidden:
            assert step["if"] == "env.HAS_TOKEN == 'true'"
        if "actions/checkout" in step.get("uses", ""):
            assert step["with"]["persist-credentials"] is False


@dataclass
class Runner:
    """Takes a workflow's steps as GitHub's runner does, with local clones for checkouts."""

    root: Path
    repositories: dict[str, Path]
    has_token: bool
    outputs: dict[str, str] = field(default_factory=dict)
    said: str = ""
    code: int = 0

    def take(self, workflow: dict[str, Any]) -> None:
        """Take all steps up to the first that fails."""
        for name in ("workspace", "temp", "tools"):
            (self.root / name).mkdir(parents=True)
        python = self.root / "tools" / "python3"
        log = self.root / "pip.log"
        text = FAKE_PYTHON.format(log=log, python=sys.executable, pip_code=0)
        python.write_text(text, encoding="utf-8")
        python.chmod(0o755)
        for step in steps_of(workflow):
            condition = step.get("if")
            if condition in (None, f"env.HAS_TOKEN {'==' if self.has_token else '!='} 'true'"):
                self._step(step)
            if self.code:
                return

    def _step(self, step: dict[str, Any]) -> None:
        asked = step.get("with", {})
        if "actions/checkout" in step.get("uses", ""):
            source = self.repositories[asked.get("repository", "submission")]
            place = self.root / "workspace" / asked.get("path", ".")
            self._bash(f"git clone -q '{source}' '{place}'", "")
        elif "command" in asked:
            self._bash(asked["command"], "")
            self.outputs[step["id"]], self.code = f"ended with {self.code}", 0
        elif "run" in step:
            self._bash(step["run"], step.get("id", ""))

    def _bash(self, script: str, name: str) -> None:
        output = self.root / "output"
        output.write_text("", encoding="utf-8")
        environment = {
            "PATH": f"{self.root / 'tools'}:{os.environ['PATH']}",
            "HOME": str(self.root),
            "RUNNER_TEMP": str(self.root / "temp"),
            "GITHUB_WORKSPACE": str(self.root / "workspace"),
            "GITHUB_OUTPUT": str(output),
        }
        done = subprocess.run(
            ["bash", "-e", "-c", script],
            env=environment,
            cwd=self.root / "workspace",
            capture_output=True,
            text=True,
            timeout=200,
            check=False,
        )
        self.said += done.stdout + done.stderr
        self.code = done.returncode
        if name:
            self.outputs[name] = output.read_text(encoding="utf-8")


def clone_of(folder: Path) -> Path:
    """Make a repository of a folder."""
    who = ["-c", "user.name=T", "-c", "user.email=t@example.org"]
    for words in (["init", "-q"], ["add", "-A", "-f"], [*who, "commit", "-q", "-m", "All"]):
        subprocess.run(["git", "-C", str(folder), *words], check=True)
    return folder


def hand_in(here: Path, has_token: bool, **sources: str) -> Runner:
    """Have both lessons submitted and the workflow run."""
    assert run(["classroom", "sums", "loops", "--private", PRIVATE]) == 0
    student, private = here / "classroom", here / "classroom-private"
    for name, text in sources.items():
        (student / name / f"{name}.py").write_text(text, encoding="utf-8")
    (student / "venv.py").write_text("raise SystemExit('taken')\n", encoding="utf-8")
    repositories = {"submission": clone_of(student), PRIVATE: clone_of(private)}
    runner = Runner(here.parent / "runner", repositories, has_token)
    runner.take(load(student))
    return runner


def result_of(runner: Runner, lesson: str) -> dict[str, Any]:
    """Decode what a step hands to the reporter."""
    line, *rest = runner.outputs[lesson].splitlines()
    assert (line.startswith("result="), rest) == (True, [])
    result: dict[str, Any] = json.loads(base64.b64decode(line.removeprefix("result=")))
    return result


def test_with_the_token_hidden_cases_are_judged(here: Path) -> None:
    """Each lesson's step gives the reporter a result with every point and nothing hidden."""
    needs("reduced")
    runner = hand_in(here, True, sums="def add(a, b):\n    return 98_766\n", loops=LOOP)

    assert runner.code == 0, runner.said
    sums, loops = result_of(runner, "sums"), result_of(runner, "loops")
    assert (sums["version"], sums["status"], sums["max_score"]) == (1, "fail", 3)
    assert sum(test["score"] for test in sums["tests"]) == 1
    assert (loops["status"], sum(test["score"] for test in loops["tests"])) == ("pass", 1)
    for test in sums["tests"]:
        assert set(test) >= {"name", "status", "score", "filename", "line_no", "duration"}
    told = json.dumps([sums, loops]) + runner.said
    assert [secret for secret in ("54321", "98765", "nobody sees") if secret in told] == []
    assert not (runner.root / "workspace" / ".grader").exists()


def test_without_the_token_public_cases_run(here: Path) -> None:
    """Where there is no token, plain pytest says what it says; no hidden file is fetched."""
    runner = hand_in(here, False, sums=ADD)

    assert runner.outputs == {"sums_public": "ended with 0", "loops_public": "ended with 1"}
    assert not list((runner.root / "workspace").rglob(".grader"))
    assert "--require-hashes" in (runner.root / "pip.log").read_text(encoding="utf-8")


def test_a_fault_of_ours_reports_no_points(here: Path) -> None:
    """Where the grader fails, the step fails with a sentence, and nothing is handed on."""
    needs("reduced")
    assert run(["classroom", "sums", "loops", "--private", PRIVATE]) == 0
    (here / "classroom-private" / "lessons.json").unlink()
    (here / "classroom-private" / "lessons.json").write_text("[]", encoding="utf-8")
    solution = here / "classroom-private" / "course" / "solutions" / "sums" / "sums.py"
    solution.unlink()
    student = clone_of(here / "classroom")
    repositories = {"submission": student, PRIVATE: clone_of(here / "classroom-private")}
    runner = Runner(here.parent / "runner", repositories, has_token=True)

    runner.take(load(student))

    assert (runner.code, runner.outputs["sums"]) == (1, "")
    assert "The grader failed, not you" in runner.said
    assert "Traceback" not in runner.said


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["sum"], 2, "no lesson sum"),
        (["sums", "--private", "nonsense"], 2, "like OWNER/NAME"),
        (["sums", "--private-out", "x"], 2, "--private"),
        (["sums", "--out", "."], 2, "holds"),
        (["sums", "--out", "solutions/x"], 2, "lies in"),
        (["sums", "--private", PRIVATE, "--private-out", "classroom/x"], 2, "for students"),
        (["sums", "--private", PRIVATE, "--private-out", "exercises/x"], 2, "students receive"),
        ([], 2, "LESSON"),
    ],
)
def test_refusals(
    here: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, said: str
) -> None:
    """What would go wrong, or put hidden cases where students are, is refused in a sentence."""
    before = sorted(here.rglob("*"))

    assert run(["classroom", *words]) == code

    errors = capsys.readouterr().err
    assert said in errors
    assert "Traceback" not in errors
    assert sorted(here.rglob("*")) == before


def test_hidden_cases_go_into_nothing_for_students(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither is written into a folder of the other kind, nor a zip into a student repository."""
    assert run(["classroom", "sums", "--private", PRIVATE]) == 0
    before = sorted(here.rglob("*"))

    for words in (
        ["classroom", "sums", "--out", "classroom-private"],
        ["classroom", "sums", "--out", "b", "--private", PRIVATE, "--private-out", "classroom"],
        ["gradescope", "sums", "--out", "classroom/sums/auto.zip"],
    ):
        capsys.readouterr()
        assert run(words) == 2
        assert "for students" in capsys.readouterr().err
    assert sorted(here.rglob("*")) == before


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("sums/sums.py", ADD),
    ],
)
def test_a_repository_that_tells_is_not_written(
    here: Path, capsys: pytest.CaptureFixture[str], name: str, text: str
) -> None:
    """What `grader release` would refuse goes into no student repository either."""
    (here / "exercises" / name).write_text(text, encoding="utf-8")

    assert run(["classroom", "sums", "loops"]) == 1

    errors = capsys.readouterr().err
    assert f"exercises/{name} " in errors
    assert not (here / "classroom").exists()


def test_nothing_is_overwritten_unasked(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that differs stays, unless --overwrite is said; the same files are no trouble."""
    assert run(["classroom", "sums"]) == run(["classroom", "sums"]) == 0
    (here / "classroom" / "sums" / "sums.py").write_text("mine = 1\n", encoding="utf-8")

    assert run(["classroom", "sums"]) == 2
    assert "--overwrite" in capsys.readouterr().err
    assert run(["classroom", "sums", "--overwrite"]) == 0


def test_a_lesson_without_public_cases(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A workflow needs something to run."""
    (here / "exercises" / "sums" / "test_sums.py").unlink()

    assert run(["classroom", "sums"]) == 1
    assert "public cases" in capsys.readouterr().err
