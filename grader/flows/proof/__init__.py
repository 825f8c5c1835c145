"""Proves a course sound: one module for each check, and `course` that runs them all."""
