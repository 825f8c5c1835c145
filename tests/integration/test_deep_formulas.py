"""The deepest formulas do not end the process that shows them."""

import subprocess
import sys
from textwrap import dedent

import pytest

pytestmark = pytest.mark.process


def test_deep_formulas_leave_the_process_alive() -> None:
    """The deepest formulas that are let through do not overflow a small thread's stack."""
    program = dedent(r"""
        import threading
        from grader.feedback.formulas import MAX_BRACES_DEEP, MAX_COMMANDS, to_mathml, to_text

        formulas = [
            "\\hat" * MAX_COMMANDS + " x",
            "\\frac1" * MAX_COMMANDS + "1",
            "\\left|" * (MAX_COMMANDS // 2) + "\\right|" * (MAX_COMMANDS // 2),
            "x_{" * MAX_BRACES_DEEP + "}" * MAX_BRACES_DEEP,
            "\\sqrt" * MAX_COMMANDS + " x",
            "x" + "'" * 3999,
        ]
        threading.stack_size(512 * 1024)
        for latex in formulas:
            for show, more in ((to_mathml, {"block": True}), (to_text, {})):
                thread = threading.Thread(target=show, args=(latex,), kwargs=more)
                thread.start()
                thread.join()
        print("alive")
    """)

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )

    assert (done.stdout, done.stderr, done.returncode) == ("alive\n", "", 0)
