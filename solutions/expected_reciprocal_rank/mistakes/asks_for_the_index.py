"""Your code gives all results of the same grade the position of the first of them.

Try [3, 0, 3].index(3) in Python: which of the two results does it tell about?
"""


def stop_probability(grade, max_grade):
    if not 0 <= grade <= max_grade:
        raise ValueError("a grade lies between 0 and the highest one of the scale")
    return (2**grade - 1) / 2**max_grade


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for grade in grades:
        stops = stop_probability(grade, max_grade)
        total += gets_there * stops / (grades.index(grade) + 1)
        gets_there *= 1 - stops
    return total
