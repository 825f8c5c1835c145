"""Fair inputs of cohens_kappa."""

from hypothesis import strategies as st

COMPARED = "precise"  # since the lesson rounds nothing


def _two_judges(labels):
    """Give two lists of labels, for the same number of documents in most draws."""
    of_one_length = st.integers(0, 5).flatmap(
        lambda n: st.tuples(*[st.lists(labels, min_size=n, max_size=n)] * 2)
    )
    return of_one_length | st.tuples(*[st.lists(labels, max_size=3)] * 2)


_yes_or_no = _two_judges(st.integers(0, 1))
_any_labels = _yes_or_no | _two_judges(st.sampled_from(["yes", "no", "perhaps"]))
_grades = _yes_or_no | _two_judges(st.sampled_from([0, 1, 2, 4, 0.5]))


def observed_agreement():
    """Give labels of two judges: yes or no, or words."""
    return _any_labels


def chance_agreement():
    """Give the same."""
    return _any_labels


def cohens_kappa():
    """Give the same, and grades."""
    return _any_labels | _grades


def weighted_kappa():
    """Give grades."""
    return _grades
