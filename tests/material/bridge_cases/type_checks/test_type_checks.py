import abc
import collections.abc
import numbers
import unittest

from type_checks import Bag, Distance, Dog, Duck, Fish, Ring, make


class TypeTest(unittest.TestCase):
    def test_type_is(self):
        self.assertIs(type(make("dog")), Dog)
        self.assertEqual(type(make("dog")).__name__, "Dog")
        self.assertTrue(type(make("dog")) == Dog)

    def test_isinstance(self):
        self.assertIsInstance(make("duck"), Duck)
        self.assertNotIsInstance(make("duck"), Dog)
        self.assertIsInstance(make("dog"), (Duck, Dog))

    def test_class_of_instance(self):
        self.assertIs(make("dog").__class__, Dog)
        self.assertEqual(make("dog").__class__.__name__, "Dog")

    def test_bases(self):
        self.assertEqual([b.__name__ for b in Dog.__bases__], ["Animal"])
        self.assertEqual(
            [c.__name__ for c in Duck.__mro__], ["Duck", "Fish", "Animal", "ABC", "object"]
        )

    def test_abstract(self):
        self.assertTrue(issubclass(Dog, Dog.__mro__[1]))
        with self.assertRaises(TypeError):
            Dog.__mro__[1]()

    def test_interfaces(self):
        self.assertIsInstance(Bag([1]), collections.abc.Iterable)
        self.assertIsInstance(Bag([1]), collections.abc.Sized)
        self.assertIsInstance(Bag([1]), collections.abc.Container)
        self.assertNotIsInstance(Bag([1]), collections.abc.Mapping)
        self.assertIsInstance(Dog.speak, collections.abc.Callable)

    def test_registered_base(self):
        self.assertIsInstance(Distance(3), float)
        self.assertIsInstance(Distance(3), numbers.Real)
        self.assertEqual(Distance(3) + 1, 4.0)

    def test_mapping_mixin(self):
        ring = Ring({"a": 1})
        self.assertIsInstance(ring, collections.abc.Mapping)
        self.assertEqual(list(ring.keys()), ["a"])
        self.assertEqual(ring.get("b", 0), 0)
        self.assertIn("a", ring)
        self.assertEqual(dict(ring), {"a": 1})
        self.assertEqual({**ring}, {"a": 1})

    def test_hasattr(self):
        self.assertTrue(hasattr(Dog, "speak"))
        self.assertTrue(hasattr(make("dog"), "speak"))
        self.assertFalse(hasattr(make("dog"), "swim"))
        self.assertTrue(hasattr(make("duck"), "swim"))

    def test_dir_and_vars(self):
        self.assertIn("speak", dir(make("dog")))
        self.assertEqual(vars(make("dog")), {"name": "dog"})
        self.assertIn("speak", vars(Dog))

    def test_abstract_method_set(self):
        self.assertEqual(set(Dog.__mro__[1].__abstractmethods__), {"speak"})
        self.assertIsInstance(Dog.__mro__[1], abc.ABCMeta)

    def test_slots(self):
        with self.assertRaises(AttributeError):
            Bag([]).colour = "red"

    def test_subclass_hook_of_the_test(self):
        class Speaks(abc.ABC):
            @classmethod
            def __subclasshook__(cls, other):
                return any("speak" in vars(c) for c in other.__mro__)

        self.assertIsInstance(make("dog"), Speaks)
        self.assertNotIsInstance(Bag([]), Speaks)

    def test_virtual_subclass(self):
        self.assertTrue(issubclass(Fish, object))
        self.assertFalse(issubclass(Fish, Dog))
