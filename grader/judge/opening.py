"""Begins with one submission: in its jail, and in the process that asks it."""

import tempfile
from pathlib import Path

from grader.border.client import Client
from grader.border.guards import Guards, install_guards

from .stage import Stage


def turn_to(client: Client, sources: dict[str, bytes], stage: Stage) -> None:
    """Have the jail begin with a submission, and this process's hooks speak of it."""
    tempfile.tempdir = cases = str(stage.case_folder())
    install_guards(Guards(client, sources, stage.hidden_folder))  # which patch names themselves
    client.surroundings.begin({"work": str(Path.cwd()), "cases": cases})
    client.ask("begin()", "begin", sources, "submission", cases)
