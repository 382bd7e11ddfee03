"""From words to ways: which is meant, what is wrong with others, what is safe."""

import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from conformance.adapters.opening import typed, way_of
from conformance.adapters.session import Session
from conformance.errors import AdapterError, CjackError, UsageError
from tests.adapters.engines import serving

LONG = 20.0


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (("node", "adapter.js"), "process"),
        (("--python", "engine:make"), "object"),
        (("--python", "my.engine:Table.make"), "object"),
        (("--connect", "tcp://127.0.0.1:4711"), "connection"),
        (("--connect", "tcp://[::1]:4711"), "connection"),
        (("--connect", "unix:/run/jack.sock"), "connection"),
        (("--connect", "unix:jack.sock"), "connection"),
        (("--connect", "http://127.0.0.1:4711/jack?table=4"), "http"),
        (("--connect", "http://127.0.0.1"), "http"),
        (("--connect", "tcp://203.0.113.9:4711", "--allow-remote"), "connection"),
    ],
)
def test_the_words_tell_the_way(words: tuple[str, ...], kind: str) -> None:
    assert way_of(words).kind == kind
    assert way_of(words).words == words


@pytest.mark.parametrize(
    "url",
    [
        "ftp://127.0.0.1/jack",
        "https://127.0.0.1/jack",
        "127.0.0.1:4711",
        "tcp://127.0.0.1",
        "tcp://:4711",
        "tcp://127.0.0.1:99999",
        "tcp://127.0.0.1:port",
        "tcp://127.0.0.1:4711/path",
        "unix:",
        "http:///jack",
        "http://user:secret@127.0.0.1/jack",
        "http://127.0.0.1/a b",
        "http://127.0.0.1/a\r\nX: y",
        "http://127.0.0.1/#part",
        "",
    ],
)
def test_what_is_no_place_is_refused(url: str) -> None:
    with pytest.raises(UsageError, match="cannot connect to"):
        way_of(("--connect", url))


@pytest.mark.parametrize(
    "name", ["engine", "own engine:make", "engine:", ":make", "a:b:c", "a:b()"]
)
def test_what_names_no_object_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="names no object"):
        way_of(("--python", name))


@pytest.mark.parametrize(
    "url",
    [
        "tcp://203.0.113.9:4711",
        "tcp://0.0.0.0:4711",
        "http://192.168.1.4/jack",
        "http://[2001:db8::1]:80/jack",
    ],
)
def test_another_machine_is_refused_until_it_is_allowed(url: str) -> None:
    with pytest.raises(UsageError, match="is not this machine's own loopback address") as told:
        way_of(("--connect", url))
    assert "--allow-remote" in told.value.hint
    assert way_of(("--connect", url, "--allow-remote"))


def test_a_name_counts_by_what_it_stands_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every address of it: a name that is half here is not here."""
    here, away = "127.0.0.1", "203.0.113.9"

    def lookup(host: str, port: int, type: int) -> list[tuple[object, ...]]:
        found = {"here.test": [here], "half.test": [here, away]}[host]
        return [(socket.AF_INET, type, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    assert way_of(("--connect", "tcp://here.test:1"))
    with pytest.raises(UsageError, match=r"half\.test \(203\.0\.113\.9\)"):
        way_of(("--connect", "tcp://half.test:1"))


def test_a_name_that_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    def lookup(*asked: object, **more: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    with pytest.raises(AdapterError, match=r"cannot find jack\.test: Name or service not known"):
        way_of(("--connect", "tcp://jack.test:1"))


def test_what_was_looked_up_is_what_is_connected_to(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A name that leads elsewhere a moment later leads nobody astray."""
    with serving("sound", "tcp", tmp_path) as url:
        session = Session(("--connect", url), LONG)

        def lookup(host: str, *more: Any, **named: Any) -> Any:
            assert host == "127.0.0.1"
            return real(host, *more, **named)

        real = socket.getaddrinfo
        monkeypatch.setattr(socket, "getaddrinfo", lookup)
        assert session.greet().implementation.name == "reference-engine"
        session.close()


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("node", "a.js"), ("--", "node", "a.js")),
        (("--python", "engine:make"), ("--python", "engine:make")),
        (("--connect", "unix:/a"), ("--connect", "unix:/a")),
        ((), ("--",)),
    ],
)
def test_the_words_as_they_are_typed(words: tuple[str, ...], line: tuple[str, ...]) -> None:
    assert typed(words) == line


# --- what is not there ----------------------------------------------------------------------


def _refused(words: tuple[str, ...]) -> CjackError:
    session = Session(words, LONG)
    with pytest.raises(AdapterError) as told:
        session.greet()
    session.close()
    return told.value


@pytest.mark.parametrize("scheme", ["tcp", "unix", "http"])
def test_a_server_that_is_gone(scheme: str, tmp_path: Path) -> None:
    with serving("sound", scheme, tmp_path) as url:
        pass
    error = _refused(("--connect", url))
    assert error.message == f"cannot connect to {url}: Connection refused"
    assert error.hint == "is the server running, and does it listen just there?"


def test_a_socket_file_that_is_not_there(tmp_path: Path) -> None:
    error = _refused(("--connect", f"unix:{tmp_path}/none"))
    assert error.message == f"cannot connect to unix:{tmp_path}/none: No such file or directory"


def test_a_server_that_is_no_adapter(tmp_path: Path) -> None:
    """A web server, spoken with in lines."""
    with serving("sound", "http", tmp_path) as url:
        words = ("--connect", url.replace("http", "tcp").partition("/engine")[0])
        assert "gave a wrong answer to `hello`" in _refused(words).message


def test_a_server_that_speaks_no_http(tmp_path: Path) -> None:
    """An adapter that is asked in lines, spoken with over HTTP."""
    with serving("sound", "tcp", tmp_path) as url:
        message = _refused(("--connect", url.replace("tcp", "http"))).message
    assert "gave a wrong answer to `hello`: no HTTP: it was {" in message


@pytest.mark.parametrize(
    ("module", "told"),
    [
        (None, "it raised ModuleNotFoundError: No module named 'own_engine'"),
        ("", "it raised AttributeError: module 'own_engine' has no attribute 'make'"),
        ("def make(:", "it raised SyntaxError: invalid syntax"),
        ("make = 3", "it raised TypeError: 'int' object is not callable"),
        ("def make(): return 3", "own_engine:make() gave int: no function"),
        ("def make(): raise OSError('no table')", "it raised OSError: no table"),
        ("def make(): raise SystemExit(4)", "it raised SystemExit: 4"),
    ],
)
def test_an_object_that_is_not_there(
    module: str | None, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", ["", *sys.path])
    monkeypatch.delitem(sys.modules, "own_engine", raising=False)
    if module is not None:
        (tmp_path / "own_engine.py").write_text(module)
    error = _refused(("--python", "own_engine:make"))
    assert error.message.startswith("cannot open `--python own_engine:make`: ")
    assert told in error.message
    assert "MODULE:FACTORY" in error.hint
