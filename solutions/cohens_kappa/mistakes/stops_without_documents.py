"""Without any documents, your code stops with an error other than a ValueError.

What does it divide by there? Check the lists before you divide.
"""


def pairs(first, second):
    return list(zip(first, second, strict=True))
