"""Alembic runs this: migrates over the connection that `grader.store.versions` hands over."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
