"""The ways to an implementation, from the words that name it.

| words | the way |
| --- | --- |
| ``PROGRAM ARGUMENT …`` | a process, spoken with over its standard streams |
| ``--python MODULE:FACTORY`` | an object in this process |
| ``--connect tcp://HOST:PORT``, ``--connect unix:PATH`` | a server, a line each way |
| ``--connect http://HOST:PORT/PATH`` | a server, one POST a message |

``--allow-remote`` after a URL lets it lead to another machine. No program is called like an
option, so the words tell the way.
"""

import ipaddress
import socket
from collections.abc import Callable, Sequence
from typing import NoReturn
from urllib.parse import SplitResult, urlsplit

from conformance.adapters.child import Command
from conformance.adapters.connection import Lines, Place
from conformance.adapters.peer import Way
from conformance.adapters.python_object import PythonObject
from conformance.errors import AdapterError, UsageError

URLS = "tcp://HOST:PORT, unix:PATH or http://HOST:PORT/PATH"
PYTHON, CONNECT, REMOTE = "--python", "--connect", "--allow-remote"
_HTTP_PORT = 80


def way_of(words: Sequence[str]) -> Way:
    """Where an implementation is that ``words`` name.

    Raises:
        UsageError, AdapterError: it cannot be there.
    """
    match tuple(words):
        case (option, name) if option == PYTHON:
            return _object(name)
        case (option, url, *more) if option == CONNECT:
            return _server(url, remote=REMOTE in more)
        case command:
            return Command(command)


def typed(words: Sequence[str]) -> tuple[str, ...]:
    """The words as they stand on a command line of the suite."""
    return tuple(words) if words and words[0] in (PYTHON, CONNECT) else ("--", *words)


def _object(name: str) -> Way:
    """Raises: UsageError."""
    if not PythonObject.is_name(name):
        raise UsageError(
            f"{PYTHON} {name} names no object",
            "write MODULE:FACTORY, such as `my_adapter:engine` for engine() in my_adapter.py",
        )
    return PythonObject(name)


def _server(url: str, *, remote: bool) -> Way:
    """A server on this machine; elsewhere with ``remote`` alone.

    Raises:
        UsageError: the URL cannot be used, or is not of this machine.
        AdapterError: its host is not known.
    """
    scheme = url.partition(":")[0].lower()
    if scheme not in _SCHEMES:
        _wrong(url)
    words = (CONNECT, url, *((REMOTE,) if remote else ()))
    return _SCHEMES[scheme](url, words)


def _tcp(url: str, words: tuple[str, ...]) -> Way:
    parts = _parts(url)
    if parts.path or parts.query:
        _wrong(url)
    return Lines(_place(parts, words), words)


def _unix(url: str, words: tuple[str, ...]) -> Way:
    path = url.partition(":")[2]
    path = path.removeprefix("//")
    if not path or "\0" in path:
        _wrong(url)
    return Lines(Place(url, (path,)), words)


def _http(url: str, words: tuple[str, ...]) -> Way:
    from conformance.adapters.over_http import Http  # noqa: PLC0415 - used here alone

    parts = _parts(url, _HTTP_PORT)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not (url.isascii() and url.isprintable() and " " not in url):
        _wrong(url)
    return Http(_place(parts, words, _HTTP_PORT), parts.netloc, target, words)


_SCHEMES: dict[str, Callable[[str, tuple[str, ...]], Way]] = {
    "tcp": _tcp,
    "unix": _unix,
    "http": _http,
}


def _parts(url: str, default_port: int | None = None) -> SplitResult:
    """Raises: UsageError: no host or port, or more than that and a path."""
    try:
        parts = urlsplit(url)
        port = parts.port or default_port
    except ValueError:
        _wrong(url)
    if not parts.hostname or not port or parts.fragment or "@" in parts.netloc:
        _wrong(url)
    return parts


def _place(parts: SplitResult, words: tuple[str, ...], default_port: int = 0) -> Place:
    """Its host is looked up once, so that what was checked is what is connected to."""
    host, port = parts.hostname or "", parts.port or default_port
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise AdapterError(f"cannot find {host}: {reason}", "is the name spelled right?") from None
    addresses = list(dict.fromkeys(str(address[0]) for *_, address in found))
    away = [a for a in addresses if not ipaddress.ip_address(a).is_loopback]
    if away and REMOTE not in words:
        shown = host if away == [host] else f"{host} ({', '.join(away)})"
        raise UsageError(
            f"{shown} is not this machine's own loopback address",
            f"connect to 127.0.0.1, or give {REMOTE} if you trust what listens there",
        )
    return Place(words[1], tuple((address, port) for address in addresses))


def _wrong(url: str) -> NoReturn:
    raise UsageError(f"cannot connect to {url}", f"write {URLS}; the port is needed for tcp")
