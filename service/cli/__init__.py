"""The ``mothlog`` command: each command parses, calls and prints."""

import sys
from collections.abc import Sequence
from importlib import import_module
from keyword import iskeyword

import click

from service import settings
from service.cli.work import FAILURES, STATISTICS_FAILURES, STORE_FAILURES, Work
from service.store.choosing import described

COMMANDS = {
    "serve": "serve",
    "config": "config",
    "demo": "play",
    "simulate": "simulate",
    "bots": "bots",
    "tournament": "tournament",
    "sessions": "read",
    "show": "read",
    "picture": "share",
    "branch": "branch",
    "evaluate": "evaluate",
    "check": "transfer",
    "import": "transfer",
    "export": "transfer",
    "edition": "edition",
    "trial": "trial",
    "experiment": "experiment",
    "counterfactual": "counterfactual",
    "tune": "tune",
    "stats": "statistics",
    "query": "query",
    "dataset": "dataset",
    "rebuild": "statistics",
    "verify": "verify",
    "backup": "stores",
    "restore": "stores",
    "migrate-store": "stores",
    "people": "people",
    "audit": "people",
}
"""Each command and the module that it is imported from when it is asked for."""


class LazyGroup(click.Group):
    """Imports a command's module at its first use: the libraries for pages and statistics take
    longer to load than most commands run.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands in the order of the table above."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        name = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name.replace("-", "_")
        command = getattr(import_module(f"service.cli.{COMMANDS[cmd_name]}"), name)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--data",
    metavar="DIR",
    help="The folder that holds everything. Default: MOTHLOG_DATA, else the user's data folder.",
)
@click.version_option(package_name="mothlog", message="%(prog)s %(version)s")
@click.pass_context
def mothlog(context: click.Context, data: str | None) -> None:
    """Record, replay and count playtests of three moth games."""
    context.obj = Work(data)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 done, 2 wrong usage, 1 anything else."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; errors are one line on standard error."""
    try:
        code = mothlog.main(arguments, prog_name="mothlog", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return 2
    except click.UsageError as error:
        context = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
        return _fail(error.format_message() + context, 2)
    except click.ClickException as error:
        return _fail(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        return _fail("stopped")
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except STORE_FAILURES as error:
        return _fail(f"{described()} cannot be used: {error}")
    except STATISTICS_FAILURES as error:
        return _fail(f"the statistics cannot be read: {error}; `mothlog rebuild` makes them anew")
    except FAILURES as error:
        return _fail(str(error) or type(error).__name__)
    except Exception as error:
        if settings.value("MOTHLOG_DEBUG"):
            raise
        found = f"{type(error).__name__}: {error}"
        return _fail(f"a fault of this program, {found} (MOTHLOG_DEBUG=1 shows where)")
    return code if isinstance(code, int) else 0


def _fail(message: str, code: int = 1) -> int:
    click.echo("mothlog: " + " ".join(message.split()), err=True)
    return code
