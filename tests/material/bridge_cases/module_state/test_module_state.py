import unittest

import module_state
from module_state import LIMITS, PI_ISH, Config, current, increment, remember


class StateTest(unittest.TestCase):
    def setUp(self):
        module_state.counter = 0
        module_state.history.clear()

    def test_global_is_changed_by_a_function(self):
        increment()
        increment()
        self.assertEqual(module_state.counter, 2)

    def test_global_is_set_by_the_test(self):
        module_state.counter = 40
        increment()
        self.assertEqual(module_state.counter, 41)
        self.assertEqual(current(), 41)

    def test_global_list(self):
        remember("a")
        remember("b")
        self.assertEqual(module_state.history, ["a", "b"])

    def test_global_list_is_changed_by_the_test(self):
        module_state.history.append("x")
        self.assertEqual(remember("y"), 2)

    def test_rebound_global(self):
        before = module_state.history
        module_state.forget()
        self.assertEqual(module_state.history, [])
        self.assertIsNot(module_state.history, before)

    def test_constants(self):
        self.assertEqual(PI_ISH, 3.14)
        self.assertEqual(LIMITS, (1, 10))
        self.assertEqual(module_state.NAMES["de"], "Hallo")
        self.assertIsInstance(module_state.NAMES, dict)

    def test_class_attribute(self):
        self.assertEqual(Config.level, "info")
        Config.level = "debug"
        try:
            self.assertEqual(Config().level, "debug")
            self.assertEqual(Config.describe(), "level=debug")
        finally:
            Config.level = "info"

    def test_attribute_is_back(self):
        self.assertEqual(Config.describe(), "level=info")

    def test_instance_attributes(self):
        config = Config()
        config.colour = "red"
        self.assertEqual(vars(config), {"colour": "red"})
        self.assertEqual(config.__dict__, {"colour": "red"})
        del config.colour
        self.assertFalse(hasattr(config, "colour"))

    def test_shared_class_list(self):
        first, second = Config(), Config()
        first.seen.append(1)
        self.assertIs(first.seen, second.seen)
        self.assertEqual(second.seen[-1], 1)
        first.seen.clear()

    def test_main_guard_did_not_run(self):
        self.assertFalse(module_state.ran_as_script)
