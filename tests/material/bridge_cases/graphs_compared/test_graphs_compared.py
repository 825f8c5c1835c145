import unittest

from graphs_compared import ATTR, EDGE, NODE, Edge, Graph, Item, Node, Point, WordSearch, items


class GraphTest(unittest.TestCase):
    def test_empty(self):
        g = Graph()
        self.assertEqual(g.nodes, [])
        self.assertEqual(g.edges, [])
        self.assertEqual(g.attrs, {})

    def test_nodes(self):
        g = Graph([(NODE, "a", {"color": "green"}), (NODE, "b", {})])
        self.assertEqual(g.nodes, [Node("a", {"color": "green"}), Node("b", {})])
        self.assertNotEqual(g.nodes, [Node("a", {}), Node("b", {})])

    def test_edges(self):
        g = Graph([(EDGE, "a", "b", {"w": 1})])
        self.assertEqual(g.edges, [Edge("a", "b", {"w": 1})])
        self.assertEqual(g.edges[0].src, "a")

    def test_attributes(self):
        g = Graph([(ATTR, "foo", "1"), (ATTR, "bar", "true")])
        self.assertEqual(g.attrs, {"foo": "1", "bar": "true"})

    def test_malformed(self):
        for data in (1, "problematic"):
            with self.assertRaises(TypeError) as err:
                Graph(data)
            self.assertEqual(type(err.exception), TypeError)
            self.assertEqual(err.exception.args[0], "Graph data malformed")

    def test_incomplete(self):
        for item in ((), (ATTR,)):
            with self.assertRaisesRegex(TypeError, "incomplete"):
                Graph([item])

    def test_wrong_length(self):
        for item, text in [((NODE, 1, 2, 3), "Node"), ((EDGE, 1, 2), "Edge"), ((99, 1), "Unknown")]:
            with self.subTest(item), self.assertRaisesRegex(ValueError, text):
                Graph([item])

    def test_membership_and_place(self):
        g = Graph([(NODE, "a", {}), (NODE, "b", {})])
        self.assertIn(Node("b", {}), g.nodes)
        self.assertNotIn(Node("c", {}), g.nodes)
        self.assertEqual(g.nodes.index(Node("b", {})), 1)
        self.assertEqual(g.nodes.count(Node("a", {})), 1)

    def test_attributes_are_shared(self):
        attrs = {"a": 1}
        g = Graph([(NODE, "n", attrs)])
        self.assertIs(g.nodes[0].attrs, attrs)
        attrs["b"] = 2
        self.assertEqual(g.nodes[0].attrs, {"a": 1, "b": 2})


class SearchTest(unittest.TestCase):
    def test_found(self):
        self.assertEqual(WordSearch(["xjavay"]).search("java"), (Point(1, 0), Point(4, 0)))

    def test_lines(self):
        puzzle = WordSearch(["abc", "def"])
        start, end = puzzle.search("ef")
        self.assertEqual((start.x, start.y), (1, 1))
        self.assertEqual(end, Point(2, 1))

    def test_not_found(self):
        self.assertIsNone(WordSearch(["abc"]).search("xyz"))

    def test_text(self):
        self.assertEqual(repr(WordSearch(["go"]).search("go")), "(Point(0:0), Point(1:0))")

    def test_dict_of_points(self):
        self.assertEqual({"a": Point(1, 2)}, {"a": Point(1, 2)})
        self.assertNotEqual({"a": Point(1, 2)}, {"a": Point(2, 1)})

    def test_unhashable(self):
        with self.assertRaises(TypeError):
            {Point(1, 2)}


class IdentityTest(unittest.TestCase):
    def test_default_comparison(self):
        a, b = Item(1), Item(1)
        self.assertNotEqual(a, b)
        self.assertEqual(a, a)
        self.assertEqual([a, b], [a, b])
        self.assertNotEqual([a], [b])

    def test_default_hash(self):
        a, b = Item(1), Item(1)
        self.assertEqual(len({a, b, a}), 2)
        self.assertIn(a, {a: 1})

    def test_removed_by_identity(self):
        several = items(3)
        first = several[0]
        several.remove(first)
        self.assertEqual([i.n for i in several], [1, 2])
        self.assertNotIn(first, several)

    def test_found_by_identity(self):
        several = items(3)
        self.assertEqual(several.index(several[2]), 2)
        self.assertIs(several[1], several[1])
