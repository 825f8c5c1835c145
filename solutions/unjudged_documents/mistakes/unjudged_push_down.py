"""Your bpref counts unjudged documents like bad ones.

Put an unjudged document at the top of a ranking: should bpref change?
"""


def bad_above_each(ranking, judged):
    counts = []
    bad = 0
    for name in ranking:
        if judged.get(name, 0) > 0:
            counts.append(bad)
        else:
            bad += 1
    return counts
