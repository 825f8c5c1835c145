"""You let every reader look at every result, also those who were satisfied further up.

Of 1000 readers of [3, 3], how many see the second result in the lesson, and how many in your code?
"""


def stop_probability(grade, max_grade):
    if not 0 <= grade <= max_grade:
        raise ValueError("a grade lies between 0 and the highest one of the scale")
    return (2**grade - 1) / 2**max_grade


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades, start=1):
        stops = stop_probability(grade, max_grade)
        total += stops / position
        gets_there *= 1 - stops
    return total
