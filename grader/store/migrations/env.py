"""Alembic runs this: migrates over the connection that `grader.store.versions` hands over."""

from alembic import context

from grader.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
