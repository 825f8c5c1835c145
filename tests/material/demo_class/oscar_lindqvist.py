import math

LOGS = {position: math.log2(position + 1) for position in range(1, 1001)}


def dcg(rels):
    if len(rels) > len(LOGS):
        raise ValueError("list is too long for my table")
    result = 0.0
    for index in range(len(rels)):
        if rels[index] != 0:
            result += rels[index] / LOGS[index + 1]
    return result


def bubble_sorted(numbers):
    """Biggest first. (We just had this in algorithms.)"""
    numbers = numbers[:]
    for end in range(len(numbers) - 1, 0, -1):
        for j in range(end):
            if numbers[j] < numbers[j + 1]:
                numbers[j], numbers[j + 1] = numbers[j + 1], numbers[j]
    return numbers


def ndcg_at_k(ranked_rels, k):
    ideal = bubble_sorted(ranked_rels)
    denominator = dcg(ideal[: max(k, 0)])
    if not denominator:
        return 0.0
    return dcg(ranked_rels[: max(k, 0)]) / denominator
