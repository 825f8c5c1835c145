"""An auto-graded coding-exercise harness: hidden pytest cases decide about jailed submissions."""

__version__ = "0.1.0"
