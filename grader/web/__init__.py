"""Serves a course as pages and as JSON; every rule and every word of feedback lies below."""
