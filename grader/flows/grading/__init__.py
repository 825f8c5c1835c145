"""Grades a class: judges what is new, writes journal, pages and gradebook."""
