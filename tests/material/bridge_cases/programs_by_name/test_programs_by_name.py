import os
import random
import string
import subprocess
import sys
from subprocess import getoutput, getstatusoutput

import pytest

PROGRAM = "./programs_by_name.py"


def test_exists():
    assert os.path.isfile(PROGRAM)


def test_by_its_path():
    done = subprocess.run([PROGRAM, "Ann"], capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stdout == "Hello, Ann!\n"
    assert done.stderr == ""


def test_by_its_whole_path():
    done = subprocess.run([os.path.abspath(PROGRAM), "Bo"], stdout=subprocess.PIPE)
    assert done.stdout == b"Hello, Bo!\n"
    assert done.stderr is None


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_usage(flag):
    status, out = getstatusoutput(f"{PROGRAM} {flag}")
    assert status == 0
    assert out.lower().startswith("usage")


def test_status_and_output():
    assert getstatusoutput(f"{PROGRAM} Cy") == (0, "Hello, Cy!")
    assert getstatusoutput(f'python3 {PROGRAM} "Di Dee"') == (0, "Hello, Di Dee!")


def test_bad_argument():
    status, out = getstatusoutput(f"{PROGRAM} --fail")
    assert status != 0
    assert "no luck" in out


def test_random_argument():
    name = "".join(random.choices(string.ascii_lowercase, k=5))
    assert getoutput(f"{PROGRAM} {name}") == f"Hello, {name}!"


def test_read_from_a_file(tmp_path):
    given = tmp_path / "in.txt"
    given.write_text("Ed\nFi\n")
    assert getoutput(f"{PROGRAM} - < {given}") == "Hello, Ed!\nHello, Fi!"


def test_written_to_a_file(tmp_path):
    out = tmp_path / "out.txt"
    assert getstatusoutput(f"{PROGRAM} Gus > {out}") == (0, "")
    assert out.read_text() == "Hello, Gus!\n"
    assert getoutput(f"{PROGRAM} Hal >> {out}") == ""
    assert out.read_text() == "Hello, Gus!\nHello, Hal!\n"


def test_pipe():
    assert getoutput(f"echo Ida | {PROGRAM} -") == "Hello, Ida!"
    assert getoutput(f"{PROGRAM} Jo | {PROGRAM} -") == "Hello, Hello, Jo!!"


def test_pipe_from_a_file(tmp_path):
    (tmp_path / "in.txt").write_text("Kay\n")
    assert getoutput(f"cat {tmp_path}/in.txt | python3 {PROGRAM} -") == "Hello, Kay!"


def test_file_as_its_input(tmp_path):
    (tmp_path / "in.txt").write_text("Lea\n")
    with open(tmp_path / "in.txt") as given:
        done = subprocess.run([PROGRAM, "-"], stdin=given, capture_output=True, text=True)
    assert done.stdout == "Hello, Lea!\n"


def test_file_as_its_output(tmp_path):
    with open(tmp_path / "out.txt", "w") as out:
        subprocess.run([sys.executable, PROGRAM, "Max"], stdout=out, check=True)
    assert (tmp_path / "out.txt").read_text() == "Hello, Max!\n"


def test_no_input():
    done = subprocess.run([PROGRAM, "-"], stdin=subprocess.DEVNULL, capture_output=True)
    assert done.stdout == b""


def test_shell():
    done = subprocess.run(f"{PROGRAM} --fail", shell=True, capture_output=True, text=True)
    assert done.returncode == 3
    assert done.stdout == ""
    assert "no luck" in done.stderr


def test_both_outputs_in_one():
    done = subprocess.run(f"{PROGRAM} --fail 2>&1", shell=True, capture_output=True, text=True)
    assert "no luck" in done.stdout
    assert done.stderr == ""
    done = subprocess.run(f"{PROGRAM} --fail 2>/dev/null", shell=True, capture_output=True)
    assert done.stderr == b""


def test_started_and_talked_to():
    started = subprocess.Popen(
        [sys.executable, PROGRAM, "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    out, err = started.communicate("Ned\n")
    assert (out, err) == ("Hello, Ned!\n", "")
    assert started.returncode == 0


def test_started_and_waited_for():
    with subprocess.Popen([PROGRAM, "--fail"], stderr=subprocess.DEVNULL) as started:
        assert started.wait() == 3


def test_called():
    assert subprocess.call([PROGRAM, "--fail"], stderr=subprocess.DEVNULL) == 3
    assert subprocess.check_call([PROGRAM, "Oz"], stdout=subprocess.DEVNULL) == 0
    with pytest.raises(subprocess.CalledProcessError):
        subprocess.check_output([PROGRAM, "--fail"], stderr=subprocess.DEVNULL)


def test_system(tmp_path):
    assert os.system(f"{PROGRAM} Pia > {tmp_path}/out.txt") == 0
    assert (tmp_path / "out.txt").read_text() == "Hello, Pia!\n"
    status = os.system(f"{PROGRAM} --fail 2>/dev/null")
    assert os.waitstatus_to_exitcode(status) == 3


def test_in_another_folder(tmp_path):
    program = os.path.abspath(PROGRAM)
    subprocess.run([program, "--save", "Quin"], cwd=tmp_path, check=True)
    assert (tmp_path / "saved.txt").read_text() == "Hello, Quin!\n"
    assert not os.path.exists("saved.txt")


def test_environment():
    env = {**os.environ, "GREETING": "Bye"}
    done = subprocess.run([PROGRAM, "Ray"], env=env, capture_output=True, text=True)
    assert done.stdout == "Bye, Ray!\n"
    assert getoutput(f"{PROGRAM} Ray") == "Hello, Ray!"


def test_nothing_is_kept_between_runs():
    assert [getoutput(f"{PROGRAM} --count") for _ in range(2)] == ["1", "1"]


def test_bytes():
    done = subprocess.run([PROGRAM, "--bytes"], input=b"\xff\x00", capture_output=True)
    assert done.stdout == b"2\n"


def test_crash():
    done = subprocess.run([PROGRAM, "--crash"], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("Traceback (most recent call last):\n")
    assert done.stderr.endswith("ZeroDivisionError: division by zero\n")
