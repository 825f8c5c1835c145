"""Runs strangers' bytes and code where they reach nothing: a warm process forks a child each."""
