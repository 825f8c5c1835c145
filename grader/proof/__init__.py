"""Proves a course sound: modules of checks, and `course` that runs them all."""
