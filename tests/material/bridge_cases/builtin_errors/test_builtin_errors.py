import errno
import unittest

import pytest
from builtin_errors import (
    binary,
    collatz,
    connect,
    decode,
    depth,
    find,
    last,
    lookup,
    many,
    only_positive,
    steps,
)


class ErrorTest(unittest.TestCase):
    def test_message(self):
        with self.assertRaises(ValueError) as err:
            collatz(0)
        self.assertEqual(type(err.exception), ValueError)
        self.assertEqual(err.exception.args[0], "Only positive integers are allowed")

    def test_several_args(self):
        with self.assertRaises(ValueError) as err:
            binary("102")
        self.assertEqual(err.exception.args, ("bad digit", "2", 2))

    def test_key_error(self):
        with self.assertRaises(KeyError) as err:
            lookup({}, "k")
        self.assertEqual(str(err.exception), "'k'")
        self.assertEqual(err.exception.args, ("k",))

    def test_index_error(self):
        self.assertRaises(IndexError, last, [])

    def test_lookup_base(self):
        with self.assertRaises(LookupError):
            last([])

    def test_not_implemented(self):
        with self.assertRaises(NotImplementedError):
            steps()

    def test_keyboard_independent_base_exception(self):
        with self.assertRaises(SystemExit) as err:
            find(None)
        self.assertEqual(err.exception.code, 3)


def test_oserror_errno():
    with pytest.raises(OSError) as excinfo:
        connect("nowhere")
    assert excinfo.value.errno == errno.ECONNREFUSED
    assert isinstance(excinfo.value, ConnectionRefusedError)
    assert excinfo.value.filename == "nowhere"


def test_file_not_found():
    with pytest.raises(FileNotFoundError) as excinfo:
        find("no/such/file")
    assert excinfo.value.errno == errno.ENOENT
    assert excinfo.value.filename == "no/such/file"


def test_unicode_error():
    with pytest.raises(UnicodeDecodeError) as excinfo:
        decode(b"\xff")
    assert excinfo.value.start == 0
    assert excinfo.value.encoding == "utf-8"


def test_stop_iteration_value():
    g = depth()
    next(g)
    with pytest.raises(StopIteration) as excinfo:
        next(g)
    assert excinfo.value.value == "done"


def test_exception_group():
    with pytest.raises(ExceptionGroup) as excinfo:
        many()
    assert [type(e) for e in excinfo.value.exceptions] == [ValueError, KeyError]
    assert excinfo.value.message == "several"
    caught = []
    try:
        many()
    except* ValueError as group:
        caught.append(str(group.exceptions[0]))
    except* KeyError:
        caught.append("key")
    assert caught == ["v", "key"]


def test_group_contains():
    with pytest.raises(ExceptionGroup) as excinfo:
        many()
    assert excinfo.group_contains(KeyError)


def test_type_error_text():
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        only_positive()


def test_attribute_error():
    with pytest.raises(AttributeError) as excinfo:
        only_positive("x")
    assert excinfo.value.name == "real"


def test_notes():
    with pytest.raises(ValueError) as excinfo:
        only_positive(-1)
    assert excinfo.value.__notes__ == ["got -1"]


def test_assertion_error_of_the_student():
    with pytest.raises(AssertionError, match="even"):
        only_positive(2)
