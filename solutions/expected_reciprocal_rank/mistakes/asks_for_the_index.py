"""Your code gives all results of the same grade the position of the first of them.

Try [3, 0, 3].index(3) in Python: which of the two results does it tell about?
"""


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for grade in grades:
        stops = stop_probability(grade, max_grade)
        total += gets_there * stops / (grades.index(grade) + 1)
        gets_there *= 1 - stops
    return total
