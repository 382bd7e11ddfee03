"""`cjack smoke`, tried on adapters with one fault of form each.

Each adapter is the reference engine with one thing done otherwise, so that whatever else smoke
complains about would be wrong.
"""

import itertools
import os
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from conformance.cli.smoke import command as smoke_command
from conformance.smoke import conversation
from conformance.smoke.checks import CHECKS, run_checks
from conformance.smoke.hints import hint_for
from conformance.smoke.lines import check_line, split_line
from conformance.smoke.result import FormFault, Report, Result

ROOT = Path(__file__).parents[2]
NODE = shutil.which("node")

PRELUDE = f"""
import json, os, sys
sys.path.insert(0, {str(ROOT)!r})
from reference_engine.adapter import FEATURES, Announcement, answer
from reference_engine.rules import Rules

def say(text):
    sys.stdout.buffer.write(text if isinstance(text, bytes) else text.encode())
    sys.stdout.buffer.flush()

def line_of(reply):
    return json.dumps(reply) + "\\n"

def serve(change=lambda request, reply: reply, write=line_of, without=(), hello={{}}):
    announced = Announcement(tuple(f for f in FEATURES if f not in without))
    for line in sys.stdin.buffer:
        reply, last = answer(Rules(), line, announced)
        try:
            request = json.loads(line)
        except ValueError:
            request = {{"cmd": "unreadable"}}
        if request["cmd"] == "hello":
            reply.update(hello)
        say(write(change(request, reply)))
        if last:
            return

def on_run(change):
    '''Change the traces alone; `change` is given the only round.'''
    def changed(request, reply):
        if "rounds" in reply:
            change(reply["rounds"][0], reply)
        return reply
    serve(changed)
"""


def adapter(folder: Path, body: str) -> list[str]:
    script = folder / "adapter.py"
    script.write_text(PRELUDE + body, "utf-8")
    return [sys.executable, str(script)]


def smoked(folder: Path, body: str) -> Report:
    return run_checks(adapter(folder, body), timeout=20, start_timeout=20)


def failed(report: Report) -> dict[str, Result]:
    return {result.name: result for result in report.results if result.ok is False}


def found(report: Report, name: str) -> Result:
    return next(result for result in report.results if result.name == name)


def not_reached(report: Report) -> set[str]:
    return {r.name for r in report.results if r.ok is None and "not reached" in r.message}


# --- adapters that are well made ------------------------------------------------------------

