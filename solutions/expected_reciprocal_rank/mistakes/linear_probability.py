"""Your probability grows evenly with the grade, so a middling result satisfies too many readers.

Lay the table of probabilities in the lesson beside yours: which gain does ERR take?
"""


def stop_probability(grade, max_grade):
    if not 0 <= grade <= max_grade:
        raise ValueError("a grade lies between 0 and the highest one of the scale")
    return grade / max_grade


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades, start=1):
        stops = stop_probability(grade, max_grade)
        total += gets_there * stops / position
        gets_there *= 1 - stops
    return total
