"""The record of a course: students, attempts, hints, grants. Knows no file of the course."""
