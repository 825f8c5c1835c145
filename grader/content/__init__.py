"""Reads courses and submissions from disk; runs nothing of either."""
