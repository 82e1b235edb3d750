"""Writes ``docs/cli.md`` from the commands' own help: ``python -m tests.tools.make_cli_docs``."""

from pathlib import Path

import click

from service.cli import COMMANDS, mothlog

TARGET = Path("docs", "cli.md")
WIDTH = 96


def text() -> str:
    """Return the page: the help of the program and of each command."""
    parts = [
        "# The command line",
        "",
        "Made from the commands' own help by `python -m tests.tools.make_cli_docs`.",
    ]
    settings = mothlog.context_settings
    context = click.Context(mothlog, info_name="mothlog", max_content_width=WIDTH, **settings)
    parts += ["", "## mothlog", "", *_block(mothlog.get_help(context))]
    for name in COMMANDS:
        command = mothlog.get_command(context, name)
        assert command is not None
        parts += _pages(command, context, name)
    return "\n".join(parts) + "\n"


def _pages(command: click.Command, around: click.Context, name: str) -> list[str]:
    """Return the help of a command, and of the commands within it."""
    own = click.Context(command, around, info_name=name, max_content_width=WIDTH)
    own.terminal_width = around.terminal_width = WIDTH
    parts = ["", f"## {own.command_path}", "", *_block(command.get_help(own))]
    if isinstance(command, click.Group):
        for inner, one in command.commands.items():
            parts += _pages(one, own, inner)
    return parts


def _block(helped: str) -> list[str]:
    return [f"    {line}".rstrip() for line in helped.splitlines()]


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
