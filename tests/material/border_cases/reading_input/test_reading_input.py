import builtins
import io
import sys
import unittest
from unittest.mock import call, patch

import pytest
from reading_input import ask_age, ask_until, first_line, menu, sum_lines


def test_monkeypatched_input(monkeypatch):
    monkeypatch.setattr("builtins.input", lambda _: "41")
    assert ask_age() == 42


def test_monkeypatched_by_object(monkeypatch):
    answers = iter(["", "no", "yes"])
    monkeypatch.setattr(builtins, "input", lambda prompt="": next(answers))
    assert ask_until("yes") == 3


def test_stdin(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("7\n"))
    assert ask_age() == 8


def test_stdin_lines(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n2\n3\n"))
    assert sum_lines() == 6


def test_readline(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("first\nsecond\n"))
    assert first_line() == "first"
    assert first_line() == "second"


def test_prompt_is_printed(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("30\n"))
    ask_age()
    assert capsys.readouterr().out == "How old are you? "


def test_end_of_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with pytest.raises(EOFError):
        ask_age()


class MenuTest(unittest.TestCase):
    @patch("builtins.input", side_effect=["add", "3", "add", "4", "quit"])
    def test_dialogue(self, fake):
        self.assertEqual(menu(), 7)
        self.assertEqual(fake.call_count, 5)

    @patch("builtins.input", return_value="quit")
    def test_prompts(self, fake):
        menu()
        fake.assert_called_once_with("> ")
        self.assertEqual(fake.mock_calls, [call("> ")])

    def test_with_statement(self):
        with patch("builtins.input", side_effect=["x", "quit"]), patch("builtins.print") as out:
            menu()
        out.assert_called_with("unknown:", "x")

    def test_exhausted_answers(self):
        with patch("builtins.input", side_effect=EOFError):
            self.assertEqual(menu(), 0)
