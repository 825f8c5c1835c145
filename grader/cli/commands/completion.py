"""`grader completion`: lets a shell complete commands, options and lessons."""

import click
from click.shell_completion import get_completion_class


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print what SHELL needs, such as: eval "$(grader completion bash)"."""
    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101 # the choice names those that there are
    click.echo(kind(ctx.find_root().command, {}, "grader", "_GRADER_COMPLETE").source())
