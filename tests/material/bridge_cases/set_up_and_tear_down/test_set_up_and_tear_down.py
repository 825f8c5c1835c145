import unittest

import set_up_and_tear_down as basket_module
from set_up_and_tear_down import Basket, connect

EVENTS = []


def setUpModule():
    global MODULE_BASKET
    MODULE_BASKET = connect("module")
    EVENTS.append("module")


def tearDownModule():
    MODULE_BASKET.close()


class BasketTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.shared = connect("class")
        cls.expected = ["pear"]

    @classmethod
    def tearDownClass(cls):
        cls.shared.close()
        assert "class" not in Basket.opened
        super().tearDownClass()

    def setUp(self):
        self.basket = connect("case")
        self.addCleanup(self.forget)

    def tearDown(self):
        self.basket.close()

    def forget(self):
        self.basket = None

    def test_starts_empty(self):
        self.assertEqual(self.basket.items, [])
        self.assertIn("case", Basket.opened)

    def test_add(self):
        self.basket.add("pear")
        self.assertEqual(self.basket.items, self.expected)

    def test_chained(self):
        self.assertIs(self.basket.add("a").add("b", 2), self.basket)
        self.assertListEqual(self.basket.items, ["a", "b", "b"])

    def test_class_basket(self):
        self.shared.clear()
        self.shared.add("fig")
        self.assertEqual(self.shared.items, ["fig"])

    def test_class_basket_again(self):
        self.shared.clear()
        self.assertEqual(self.shared.items, [])
        self.assertEqual(self.shared.name, "class")

    def test_module_basket(self):
        self.assertEqual(MODULE_BASKET.name, "module")
        self.assertEqual(EVENTS, ["module"])

    def test_one_case_at_a_time(self):
        self.assertEqual(Basket.opened.count("case"), 1)


class MoreTest(BasketTest):
    def setUp(self):
        super().setUp()
        self.basket.add("plum")
        self.expected = ["plum", "pear"]

    def test_starts_empty(self):
        self.assertEqual(self.basket.items, ["plum"])

    def test_chained(self):
        self.assertEqual(len(self.basket.add("x", 3).items), 4)


class ContextTest(unittest.TestCase):
    def setUp(self):
        self.enterContext(self.subTest("all"))
        self.module = basket_module

    def test_module_as_an_attribute(self):
        b = self.module.connect()
        self.addCleanup(b.close)
        self.assertEqual(b.name, "main")

    def runTest(self):
        self.fail("never called")


class LongMessages(unittest.TestCase):
    longMessage = True
    maxDiff = None

    def assertHolds(self, basket, *items):
        if basket.items != list(items):
            raise self.failureException(f"{basket.items} is not {items}")

    def test_own_assertion(self):
        b = connect("own")
        self.addCleanup(b.close)
        self.assertHolds(b.add("a"), "a")


def load_tests(loader, tests, pattern):
    return tests


if __name__ == "__main__":
    unittest.main()
