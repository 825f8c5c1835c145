class Record:
    def __init__(self, record_id, parent_id):
        self.record_id = record_id
        self.parent_id = parent_id


class Node:
    def __init__(self, node_id):
        self.node_id = node_id
        self.children = []


def build_tree(records):
    ordered = sorted(records, key=lambda r: r.record_id)
    nodes = [Node(i) for i in range(len(ordered))]
    for i, record in enumerate(ordered):
        if record.record_id != i:
            raise ValueError("Record id is invalid or out of order.")
        if record.parent_id > i or (i and record.parent_id == i):
            raise ValueError("Node parent_id should be smaller than its record_id.")
        if i:
            nodes[record.parent_id].children.append(nodes[i])
    return nodes[0] if nodes else None


class Zipper:
    @classmethod
    def from_tree(cls, tree):
        return cls(dict(tree), [])

    def __init__(self, tree, ancestors):
        self.tree = tree
        self.ancestors = ancestors

    def value(self):
        return self.tree["value"]

    def set_value(self, value):
        self.tree["value"] = value
        return self

    def _down(self, side):
        if self.tree[side] is None:
            return None
        return Zipper(self.tree[side], [*self.ancestors, self.tree])

    def left(self):
        return self._down("left")

    def right(self):
        return self._down("right")

    def set_left(self, tree):
        self.tree["left"] = tree
        return self

    def up(self):
        return Zipper(self.ancestors[-1], self.ancestors[:-1])

    def to_tree(self):
        return self.ancestors[0] if self.ancestors else self.tree


class SgfTree:
    def __init__(self, properties=None, children=None):
        self.properties = properties or {}
        self.children = children or []

    def __eq__(self, other):
        if not isinstance(other, SgfTree):
            return False
        return self.properties == other.properties and self.children == other.children

    def __ne__(self, other):
        return not self == other


def parse(text):
    if not text.startswith("("):
        raise ValueError("tree missing")
    root, rest = _tree(text[1:])
    if rest != ")":
        raise ValueError("tree not closed")
    return root


def _tree(text):
    if not text.startswith(";"):
        raise ValueError("tree with no nodes")
    text = text[1:]
    properties, children = {}, []
    while text and text[0].isupper():
        name = text[0]
        text = text[1:]
        if not text.startswith("["):
            raise ValueError("properties without delimiter")
        values = []
        while text.startswith("["):
            end = text.index("]")
            values.append(text[1:end])
            text = text[end + 1 :]
        properties[name] = values
    while text and text[0] in ";(":
        if text[0] == ";":
            child, text = _tree(text)
        else:
            child, text = _tree(text[1:])
            text = text[1:]
        children.append(child)
    return SgfTree(properties, children), text


class BinaryTree:
    def __init__(self, items):
        self.root = None
        for item in items:
            self._add(item)

    def _add(self, item):
        node, place = self.root, None
        while node:
            place = "left" if item <= node["data"] else "right"
            if node[place] is None:
                break
            node = node[place]
        new = {"data": item, "left": None, "right": None}
        if node is None:
            self.root = new
        else:
            node[place] = new

    def data(self):
        return self.root

    def walk(self):
        def visit(node):
            if node:
                yield from visit(node["left"])
                yield node["data"]
                yield from visit(node["right"])

        return visit(self.root)
