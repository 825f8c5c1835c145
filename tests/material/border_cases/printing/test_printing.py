import contextlib
import io
import sys
import unittest
from unittest.mock import patch

from printing import banner, complain, describe, table


def test_capsys(capsys):
    banner("hi")
    out, err = capsys.readouterr()
    assert out == "**\nhi\n**\n"
    assert err == ""


def test_capsys_twice(capsys):
    banner("a")
    assert capsys.readouterr().out == "*\na\n*\n"
    banner("bc")
    assert capsys.readouterr().out.splitlines() == ["**", "bc", "**"]


def test_stderr(capsys):
    complain("bad")
    assert capsys.readouterr().err == "error: bad\n"


def test_capfd(capfd):
    complain("x")
    table([1, 2])
    captured = capfd.readouterr()
    assert captured.out == "1 1\n2 4\n"
    assert captured.err == "error: x\n"


def test_order_between_both_sides(capsys):
    print("before")
    banner("b")
    print("after")
    assert capsys.readouterr().out == "before\n*\nb\n*\nafter\n"


def test_return_value_is_none(capsys):
    assert banner("x") is None
    assert capsys.readouterr().out.count("*") == 2


def test_end_and_sep(capsys):
    describe("a", "b")
    assert capsys.readouterr().out == "a-b;"


def test_disabled(capsys):
    with capsys.disabled():
        banner("")
    banner("z")
    assert capsys.readouterr().out == "*\nz\n*\n"


class PrintTest(unittest.TestCase):
    def test_redirect(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            banner("ok")
        self.assertEqual(out.getvalue().strip().split("\n"), ["**", "ok", "**"])

    def test_redirect_stderr(self):
        err = io.StringIO()
        with contextlib.redirect_stderr(err):
            complain("oops")
        self.assertIn("oops", err.getvalue())

    @patch("sys.stdout", new_callable=io.StringIO)
    def test_patched_stdout(self, out):
        table([3])
        self.assertEqual(out.getvalue(), "3 9\n")

    @patch("builtins.print")
    def test_patched_print(self, fake):
        banner("q")
        self.assertEqual(fake.call_count, 3)
        fake.assert_any_call("q")

    def test_by_hand(self):
        old, sys.stdout = sys.stdout, io.StringIO()
        try:
            describe(1)
            self.assertEqual(sys.stdout.getvalue(), "1;")
        finally:
            sys.stdout = old
