import doctest
import inspect
import unittest

import doctests_of_the_module as module
import pytest


def test_testmod():
    found = doctest.testmod(module)
    assert found.failed == 0
    assert found.attempted == 10


def test_has_examples():
    for function in (module.shout, module.half, module.table, module.Vector):
        assert ">>>" in function.__doc__, function.__name__


def test_examples_of_one_function():
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner(verbose=False)
    tests = finder.find(module.half, "half", globs={"half": module.half})
    assert len(tests) == 1
    assert len(tests[0].examples) == 2
    assert runner.run(tests[0]).failed == 0


def test_run_docstring_examples(capsys):
    doctest.run_docstring_examples(module.shout, vars(module))
    assert capsys.readouterr().out == ""


def test_examples_are_parsed():
    parser = doctest.DocTestParser()
    examples = parser.get_examples(module.table.__doc__)
    assert [e.want for e in examples] == ["1 1\n2 4\n"]


@pytest.mark.parametrize("name", ["shout", "half", "table"])
def test_documented(name):
    function = getattr(module, name)
    assert inspect.getdoc(function).splitlines()[0].endswith(".")
    assert (function.__doc__ or "").strip()


class DocTests(unittest.TestCase):
    def test_suite(self):
        suite = doctest.DocTestSuite(module)
        result = unittest.TestResult()
        suite.run(result)
        self.assertTrue(result.wasSuccessful())

    def test_examples_against_the_test(self):
        globs = {"Vector": module.Vector}
        test = doctest.DocTestParser().get_doctest(
            ">>> Vector(1, 1) + Vector(1, 2)\nVector(2, 3)\n", globs, "own", None, 0)
        self.assertEqual(doctest.DocTestRunner().run(test).failed, 0)
