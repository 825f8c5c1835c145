import importlib
import inspect
import unittest
from io import StringIO
from unittest.mock import patch

exercise = "mooc_style"


def reload_module(module):
    with patch("builtins.input", side_effect=["5", "x"]):
        importlib.reload(module)


class MoocTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with patch("builtins.input", side_effect=["5", "x"]):
            cls.module = importlib.import_module(exercise)

    def test_0_doc(self):
        self.assertTrue(callable(self.module.greatest), "define greatest")
        self.assertTrue(hasattr(self.module, "Car"))
        self.assertFalse(hasattr(self.module, "nothing"))

    def test_1_types(self):
        found = self.module.greatest(1, 2, 3)
        self.assertTrue(type(found) == int, f"not {type(found)}")
        self.assertEqual(found, 3)

    def test_2_prints(self):
        with patch("sys.stdout", new_callable=StringIO) as out:
            self.module.show(3)
        self.assertEqual(out.getvalue().strip().split("\n"), ["1", "2", "3"])

    def test_3_reads(self):
        with patch("builtins.input", side_effect=["3", "4", "0"]) as asked:
            self.assertEqual(self.module.total(), 7)
        self.assertEqual(asked.call_count, 3)

    def test_4_class(self):
        try:
            from mooc_style import Car

            car = Car("Audi", 100)
        except Exception as e:
            self.fail(f"no class: {e}")
        self.assertEqual(str(car), "Audi: 100")
        car.drive(50)
        self.assertEqual(car.km, 150)
        with self.assertRaises(ValueError):
            car.drive(-1)

    def test_5_signature(self):
        self.assertEqual(len(inspect.signature(self.module.greatest).parameters), 3)

    def test_6_private(self):
        car = self.module.Car("VW", 1)
        names = [n for n in dir(car) if not n.startswith("_")]
        self.assertIn("drive", names)
        with self.assertRaises(AttributeError):
            car.secret

    def test_7_setter(self):
        car = self.module.Car("VW", 1)
        car.km = 5
        self.assertEqual(car.km, 5)
        with self.assertRaises(ValueError):
            car.km = -5

    def test_8_unchanged(self):
        rows = [[1, 2], [3, 4]]
        self.assertEqual(self.module.transposed(rows), [[1, 3], [2, 4]])
        self.assertEqual(rows, [[1, 2], [3, 4]])

    def test_9_mapped(self):
        found = self.module.lengths(["a", "bb"])
        self.assertEqual(found, {"a": 1, "bb": 2})
        self.assertEqual(list(self.module.evens([1, 2, 4])), [2, 4])

    def test_a_ordered(self):
        cars = [self.module.Car("B", 2), self.module.Car("A", 3), self.module.Car("C", 1)]
        self.assertEqual([c.name for c in self.module.by_km(cars)], ["C", "B", "A"])
        self.assertIs(self.module.newest(cars), cars[2])

    def test_b_class_members(self):
        self.assertEqual(self.module.Car.count_all([1, 2]), 2)
        self.assertEqual(self.module.Car("x", 1).count_all([]), 0)
        self.assertEqual(self.module.Car.from_text("T;3").km, 3)