EXAMPLES = {
    "reference engine": [sys.executable, "-m", "reference_engine"],
    "python": [sys.executable, str(ROOT / "examples" / "python" / "adapter.py")],
    "javascript": [NODE or "node", str(ROOT / "examples" / "javascript" / "adapter.js")],
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_well_made_adapter_passes_every_check(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name == "javascript" and NODE is None:
        pytest.skip("node is not installed")
    monkeypatch.chdir(ROOT)
    report = run_checks(EXAMPLES[name], timeout=20, start_timeout=20)
    assert [(r.name, r.ok, r.hint) for r in report.results] == [
        (check.name, True, "") for check in CHECKS
    ]
    assert report.exit_status == 0


def test_the_least_that_an_adapter_can_announce_is_enough(tmp_path: Path) -> None:
    """Without features; one scoring mode, so that the other is asked for and not supported."""
    body = """
def change(request, reply):
    if request.get("scoring") == "full":
        return {"id": reply["id"], "unsupported": {"feature": "scoring"}}
    return reply
serve(change, without=FEATURES, hello={"scoring": ["simplified"], "rulings": {}})
"""
    report = smoked(tmp_path, body)
    assert failed(report) == {}
    refused = found(report, "a refused play")
    assert (refused.ok, refused.message) == (None, "the feature refusals is not announced")
    assert report.exit_status == 0


def test_log_lines_on_standard_error_are_welcome(tmp_path: Path) -> None:
    body = "print('ready', file=sys.stderr, flush=True)\nserve()"
    assert failed(smoked(tmp_path, body)) == {}


def test_carriage_returns_are_read_and_remarked_on_once(tmp_path: Path) -> None:
    report = smoked(tmp_path, "serve(write=lambda reply: json.dumps(reply) + '\\r\\n')")
    assert failed(report) == {}
    assert [result.name for result in report.results if "\\r\\n" in result.hint] == ["hello"]


def test_tens_written_as_10_are_read_and_remarked_on(tmp_path: Path) -> None:
    """North holds the ten of spades when it is to follow."""
    body = """
def change(told, reply):
    for play in told.get("plays", ()):
        play["legal"] = [card.replace("T", "10") for card in play["legal"]]
on_run(change)
"""
    report = smoked(tmp_path, body)
    assert failed(report) == {}
    assert "'10S' is read; write 'TS'" in found(report, "one trick").hint


# --- adapters with one fault ----------------------------------------------------------------

FAULTS = {
    # What is done otherwise: the check that fails, what its message says, what its hint says.
    "banner": (
        "say('Jack 1.0 ready\\n')\nserve()",
        "nothing but replies", "Jack 1.0", "standard error",
    ),
    "prompt": ("say('> ')\nserve()", "nothing but replies", "`> `", "standard error"),
    "blank line after each reply": (
        "serve(write=lambda reply: line_of(reply) + '\\n')",
        "nothing but replies", "empty line", "single",
    ),
    "farewell": ("serve()\nsay('done')", "nothing but replies", "done", "standard error"),
    "trailing text": (
        "serve(write=lambda reply: json.dumps(reply) + ' # ok\\n')",
        "hello", "more on the line", "right after the object",
    ),
    "byte order mark": (
        "serve(write=lambda reply: line_of(reply).encode('utf-8-sig'))",
        "hello", "byte order mark", "utf-8-sig",
    ),
    "UTF-16": (
        "serve(write=lambda reply: line_of(reply).encode('utf-16'))", "hello", "UTF-16", "UTF-8",
    ),
    "Latin-1": (
        "serve(hello={'implementation': {'name': 'Valet à Cœur'.replace('œ', 'oe')}},"
        " write=lambda r: (json.dumps(r, ensure_ascii=False) + '\\n').encode('latin-1'))",
        "hello", "not UTF-8", "encoding",
    ),
    "several lines": (
        "serve(write=lambda reply: json.dumps(reply, indent=2) + '\\n')",
        "hello", "ends before", "one line",
    ),
    "printed and not written as JSON": (
        "serve(write=lambda reply: str(reply) + '\\n')", "hello", "not JSON", "double quotes",
    ),
    "JSON twice": (
        "serve(write=lambda reply: json.dumps(json.dumps(reply)) + '\\n')",
        "hello", "JSON text", "twice",
    ),
    "a list": (
        "serve(write=lambda reply: json.dumps([reply]) + '\\n')",
        "hello", "not a JSON object", "one object",
    ),
    "id as a number": (
        "serve(lambda request, reply: {**reply, 'id': int(request['id'])})",
        "hello", "`$.id`", "a text in quotes",
    ),
    "always the same id": (
        "serve(lambda request, reply: {**reply, 'id': '0'})", "hello", "'0'", "as it came",
    ),
    "two replies": (
        "serve(lambda request, reply: reply,"
        " lambda r: line_of(r) * (2 if 'rounds' in r else 1))",
        "nothing but replies", "second reply", "once",
    ),
    "log lines in JSON": (
        "say('{\"level\": \"info\"}\\n')\nserve()", "hello", "`id`", "standard error",
    ),
    "no name": (
        "serve(hello={'implementation': {'version': '1'}})",
        "hello", "missing required field `name`", "always",
    ),
    "version as a number": (
        "serve(hello={'implementation': {'name': 'x', 'version': 2.0}})",
        "hello", "implementation.version", '"2.0"',
    ),
    "protocol as a text": (
        "serve(hello={'protocol': '1'})", "hello", "protocol", "without quotes",
    ),
    "another protocol": ("serve(hello={'protocol': 2})", "hello", "protocol 2", "offers"),
    "one mode as a text": ("serve(hello={'scoring': 'full'})", "hello", "array", "list"),
    "no mode": ("serve(hello={'scoring': []})", "hello", "no scoring mode", '["full"]'),
    "unknown feature": (
        "serve(hello={'features': ['legal-play']})",
        "hello", "legal-play", "did you mean legal_plays?",
    ),
    "unknown ruling": (
        "serve(hello={'rulings': {'trick_points_tie': 'nobody'}})",
        "hello", "trick_points_tie", "did you mean trick_point_tie?",
    ),
    "unknown option": (
        "serve(hello={'rulings': {'first_card_to': 'nondealer'}})",
        "hello", "nondealer", "did you mean non_dealer?",
    ),
    "class without its mode": (
        "serve(hello={'scoring': ['full'], 'classes': ['simplified-scoring']})",
        "hello", "simplified-scoring", "`scoring`",
    ),
    "nothing in flight": ("serve(hello={'max_in_flight': 0})", "hello", "is 0", "1 is always"),
    "no winner of the match": (
        "on_run(lambda told, reply: reply.pop('winner'))", "one trick", "`winner`", "null",
    ),
    "seats with capitals": (
        "on_run(lambda told, reply: told.update(dealer='North'))", "one trick", "North", '"north"',
    ),
    "suit in words": (
        "on_run(lambda told, reply: told.update(trump='Hearts'))",
        "one trick", "Hearts", "Known are C, D, H, S",
    ),
    "accepted as a text": (
        "on_run(lambda told, reply: [play.update(accepted='yes') for play in told['plays']])",
        "one trick", "accepted", "true or false",
    ),
    "a feature announced and left out": (
        "on_run(lambda told, reply: told.pop('hands', None))",
        "one trick", "hands is missing", "take hands out",
    ),
    "an entry too few": (
        "on_run(lambda told, reply: told.get('plays', [0]).pop())",
        "one trick", "has 1 entries", "protocol.md",
    ),
    "a trick not completed": (
        "on_run(lambda told, reply: told.get('tricks', [0]).clear())",
        "one trick", "tricks has 0 entries", "each completed trick",
    ),
    "errors for all": (
        "serve(lambda q, r: {'id': r['id'], 'error': {'message': 'KeyError'}}"
        " if 'rounds' in r else r)",
        "one trick", "KeyError", "accepted: false",
    ),
    "the opening lead refused": (
        "on_run(lambda told, reply: [told['plays'][0].update(accepted=False),"
        " told['tricks'].clear()])",
        "one trick", "7S", "south leads",
    ),
    "results with nothing in them": (
        "serve(lambda q, r: {**r, 'rounds': []} if q.get('detail') == 'result' else r)",
        "results alone", "none is reported", "detail `result`",
    ),
    "everything accepted": (
        "on_run(lambda told, reply: len(told.get('plays', ())) == 3 and"
        " told['plays'][0].update(accepted=True))",
        "a refused play", "AC", "refusals",
    ),
    "stuck after a refusal": (
        "on_run(lambda told, reply: len(told.get('plays', ())) == 3 and"
        " [told['tricks'].clear(), *(play.update(accepted=False) for play in told['plays'])])",
        "a refused play", "7S", "changes nothing",
    ),
    "strict about fields": (
        "serve(lambda q, r: {'id': r['id'], 'error': {'message': 'later?'}}"
        " if 'later' in q and 'rounds' in r else r)",
        "unknown fields", "later?", "ignore",
    ),
    "strict about fields of hello": (
        "serve(lambda q, r: {'id': r['id'], 'error': {'message': 'later?'}}"
        " if 'later' in q else r)",
        "unknown fields", "does not know", "ignore",
    ),
    "dies of an unreadable line": (
        "serve(lambda q, r: sys.exit(3) if q['cmd'] == 'unreadable' else r)",
        "an unreadable line", "status 3", '"id": null',
    ),
    "an id for an unreadable line": (
        "serve(lambda q, r: {**r, 'id': ''} if q['cmd'] == 'unreadable' else r)",
        "an unreadable line", "id is ''", '"id": null',
    ),
    "plays whatever mode is asked for": (
        "serve(lambda q, r: {'id': r['id'], 'rounds': [], 'winner': None}"
        " if 'unsupported' in r else r)",
        "what is not announced", "scoring smoke", '"feature": "scoring"',
    ),
    "deals and does not say so": (
        "serve(hello={'features': ['legal_plays']})",
        "what is not announced", "a deck alone", "announce deals_from_deck",
    ),
    "another name of the feature": (
        "serve(lambda q, r: {**r, 'unsupported': {'feature': 'deals-from-deck'}}"
        " if r.get('unsupported', {}).get('feature') == 'deals_from_deck' else r,"
        " without=['deals_from_deck'])",
        "what is not announced", "deals-from-deck", "did you mean deals_from_deck?",
    ),
    "no result": (
        "on_run(lambda told, reply: told.update(result=None))",
        "a whole round", "result is null", "count the round",
    ),
    "dies of much": (
        "serve(lambda q, r: os.abort() if len(q.get('rounds', [{}])[0].get('plays', ())) > 4"
        " else r)",
        "a whole round", "SIGABRT", "typed into a terminal",
    ),
    "remembers": (
        "scores = [0]\n"
        "def change(told, reply):\n"
        "    if told['result']:\n"
        "        scores[0] += told['result']['scores']['north']\n"
        "        told['result']['scores']['north'] = scores[0]\n"
        "on_run(change)",
        "the same again", "another reply", "fresh engine",
    ),
    "a status after bye": ("serve()\nsys.exit(4)", "bye", "status 4", "status 0"),
    "bye without an id": (
        "serve(lambda q, r: {} if q['cmd'] == 'bye' else r)", "bye", "`id`", "repeat the id",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_once_with_the_way_out(name: str, tmp_path: Path) -> None:
    body, check, message, hint = FAULTS[name]
    report = smoked(tmp_path, body)
    assert list(failed(report)) == [check]
    told = failed(report)[check]
    assert message in told.message
    assert hint in told.hint
    assert report.exit_status == 1


def test_what_cannot_be_looked_at_is_not_reached(tmp_path: Path) -> None:
    report = smoked(tmp_path, "on_run(lambda told, reply: told.update(trump='Hearts'))")
    assert not_reached(report) >= {"a refused play", "a whole round", "the same again"}
    assert found(report, "bye").ok is True


# --- nobody there ---------------------------------------------------------------------------


def test_a_program_that_does_not_exist_cannot_be_started(tmp_path: Path) -> None:
    report = run_checks([str(tmp_path / "nothing")], timeout=20)
    assert list(failed(report)) == ["starts"]
    assert "installed" in failed(report)["starts"].hint
    assert len(not_reached(report)) == len(CHECKS) - 1
    assert report.exit_status == 3


def test_a_program_that_ends_at_once_shows_its_last_words(tmp_path: Path) -> None:
    report = smoked(tmp_path, "sys.exit('no module named jack')")
    told = failed(report)["hello"]
    assert "exited with status 1" in told.message
    assert "no module named jack" in told.hint
    assert report.exit_status == 3


def test_one_that_answers_once_and_goes_is_told_to_stay(tmp_path: Path) -> None:
    body = "reply, last = answer(Rules(), sys.stdin.buffer.readline())\nsay(line_of(reply))"
    told = failed(smoked(tmp_path, body))["one trick"]
    assert "exited with status 0" in told.message
    assert "until `bye`" in told.hint


SILENT = {
    # Shell scripts, as they start at once.
    "reads all its input first": ("x=$(cat); echo '{}'", "once the input was closed", "flush"),
    "no line end": ("read x; printf '{\"id\": 1}'; read x", "without a line end", "\\n"),
    "no JSON": ("read x; echo OK; read x", "`OK`, which is no reply", "JSON object"),
    "nothing": ("cat >/dev/null", "no reply within 0.5 s", "flush"),
}


@pytest.mark.parametrize("name", SILENT)
def test_silence_is_explained(name: str) -> None:
    script, message, hint = SILENT[name]
    report = run_checks(["sh", "-c", script], timeout=20, start_timeout=0.5)
    told = failed(report)["hello"]
    assert message in told.message
    assert hint in told.hint
    assert report.exit_status == 3


# --- time and the end -----------------------------------------------------------------------


def test_a_late_reply_is_over_the_limit_and_judged_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By this clock a second goes by whenever it is looked at, and half a second is allowed."""
    clock = SimpleNamespace(monotonic=itertools.count().__next__)
    monkeypatch.setattr(conversation, "time", clock)
    monkeypatch.setattr(conversation, "PATIENCE", 40)
    monkeypatch.setattr(conversation, "BYE_TIME", 20)
    report = run_checks(adapter(tmp_path, "serve()"), timeout=0.5, start_timeout=20)
    assert list(failed(report)) == ["in time"]
    assert "over the limit of 0.5 s: one trick" in failed(report)["in time"].message


def test_one_that_stays_after_bye_is_found_and_ended(tmp_path: Path) -> None:
    """It reads on after `bye`, and its input is never closed."""
    pid_file = tmp_path / "pid"
    body = f"open({str(pid_file)!r}, 'w').write(str(os.getpid()))\nserve()\nsys.stdin.read()"
    report = smoked(tmp_path, body)
    assert list(failed(report)) == ["bye"]
    assert "still runs" in failed(report)["bye"].message
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid_file.read_text()), 0)


def test_a_flood_ends() -> None:
    """Line after line that is no reply: the time for `hello` ends it."""
    report = run_checks(["yes"], timeout=20, start_timeout=0.2)
    assert "`y`, which is no reply" in failed(report)["hello"].message
    assert report.exit_status == 3


# --- what the user sees ---------------------------------------------------------------------


def shown(*arguments: str) -> tuple[list[str], int]:
    done = CliRunner().invoke(smoke_command, arguments, standalone_mode=False)
    assert done.exception is None
    return done.output.splitlines(), done.return_value


def test_each_check_has_a_line_and_the_last_line_says_what_comes_next(tmp_path: Path) -> None:
    command = adapter(tmp_path, "serve()")
    lines, status = shown("--timeout", "20", "--", *command)
    assert status == 0
    marks = [line for line in lines if line.startswith("ok    ")]
    assert len(marks) == len(CHECKS)
    assert lines[-1] == f"  cjack certify -- {command[0]} {command[1]}"


def test_a_fault_is_shown_within_80_columns_and_with_its_hint_indented(tmp_path: Path) -> None:
    name = "x" * 70 + "\x1b[31m" + "y" * 70
    command = adapter(tmp_path, f"serve(hello={{'implementation': {{'name': 5, 'x': {name!r}}}}})")
    lines, status = shown("--timeout", "20", "--", *command)
    assert status == 1
    assert max(len(line) for line in lines[:-1]) <= 80
    assert "\x1b" not in "".join(lines)
    at = next(at for at, line in enumerate(lines) if line.startswith("FAIL  hello: "))
    hint = next(line for line in lines[at:] if line.startswith("        "))
    assert hint.strip().startswith("write a text")
    assert "skip  one trick: not reached, because `hello` failed" in lines
    assert lines[-2] == "1 check failed. Mend that and run smoke again, then:"


# --- lines and fields by themselves ---------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "before", "reply"),
    [
        (b'{"id": "1"}', b"", b'{"id": "1"}'),
        (b'> {"id": "1"}', b"> ", b'{"id": "1"}'),
        (b"[info] ready", b"[info] ready", b""),
        (b"listening on {port}", b"listening on {port}", b""),
        (b"", b"", b""),
        (b"{", b"", b"{"),
        (b"[]", b"", b"[]"),
    ],
)
def test_what_is_a_reply_and_what_stands_beside_it(
    line: bytes, before: bytes, reply: bytes
) -> None:
    assert split_line(line) == (before, reply)


def test_a_line_too_deep_to_read_is_a_fault_and_no_crash() -> None:
    with pytest.raises(FormFault):
        check_line(b'{"a": ' * 100_000)


def test_a_name_like_none_is_answered_with_the_names_that_there_are() -> None:
    hint = hint_for("Invalid enum value 'zzz' - at `$.classes[0]`")
    assert "did you mean" not in hint
    assert "trick-play, full-scoring, simplified-scoring, match" in hint
