import unittest

from class_static_methods import Date, Gadget, Pizza


class DateTest(unittest.TestCase):
    def test_from_text(self):
        d = Date.from_text("2024-02-29")
        self.assertEqual((d.year, d.month, d.day), (2024, 2, 29))
        self.assertIsInstance(d, Date)

    def test_subclass_makes_its_own_kind(self):
        class Holiday(Date):
            pass

        self.assertIs(type(Holiday.from_text("2024-12-25")), Holiday)

    def test_static(self):
        self.assertTrue(Date.is_leap(2000))
        self.assertFalse(Date.is_leap(1900))
        self.assertTrue(Date(1, 1, 1).is_leap(2024))


class GadgetTest(unittest.TestCase):
    def test_counts_instances(self):
        before = Gadget.made
        Gadget()
        Gadget()
        self.assertEqual(Gadget.made, before + 2)
        self.assertEqual(Gadget.how_many(), before + 2)

    def test_serial_numbers_grow(self):
        a, b = Gadget(), Gadget()
        self.assertEqual(b.serial - a.serial, 1)


class PizzaTest(unittest.TestCase):
    def test_factory(self):
        self.assertEqual(Pizza.margherita().toppings, ["mozzarella", "tomatoes"])
        self.assertEqual(repr(Pizza.margherita()), "Pizza(['mozzarella', 'tomatoes'])")

    def test_class_attribute_is_shared_until_shadowed(self):
        a, b = Pizza([]), Pizza([])
        a.price = 12
        self.assertEqual((a.price, b.price, Pizza.price), (12, 9, 9))
        Pizza.price = 10
        self.addCleanup(setattr, Pizza, "price", 9)
        self.assertEqual((a.price, b.price), (12, 10))
