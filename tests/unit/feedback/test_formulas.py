"""Formulas become MathML for pages and readable text for terminals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.feedback.formulas import to_mathml, to_text

READ = [
    (
        r"\mathrm{DCG} = \sum_{i=1}^{k} \frac{2^{rel_i} - 1}{\log_2(i+1)}",
        "DCG = Σ_{i=1}^{k} (2^{rel_i} - 1) / (log_2(i+1))",
    ),
    (r"\frac{\frac{a}{b}}{c+d}", "(a / b) / (c+d)"),
    (r"\frac{1}{|Q|} \cdot \text{best of all}", "1 / |Q| · best of all"),
    (r"\binom{n - 1}{k} \ge \left(x - \infty\right)", "(n - 1 choose k) ≥ (x - ∞ )"),
    (
        r"x = \begin{cases} 1 & \text{if } y \\ 0 & \text{else} \end{cases}",
        "x = 1 if y\n0 else",
    ),
]
BEYOND = [
    "{" * 101 + "}" * 101,
    r"\hat" * 301 + "x",
    "x" * 4001,
    r"\def\a{\a\a}\a",
    "x\x1b[31m",
]


@pytest.mark.parametrize(("latex", "text"), READ)
def test_formulas_are_readable(latex: str, text: str) -> None:
    """A formula is MathML on a page, and can be read as text."""
    assert to_mathml(latex, block=False).startswith("<math>")
    assert to_mathml(latex, block=True).startswith('<math display="block">')
    assert to_text(latex) == text


@pytest.mark.parametrize("latex", [*BEYOND, r"\foo", r"\frac{1", r"\left(" * 60])
def test_what_cannot_be_converted_is_shown(latex: str) -> None:
    """A formula that is wrong, too long or too deep is shown as it was written."""
    assert to_mathml(latex, block=False).startswith('<code class="formula">')
    if latex in BEYOND:
        assert to_text(latex) == latex.replace("\x1b", "\\x1b")


COMMANDS = (
    r"\frac \sqrt \sum \mathrm \text \overline \left( \right) \log \cdot \begin{cases} \end{cases} "
    r"\\ & { } ^ _ { } x 1 , | \binom \underbrace \limits \not \quad \, \mid ' \sqrt[3]"
).split()


@given(st.lists(st.sampled_from(COMMANDS) | st.characters(), max_size=30))
def test_any_formula_is_shown(commands: list[str]) -> None:
    """No text makes the converters raise."""
    latex = " ".join(commands)

    assert to_mathml(latex, block=True)
    assert to_text(latex) is not None
