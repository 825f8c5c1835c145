"""Formulas become MathML for pages and readable text for terminals."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.feedback.formulas import to_lines, to_mathml

READ = [
    (
        r"\mathrm{DCG} = \sum_{i=1}^{k} \frac{rel_i}{\log_2(i+1)}",
        "DCG = Σᵢ₌₁ᵏ relᵢ / log₂(i + 1)",
        "DCG = sum_{i=1}^{k} rel_i / log2(i + 1)",
    ),
    (r"2^{rel} - 1", "2ʳᵉˡ − 1", "2^rel - 1"),
    (r"\frac{\frac{a}{b}}{c+d}", "(a/b) / (c + d)", "(a/b) / (c + d)"),
    (r"\frac{n}{2k}", "n/(2k)", "n/(2k)"),
    (
        r"\frac{1}{|Q|}\sum_{q \in Q} \frac{1}{\mathrm{rank}_q}",
        "(1/|Q|) Σ_{q∈Q} 1/rank_q",
        "(1/|Q|) sum_{q in Q} 1/rank_q",
    ),
    (
        r"\min(k, |Q|) \cdot \mathrm{rel}_i \ge \overline{x}",
        "min(k, |Q|) · relᵢ ≥ x̄",
        "min(k, |Q|) * rel_i >= x_bar",
    ),
    (r"\mathrm{rel}_{\max} x_{i,j}^{2k}", "rel_max x_{i,j}²ᵏ", "rel_max x_{i,j}^(2k)"),
    (r"\text{precision@}k", "precision@k", "precision@k"),
    (r"x_i/\log_2(i+1)", "xᵢ/log₂(i + 1)", "x_i/log2(i + 1)"),
    (r"\text{gap} = \text{best}-\text{found}", "gap = best − found", "gap = best - found"),
    (r"x_{\text{a}+\text{b}} = 2\text{ of }3", "x_{a+b} = 2 of 3", "x_{a+b} = 2 of 3"),
    (r"(1-\alpha)^{k} \ne \infty", "(1 − α)ᵏ ≠ ∞", "(1 - alpha)^k != infinity"),
    (r"\{a_1, \ldots, a_n\}", "{a₁, ..., aₙ}", "{a_1, ..., a_n}"),
    (r"d_1 + \dots + d_n", "d₁ + ⋯ + dₙ", "d_1 + ... + d_n"),
    (r"\frac{|A \cap B|}{|A \cup B|}", "|A ∩ B| / |A ∪ B|", "|A intersect B| / |A union B|"),
    (r"\sqrt{x^2 + y^2} - \sqrt[3]{z}", "√(x² + y²) − ³√z", "sqrt(x^2 + y^2) - root_3(z)"),
    (r"\max_{i \le k} x_i", "max_{i≤k} xᵢ", "max_{i<=k} x_i"),
    (r"k \log k + \neg a \bmod b", "k log k + ¬a mod b", "k log k + not a mod b"),
    (r"3{,}000 - 50\%", "3,000 − 50%", "3,000 - 50%"),
    (r"\binom{n}{k}, \hat{xy}", "(n choose k), hat(xy)", "(n choose k), hat(xy)"),
    (r"\vec v", "v⃗", "v_vec"),
    (r"P(a \mid b)", "P(a | b)", "P(a | b)"),
    (r"\underbrace{a+b}_{n} f'(x)", "(a + b)ₙ f′(x)", "(a + b)_n f'(x)"),
    (
        r"x = \begin{cases} 1 & \text{if } y \\ 0 & \text{else} \end{cases}",
        "x = {1 if y; 0 else",
        "x = {1 if y; 0 else",
    ),
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
    """A formula can be read in one line, in Unicode and in ASCII."""
    assert to_lines(latex, block=False) == [text]
    assert to_lines(latex, block=False, ascii_only=True) == [plain]


def test_rows_of_a_block_stand_below_each_other() -> None:
    """Cases and equations in a block have a line each, one below the other."""
    cases = r"f(x) = \begin{cases} 1 & \text{if } x > 0 \\ 22 & \text{otherwise} \end{cases}"
    aligned = r"\begin{aligned} a &= b \\ c &= dd \end{aligned}"

    assert to_lines(cases, block=True) == ["f(x) = {1   if x > 0", "        22  otherwise"]
    assert to_lines(aligned, block=True) == ["a = b", "c = dd"]


@pytest.mark.parametrize("latex", BEYOND)
def test_what_cannot_be_converted_is_shown(latex: str) -> None:
    """A formula that is wrong, too long or too deep is shown as it was written."""
    assert to_lines(latex, block=True) == [latex.replace("\x1b", "\\x1b")]
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
    """No text makes the converters raise, and ASCII is what was asked for."""
    to_mathml(latex, block=True)

    for block in (True, False):
        lines = to_lines(latex, block=block)
        assert not any(mark in line for line in lines for mark in "\x02\x03\x1e\n")
    if to_mathml(latex, block=True).startswith("<math"):
        assert all(line.isascii() for line in to_lines(latex, block=True, ascii_only=True))


COMMANDS = (
    r"\frac \sqrt \sum \prod \mathrm \text \overline \hat \left( \right) \log \min \cdot \ge \int "
    r"\begin{cases} \end{cases} \begin{matrix} \end{matrix} \\ & { } ^ _ { } x 1 , | \binom \vec "
    r"\underbrace \mathbb \lfloor \rfloor \limits \lim \max \not \quad \, \mid ' \ldots \sqrt[3]"
).split()


@given(st.lists(st.sampled_from(COMMANDS), max_size=30))
def test_any_commands_are_shown(commands: list[str]) -> None:
    """Commands in whatever order never make the converters raise."""
    latex = " ".join(commands)

    for block in (True, False):
        assert to_mathml(latex, block=block)
        to_lines(latex, block=block)
        to_lines(latex, block=block, ascii_only=True)
