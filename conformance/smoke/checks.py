"""The checks, in order: each says in a few words what it saw, or raises the fault.

Whether the game is played right is not judged here: that is what `certify` is for.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import UNSET

from conformance.adapters.session import START_TIMEOUT
from conformance.grading.claims import Claims, claims_of
from conformance.grading.form import VIEW_KEYS, form_fault
from conformance.protocol.messages import HelloReply, RunReply
from conformance.rulebook import with_fields
from conformance.smoke import requests
from conformance.smoke.conversation import BYE_TIME, Conversation, shown
from conformance.smoke.hints import hint_for, nearest
from conformance.smoke.requests import NOT_HELD, TRICK, Asked
from conformance.smoke.result import FormFault, NoAnswer, NotAsked, Report, Result
from reference_engine.rules import Rules
from reference_engine.state import ScoringMode

ALL_PLAYS = 52


class Adapter:
    """The adapter under the glass: spoken with, and what it said of itself."""

    def __init__(self, talk: Conversation) -> None:
        self.talk = talk
        self.hello: HelloReply | None = None

    @property
    def claims(self) -> Claims:
        assert self.hello is not None  # noqa: S101 - no check needs it before it is there
        return claims_of(self.hello)

    @property
    def scoring(self) -> ScoringMode:
        assert self.hello is not None  # noqa: S101 - as above
        return self.hello.scoring[0]

    @property
    def rules(self) -> Rules:
        return with_fields(Rules(), self.claims.rulings)

    def trace(self, asked: Asked, what: str) -> RunReply:
        """The reply to ``asked``, a trace without a fault of form."""
        reply = self.talk.run(asked.request, what)
        _require_rounds(self, reply)
        fault = form_fault(reply, asked.match, self.claims.features)
        if fault:
            raise self.talk.fault(fault, hint_for(fault))
        _require_tricks(self, reply, asked)
        return reply


@dataclass(frozen=True, slots=True)
class Check:
    """``needs`` names the checks without which this one can say nothing."""

    name: str
    look: Callable[[Adapter], str]
    needs: tuple[str, ...] = ("hello",)


def run_checks(
    words: Sequence[str],
    timeout: float,
    start_timeout: float = START_TIMEOUT,
    on_result: Callable[[Result], None] = lambda result: None,
) -> Report:
    """Look at the adapter from its start to its end.

    Each wait has its limit, so the run ends whatever the adapter does; no process is left.
    ``words`` name it (:func:`~conformance.adapters.opening.way_of`).
    """
    talk = Conversation(words, timeout, start_timeout)
    adapter = Adapter(talk)
    results: list[Result] = []
    wanting: dict[str, str] = {}
    answered = True
    try:
        for check in CHECKS:
            cause = next((wanting[name] for name in check.needs if name in wanting), None)
            if cause:
                wanting[check.name] = cause
                result = Result(check.name, None, f"not reached, because `{cause}` failed")
            else:
                result, silent = _look(check, adapter)
                if result.ok is False:
                    wanting[check.name] = check.name
                    answered &= not (silent and check.name in ("starts", "hello"))
            results.append(result)
            on_result(result)
    finally:
        talk.kill()
    return Report(tuple(results), answered)


def _look(check: Check, adapter: Adapter) -> tuple[Result, bool]:
    """What the check found, and whether it failed because nothing was answered."""
    try:
        message = check.look(adapter)
    except NotAsked as reason:
        return Result(check.name, None, str(reason)), False
    except FormFault as fault:
        silent = isinstance(fault, NoAnswer)
        return Result(check.name, False, fault.message, fault.hint), silent
    return Result(check.name, True, message, "; ".join(adapter.talk.remarks())), False


# --- the checks -----------------------------------------------------------------------------


def starts(adapter: Adapter) -> str:
    adapter.talk.start()
    return ""


def hello(adapter: Adapter) -> str:
    adapter.hello = reply = adapter.talk.greet()
    known = reply.implementation
    if not known.name.strip():
        raise adapter.talk.fault(
            "implementation.name is empty", "name the implementation: the certificate prints it"
        )
    if reply.max_in_flight < 1:
        raise adapter.talk.fault(
            f"max_in_flight is {reply.max_in_flight}", "1 is always right; or leave it out"
        )
    name = " ".join(filter(None, (known.name, known.version)))
    modes = " and ".join(sorted(adapter.claims.scoring))
    return f"{name}; scoring {modes}; features: {', '.join(reply.features) or 'none'}"


def one_trick(adapter: Adapter) -> str:
    asked = requests.one_trick(adapter.rules, adapter.scoring)
    reply = adapter.trace(asked, "one trick")
    first = TRICK[0]
    if not _plays(reply)[0].accepted:
        raise adapter.talk.fault(
            f"{first.seat} leads {first.card}, and the play is refused",
            "north deals, so south leads, and any card of the hand will do: are seats and cards "
            "handed to the engine as the request names them?",
        )
    return "two plays, a well-formed trace"


def results_alone(adapter: Adapter) -> str:
    asked = requests.one_trick(adapter.rules, adapter.scoring, detail="result")
    reply = adapter.talk.run(asked.request, "results alone")
    _require_rounds(adapter, reply)
    if not reply.rounds:
        raise adapter.talk.fault(
            "rounds: the first round is always played, and none is reported",
            "detail `result` may leave out plays, tricks, hands and dealt, and nothing else",
        )
    return "`detail: result` is answered"


def refused_play(adapter: Adapter) -> str:
    if "refusals" not in adapter.claims.features:
        raise NotAsked("the feature refusals is not announced")
    asked = requests.refused_then_one_trick(adapter.rules, adapter.scoring)
    tried, lead, _ = _plays(adapter.trace(asked, "a refused play"))
    if tried.accepted:
        raise adapter.talk.fault(
            f"south plays {NOT_HELD}, which is not in its hand, and it is accepted",
            "report what the engine said of the play; if it takes whatever it is given, leave "
            "refusals out of `features`",
        )
    if not lead.accepted:
        raise adapter.talk.fault(
            f"after the refusal south leads {TRICK[0].card}, and that is refused too",
            "a refused play changes nothing: the same seat is on turn with the same hand; go on "
            "with the next play of the list",
        )
    return "refused, and the next play goes on"


def unknown_fields(adapter: Adapter) -> str:
    plain = requests.one_trick(adapter.rules, adapter.scoring)
    adapter.talk.start()
    with_more = "ignore the fields that you do not know: a later suite may send more"
    try:
        adapter.talk.greet(later={"version": 1.5}, table=["green", 4])
        reply = adapter.trace(requests.with_unknown_fields(plain), "unknown fields")
    except FormFault as fault:
        raise type(fault)(
            f"with fields that it does not know: {fault.message}", with_more
        ) from None
    if _told(reply) != _told(adapter.trace(plain, "one trick")):
        raise adapter.talk.fault("fields that it does not know change the reply", with_more)
    return "ignored, in hello and in run"


def unreadable_line(adapter: Adapter) -> str:
    if adapter.talk.way.kind == "object":
        raise NotAsked("a Python object is given messages, not lines")
    hint = 'reply {"id": null, "error": {"message": "…"}} and go on to the next line'
    try:
        reply = adapter.talk.run_unreadable(b"this is no request\n", "an unreadable line")
    except FormFault as fault:
        raise type(fault)(fault.message, hint) from None
    if reply.error is UNSET:
        raise adapter.talk.fault("a line that is no JSON is answered without an `error`", hint)
    if reply.id is not None:
        raise adapter.talk.fault(f"its id is {reply.id!r}, and the line had none", hint)
    asked = requests.one_trick(adapter.rules, adapter.scoring)
    try:
        adapter.talk.run(asked.request, "one trick")
    except FormFault as fault:
        raise type(fault)(f"the next request: {fault.message}", hint) from None
    return "answered with an error, and the next one served"


def not_announced(adapter: Adapter) -> str:
    asked = requests.one_trick(adapter.rules, adapter.scoring)
    features = adapter.claims.features
    modes = ("full", "simplified", "smoke")
    mode = next(mode for mode in modes if mode not in adapter.claims.scoring)
    _require_unsupported(adapter, asked.with_fields(scoring=mode), f"scoring {mode}", "scoring")
    if "deals_from_deck" not in features:
        _require_unsupported(adapter, requests.deck_alone(asked), "a deck alone", "deals_from_deck")
    if adapter.claims.matches and "start_scores" not in features:
        start = {"scores": {"north": 3, "south": 1}}
        _require_unsupported(
            adapter, asked.with_fields(start=start), "a score to start from", "start_scores"
        )
    return "answered with unsupported"


def whole_round(adapter: Adapter) -> str:
    asked = requests.whole_round(adapter.rules, adapter.scoring)
    adapter.trace(asked, "a whole round")
    return "52 plays in one request are answered"


def same_again(adapter: Adapter) -> str:
    here = requests.whole_round(adapter.rules, adapter.scoring)
    between = requests.whole_round(adapter.rules, adapter.scoring, dealer="south")
    first = _told(adapter.trace(here, "the same again"))
    adapter.trace(between, "the same again")
    if _told(adapter.trace(here, "the same again")) != first:
        raise adapter.talk.fault(
            "the same request, asked again after another, has another reply",
            "begin each `run` with a fresh engine: nothing may be left of hands, scores or dealer "
            "of the request before",
        )
    return "the same request has the same reply, with another between"


def in_time(adapter: Adapter) -> str:
    limit = f"{adapter.talk.timeout:g} s"
    if adapter.talk.late:
        raise FormFault(
            f"the slowest reply is over the limit of {limit}: {', '.join(adapter.talk.late)}",
            "start the engine once and not for each request, or raise the limit with --timeout, "
            "here and for `cjack certify`",
        )
    return f"the slowest reply is within the limit of {limit}"


def bye(adapter: Adapter) -> str:
    ended = adapter.talk.dismiss()
    if adapter.talk.way.kind != "process":
        return "answered"
    if ended.code is None:
        raise FormFault(
            f"bye is answered, and {BYE_TIME:g} s later the process still runs",
            "end the loop after `bye`; does a timer, a thread or an open handle keep it alive?",
        )
    if ended.code != 0:
        raise FormFault(f"bye is answered, and then {ended}", "exit with status 0 after `bye`")
    return "answered, and the process exits with 0"


def nothing_else(adapter: Adapter) -> str:
    if adapter.talk.stray is not None:
        if adapter.talk.stray.lstrip().startswith(b"{"):
            raise FormFault(
                f"a request has a second reply: {shown(adapter.talk.stray)}",
                "reply to each request once",
            )
        raise FormFault(
            f"standard output holds more than replies: {shown(adapter.talk.stray)}",
            "write banners, prompts and logs to standard error, and end each reply with a single "
            "\\n: standard output is for replies alone",
        )
    return ""


CHECKS = (
    Check("starts", starts, needs=()),
    Check("hello", hello, needs=("starts",)),
    Check("one trick", one_trick),
    Check("results alone", results_alone, needs=("hello", "one trick")),
    Check("a refused play", refused_play, needs=("hello", "one trick")),
    Check("unknown fields", unknown_fields, needs=("hello", "one trick")),
    Check("an unreadable line", unreadable_line, needs=("hello", "one trick")),
    Check("what is not announced", not_announced),
    # Before the statelessness, which is looked at with whole rounds.
    Check("a whole round", whole_round, needs=("hello", "one trick")),
    Check("the same again", same_again, needs=("hello", "a whole round")),
    Check("in time", in_time),
    Check("bye", bye),
    Check("nothing but replies", nothing_else),
)


# --- what a reply must hold -----------------------------------------------------------------


def _require_rounds(adapter: Adapter, reply: RunReply) -> None:
    """A trace was asked for that every adapter can give."""
    if reply.error is not UNSET:
        raise adapter.talk.fault(
            f"the adapter answers with an error: {reply.error.message or 'without a message'}",
            "the request is in order; a play that the engine does not take is no error: report "
            "`accepted: false` and go on",
        )
    if reply.unsupported is not UNSET:
        raise adapter.talk.fault(
            f"the adapter does not support it: {reply.unsupported.feature}",
            "the request needs nothing that `hello` did not announce; `deck` stands beside hands "
            "and stock always, and start.scores may be 0 and 0",
        )
    if reply.refused is not UNSET:
        raise adapter.talk.fault(
            "the deal is refused as invalid",
            "it is valid: 6, 6 and 40 cards, written as rank and suit, such as TC for the ten of "
            "clubs",
        )


def _require_tricks(adapter: Adapter, reply: RunReply, asked: Asked) -> None:
    """As many tricks as the accepted plays make, and a result when the round is over."""
    assert reply.rounds is not UNSET  # noqa: S101 - it was required
    (told,) = reply.rounds
    accepted = sum(play.accepted for play in _plays(reply))
    tricks = 0 if told.tricks is UNSET else len(told.tricks)
    if tricks != accepted // 2:
        raise adapter.talk.fault(
            f"rounds[0].tricks has {tricks} entries; {accepted} plays were accepted",
            "give one entry for each completed trick, two accepted plays, and none for a trick "
            "that is not complete",
        )
    if told.result is None and accepted == ALL_PLAYS:
        raise adapter.talk.fault(
            "rounds[0].result is null, and all 52 cards were played",
            "count the round once the last trick is complete",
        )
    if told.result is not None and accepted < ALL_PLAYS:
        raise adapter.talk.fault(
            f"rounds[0].result is there after {accepted} of 52 plays",
            "the result is null until the round is over",
        )


def _require_unsupported(adapter: Adapter, asked: Asked, what: str, feature: str) -> None:
    wanted = f'{{"unsupported": {{"feature": "{feature}"}}}}'
    hint = f"answer {wanted}, beside the id"
    try:
        reply = adapter.talk.run(asked.request, "what is not announced")
    except FormFault as fault:
        raise type(fault)(f"{what}, not announced: {fault.message}", hint) from None
    if reply.rounds is not UNSET:
        able = "" if feature == "scoring" else f"; if it can truly do it, announce {feature}"
        raise adapter.talk.fault(f"{what} is not announced, and answered with a trace", hint + able)
    if reply.unsupported is UNSET:
        raise adapter.talk.fault(f"{what} is not announced, and not answered so", hint)
    if reply.unsupported.feature != feature:
        found = reply.unsupported.feature
        raise adapter.talk.fault(
            f"{what} is not announced; the reply names the feature {found!r}",
            f"{nearest(found, [feature])}Answer {wanted}, beside the id",
        )


def _plays(reply: RunReply) -> list[Any]:
    assert reply.rounds is not UNSET  # noqa: S101 - it was required
    plays = reply.rounds[0].plays
    return [] if plays is UNSET else plays


def _told(reply: RunReply) -> Any:
    """What two replies to one request must have alike: the fields of the protocol, lists of
    cards in any order."""
    return _unordered(msgspec.to_builtins(msgspec.structs.replace(reply, id=None)))


def _unordered(value: Any, field: str = "") -> Any:
    if isinstance(value, dict):
        kept = value.keys() & set(VIEW_KEYS) if field == "sees" else value.keys()
        return {key: _unordered(value[key], key) for key in kept}
    if isinstance(value, list):
        items = [_unordered(item) for item in value]
        return sorted(items) if all(isinstance(item, str) for item in items) else items
    return value
