"""You compare the scores as text, letter by letter.

Is "9" more than "10" in your code? What a file holds is text until you turn it into a number.
"""


def read_run(path):
    found = {}
    for query, _, document, _, score, _ in rows(path):
        found.setdefault(query, []).append((score, document))
    ranked = {}
    for query, scored in found.items():
        ranked[query] = [document for _, document in sorted(scored, reverse=True)]
    return ranked
