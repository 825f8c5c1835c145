class Record:
    def __init__(self, record_id, parent_id):
        self.record_id = record_id
        self.parent_id = parent_id


class Node:
    def __init__(self, node_id):
        self.node_id = node_id
        self.children = []


def build_tree(records):
    root = Node(0)
    for record in records[1:]:
        root.children.append(Node(record.record_id))
    return root


class Zipper:
    @staticmethod
    def from_tree(tree):
        zipper = Zipper()
        zipper.tree = zipper.top = tree
        return zipper

    def value(self):
        return self.tree["value"]

    def set_value(self, value):
        self.tree["value"] = value
        return self

    def left(self):
        self.tree = self.tree["left"]
        return self

    def right(self):
        self.tree = self.tree["right"]
        return self

    def set_left(self, tree):
        self.tree["left"] = tree
        return self

    def up(self):
        self.tree = self.top
        return self

    def to_tree(self):
        return self.tree


class SgfTree:
    def __init__(self, properties=None, children=None):
        self.properties = properties or {}
        self.children = children or []


def parse(text):
    if len(text) < 3:
        raise ValueError("tree missing")
    properties = {}
    for part in text.strip("()").split(";")[1:]:
        if part:
            properties[part[0]] = [part[2]]
    return SgfTree(properties)


class BinaryTree:
    def __init__(self, items):
        self.items = items

    def data(self):
        return {"data": self.items[0]}

    def walk(self):
        return self.items
