"""You divide first and take the 1 off afterwards, so no probability is above 0.

Read the fraction of the definition once more: what stands above the line, and where does it end?
"""


def stop_probability(grade, max_grade):
    if not 0 <= grade <= max_grade:
        raise ValueError("a grade lies between 0 and the highest one of the scale")
    return 2**grade / 2**max_grade - 1
