import io
import subprocess
import sys
import unittest
from contextlib import redirect_stdout
from unittest.mock import call, patch

import programs_with_main as program
import pytest
from programs_with_main import Jar, convert, gauge, main, validate


def test_convert():
    assert convert("1/4") == 25
    with pytest.raises(ZeroDivisionError):
        convert("1/0")
    with pytest.raises(ValueError, match="out of range"):
        convert("3/2")
    with pytest.raises(ValueError):
        convert("cat/dog")


def test_gauge():
    assert [gauge(n) for n in (0, 1, 50, 99)] == ["E", "E", "50%", "F"]


def test_main(monkeypatch, capsys):
    monkeypatch.setattr("builtins.input", lambda prompt: "1/2")
    main()
    assert capsys.readouterr().out == "50%\n"


def test_main_shows_its_prompt(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("3/4\n"))
    main()
    assert capsys.readouterr().out == "Fraction: 75%\n"


def test_main_exits(monkeypatch):
    monkeypatch.setattr("builtins.input", lambda _: "nonsense")
    with pytest.raises(SystemExit) as excinfo:
        main()
    assert excinfo.type is SystemExit
    assert excinfo.value.code == "bad fraction"


def test_until_the_end_of_the_input(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("apple\nbanana\napple"))
    program.shopping()
    assert capsys.readouterr().out == "\n2 APPLE\n1 BANANA\n"


class InputTest(unittest.TestCase):
    @patch("builtins.input", side_effect=["x", "0", "9", "4"])
    def test_asks_again(self, asked):
        self.assertEqual(program.until_valid(), 4)
        self.assertEqual(asked.call_args_list, [call("Height: ")] * 4)

    @patch("builtins.input", side_effect=["a", EOFError])
    def test_eof_from_a_mock(self, _):
        out = io.StringIO()
        with redirect_stdout(out):
            program.shopping()
        self.assertEqual(out.getvalue(), "\n1 A\n")

    @patch("builtins.input", side_effect=KeyboardInterrupt)
    def test_interrupted(self, _):
        with self.assertRaises(KeyboardInterrupt):
            program.until_valid()

    @patch("programs_with_main.random.randint", side_effect=[1, 2, 3, 4, 5, 6])
    @patch("builtins.input", side_effect=["3", "8", "x", "7", "0", "0", "0"])
    def test_quiz(self, asked, rolled):
        with patch("sys.stdout", new=io.StringIO()) as out:
            program.quiz()
        self.assertEqual(out.getvalue().splitlines(),
                         ["EEE", "EEE", "EEE", "EEE", "EEE", "5 + 6 = 11", "Score: 2"])
        self.assertEqual(asked.call_args_list[0], call("1 + 2 = "))

    @patch("builtins.print")
    @patch("builtins.input", return_value="0/9")
    def test_print_is_mocked(self, _, printed):
        main()
        printed.assert_called_once_with("E")

    def test_input_that_looks_at_the_prompt(self):
        answers = {"Fraction: ": "99/100"}
        with patch("builtins.input", answers.get), redirect_stdout(io.StringIO()) as out:
            main()
        self.assertEqual(out.getvalue().strip(), "F")


class TestTable:
    @pytest.mark.parametrize(
        "arguments, message",
        [
            ([], "Too few command-line arguments"),
            (["a", "b"], "Too many"),
            (["a.txt"], "Not a CSV file"),
            (["none.csv"], "File does not exist"),
        ],
    )
    def test_wrong_use(self, arguments, message):
        with patch.object(sys, "argv", ["table.py", *arguments]):
            with pytest.raises(SystemExit) as excinfo:
                program.table()
        assert excinfo.value.code == message

    def test_rows(self, tmp_path, monkeypatch, capsys):
        file = tmp_path / "people.csv"
        file.write_text("name,house\nAnn,Red\nBo,Blue\n")
        monkeypatch.setattr(sys, "argv", ["table.py", str(file)])
        program.table()
        assert capsys.readouterr().out == "Ann | Red\nBo | Blue\n"


@pytest.mark.parametrize("ip, ok", [("1.2.3.4", True), ("1.2.3", False), ("1.2.3.256", False)])
def test_validate(ip, ok):
    assert validate(ip) is ok


class TestJar:
    def test_init(self):
        assert Jar().capacity == 12
        with pytest.raises(ValueError):
            Jar(-1)
        with pytest.raises(ValueError):
            Jar("five")

    def test_text(self):
        jar = Jar()
        assert str(jar) == ""
        jar.deposit(2)
        assert str(jar) == "🍪🍪"

    def test_bounds(self):
        jar = Jar(2)
        jar.deposit(2)
        with pytest.raises(ValueError, match="too many"):
            jar.deposit(1)
        jar.withdraw(1)
        assert jar.size == 1
        with pytest.raises(ValueError, match="too few"):
            jar.withdraw(5)

    def test_read_only(self):
        with pytest.raises(AttributeError):
            Jar().size = 3


class TestProcess:
    def run(self, text):
        return subprocess.run([sys.executable, "programs_with_main.py"], input=text, text=True,
                              capture_output=True, check=False)

    def test_exit_code(self):
        done = self.run("x\n")
        assert done.returncode == 1
        assert done.stderr == "bad fraction\n"

    def test_success(self):
        done = self.run("1/3\n")
        assert (done.returncode, done.stdout) == (0, "Fraction: 33%\n")
