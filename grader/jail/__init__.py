"""Runs strangers' code where it can reach nothing: one warm interpreter, a fork a submission."""
