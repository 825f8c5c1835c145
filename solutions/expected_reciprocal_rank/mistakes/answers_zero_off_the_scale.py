"""For a grade that is not on the scale you hand back 0, as if the result were irrelevant.

Such a grade means that two scales were mixed up, and nobody would notice: which row of the table
of conventions speaks of it?
"""


def stop_probability(grade, max_grade):
    if not 0 <= grade <= max_grade:
        return 0.0
    return (2**grade - 1) / 2**max_grade
