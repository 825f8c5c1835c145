"""Formulas become MathML for pages and readable text for terminals."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.feedback.formulas import to_mathml, to_text

READ = [
    (
        r"\mathrm{DCG} = \sum_{i=1}^{k} \frac{rel_i}{\log_2(i+1)}",
        "DCG = Σᵢ₌₁ᵏ relᵢ / log₂(i + 1)",
        "DCG = Σ_(i = 1)^k rel_i / log_2(i + 1)",
    ),
    (r"2^{rel} - 1", "2ʳᵉˡ − 1", "2^rel − 1"),
    (r"2^{rel_i} - 2^{g_{max}}", "2^(relᵢ) − 2^(g_max)", "2^(rel_i) − 2^(g_max)"),
    (r"\frac{\frac{a}{b}}{c+d}", "(a/b) / (c + d)", "(a/b) / (c + d)"),
    (r"\frac{n}{2k} + \frac{8}{2^3}", "n/(2k) + 8/2³", "n/(2k) + 8/2^3"),
    (r"2\frac{1}{2}, \frac{1}{2}x", "2(1/2), (1/2)x", "2(1/2), (1/2)x"),
    (r"\frac{1}{|Q|}\sum_{q \in Q} x_q", "(1/|Q|)Σ_(q∈Q) x_q", "(1/|Q|)Σ_(q ∈ Q) x_q"),
    (r"\min(k, |Q|) \cdot r \ge \overline{x}", "min(k, |Q|) · r ≥ x̄", "min(k, |Q|) · r ≥ x̄"),
    (r"\mathrm{rel}_{\max} x_{i,j}^{2k}", "rel_max x_(i,j)²ᵏ", "rel_max x_(i,j)^2k"),
    (r"\text{gap} = \text{best}-\text{found}", "gap = best − found", "gap = best − found"),
    (r"(1-\alpha)^{k} \ne \infty", "(1 − α)ᵏ ≠ ∞", "(1 − α)^k ≠ ∞"),
    (r"\{a_1, \ldots, a_n\}", "{a₁, …, aₙ}", "{a_1, …, a_n}"),
    (r"\left(x - \frac{1}{n}\right)", "(x − 1/n)", "(x − 1/n)"),
    (r"\sqrt{x^2 + y^2} - \sqrt[3]{z}", "√(x² + y²) − ³√z", "√(x^2 + y^2) − ^3√z"),
    (r"k \log k + \neg a \bmod b", "k log k + ¬ a mod b", "k log k + ¬ a mod b"),
    (r"3{,}000 - 50\%", "3,000 − 50%", "3,000 − 50%"),
    (r"\binom{n - 1}{k}", "(n − 1 choose k)", "(n − 1 choose k)"),
    (r"P(a \mid b) f'(x)", "P(a | b) f′(x)", "P(a | b) f′(x)"),
    (
        r"x = \begin{cases} 1 & \text{if } y \\ 0 & \text{else} \end{cases}",
        "x = 1 if y\n0 else",
        "x = 1 if y\n0 else",
    ),
    (r"\begin{aligned} a &= b \\ c &= dd \end{aligned}", "a = b\nc = dd", "a = b\nc = dd"),
]
BEYOND = [
    r"\foo",
    r"\frac{1",
    "{" * 101 + "}" * 101,
    r"\hat" * 301 + "x",
    "x" * 4001,
    r"\newcommand{\a}{" + "{" * 90 + r"\a" + "}" * 90 + r"}\a",
    r"\def\a{\a\a}\a",
    r"\left(" * 60,
    "x\x1b[31m",
]


@pytest.mark.parametrize(("latex", "text", "plain"), READ)
def test_formulas_are_readable(latex: str, text: str, plain: str) -> None:
    """A formula can be read as text, with scripts or with their signs."""
    assert to_text(latex) == text
    assert to_text(latex, has_scripts=False) == plain


@pytest.mark.parametrize("latex", BEYOND)
def test_what_cannot_be_converted_is_shown(latex: str) -> None:
    """A formula that is wrong, too long or too deep is shown as it was written."""
    assert to_text(latex) == latex.replace("\x1b", "\\x1b")
    assert to_mathml(latex, block=False).startswith('<code class="formula">')


def test_mathml_has_no_styles() -> None:
    """Columns are aligned by classes, which a strict policy allows."""
    mathml = to_mathml(r"\begin{aligned} a &= \color{red}{b} \end{aligned}", block=True)

    assert " style=" not in mathml
    assert {each.get("class") for each in ElementTree.fromstring(mathml).iter("mtd")} == {
        "right",
        "left",
    }


@given(
    st.text(alphabet=st.sampled_from("\\{}[]^_&|()'~ ,.;/+-=<>!12xyαΣ∑\u0332") | st.characters())
)
def test_any_formula_is_shown(latex: str) -> None:
    """No text makes the converters raise."""
    to_mathml(latex, block=True)

    assert not set(to_text(latex)) & set("\x02\x03\x04\x05")


COMMANDS = (
    r"\frac \sqrt \sum \prod \mathrm \text \overline \hat \left( \right) \log \min \cdot \ge \int "
    r"\begin{cases} \end{cases} \begin{matrix} \end{matrix} \\ & { } ^ _ { } x 1 , | \binom \vec "
    r"\underbrace \mathbb \lfloor \rfloor \limits \lim \max \not \quad \, \mid ' \ldots \sqrt[3]"
).split()


@given(st.lists(st.sampled_from(COMMANDS), max_size=30))
def test_any_commands_are_shown(commands: list[str]) -> None:
    """Commands in whatever order never make the converters raise."""
    latex = " ".join(commands)

    assert to_mathml(latex, block=True)
    assert to_text(latex) or not latex.strip("\\ ,{}&")
