"""Exceptions, one for each party that must act.

What a stranger's code does is never an exception of ours: it is a verdict.
"""


class GraderError(Exception):
    """Something that a person must act on; its text is a whole sentence for that person."""


class SubmissionRefused(GraderError):
    """The student must act: no file, not text, too large, lesson locked."""


class ContentError(GraderError):
    """The course's author must act: a file of the course is missing or wrong."""


class JailError(GraderError):
    """Whoever runs the machine must act: isolation cannot be had or broke down."""


class UsageError(GraderError):
    """Whoever typed the command must act: an argument does not fit."""


class ServerError(GraderError):
    """Whoever runs the server must act, or the connection to it is gone."""


class StoreError(GraderError):
    """Whoever runs the machine must act: the record cannot be read or written."""
