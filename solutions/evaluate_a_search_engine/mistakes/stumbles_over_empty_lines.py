"""Your readers stop at a line that is empty or holds nothing but spaces, as if it were a bad one.

What does split give for such a line, and what does the lesson say about it?
"""


def rows(path):
    with open(path, encoding="utf-8") as lines:
        return [line.split() for line in lines]
