"""A dozen modules that a class of beginners submits, and the verdict that each has to have."""

from dataclasses import dataclass

ADD = b"def add(a, b):\n    return a + b\n"


@dataclass(frozen=True)
class Content:
    """What a file holds, and what must come of it."""

    data: bytes
    verdict: str
    points: int
    said: str = ""  # a part of the sentence for the student


CONTENTS = {
    "right": Content(ADD, "passed", 2),
    "right in another way": Content(b"def add(*n):\n    return sum(n)\n", "passed", 2),
    "talkative": Content(b"print('x' * 3000)\n" + ADD, "passed", 2),
    "from windows": Content(b"\xef\xbb\xbf" + ADD.replace(b"\n", b"\r\n"), "passed", 2),
    "main guard": Content(ADD + b"if __name__ == '__main__':\n    input()\n", "passed", 2),
    "names in scripts": Content("def add(a, 値):\n    return a + 値\n".encode(), "passed", 2),
    "wrong": Content(b"def add(a, b):\n    return a - b\n", "failed", 0),
    "small only": Content(b"def add(a, b):\n    return (a + b) % 1000\n", "failed", 1),
    "prints": Content(b"def add(a, b):\n    print(a + b)\n", "failed", 0),
    "raises": Content(b"def add(a, b):\n    return a / 0\n", "failed", 0, "ZeroDivisionError"),
    "no python": Content(b"def add(a, b):\n    return a +\n", "error", 0, "SyntaxError"),
    "misnamed": Content(b"def ad(a, b):\n    return a + b\n", "failed", 0, "does not define it"),
    "missing module": Content(b"import pandass\n" + ADD, "error", 0, "pandass"),
    "empty": Content(b"\n \n", "unreadable", 0, "sums.py is empty."),
    "latin-1": Content(
        b"# caf\xe9\n" + ADD, "unreadable", 0, "sums.py is not UTF-8 text (line 1)."
    ),
    "utf-16": Content(
        ADD.decode().encode("utf-16"), "unreadable", 0, "sums.py is saved as UTF-16."
    ),
}
