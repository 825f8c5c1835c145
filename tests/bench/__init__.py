"""Measures the harness beside other graders: the same cases, the same submissions, one run."""
