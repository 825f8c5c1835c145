"""Draw both cuts of four queries, and name the one with the largest gap at each cut."""

from largest_gap import largest_gap, ndcg_at_cutoffs

GRADES = {
    "tea": [4, 2, 0, 3],
    "bus": [1, 0, 0, 1, 0, 4, 2],
    "hotel": [0, 0, 2, 0, 1],
    "visa": [0, 0],
}
WIDTH = 40


def material():
    """Make document ids and judgments from the grades."""
    results, judged = {}, {}
    for query, grades in GRADES.items():
        results[query] = [f"{query}-{number}" for number in range(len(grades))]
        judged[query] = dict(zip(results[query], grades, strict=True))
    return results, judged


def bar(value):
    """Return a bar with dots where something is missing to 1.0, or say that it is no score."""
    if not isinstance(value, (int, float)):
        return f"{value!r:.20} is not a number"
    if not 0.0 <= value <= 1.0 + 1e-9:
        return f"{value:8.4f} is out of range"
    return f"{value:8.4f} |{'=' * round(value * WIDTH):.<{WIDTH}}|"


def both_of(scores, query):
    """Return the two scores of a query, or twice what stands in their place."""
    try:
        at_five, at_ten = scores[query]
    except (TypeError, KeyError, ValueError):
        found = scores.get(query) if isinstance(scores, dict) else scores
        return found, found
    return at_five, at_ten


def draw_scores(results, judged):
    """Show two rows for each query, and above them its grades."""
    scores = ndcg_at_cutoffs(results, judged)
    for query, grades in GRADES.items():
        at_five, at_ten = both_of(scores, query)
        print(f"  {query} {grades}")
        print(f"     NDCG@5  {bar(at_five)}")
        print(f"     NDCG@10 {bar(at_ten)}")


def main():
    """Draw the queries and name the largest gaps, or say which function is still missing."""
    results, judged = material()
    print("Four queries; the dots show how far a score is from 1.0\n")
    try:
        draw_scores(results, judged)
        print()
        for k in (5, 10):
            answer = largest_gap(results, judged, k)
            print(f"  Your largest_gap at {k:2}: {answer!r:.45}")
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nvisa has the lowest score, but its gap is 0: no other order is better.")


if __name__ == "__main__":
    main()
