"""A course that a server has: asks it what a student's commands ask of a course that lies here."""
