"""The bootstrap `run`: what it makes, when it makes it again, what it says when it cannot."""

import os
import re
import subprocess
import sys
import tomllib
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement

from grader.course.manifest import load_course

pytestmark = pytest.mark.process

PIN = re.compile(r"^([a-z0-9-]+)==([^ ]+)(?: ;.*)? \\$", re.MULTILINE)


@pytest.fixture
def run(checkout: Path, tmp_path: Path) -> ModuleType:
    """Load a copy of the bootstrap that stands in a checkout of its own."""
    script = tmp_path / "run"
    script.write_bytes((checkout / "run").read_bytes())
    for lock in ("course", "test", "bench"):
        (tmp_path / "requirements").mkdir(exist_ok=True)
        (tmp_path / "requirements" / f"{lock}.txt").write_text(f"{lock}\n")
    spec = spec_from_loader("run", SourceFileLoader("run", str(script)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def calls(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record what would be started; making a .venv puts down what later steps look for."""
    recorded: list[str] = []

    def pretend(*command: str | Path) -> None:
        words = " ".join(map(str, command))
        recorded.append(words.replace(str(run.ROOT), "."))
        if "venv" in command:
            run.BIN.mkdir(parents=True)
            run.SITE.joinpath("pip").mkdir(parents=True)
            run.PYTHON.touch()
        elif "install" in command:
            run.SITE.joinpath("rich-15.0.0.dist-info").mkdir(exist_ok=True)

    monkeypatch.setattr(run, "call", pretend)
    monkeypatch.setattr(run.shutil, "which", lambda name: None)
    return recorded


def test_a_second_run_starts_nothing(run: ModuleType, calls: list[str]) -> None:
    """What stands needs no installer."""
    run.prepare("course")
    calls.clear()

    run.prepare("course")

    assert calls == []


def test_packages_are_added_to_a_sound_venv(run: ModuleType, calls: list[str]) -> None:
    """The tests' packages join those of the demo, without a new .venv."""
    run.prepare("course")
    calls.clear()

    run.prepare("test")

    installing, _ = calls
    assert installing.endswith(
        "install --compile --quiet --require-hashes -r ./requirements/test.txt"
    )
    assert run.is_ready("course")
    assert run.is_ready("test")


def test_uv_is_used_where_it_is_found(
    run: ModuleType, calls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With uv on the PATH, uv makes .venv and fills it, for the Python that was called."""
    monkeypatch.setattr(run.shutil, "which", lambda name: name)

    run.prepare("course")

    assert calls == [
        f"uv venv --quiet --python {run.BASE_PYTHON} ./.venv",
        f"uv pip install --python {run.PYTHON} --compile-bytecode --quiet --require-hashes"
        " -r ./requirements/course.txt".replace(str(run.ROOT), "."),
        "./.venv/bin/python -m compileall -q -j 0 ./grader",
    ]


def change_the_lock(run: ModuleType) -> None:
    (run.ROOT / "requirements" / "course.txt").write_text("something newer\n")


def remove_a_package(run: ModuleType) -> None:
    (run.SITE / "rich-15.0.0.dist-info").rmdir()


def remove_the_python(run: ModuleType) -> None:
    run.PYTHON.unlink()


def leave_the_install_half_done(run: ModuleType) -> None:
    run.stamp("course").unlink()


def update_the_python(run: ModuleType) -> None:
    newer = type("Newer", (), {"get_python_version": staticmethod(lambda: "3.99")})
    vars(run)["sysconfig"] = newer


@pytest.mark.parametrize(
    "harm",
    [
        change_the_lock,
        remove_a_package,
        remove_the_python,
        leave_the_install_half_done,
        update_the_python,
    ],
)
def test_a_doubtful_venv_is_made_anew(run: ModuleType, calls: list[str], harm: object) -> None:
    """A .venv that is outdated, damaged or half made is removed, never patched."""
    run.prepare("course")
    (run.VENV / "left over").touch()
    assert callable(harm)
    harm(run)
    calls.clear()

    run.prepare("course")

    assert calls[0].endswith("-m venv ./.venv")
    assert not (run.VENV / "left over").exists()
    assert run.is_ready("course")


def test_a_venv_of_uv_is_made_anew_without_uv(run: ModuleType, calls: list[str]) -> None:
    """Where uv has gone and pip is not inside, nothing could be added."""
    run.prepare("course")
    (run.SITE / "pip").rmdir()

    assert run.can_be_added_to("uv")
    assert not run.can_be_added_to(None)


def test_the_checkout_is_importable(run: ModuleType, calls: list[str]) -> None:
    """The package needs no build: .venv points at the checkout, and holds `grader`."""
    run.prepare("course")

    assert (run.SITE / "grader-checkout.pth").read_text() == f"{run.ROOT}\n"
    assert os.access(run.BIN / "grader", os.X_OK)
    compile((run.BIN / "grader").read_text(), "grader", "exec")


def test_a_missing_venv_module_is_named(
    run: ModuleType,
    calls: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Debian without python3-venv is told the package's name."""
    monkeypatch.setattr(run, "has_module", lambda name: name != "ensurepip")

    code = run.main(["demo"])

    assert code == 3
    assert "apt-get install python3-venv" in capsys.readouterr().err
    assert calls == []


def test_a_folder_that_cannot_be_written_is_named(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A checkout on a read-only disk says so, in place of a traceback."""

    def refuse() -> None:
        raise OSError(30, "Read-only file system", ".venv.lock")

    monkeypatch.setattr(run, "one_at_a_time", refuse)

    code = run.main(["test"])

    assert code == 3
    assert "Cannot write .venv: [Errno 30] Read-only file system" in capsys.readouterr().err


def test_a_failed_install_leaves_nothing_to_trust(
    run: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    """What the installer could not finish is named and not taken for ready."""
    with pytest.raises(run.SetupFailed, match="cannot reach a package index"):
        run.call(sys.executable, "-c", "raise SystemExit(1)")

    assert not run.is_ready("course")


def test_two_runs_do_not_build_at_once(run: ModuleType) -> None:
    """While one run holds the lock, another process cannot take it."""
    fcntl = pytest.importorskip("fcntl", reason="no file locks on this system")

    with (
        run.one_at_a_time(),
        (run.ROOT / ".venv.lock").open("w") as other,
        pytest.raises(BlockingIOError),
    ):
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_the_demo_grades_the_bundled_class(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The demo is the ordinary command on the bundled class; further arguments are added."""
    started: list[str] = []
    monkeypatch.setattr(run, "prepare", lambda lock: None)

    def become(*command: object) -> int:
        started.extend(map(str, command))
        return 0

    monkeypatch.setattr(run, "become", become)

    code = run.main(["demo", "--jobs", "1"])

    assert code == 0
    assert "grade" in started
    assert started[-2:] == ["--jobs", "1"]


@pytest.mark.parametrize(("word", "code"), [("--help", 0), ("dmeo", 2)])
def test_an_unknown_task_is_wrong_use(checkout: Path, word: str, code: int) -> None:
    """Without a known task, `run` lists the tasks and makes nothing."""
    command = [sys.executable, str(checkout / "run"), word]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == code
    assert "python3 run demo" in done.stderr + done.stdout


@pytest.mark.parametrize("task", ["bench", "pictures"])
def test_a_task_of_the_tests_is_a_module_of_theirs(
    run: ModuleType, task: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is measured and what is pictured runs in .venv, with the arguments that were given."""
    became: list[tuple[object, ...]] = []
    monkeypatch.setattr(run, "prepare", lambda lock: None)
    monkeypatch.setattr(run, "become", lambda *command: became.append(command))
    monkeypatch.setattr(run.os, "chdir", lambda folder: None)
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", "")

    run.main([task, "--quick"])

    assert became == [(run.PYTHON, "-m", f"tests.{task}", "--quick")]


@pytest.fixture(scope="module")
def pins(checkout: Path) -> dict[str, set[tuple[str, str]]]:
    """Read each lock as pairs of a package and a version."""
    folder = checkout / "requirements"
    return {path.stem: set(PIN.findall(path.read_text())) for path in folder.glob("*.txt")}


@pytest.mark.parametrize("other", ["course", "test", "bench"])
def test_the_locks_agree(pins: dict[str, set[tuple[str, str]]], other: str) -> None:
    """Every larger lock holds the runtime's very versions, so one .venv serves all tasks."""
    assert pins["runtime"] <= pins[other]


def test_the_locks_hold_what_the_project_needs(
    checkout: Path, pins: dict[str, set[tuple[str, str]]]
) -> None:
    """No requirement of pyproject.toml is missing from its lock, or locked outside its range."""
    project = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    wanted = {
        "runtime": project["dependencies"],
        "course": extras["course"],
        "test": extras["test"] + extras["browser"],
        "bench": extras["bench"],
    }

    unmet = [
        (lock, text)
        for lock, texts in wanted.items()
        for text in texts
        for needed in [Requirement(text)]
        if not any(
            name == needed.name and needed.specifier.contains(version)
            for name, version in pins[lock]
        )
    ]

    assert unmet == []


def test_the_set_up_has_what_the_bundled_course_imports(checkout: Path) -> None:
    """Whoever follows the README comes to the last lesson without installing anything else."""
    project = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]
    names = {Requirement(text).name for text in project["optional-dependencies"]["course"]}

    assert names == {name for one in load_course(checkout).lessons for name in one.packages}
