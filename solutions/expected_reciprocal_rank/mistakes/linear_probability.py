"""Your probability grows evenly with the grade, so a middling result satisfies too many readers.

Compare the table of probabilities in the lesson with yours: which gain does ERR take?
"""


def stop_probability(grade, max_grade):
    if not 0 <= grade <= max_grade:
        raise ValueError("a grade lies between 0 and the highest one of the scale")
    return grade / max_grade
