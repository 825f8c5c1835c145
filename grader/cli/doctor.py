"""`grader doctor`: what this machine can isolate."""

import click
from rich.console import Console
from rich.text import Text

from grader.jail.isolation import best_isolation, layers


@click.command("doctor")
def command() -> int:
    """Try each layer of isolation: active or missing, why it matters, how to get it."""
    console = Console()
    for layer in layers():
        state = Text("active  ", "green") if layer.active else Text("missing ", "bold yellow")
        console.print(Text.assemble(state, (layer.name, "bold"), f"  {layer.detail}"))
        console.print(Text(f"         {layer.why}"))
        if not layer.active:
            console.print(Text(f"         To get it: {layer.how}"))
    best = best_isolation()
    console.print(f"\nSubmissions are judged with isolation: [bold]{best}[/bold]")
    return 0 if best != "none" else 1
