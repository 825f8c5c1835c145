import ast
import inspect
import unittest
from pathlib import Path

import source_checks
from source_checks import Greeter, factorial, total


def calls_itself(function):
    tree = ast.parse(inspect.getsource(function))
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == function.__name__
        for node in ast.walk(tree)
    )


class SourceTest(unittest.TestCase):
    def test_is_recursive(self):
        self.assertTrue(calls_itself(factorial))
        self.assertEqual(factorial(5), 120)

    def test_has_no_loop(self):
        tree = ast.parse(inspect.getsource(factorial))
        loops = [n for n in ast.walk(tree) if isinstance(n, ast.For | ast.While)]
        self.assertEqual(loops, [])

    def test_sum_is_not_used(self):
        self.assertNotIn("sum(", inspect.getsource(total))
        self.assertEqual(total([1, 2]), 3)

    def test_whole_file(self):
        text = Path(source_checks.__file__).read_text()
        self.assertIn("def factorial", text)
        self.assertNotIn("import", text)

    def test_open_by_name(self):
        with open("source_checks.py") as f:
            lines = f.read().splitlines()
        self.assertTrue(all(len(line) <= 100 for line in lines))

    def test_open_file_attribute(self):
        with open(source_checks.__file__) as f:
            self.assertTrue(f.readline().startswith('"""'))

    def test_module_source(self):
        self.assertIn("class Greeter", inspect.getsource(source_checks))

    def test_class_source(self):
        self.assertTrue(inspect.getsource(Greeter).startswith("class Greeter"))

    def test_method_source(self):
        self.assertIn("return", inspect.getsource(Greeter.greet))

    def test_every_function_has_a_doc(self):
        tree = ast.parse(Path(source_checks.__file__).read_text())
        bare = [
            n.name
            for n in ast.walk(tree)
            if isinstance(n, ast.FunctionDef) and not ast.get_docstring(n)
        ]
        self.assertEqual(bare, [])

    def test_line_numbers(self):
        lines, start = inspect.getsourcelines(factorial)
        self.assertEqual(lines[0].rstrip(), "def factorial(n):")
        self.assertGreater(start, 1)

    def test_file_name(self):
        self.assertEqual(Path(source_checks.__file__).name, "source_checks.py")
        self.assertEqual(Path(inspect.getsourcefile(factorial)).name, "source_checks.py")
