"""The command `grader`: reads arguments and environment, calls one flow, prints, exits."""
