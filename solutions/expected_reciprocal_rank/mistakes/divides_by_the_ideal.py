"""You divide by the score of the best order, as NDCG does.

The lesson leaves this score as it is, so that [1, 1] is worth less than [3, 3]: what is the highest
score that a list may have?
"""


def err(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades, start=1):
        stops = stop_probability(grade, max_grade)
        total += gets_there * stops / position
        gets_there *= 1 - stops
    return total


def expected_reciprocal_rank(grades, max_grade):
    ideal = err(sorted(grades, reverse=True), max_grade)
    return err(grades, max_grade) / ideal if ideal else 0.0
