"""How an implementation is reached: the words after `--`, or an option in their place."""

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import click

from conformance.adapters.opening import CONNECT, PYTHON, REMOTE
from conformance.errors import UsageError

F = TypeVar("F", bound=Callable[..., Any])


def reaching_options(function: F) -> F:
    """What takes the place of a command."""
    options = [
        click.option(
            PYTHON,
            "python",
            metavar="MODULE:FACTORY",
            help="In place of COMMAND: ask what FACTORY() gives, a function from message to reply "
            "or an object with `handle`.",
        ),
        click.option(
            CONNECT,
            "connect",
            metavar="URL",
            help="In place of COMMAND: ask a server at tcp://HOST:PORT, unix:PATH or "
            "http://HOST:PORT/PATH.",
        ),
        click.option(
            REMOTE, "remote", is_flag=True, help="Let --connect reach another machine than this."
        ),
    ]
    for option in reversed(options):
        function = option(function)
    return function


def adapter_command(function: F) -> F:
    """Gives ``function`` the words that name the adapter as ``command``
    (:func:`conformance.adapters.opening.way_of`)."""

    @functools.wraps(function)
    def with_words(*, command: tuple[str, ...], **options: Any) -> Any:
        return function(command=adapter_words(command, options), **options)

    argument = click.argument("command", nargs=-1, type=click.UNPROCESSED, metavar="[COMMAND]...")
    given: Any = reaching_options(argument(with_words))
    return given  # type: ignore[no-any-return]


def adapter_words(command: tuple[str, ...], options: dict[str, Any]) -> tuple[str, ...]:
    """The words that name the adapter; takes what it uses out of ``options``.

    Raises:
        click.UsageError: not one way, or more than one.
    """
    python, url, remote = (options.pop(name) for name in ("python", "connect", "remote"))
    ways = [bool(command), python is not None, url is not None]
    if not any(ways):
        raise click.UsageError(
            f"the adapter is missing: give its command after `--`, or {CONNECT}, or {PYTHON}."
        )
    if sum(ways) > 1:
        raise click.UsageError(f"give one of a command after `--`, {CONNECT} and {PYTHON}.")
    if remote and url is None:
        raise click.UsageError(f"{REMOTE} needs {CONNECT}.")
    if python is not None:
        if options.get("jobs", 1) > 1:
            raise UsageError(
                f"--jobs is for processes and servers, and {PYTHON} is neither",
                "leave --jobs out: an object is asked one thing at a time",
            )
        return (PYTHON, python)
    if url is not None:
        return (CONNECT, url, *((REMOTE,) if remote else ()))
    return command
