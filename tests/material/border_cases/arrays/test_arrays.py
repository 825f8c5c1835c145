import unittest

import numpy as np
import pytest
from arrays import (
    Network,
    apply,
    days,
    double_in_place,
    is_even,
    mask,
    mean_or_error,
    noise,
    normalise,
    one_hot,
    solve,
    split,
    statistics,
    table,
    to_list,
    upper,
    zeros_of,
)


def test_close():
    found = normalise(np.array([1.0, 2.0, 3.0]))
    np.testing.assert_allclose(found, [-1.2247449, 0, 1.2247449], rtol=1e-6)
    assert np.allclose(found.sum(), 0)


def test_equal():
    np.testing.assert_array_equal(table(2, 3), [[0, 1, 2], [3, 4, 5]])
    assert (table(2, 2) == np.array([[0, 1], [2, 3]])).all()


def test_shape_and_type():
    found = table(4, 5)
    assert isinstance(found, np.ndarray)
    assert found.shape == (4, 5)
    assert found.ndim == 2
    assert np.issubdtype(found.dtype, np.integer)


def test_in_place():
    a = np.array([1.0, 2.0])
    assert double_in_place(a) is None
    np.testing.assert_array_equal(a, [2.0, 4.0])


def test_input_is_left_alone():
    a = np.arange(5.0)
    before = a.copy()
    normalise(a)
    np.testing.assert_array_equal(a, before)


def test_mask():
    assert mask(np.array([1, 5, 3]), 3).tolist() == [5, 3]


def test_approx():
    assert normalise(np.array([0.0, 2.0])) == pytest.approx(np.array([-1, 1]))
    assert statistics(np.array([1, 2, 6]))["mean"] == pytest.approx(3)


def test_scalars():
    found = statistics(np.array([1.5, 4.5]))
    assert isinstance(found["max"], np.floating)
    assert found["max"] == 4.5
    assert found["where"] == 1


def test_plain_list():
    found = to_list(np.eye(2))
    assert found == [[1.0, 0.0], [0.0, 1.0]]
    assert type(found[0][0]) is float


def test_tuple_of_arrays():
    even, odd = split(np.arange(5))
    np.testing.assert_array_equal(even, [0, 2, 4])
    np.testing.assert_array_equal(odd, [1, 3])


class ArrayTest(unittest.TestCase):
    def test_solve(self):
        x = solve(np.array([[2.0, 0.0], [0.0, 4.0]]), np.array([2.0, 8.0]))
        np.testing.assert_almost_equal(x, [1, 2])

    def test_singular(self):
        with self.assertRaises(np.linalg.LinAlgError):
            solve(np.zeros((2, 2)), np.ones(2))

    def test_one_hot(self):
        self.assertTrue(np.array_equal(one_hot([0, 2]), np.array([[1, 0, 0], [0, 0, 1]])))

    def test_error(self):
        with self.assertRaisesRegex(ValueError, "empty array"):
            mean_or_error(np.array([]))

    def test_function_over_elements(self):
        np.testing.assert_array_equal(apply(lambda x: x**2, np.array([1, 2])), [1, 4])

    def test_numpy_function_as_argument(self):
        np.testing.assert_allclose(apply(np.sqrt, np.array([4.0, 9.0])), [2, 3])

    def test_weights(self):
        network = Network(3)
        self.assertEqual(network.weights.shape, (3, 2))
        self.assertEqual(network.forward(np.ones((5, 3))).shape, (5, 2))
        self.assertTrue((network.forward(np.ones((1, 3))) >= 0).all())
        expected = np.random.default_rng(0).normal(size=(3, 2))
        np.testing.assert_allclose(network.weights, expected)

    def test_weights_are_set(self):
        network = Network(2)
        network.weights = np.eye(2)
        network.bias = np.array([1.0, -9.0])
        np.testing.assert_array_equal(network.forward(np.array([[2.0, 3.0]])), [[3.0, 0.0]])


def test_seeded():
    np.random.seed(4)
    first = noise(3)
    np.random.seed(4)
    np.testing.assert_array_equal(noise(3), first)
    np.random.seed(4)
    np.testing.assert_array_equal(np.random.rand(3), first)


def test_dates():
    assert days()[0] == np.datetime64("2024-01-01")
    assert days()[1] - days()[0] == np.timedelta64(2, "D")


def test_text():
    assert upper(np.array(["a", "bc"])).tolist() == ["A", "BC"]


def test_truth_values():
    found = is_even(np.array([1, 2]))
    assert found.dtype == bool
    assert found.any() and not found.all()


@pytest.mark.parametrize("kind", [np.int8, np.float32, np.complex128])
def test_kinds_survive(kind):
    assert mask(np.array([1, 2], dtype=kind), kind(0) if kind is not np.complex128 else 0).dtype == kind


def test_no_dimension():
    assert normalise(np.array([[1.0, 3.0], [1.0, 3.0]])).tolist() == [[-1, 1], [-1, 1]]


@pytest.mark.parametrize("kind", [np.float32, np.int64, np.dtype("u1"), "i2"])
def test_kinds_as_arguments(kind):
    found, same = zeros_of(kind)
    assert found.dtype == np.dtype(kind)
    assert same is kind or same == kind
