"""Says which characters a formula may use in plain text, and what stands for the others."""

import re
import unicodedata

# Characters that Unicode has below or above the line; it has no others (no q below, for one).
_BELOW = dict(
    zip(
        "0123456789+−=()aehijklmnoprstuvx",
        "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ",
        strict=True,
    )
)
_ABOVE = dict(
    zip(
        "0123456789+−=()abcdefghijklmnoprstuvwxyz⊤",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀ",
        strict=True,
    )
)
_LONGEST = 4  # characters that are still easy to read below or above the line
_UNSEEN = frozenset("\u2061\u2062\u2063\u2064\u200b\ufe00\ufe01\ufe0e\ufe0f")


def _table(pairs: str) -> dict[str, str]:
    """Read what stands for what: a character, a space, its substitute, two spaces or a new line."""
    return dict(pair.split(" ", 1) for pair in re.split(r"\s\s+", pairs.strip()))


# What is rarely in a terminal's font, or looks like something else there.
_CLEARER = _table("""
    ∑ Σ  ∏ Π  ⋅ ·  ∣ |  ∥ ‖  ∗ *  〈 ⟨  〉 ⟩  ⩽ ≤  ⩾ ≥
    ⟶ →  ⟵ ←  ⟹ ⇒  ⟸ ⇐  ⟺ ⇔
""")
_CLEARER["\xa0"] = " "

_ASCII = _table("""
    ∑ sum  ∏ prod  ∫ integral  √ sqrt  ∂ d  ∞ infinity
    · *  × *  ÷ /  − -  ± +-  ∓ -+
    ≤ <=  ≥ >=  ≠ !=  ≈ ~=  ∼ ~  ≡ ==  ≔ :=  ∝ ~
    ∈ in  ∉ not in  ∅ {}  ∪ union  ∩ intersect  ∖ minus  ⊆ subset of  ⊂ subset of
    ∀ for all  ∃ there is  ∧ and  ∨ or  ¬ not
    → ->  ← <-  ⇒ =>  ⇐ <=  ⇔ <=>  ↦ ->
    … ...  ⋯ ...  ⋮ ...  ⋱ ...  ′ '  ″ ''  ‴ '''
    ⌊ floor(  ⌋ )  ⌈ ceil(  ⌉ )  ‖ ||  ⟨ <  ⟩ >  ⊤ T  ° deg
    “ "  ” "  „ "  ‘ '  ’ '  « <<  » >>  – -  — -  ‐ -  ‑ -  • *
""")
_ASCII["\xa0"] = " "


def clearer(text: str) -> str:
    """Put characters that terminals have in place of those that they often lack."""
    return "".join(_clear(each) for each in text if each not in _UNSEEN)


def in_ascii(text: str) -> str:
    """Spell out what is not ASCII: operators as Python writes them, other symbols by name."""
    return "".join(each if each.isascii() else _spelled(each) for each in text)


def typed_in_ascii(text: str) -> str:
    """Replace the typography of prose by what a keyboard has; other characters stay."""
    return "".join(_ASCII.get(each, each) for each in text)


def below(text: str) -> str | None:
    """Return the text as Unicode's subscripts; nothing where they are missing or hard to read."""
    return _moved(text, _BELOW)


def above(text: str) -> str | None:
    """Return the text as Unicode's superscripts; nothing where they are missing."""
    return _moved(text, _ABOVE)


def _moved(text: str, table: dict[str, str]) -> str | None:
    if not text or len(text) > _LONGEST or any(each not in table for each in text):
        return None
    return "".join(table[each] for each in text)


def _clear(character: str) -> str:
    if character > "\uffff":  # the alphabets of mathematics: few fonts have them
        return unicodedata.normalize("NFKC", character)
    return _CLEARER.get(character, character)


def _spelled(character: str) -> str:
    clear = _CLEARER.get(character, character)
    known = _ASCII.get(character) or _ASCII.get(clear, clear)
    if known.isascii() or character in _UNSEEN:
        return known if known.isascii() else ""
    plain = unicodedata.normalize("NFKD", character)
    plain = "".join(each for each in plain if each.isascii())
    if plain.strip():
        return plain
    name = unicodedata.name(character, "").lower()
    if not name.startswith("greek "):
        return name or "?"
    word = name.split()[-1]
    return word.capitalize() if "capital" in name else word
