"""A released manifest holds sound settings and no comment."""

import tomllib

from grader.flows.author.release_files import released_manifest

MANIFEST = '''# SECRET: the answers are in the drawer
format_version = 1
title = "Say \\"hi\\" \\\\ é \\u007f"
time_zone = "Europe/Berlin"

[[lessons]]
id = "one"          # SECRET
title = """Two
lines"""
minutes = 5
seconds_per_case = 1.5
opens = 2026-09-01T08:00:00+02:00
due = 2026-09-02

[[lessons]]
id = "two"
title = "Two"
files = ["data.csv", "lib/words.txt"]
packages = []

[[lessons]]
id = "three"
title = "Three"
requires = ["one"]
late_penalty = 0.25
'''


def test_settings_are_kept_and_comments_are_not() -> None:
    """The manifest reads the same, and what an author wrote beside it is gone."""
    released = released_manifest(MANIFEST)

    assert tomllib.loads(released) == tomllib.loads(MANIFEST)
    assert "SECRET" not in released
