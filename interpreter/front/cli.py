"""The command `cardwright`.

Exit codes: 0 fine, 1 the cards are wrong, 2 the call was wrong, 70 a bug in here, 130 stopped by the user.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import click

from interpreter.diagnostics import BadFiles, CardwrightError

OK, WRONG_CARDS, WRONG_CALL, INTERNAL, INTERRUPTED, CLOSED_PIPE = 0, 1, 2, 70, 130, 141
COMMANDS = {
    "check": "interpreter.front.cli_check",
    "cards": "interpreter.front.cli_cards",
    "show": "interpreter.front.cli_show",
    "play": "interpreter.front.cli_play",
    "rulings": "interpreter.rulings.cli",
    "what-if": "interpreter.rulings.cli_what_if",
    "bench": "interpreter.front.bench",
}


class Cardwright(click.Group):
    """The group of commands; each one's module is read when it is needed. Problems of every kind end here."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands there are, in the order of the help."""
        return [name for name, module in COMMANDS.items() if importlib.util.find_spec(module) is not None]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name; its module is imported now."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = importlib.import_module(COMMANDS[cmd_name]).command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As usual, but an unknown name gets a suggestion."""
        from interpreter.diagnostics import did_you_mean

        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            ctx.fail(f"no command called '{args[0]}'. {did_you_mean(args[0], self.list_commands(ctx), 'commands')}")
        return super().resolve_command(ctx, args)

    def main(self, args: Sequence[str] | None = None, *more: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Runs a command; as a program of its own it ends with an exit code and no traceback."""
        def run() -> Any:
            return click.Group.main(self, args, *more, standalone_mode=False, **extra)  # type: ignore[call-overload]

        if not standalone_mode:
            return run()
        sys.exit(guarded(run))


def guarded(run: Callable[[], Any]) -> int:
    """Runs a command and turns whatever it ends with into an exit code and, where needed, one message."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a letter shows a question mark
    try:
        code = run()
        sys.stdout.flush()
        return code if isinstance(code, int) else OK
    except click.exceptions.Exit as exit:
        return exit.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("stopped", err=True)
        return INTERRUPTED
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except BrokenPipeError:
        return _pipe_closed()
    except BadFiles as error:
        click.echo(str(error), err=True)
        return WRONG_CARDS
    except CardwrightError as error:
        return _refused(error)
    except SystemExit as exit:  # click ends like this when the reader of a pipe has gone
        return _pipe_closed() if exit.code == 1 else OK
    except Exception as error:
        return _internal(error)


def _refused(error: CardwrightError) -> int:
    from interpreter.front.game import RunawayCard

    click.echo(str(error) if isinstance(error, RunawayCard) else f"Error: {error}", err=True)
    return WRONG_CARDS if isinstance(error, RunawayCard) else WRONG_CALL


def _internal(error: Exception) -> int:
    if os.environ.get("CARDWRIGHT_DEBUG"):
        import traceback

        traceback.print_exception(error)
    reason = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    click.echo(f"internal error: {reason}; please report it (CARDWRIGHT_DEBUG=1 shows where it happened)", err=True)
    return INTERNAL


def _pipe_closed() -> int:
    """Nobody reads any more; what Python still holds back must not be written at exit either."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return CLOSED_PIPE
    return CLOSED_PIPE


def _version() -> str:
    from interpreter.loading import VERSION

    return f"cardwright {VERSION}"


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(_version())
        ctx.exit()


@click.command(
    cls=Cardwright, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: cardwright play --seats bot,random --seed 7")
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=_show_version,
              help="Show the version.")
def cli() -> None:
    """Card texts that play: check them, read them, let them play."""


def main() -> NoReturn:
    """The entry point of the command."""
    cli.main(prog_name="cardwright")
    raise SystemExit(OK)
