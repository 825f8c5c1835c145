import importlib
import unittest

import missing_names
import pytest


class MissingTest(unittest.TestCase):
    def test_import_error_wording(self):
        with self.assertRaises(ImportError) as err:
            from missing_names import nothing_here  # noqa: F401
        self.assertTrue(
            str(err.exception).startswith(
                "cannot import name 'nothing_here' from 'missing_names'"
            )
        )
        self.assertEqual(err.exception.name, "missing_names")

    def test_attribute_error_wording(self):
        with self.assertRaises(AttributeError) as err:
            _ = missing_names.other
        self.assertEqual(
            str(err.exception), "module 'missing_names' has no attribute 'other'"
        )

    def test_hasattr(self):
        self.assertTrue(hasattr(missing_names, "present"))
        self.assertFalse(hasattr(missing_names, "absent"))

    def test_getattr_with_default(self):
        self.assertIsNone(getattr(missing_names, "absent", None))
        self.assertEqual(getattr(missing_names, "present")(), 1)

    def test_dir(self):
        self.assertIn("present", dir(missing_names))
        self.assertNotIn("absent", dir(missing_names))


def test_missing_module():
    with pytest.raises(ModuleNotFoundError, match="No module named 'missing_names_too'"):
        importlib.import_module("missing_names_too")


def test_missing_method():
    with pytest.raises(AttributeError, match="'Box' object has no attribute 'open'"):
        missing_names.Box().open()


def test_missing_class_attribute():
    with pytest.raises(AttributeError, match="type object 'Box' has no attribute 'size'"):
        _ = missing_names.Box.size


def test_star_import():
    namespace = {}
    exec("from missing_names import *", namespace)
    assert "present" in namespace
    assert "_private" not in namespace


def test_vars():
    assert "present" in vars(missing_names)
    assert missing_names.__dict__["present"]() == 1


def test_name_error_inside():
    with pytest.raises(NameError, match="name 'undefined_thing' is not defined"):
        missing_names.broken()


def test_import_error_inside():
    with pytest.raises(ModuleNotFoundError) as excinfo:
        missing_names.needs()
    assert excinfo.value.name == "surely_not_installed"


def test_unbound_local():
    with pytest.raises(UnboundLocalError):
        missing_names.unbound()
