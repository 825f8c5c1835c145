"""Without any people, your hit rates are 0.

That would say that the recommender failed. Which error does the lesson ask for?
"""


def mean(numbers):
    return sum(numbers) / len(numbers) if numbers else 0.0
