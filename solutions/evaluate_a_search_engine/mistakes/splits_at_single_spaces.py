"""Your columns are right only where exactly one space stands between them.

Many files use tabs, and some line their columns up: what does split do when it is not told what
to look for?
"""


def rows(path):
    with open(path, encoding="utf-8") as lines:
        return [line.strip("\n").split(" ") for line in lines if line.strip()]
