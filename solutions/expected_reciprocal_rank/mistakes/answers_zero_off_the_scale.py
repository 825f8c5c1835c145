"""For a grade that is not on the scale you return 0, as if the result were irrelevant.

Such a grade means that two scales were mixed up, and a 0 hides that: which row of the table of
conventions is about it?
"""


def stop_probability(grade, max_grade):
    if not 0 <= grade <= max_grade:
        return 0.0
    return (2**grade - 1) / 2**max_grade
