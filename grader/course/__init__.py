"""Reads what an author wrote: the manifest, lessons, hints, hidden files; runs none of it."""
