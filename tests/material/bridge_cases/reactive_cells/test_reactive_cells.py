import unittest
from functools import partial
from unittest import mock

from reactive_cells import ComputeCell, InputCell, Signal


class CellTest(unittest.TestCase):
    def recorder(self, seen):
        return partial(lambda seen, value: seen.append(value), seen)

    def test_input(self):
        cell = InputCell(4)
        cell.value = 20
        self.assertEqual(cell.value, 20)

    def test_computed_from_two(self):
        one, two = InputCell(1), InputCell(2)
        total = ComputeCell([one, two], lambda values: values[0] + 10 * values[1])
        self.assertEqual(total.value, 21)
        two.value = 5
        self.assertEqual(total.value, 51)

    def test_chained(self):
        start = InputCell(1)
        twice = ComputeCell([start], lambda values: values[0] * 2)
        thirty = ComputeCell([start], lambda values: values[0] * 30)
        total = ComputeCell([twice, thirty], sum)
        start.value = 3
        self.assertEqual(total.value, 96)

    def test_callback(self):
        cell, seen = InputCell(1), []
        plus = ComputeCell([cell], lambda values: values[0] + 1)
        plus.add_callback(self.recorder(seen))
        cell.value = 3
        cell.value = 4
        self.assertEqual(seen, [4, 5])

    def test_only_on_change(self):
        cell, seen = InputCell(1), []
        big = ComputeCell([cell], lambda values: "big" if values[0] > 2 else "small")
        big.add_callback(seen.append)
        cell.value = 2
        self.assertEqual(seen, [])
        cell.value = 9
        self.assertEqual(seen, ["big"])

    def test_removed(self):
        cell = InputCell(1)
        plus = ComputeCell([cell], lambda values: values[0] + 1)
        first, second = [], []
        callback = self.recorder(first)
        plus.add_callback(callback)
        plus.add_callback(self.recorder(second))
        plus.remove_callback(callback)
        plus.remove_callback(callback)
        cell.value = 7
        self.assertEqual((first, second), ([], [8]))

    def test_once_for_several_paths(self):
        cell, seen = InputCell(1), []
        up = ComputeCell([cell], lambda values: values[0] + 1)
        down = ComputeCell([cell], lambda values: values[0] - 1)
        product = ComputeCell([up, down], lambda values: values[0] * values[1])
        product.add_callback(self.recorder(seen))
        cell.value = 4
        self.assertEqual(seen, [15])

    def test_constant_difference(self):
        cell = InputCell(1)
        up = ComputeCell([cell], lambda values: values[0] + 1)
        down = ComputeCell([cell], lambda values: values[0] - 1)
        two = ComputeCell([up, down], lambda values: values[0] - values[1])
        callback = mock.Mock()
        two.add_callback(callback)
        for n in (2, 3, 4):
            cell.value = n
        callback.assert_not_called()

    def test_mock_as_callback(self):
        cell, callback = InputCell(1), mock.Mock()
        ComputeCell([cell], lambda values: -values[0]).add_callback(callback)
        cell.value = 6
        callback.assert_called_once_with(-6)

    def test_method_as_callback(self):
        cell = InputCell(1)
        self.got = None
        ComputeCell([cell], lambda values: values[0]).add_callback(self.take)
        cell.value = 3
        self.assertEqual(self.got, 3)

    def take(self, value):
        self.got = value

    def test_callback_looks_at_the_cell(self):
        cell, seen = InputCell(1), []
        twice = ComputeCell([cell], lambda values: values[0] * 2)
        twice.add_callback(lambda value: seen.append((cell.value, twice.value, value)))
        cell.value = 5
        self.assertEqual(seen, [(5, 10, 10)])

    def test_error_in_a_function(self):
        cell = InputCell(1)
        ComputeCell([cell], lambda values: 1 / values[0])
        with self.assertRaises(ZeroDivisionError):
            cell.value = 0


class SignalTest(unittest.TestCase):
    def test_decorator(self):
        signal = Signal()

        @signal.on("saved")
        def greet(name, loud=False):
            return name.upper() if loud else name

        self.assertEqual(signal.emit("saved", "ann", loud=True), ["ANN"])
        self.assertEqual(greet("bo"), "bo")
        self.assertEqual(signal.emit("other"), [])

    def test_order(self):
        signal, seen = Signal(), []
        signal.on("x")(lambda: seen.append(1))
        signal.on("x")(lambda: seen.append(2))
        self.assertEqual(signal.emit("x"), [None, None])
        self.assertEqual(seen, [1, 2])

    def test_handler_emits_again(self):
        signal = Signal()
        signal.on("inner")(lambda n: n + 1)
        signal.on("outer")(lambda n: signal.emit("inner", n * 10)[0])
        self.assertEqual(signal.emit("outer", 2), [21])

    def test_kept_functions(self):
        signal = Signal()
        signal.on("k")(len)
        self.assertEqual(signal.handlers, {"k": [len]})
