"""Brings a database of any earlier version up to the newest one, by Alembic."""
