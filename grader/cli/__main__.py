"""`python -m grader.cli`: the same as the command `grader`."""

from .main import main

main()
