import enum
import unittest

from enumerations import Access, Colour, Level, classify, next_colour, paint


class EnumerationTest(unittest.TestCase):
    def test_members_are_singletons(self):
        self.assertIs(classify("roses"), Colour.RED)
        self.assertIs(next_colour(Colour.RED), Colour.GREEN)
        self.assertIsNot(Colour.RED, Colour.BLUE)

    def test_equality(self):
        self.assertEqual(classify("sky"), Colour.BLUE)
        self.assertNotEqual(classify("sky"), Colour.RED)

    def test_names_and_values(self):
        self.assertEqual(Colour.RED.name, "RED")
        self.assertEqual(Colour.RED.value, 1)
        self.assertEqual([c.name for c in Colour], ["RED", "GREEN", "BLUE"])
        self.assertEqual(len(Colour), 3)

    def test_lookup(self):
        self.assertIs(Colour(2), Colour.GREEN)
        self.assertIs(Colour["BLUE"], Colour.BLUE)
        with self.assertRaises(ValueError):
            Colour(99)
        with self.assertRaises(KeyError):
            Colour["PINK"]

    def test_types(self):
        self.assertIsInstance(Colour.RED, Colour)
        self.assertIsInstance(Colour.RED, enum.Enum)
        self.assertTrue(issubclass(Colour, enum.Enum))
        self.assertIn(Colour.RED, Colour)

    def test_int_enum(self):
        self.assertLess(Level.LOW, Level.HIGH)
        self.assertEqual(Level.LOW, 1)
        self.assertEqual(Level.HIGH + 1, 4)
        self.assertEqual(sorted([Level.HIGH, Level.LOW]), [Level.LOW, Level.HIGH])
        self.assertEqual(max(Level), Level.HIGH)

    def test_flags(self):
        both = Access.READ | Access.WRITE
        self.assertIn(Access.READ, both)
        self.assertEqual(both & Access.WRITE, Access.WRITE)
        self.assertFalse(both & Access.RUN)
        self.assertEqual(both.value, 3)

    def test_as_keys(self):
        table = {Colour.RED: "stop", Colour.GREEN: "go"}
        self.assertEqual(table[classify("grass")], "go")
        self.assertEqual(paint(), {Colour.RED: 2, Colour.BLUE: 1})

    def test_text(self):
        self.assertEqual(str(Colour.RED), "Colour.RED")
        self.assertEqual(repr(Colour.RED), "<Colour.RED: 1>")
        self.assertEqual(f"{Colour.RED.name.lower()}", "red")

    def test_own_method(self):
        self.assertTrue(Colour.RED.is_warm())
        self.assertFalse(Colour.BLUE.is_warm())

    def test_cannot_be_changed(self):
        with self.assertRaises(AttributeError):
            Colour.RED.value = 7
