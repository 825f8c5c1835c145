"""A hidden test for plain pytest gives the same outcomes in one process and over the border."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.sandbox.packages import plugin_modules
from grader.sandbox.spec import Isolation
from tests.integration.attack_course import needs

from .driver import Lesson, differences, run_over_border, run_plainly
from .sandboxes import learned

pytestmark = pytest.mark.process

CASES = Path(__file__).parents[2] / "material" / "border_cases"
SIDES = ("right", "wrong")
ABOUT_FILES = ("current_folders", "files_left_alone")


@dataclass(frozen=True)
class CaseFolder:
    """Hidden cases, right and wrong submissions, and what lies beside the submission."""

    path: Path

    @property
    def submissions(self) -> dict[str, dict[str, bytes]]:
        """The files of each side that the folder has."""
        return {one: read_tree(self.path / one) for one in SIDES if (self.path / one).is_dir()}

    def lesson(self, place: Path) -> Lesson:
        """Lay the hidden cases out with all that lies beside them."""
        for name, data in read_tree(self.path).items():
            if name.split("/")[0] not in (*SIDES, "files", "packages.txt", "plugins.txt"):
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                (place / name).write_bytes(data)
        packages, plugins = self._listed("packages.txt"), self._listed("plugins.txt")
        return Lesson(place, read_tree(self.path / "files"), packages, plugin_modules(plugins))

    def _listed(self, name: str) -> tuple[str, ...]:
        file = self.path / name
        return tuple(file.read_text(encoding="utf-8").split()) if file.exists() else ()


def read_tree(folder: Path) -> dict[str, bytes]:
    """Read all files below a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


FOLDERS = [CaseFolder(path) for path in sorted(CASES.iterdir()) if (path / "right").is_dir()]


@pytest.mark.parametrize("folder", FOLDERS, ids=[folder.path.name for folder in FOLDERS])
def test_outcomes_are_those_of_plain_pytest(folder: CaseFolder, tmp_path: Path) -> None:
    """Right submissions pass as the reference is learned, wrong ones fail where they do plainly."""
    lesson, submissions = folder.lesson(tmp_path / "hidden"), folder.submissions
    plain = {side: run_plainly(lesson, files) for side, files in submissions.items()}
    assert "passed" in plain["right"].outcomes.values()
    assert "not passed" not in plain["right"].outcomes.values(), plain["right"].reasons
    assert plain["wrong"].reasons

    reference = run_over_border(lesson, submissions["right"])

    unlike = differences(plain["right"], reference)
    for side, files in submissions.items():
        judged = run_over_border(lesson, files, reference.contract)
        unlike += [f"{side} {one}" for one in differences(plain[side], judged)]
    assert not unlike, "\n".join(unlike)


@pytest.mark.jail
@pytest.mark.parametrize("level", ["full", "reduced"])
@pytest.mark.parametrize("name", ABOUT_FILES)
def test_files_are_the_same_in_sandboxes(name: str, level: Isolation, tmp_path: Path) -> None:
    """Whether both ends see one folder or each its own, cases with files differ in nothing."""
    needs(level)
    folder = CaseFolder(CASES / name)
    lesson, submissions = folder.lesson(tmp_path / "hidden"), folder.submissions
    plain = [run_plainly(lesson, one).outcomes for one in submissions.values()]

    reference, files = submissions["right"], lesson.course_files
    with learned(lesson.hidden, reference, level, tmp_path, files) as judge:
        runs = judge.judge(*submissions.values())

        assert [set(judge.passed(run)) for run in runs] == [
            {case for case, outcome in outcomes.items() if outcome == "passed"}
            for outcomes in plain
        ]
