import io
import sys
import unittest
from unittest import mock

import pytest
from patched_parents import Machine, Meter, Upper, Washer, first_lines, report, tee


class ParentTest(unittest.TestCase):
    @mock.patch("patched_parents.Machine.start", return_value="on")
    def test_method_of_the_parent(self, start):
        self.assertEqual(Washer().start(2), "washer: on")
        start.assert_called_once_with(120)

    @mock.patch.object(Machine, "start", autospec=True)
    def test_with_self(self, start):
        washer = Washer()
        washer.start(1)
        start.assert_called_once_with(washer, 60)

    def test_several_methods(self):
        with mock.patch.multiple(Washer, start=mock.DEFAULT, rinse=mock.DEFAULT) as fakes:
            self.assertEqual(Washer().run(), "stopped")
        fakes["start"].assert_called_once_with(1)
        fakes["rinse"].assert_called_once_with()

    def test_method_of_one_instance(self):
        washer = Washer()
        washer.start = mock.Mock(return_value=None)
        with mock.patch.object(washer, "stop", return_value="halt"):
            self.assertEqual(washer.run(), "halt")
        washer.start.assert_called_once_with(1)
        self.assertEqual(washer.stop(), "stopped")

    def test_whole_class(self):
        with mock.patch("patched_parents.Washer") as fake:
            import patched_parents

            fake.return_value.run.return_value = 5
            self.assertEqual(patched_parents.Washer().run(), 5)

    def test_undone(self):
        with self.assertRaisesRegex(RuntimeError, "no machine"):
            Washer().start(1)

    def test_spy(self):
        washer = Washer()
        with mock.patch.object(Machine, "stop", side_effect=lambda: "spied") as stop:
            self.assertEqual(washer.stop(), "spied")
        self.assertEqual(stop.call_count, 1)


def test_monkeypatched_method(monkeypatch):
    monkeypatch.setattr(Washer, "rinse", lambda self: "dry")
    monkeypatch.setattr(Machine, "start", lambda self, seconds: seconds)
    washer = Washer()
    assert washer.rinse() == "dry"
    assert washer.run() == "stopped"
    assert washer.start(3) == "washer: 180"


class WrappedTest(unittest.TestCase):
    def test_wraps_text(self):
        file = mock.Mock(wraps=io.StringIO("hello world"))
        meter = Meter(file)
        self.assertEqual(meter.read(5), "hello")
        self.assertEqual((meter.reads, meter.taken), (1, 5))
        file.read.assert_called_once_with(5)

    def test_wraps_bytes(self):
        file = mock.NonCallableMagicMock(wraps=io.BytesIO(b"abcdef"), autospec=True)
        meter = Meter(file)
        self.assertEqual([meter.read(4), meter.read(), meter.read()], [b"abcd", b"ef", b""])
        self.assertEqual(file.read.call_count, 3)

    def test_writes_reach_the_file(self):
        inner = io.BytesIO()
        file = mock.Mock(wraps=inner)
        self.assertEqual(Meter(file).write(b"xyz"), 3)
        self.assertEqual(inner.getvalue(), b"xyz")

    def test_exit_of_the_file(self):
        file = mock.MagicMock()
        file.__exit__.return_value = False
        with Meter(file) as meter:
            meter.read(1)
        file.__enter__.assert_called_once_with()
        file.__exit__.assert_called_once_with(None, None, None)

    def test_error_reaches_the_file(self):
        file = mock.MagicMock()
        file.__exit__.return_value = True
        error = KeyError("k")
        with Meter(file):
            raise error
        file.__exit__.assert_called_once_with(KeyError, error, mock.ANY)

    def test_plain_file_object(self):
        meter = Meter(io.BytesIO(b"12345"))
        self.assertEqual(meter.read(2), b"12")
        self.assertEqual(meter.taken, 2)


def test_prints_into_a_buffer():
    out = io.StringIO()
    report(["a", "b"], out)
    assert out.getvalue() == "- a\n- b\n"


def test_prints_into_stdout(capsys):
    report(["x"], sys.stdout)
    assert capsys.readouterr().out == "- x\n"


def test_buffer_of_the_student():
    upper = Upper()
    upper.write("abc")
    print("def", file=upper)
    assert upper.getvalue() == "ABCDEF\n"
    assert isinstance(upper, io.StringIO)


def test_several_files():
    assert first_lines([io.StringIO("a\nb"), io.StringIO("c")]) == ["a", "c"]


def test_tee():
    left, right = io.StringIO(), io.StringIO()
    tee(io.StringIO("1\n2\n"), left, right)
    assert left.getvalue() == right.getvalue() == "1\n2\n"


def test_own_file_class():
    class Slow(io.StringIO):
        def __init__(self, text):
            super().__init__(text)
            self.asked = []

        def readline(self, size=-1):
            self.asked.append(size)
            return super().readline(size)

    slow = Slow("q\nr\n")
    assert first_lines([slow]) == ["q"]
    assert len(slow.asked) == 1


def test_duck():
    class Sink:
        def __init__(self):
            self.parts = []

        def write(self, text):
            self.parts.append(text)

        def flush(self):
            self.parts.append("<flush>")

    sink = Sink()
    report(["z"], sink)
    assert "".join(sink.parts) == "- z\n<flush>"


@pytest.mark.parametrize("source", [["p\n", "q\n"], ("p\n", "q\n"), iter(["p\n", "q\n"])])
def test_any_iterable(source):
    target = io.StringIO()
    tee(source, target)
    assert target.getvalue() == "p\nq\n"
