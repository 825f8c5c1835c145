import unittest

from identity_of_lists import (
    Basket,
    add_to,
    bubble_sort,
    clear_row,
    first_of,
    grow,
    link,
    same,
    swap,
    without,
)


class IdentityTest(unittest.TestCase):
    def test_returned_list_is_the_one_passed_in(self):
        items = [3, 1, 2]
        self.assertIs(bubble_sort(items), items)
        self.assertEqual(items, [1, 2, 3])

    def test_returned_copy_is_another(self):
        items = [1, 2, 1]
        result = without(items, 1)
        self.assertEqual(result, [2])
        self.assertIsNot(result, items)

    def test_input_is_unchanged(self):
        items = [1, 2, 1]
        without(items, 1)
        self.assertEqual(items, [1, 2, 1])

    def test_inner_list_keeps_its_identity(self):
        inner = [1]
        outer = [inner, [2]]
        self.assertIs(first_of(outer), inner)

    def test_same_list_twice(self):
        row = [0, 0]
        grid = [row, row]
        clear_row(grid, 0, 9)
        self.assertEqual(grid, [[9, 9], [9, 9]])
        self.assertEqual(row, [9, 9])
        self.assertTrue(same(row, row))
        self.assertFalse(same([], []))

    def test_shared_rows_come_back_shared(self):
        grid = grow(2)
        grid[0].append("x")
        self.assertEqual(grid[1], [])

    def test_cycle(self):
        a = [1]
        link(a, a)
        self.assertIs(a[1], a)
        b = [2]
        link(b, a)
        self.assertIs(b[1][1], a)

    def test_dict_is_changed_in_place(self):
        d = {"a": 1}
        add_to(d, "b", 2)
        self.assertEqual(d, {"a": 1, "b": 2})
        self.assertIs(add_to(d, "c", 3), d)

    def test_set_in_a_tuple(self):
        pair = ({1}, [2])
        swap(pair)
        self.assertEqual(pair, ({2}, [1]))

    def test_object_keeps_the_list_that_it_was_given(self):
        items = []
        basket = Basket(items)
        basket.add("egg")
        self.assertEqual(items, ["egg"])
        items.append("milk")
        self.assertEqual(basket.count(), 2)
        self.assertIs(basket.items, items)

    def test_change_through_an_attribute(self):
        basket = Basket([])
        basket.items.append("tea")
        self.assertEqual(basket.count(), 1)

    def test_nested_change(self):
        data = {"rows": [[1], [2]]}
        first_of(data["rows"]).append(5)
        self.assertEqual(data, {"rows": [[1, 5], [2]]})
