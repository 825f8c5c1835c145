"""ERR: the reciprocal rank for a reader whom each result satisfies with some probability."""


def stop_probability(grade, max_grade):
    """Return the probability that a result of this grade satisfies the reader."""
    if not 0 <= grade <= max_grade:
        raise ValueError("a grade lies between 0 and the highest one of the scale")
    return (2**grade - 1) / 2**max_grade


def expected_reciprocal_rank(grades, max_grade):
    """Return the expected reciprocal rank of the position where the reader stops."""
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades, start=1):
        stops = stop_probability(grade, max_grade)
        total += gets_there * stops / position
        gets_there *= 1 - stops
    return total
