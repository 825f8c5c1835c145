"""Without any people, your code stops with an error other than a ValueError.

What does it divide by there? Check the list first.
"""


def mean(numbers):
    return sum(numbers) / len(numbers)
