"""Your code forgets all results but the one right above.

A reader who gets to position 3 was satisfied neither at position 1 nor at position 2: how many
factors does that take?
"""


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades, start=1):
        stops = stop_probability(grade, max_grade)
        total += gets_there * stops / position
        gets_there = 1 - stops
    return total
