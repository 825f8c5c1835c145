import copy
import unittest

from trees_and_zippers import BinaryTree, Record, SgfTree, Zipper, build_tree, parse


class BuildTest(unittest.TestCase):
    def test_nothing(self):
        self.assertIsNone(build_tree([]))

    def test_shape(self):
        root = build_tree([Record(2, 0), Record(0, 0), Record(1, 0), Record(3, 1)])
        self.check(root, 0, 2)
        self.check(root.children[0], 1, 1)
        self.check(root.children[0].children[0], 3, 0)
        self.check(root.children[1], 2, 0)

    def check(self, node, node_id, children):
        self.assertEqual(node.node_id, node_id)
        self.assertEqual(len(node.children), children)

    def test_missing_id(self):
        with self.assertRaises(ValueError) as err:
            build_tree([Record(0, 0), Record(2, 0)])
        self.assertEqual(err.exception.args[0], "Record id is invalid or out of order.")

    def test_own_parent(self):
        with self.assertRaisesRegex(ValueError, "should be smaller"):
            build_tree([Record(0, 0), Record(1, 1)])

    def test_duck_typed_records(self):
        class Row:
            def __init__(self, record_id, parent_id):
                self.record_id, self.parent_id = record_id, parent_id

        root = build_tree([Row(0, 0), Row(1, 0)])
        self.assertEqual([c.node_id for c in root.children], [1])


def leaf(value):
    return {"value": value, "left": None, "right": None}


class ZipperTest(unittest.TestCase):
    def tree(self):
        return {"value": 1, "left": {"value": 2, "left": None, "right": leaf(3)}, "right": leaf(4)}

    def test_unchanged(self):
        tree = self.tree()
        self.assertEqual(Zipper.from_tree(tree).to_tree(), tree)

    def test_walk(self):
        zipper = Zipper.from_tree(self.tree())
        self.assertEqual(zipper.left().right().value(), 3)
        self.assertIsNone(zipper.left().left())

    def test_set_value(self):
        expected = self.tree()
        expected["left"]["value"] = 5
        zipper = Zipper.from_tree(self.tree())
        self.assertEqual(zipper.left().set_value(5).to_tree(), expected)

    def test_set_left(self):
        zipper = Zipper.from_tree(self.tree())
        found = zipper.left().set_left(leaf(9)).up().right().set_value(6).to_tree()
        self.assertEqual(found["left"]["left"], leaf(9))
        self.assertEqual(found["right"], leaf(6))

    def test_deep_copy_of_the_input(self):
        tree = self.tree()
        before = copy.deepcopy(tree)
        Zipper.from_tree(tree).set_value(0)
        self.assertEqual(tree, before)


class ParseTest(unittest.TestCase):
    def test_errors(self):
        for text, message in [
            ("", "tree missing"),
            (";", "tree missing"),
            ("()", "tree with no nodes"),
            ("(;A)", "properties without delimiter"),
        ]:
            with self.subTest(text), self.assertRaises(ValueError) as err:
                parse(text)
            self.assertEqual(err.exception.args[0], message)

    def test_one_node(self):
        self.assertEqual(parse("(;)"), SgfTree())
        self.assertEqual(parse("(;A[B])"), SgfTree(properties={"A": ["B"]}))

    def test_two_children(self):
        expected = SgfTree({"A": ["B"]}, [SgfTree({"B": ["C"]}), SgfTree({"C": ["D"]})])
        self.assertEqual(parse("(;A[B](;B[C])(;C[D]))"), expected)
        self.assertNotEqual(parse("(;A[B](;C[D])(;B[C]))"), expected)

    def test_several_values(self):
        self.assertEqual(parse("(;A[b][c])").properties, {"A": ["b", "c"]})

    def test_children_are_trees(self):
        self.assertIsInstance(parse("(;A[B];B[C])").children[0], SgfTree)

    def test_list_of_trees(self):
        self.assertEqual([parse("(;)"), parse("(;A[B])")], [SgfTree(), SgfTree({"A": ["B"]})])
        self.assertIn(SgfTree({"B": ["C"]}), parse("(;A[B];B[C])").children)

    def test_not_equal_to_others(self):
        self.assertNotEqual(parse("(;)"), None)
        self.assertNotEqual(parse("(;)"), "tree")


class BinaryTest(unittest.TestCase):
    def test_nested_dicts(self):
        small = {"data": 1, "left": None, "right": None}
        self.assertEqual(BinaryTree([2, 1]).data(), {"data": 2, "left": small, "right": None})

    def test_sorted(self):
        self.assertEqual(list(BinaryTree([3, 1, 2]).walk()), [1, 2, 3])
        self.assertEqual("".join(BinaryTree("hello").walk()), "ehllo")
