"""You let every reader look at every result, also those who were satisfied further up.

Of 1000 readers of [3, 3], how many see the second result in the lesson, and how many in your code?
"""


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades, start=1):
        stops = stop_probability(grade, max_grade)
        total += stops / position
        gets_there *= 1 - stops
    return total
