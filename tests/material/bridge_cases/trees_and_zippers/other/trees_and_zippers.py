import re
from collections import namedtuple
from dataclasses import dataclass, field
from typing import Any

Record = namedtuple("Record", "record_id parent_id")


@dataclass
class Node:
    node_id: int
    children: list = field(default_factory=list)


def build_tree(records):
    nodes = {}
    for place, record in enumerate(sorted(records, key=lambda r: r.record_id)):
        if record.record_id != place:
            raise ValueError("Record id is invalid or out of order.")
        nodes[place] = Node(place)
        if place and record.parent_id >= place:
            raise ValueError("Node parent_id should be smaller than its record_id.")
        if place:
            nodes[record.parent_id].children.append(nodes[place])
    return nodes.get(0)


class Zipper:
    def __init__(self, root, path=()):
        self.root, self.path = root, path

    @staticmethod
    def from_tree(tree):
        return Zipper(tree)

    def _focus(self):
        tree = self.root
        for side in self.path:
            tree = tree[side]
        return tree

    def _with(self, change, tree=None, path=None):
        tree, path = (self.root, self.path) if path is None else (tree, path)
        if not path:
            return {**tree, **change}
        return {**tree, path[0]: self._with(change, tree[path[0]], path[1:])}

    def value(self):
        return self._focus()["value"]

    def _go(self, side):
        return self._focus()[side] and Zipper(self.root, (*self.path, side))

    def left(self):
        return self._go("left")

    def right(self):
        return self._go("right")

    def up(self):
        return Zipper(self.root, self.path[:-1])

    def set_value(self, value):
        return Zipper(self._with({"value": value}), self.path)

    def set_left(self, tree):
        return Zipper(self._with({"left": tree}), self.path)

    def to_tree(self):
        return self.root


@dataclass
class SgfTree:
    properties: dict = field(default_factory=dict)
    children: list = field(default_factory=list)


def parse(text):
    if not text or text[0] != "(":
        raise ValueError("tree missing")
    tokens = re.findall(r"[();]|[A-Z](?=\W)|\[[^\]]*\]", text)
    if ";" not in tokens:
        raise ValueError("tree with no nodes")
    tree, rest = _node(tokens[2:])
    return tree


def _node(tokens):
    tree = SgfTree()
    name: Any = None
    while tokens and tokens[0] not in "();":
        token, *tokens = tokens
        if token[0] == "[":
            tree.properties.setdefault(name, []).append(token[1:-1])
        else:
            name = token
            if not tokens or tokens[0][0] != "[":
                raise ValueError("properties without delimiter")
    while tokens and tokens[0] != ")":
        skip = 2 if tokens[0] == "(" else 1
        is_branch = skip == 2
        child, tokens = _node(tokens[skip:])
        tree.children.append(child)
        if is_branch:
            tokens = tokens[1:]
    return tree, tokens


class BinaryTree:
    def __init__(self, items):
        self.tree = None
        for item in items:
            self.tree = self._put(self.tree, item)

    def _put(self, tree, item):
        if tree is None:
            return dict(data=item, left=None, right=None)
        side = "right" if item > tree["data"] else "left"
        return {**tree, side: self._put(tree[side], item)}

    def data(self):
        return self.tree

    def walk(self):
        def flat(tree):
            return flat(tree["left"]) + [tree["data"]] + flat(tree["right"]) if tree else []

        return flat(self.tree)
