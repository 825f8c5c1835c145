"""ERR: the reciprocal rank for a reader who stops at each result with some probability."""


def stop_probability(grade, max_grade):
    """Return the probability that a result of this grade satisfies the reader.

    max_grade is the highest grade of the scale; a grade outside of 0 to max_grade is a ValueError.
    By hand: stop_probability(2, 3) is 3 / 8 = 0.375.
    """
    # TODO: compare what the grade is worth with the highest grade, as the lesson defines it.
    raise NotImplementedError("stop_probability is not written yet")


def expected_reciprocal_rank(grades, max_grade):
    """Return the expected reciprocal rank of the position where the reader stops.

    grades holds one grade for each result, in ranked order.
    By hand: expected_reciprocal_rank([3, 2, 0, 0, 1], 3) is 0.900391.
    """
    # TODO: go down the list, and remember how likely the reader is to get there.
    raise NotImplementedError("expected_reciprocal_rank is not written yet")
