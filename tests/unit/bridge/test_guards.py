"""What a hidden case may not do with what a submission gave."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from grader.bridge.contract import Contract, Learned
from grader.bridge.guards import Guards
from grader.bridge.inert import Wrong, WrongResult


def open_for_a_case(folder: Path, path: Path) -> None:
    """Have a case of the folder open a file that the reference's run did not open."""
    learned = Learned(Contract(), is_recording=False)
    learned.start_case("test_sums.py::test_it")
    watch = SimpleNamespace(is_spoiled=lambda path: False)
    guards = Guards(SimpleNamespace(learned=learned, watch=watch), {}, str(folder), ())
    case = compile("look(path)", str(folder / "test_sums.py"), "exec")
    exec(case, {"look": guards.check_reading, "path": str(path)})


@pytest.mark.parametrize("name", ["test_sums.py", "data/numbers.txt", "..data/test_sums.py"])
def test_a_case_is_not_led_to_hidden_files(name: str, tmp_path: Path) -> None:
    """Whatever a hidden file is called: mounts of some clusters hold all in folders like ..data."""
    with pytest.raises(WrongResult, match=Wrong.FILE_NAMED):
        open_for_a_case(tmp_path / "hidden", tmp_path / "hidden" / name)


@pytest.mark.parametrize("name", ["note.txt", "hidden_not/note.txt"])
def test_a_case_opens_what_is_not_hidden(name: str, tmp_path: Path) -> None:
    """Files beside the hidden folder are not its own."""
    open_for_a_case(tmp_path / "hidden", tmp_path / name)
