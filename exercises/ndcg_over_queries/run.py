"""Score four queries of a small search in both ways, with the means below."""

import math

from ndcg_over_queries import ndcg, ndcg_all_judged

RESULTS = {
    "tea": ["doc_X", "doc_Y", "doc_Z", "doc_W"],
    "museum": ["doc_A", "doc_B", "doc_C"],
    "ferry": ["doc_F"],
    "unicorn": ["doc_M", "doc_N"],
}
JUDGED = {
    "tea": {"doc_X": 4, "doc_Y": 2, "doc_Z": 0, "doc_W": 3, "doc_V": 3},
    "museum": {"doc_C": 2, "doc_A": 1},
    "ferry": {"doc_F": 3, "doc_G": 3, "doc_H": 2},
}
WIDTH = 30


def bar(value):
    """Return a value with a bar that is full at 1.0, or say what is wrong with it."""
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return f"  {value!r:.20} is not a number to draw"
    share = min(max(value, 0.0), 1.0)
    note = "" if 0.0 <= value <= 1.0 + 1e-9 else " !"
    return f"{value:9.4f} |{'=' * round(share * WIDTH):<{WIDTH}}|{note}"


def grades_of(query):
    """Write down the grades of what was found; a question mark is an unjudged document."""
    judged = JUDGED.get(query, {})
    return " ".join(str(judged.get(document, "?")) for document in RESULTS[query])


def draw_row(name, results):
    """Show both scores of some queries."""
    print(f"  {name}")
    print(f"    ideal from the retrieved  {bar(ndcg(results, JUDGED, 4))}")
    print(f"    ideal from all judged     {bar(ndcg_all_judged(results, JUDGED, 4))}")


def main():
    """Draw each query and the means, or say which function is still missing."""
    print("Four queries, k = 4; grades in the order of the results, ? is unjudged\n")
    try:
        for query, found in RESULTS.items():
            draw_row(f"{query}: {grades_of(query)}", {query: list(found)})
        print()
        draw_row("the mean of all four", RESULTS)
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nFor ferry, one good document was found and two were missed.")
    print("Only the ideal from all judged documents sees that.")


if __name__ == "__main__":
    main()
