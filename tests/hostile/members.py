"""What each member of the zoo must lead to.

Three scenarios are asked in this order; most members misbehave in the second alone, the target,
and what they do there must not touch the others.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

from conformance.grading.outcome import Kind

ZOO = Path(__file__).parent / "zoo"
SCENARIOS = (
    "trick/discarded-ace-loses-to-a-two",
    "trick/discarded-king-never-beats-led-jack",
    "trick/higher-card-of-the-suit-wins",
)
TIMEOUT = 0.5
"""Seconds for a reply, where one is waited for in vain."""
PATIENCE = 10.0
"""Seconds for a reply elsewhere: a busy machine is no misbehaviour."""
START_TIMEOUT = 10.0
"""Seconds for a start that succeeds; those that are waited for in vain have ``TIMEOUT``."""

Kinds = tuple[Kind, Kind, Kind]


@dataclass(frozen=True, slots=True)
class Member:
    """``kinds`` are the outcomes of the three scenarios, None where the adapter is not even
    greeted; ``gist`` is a pattern for the messages of the bad ones, a line each."""

    name: str
    kinds: Kinds | None
    gist: str = ""
    start_timeout: float = START_TIMEOUT

    @property
    def timeout(self) -> float:
        return TIMEOUT if self.kinds and "timeout" in self.kinds else PATIENCE

    @property
    def exit_status(self) -> int:
        if self.kinds is None:
            return 3
        return 0 if set(self.kinds) <= {"pass", "unsupported"} else 1

    def command(self, folder: Path) -> tuple[str, ...]:
        """``folder`` is where the member may keep what it remembers from start to start."""
        script = ZOO / f"{self.name}.py"
        if self.name == "is_not_found":
            return (str(script),)
        if self.name == "is_not_executable":
            return (str(ZOO / "_base.py"),)
        return (sys.executable, "-S", "-E", "-B", str(script), str(folder))


def _is_not_greeted(name: str, gist: str, start_timeout: float = START_TIMEOUT) -> Member:
    return Member(name, None, gist, start_timeout)


def _is_well(name: str) -> Member:
    return Member(name, ("pass", "pass", "pass"))


def _spoils(name: str, kind: Kind, gist: str) -> Member:
    """Its own scenario and no other."""
    return Member(name, ("pass", kind, "pass"), gist)


def _spoils_all(name: str, kind: Kind, gist: str) -> Member:
    return Member(name, (kind, kind, kind), gist)


MEMBERS = (
    # --- the start --------------------------------------------------------------------------
    _is_not_greeted("is_not_found", "cannot start `.*`: No such file"),
    _is_not_greeted("is_not_executable", "cannot start `.*`: Permission denied"),
    _is_not_greeted("exits_at_once", "did not answer `hello`: it exited with status 0"),
    _is_not_greeted("fails_to_start", r"exited with status 1\s+its standard error[\s\S]*no engine"),
    _is_not_greeted("never_answers_hello", r"did not answer `hello` within 0\.5 s", TIMEOUT),
    _is_not_greeted("prints_a_banner", "the line was Welcome to Jack"),
    _is_not_greeted("answers_before_being_asked", "there is more than one reply"),
    _is_not_greeted("answers_hello_twice", "there is more than one reply"),
    _is_not_greeted("speaks_another_protocol", "it speaks protocol 2, the suite speaks 1"),
    _is_not_greeted("announces_unknown_features", "'telepathy' - at `.*features"),
    _is_not_greeted("declares_an_unknown_ruling", "unknown field `jokers` - at `.*rulings"),
    _is_not_greeted("declares_an_unknown_option", "'both' - at `.*trick_point_tie"),
    _is_not_greeted("announces_no_scoring", "it announces no scoring mode"),
    _is_not_greeted("claims_a_class_without_its_scoring", "claims the class full-scoring without"),
    _is_not_greeted("has_no_name", "missing required field `implementation`"),
    _is_not_greeted("greets_with_duplicate_keys", "the key `features` stands twice"),
    _is_not_greeted("greets_in_utf_16", "not a JSON message"),
    _is_not_greeted("greets_with_a_byte_order_mark", r"not a JSON message: .*\\ufeff"),
    _is_not_greeted("greets_without_end", "answered `hello` with more than 4,194,304 bytes"),
    _is_not_greeted("has_half_a_character_in_its_name", "not a JSON message"),
    _is_well("needs_time_to_start"),
    _is_well("has_a_name_for_the_terminal"),
    _is_well("has_a_name_of_a_megabyte"),
    Member(
        "changes_its_name_at_each_start",
        ("pass", "crash", "protocol"),
        "the implementation changed its announcement: `implementation` is not",
    ),
    Member("starts_only_once", ("pass", "crash", "crash"), "not asked: 3 starts in a row failed"),
    Member(
        "starts_once_then_hangs",
        ("pass", "crash", "timeout"),
        "not asked: 3 starts in a row failed",
        TIMEOUT,
    ),
    # --- the end ----------------------------------------------------------------------------
    _spoils("exits_in_the_middle", "crash", "no reply: it exited with status 3"),
    _spoils("exits_quietly", "crash", "no reply: it exited with status 0"),
    _spoils("is_killed_by_a_signal", "crash", "no reply: it was killed by signal SIGKILL"),
    _spoils("exits_within_a_reply", "crash", r"status 1; it wrote only \{.*without a line end"),
    _spoils("crashes_after_its_reply", "crash", "after the reply.* killed by signal SIGABRT"),
    _spoils("dies_late_after_its_reply", "crash", "after the reply.* exited with status 1"),
    _spoils_all("answers_hello_only", "crash", "no reply: it exited with status 0"),
    _spoils_all("falls_silent_after_hello", "timeout", r"no reply within 0\.5 s"),
    _spoils_all("exits_after_each_reply", "crash", "after the reply it exited with status 0"),
    _spoils("crashes_on_every_third_request", "crash", "to the next request.* status 1"),
    _is_well("ignores_bye"),
    _is_well("ignores_sigterm"),
    _is_well("leaves_a_child_behind"),
    _spoils(
        "forks_children_that_hold_the_pipes",
        "timeout",
        "it exited with status 1, but something it started holds its output",
    ),
    # --- time -------------------------------------------------------------------------------
    _spoils("never_answers", "timeout", r"no reply within 0\.5 s"),
    _spoils("spins", "timeout", r"no reply within 0\.5 s"),
    _spoils("answers_after_the_time_out", "timeout", r"no reply within 0\.5 s"),
    _is_well("answers_a_byte_at_a_time"),
    _spoils(
        "answers_a_byte_at_a_time_too_slowly",
        "timeout",
        r'no reply within 0\.5 s; it wrote only \{"',
    ),
    _spoils("never_ends_its_line", "timeout", r"it wrote only \{.*, without a line end"),
    _spoils("closes_its_output", "crash", "closed its standard output and went on running"),
    _spoils("closes_its_input", "timeout", r"no reply within 0\.5 s"),
    # --- too much ---------------------------------------------------------------------------
    _spoils("writes_100_mb_without_a_line_end", "protocol", "a reply of more than 4,194,304 bytes"),
    _spoils("writes_endless_lines", "protocol", "not a JSON message: .*still thinking"),
    _is_well("floods_standard_error"),
    _spoils("floods_standard_error_for_ever", "timeout", r"no reply within 0\.5 s"),
    _is_well("sends_replies_of_four_megabytes"),
    _is_well("leaks_memory"),
    # --- out of order -----------------------------------------------------------------------
    _spoils("answers_twice", "protocol", "after the reply"),
    _spoils("answers_twice_in_one_go", "protocol", "after the reply it wrote more: {"),
    _spoils("answers_again_later", "protocol", "after the reply"),
    _spoils_all("answers_everything_again_later", "protocol", "after the reply"),
    _spoils_all("answers_the_next_request_too", "protocol", "after the reply"),
    _spoils("answers_with_another_id", "protocol", "the reply has id 'mine'; the request had"),
    _spoils_all("answers_with_the_id_before", "protocol", "the reply has id 'none'; the request"),
    _spoils("answers_with_a_number_for_an_id", "protocol", r"got `int` - at `\$\.id`"),
    _spoils("answers_without_an_id", "protocol", "missing required field `id`"),
    _spoils_all("logs_before_each_reply", "protocol", r"the line was \[info\] a request"),
    _spoils_all("logs_after_each_reply", "protocol", r"after the reply.*\[info\] answered"),
    _spoils("logs_before_one_reply", "protocol", r"the line was \[warning\] odd hand"),
    _spoils("logs_after_one_reply", "protocol", r"after the reply.*\[warning\] odd hand"),
    _spoils("writes_an_empty_line", "protocol", "after the reply"),
    _is_well("says_goodbye"),
    # --- form -------------------------------------------------------------------------------
    _spoils("writes_invalid_utf_8", "protocol", r"not a JSON message: .*Ren\\xe9"),
    _spoils("writes_utf_16", "protocol", "not a JSON message"),
    _is_well("ends_lines_with_cr_lf"),
    _spoils("writes_nan", "protocol", "not a JSON message: JSON is malformed"),
    _spoils("repeats_a_key", "protocol", "the key `trump` stands twice"),
    _spoils("repeats_a_key_with_a_spelled_colon", "protocol", "the key `trump` stands twice"),
    _spoils("nests_100_000_brackets", "protocol", "not a JSON message: nested too deep"),
    _spoils("counts_in_huge_integers", "protocol", "result.tricks.north"),
    _spoils("writes_numbers_for_strings", "protocol", r"at `\$\.rounds\[0\]\.trump`"),
    _spoils("writes_text_for_truth", "protocol", r"`\$\.rounds\[0\]\.plays\[0\]\.accepted`"),
    _spoils("knows_other_seats", "protocol", r"'east' - at `\$\.rounds\[0\]\.leader`"),
    _spoils("knows_other_cards", "protocol", "'RJ' - at .*draws"),
    _spoils("lists_half_a_million_cards", "protocol", r"plays\[0\]\.legal"),
    _spoils("reports_no_round", "protocol", "the first round is always played"),
    _spoils("reports_too_many_rounds", "protocol", "2 are reported, 1 were asked for"),
    _spoils("reports_too_few_plays", "protocol", "plays has 1 entries; the request has 2"),
    _spoils("reports_too_many_plays", "protocol", "plays has 4 entries; the request has 2"),
    _spoils("reports_too_few_tricks", "fail", "tricks"),
    _spoils("reports_too_many_tricks", "fail", "tricks"),
    _spoils("leaves_out_the_result", "protocol", "missing required field `result`"),
    _spoils("hides_an_announced_feature", "protocol", "draws is missing"),
    _spoils("answers_in_two_ways", "protocol", "found rounds and error"),
    _spoils("answers_with_a_list", "protocol", "Expected `object`, got `array`"),
    _spoils("answers_with_null", "protocol", "Expected `object`, got `null`"),
    _spoils("encodes_twice", "protocol", "Expected `object`, got `str`"),
    _spoils("indents_its_json", "protocol", r"not a JSON message: .*the line was \{"),
    _spoils("cannot_read_the_request", "protocol", "could not read the request: what"),
    _spoils("reports_an_error", "error", r"reports an error: \\x1b\[31mdeck is empty"),
    _spoils("reports_an_error_of_a_megabyte", "error", "reports an error: trace .*…$"),
    _spoils("declines_what_it_announces", "protocol", "declines draws, which it announces"),
    _spoils("declines_for_want_of_no_feature", "protocol", "mood.*, which is no feature"),
    _spoils("declines_a_feature", "unsupported", "for want of views"),
    _spoils("refuses_a_good_deal", "fail", "refused"),
    _spoils("plays_wrong", "fail", r"trick\.winner"),
    Member("changes_its_mind_about_a_replay", ("pass", "fail", "fail"), "dealer"),
)
