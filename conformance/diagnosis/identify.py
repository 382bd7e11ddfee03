"""The reading and the variant that an engine plays, found without any declaration.

Every rule set in question is held against the very same replies: the documented rules and
each variant, and for each of them the options of every ruling.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from msgspec import UNSET

from conformance.adapters.session import NoReply
from conformance.grading.claims import Claims, claims_of, lack_for
from conformance.grading.compare import first_difference
from conformance.grading.readings import ORDER
from conformance.plans import Planned, Plans, expect
from conformance.protocol.messages import HelloReply, RunReply
from conformance.rulebook import Rulebook, Variant, with_fields
from conformance.runner import Adapter, Task, tasks_of
from conformance.scenarios.model import Scenario
from conformance.scenarios.stage import CannotStageError
from reference_engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply and the plan that it answers."""

    planned: Planned
    reply: RunReply | NoReply


@dataclass(frozen=True, slots=True)
class OptionFound:
    """One ruling: ``agreeing[option]`` lists the scenarios in which the engine agrees with the
    option among those that tell the options apart."""

    ruling: str
    option: str | None
    agreeing: dict[str, tuple[str, ...]]
    told_apart: int

    @property
    def mixes(self) -> bool:
        """It follows one option here and another one there."""
        return self.option is not None and len(self.agreeing[self.option]) < self.told_apart


@dataclass(frozen=True, slots=True)
class Identified:
    """``variant`` is None for the documented rules. ``agrees`` of the ``asked`` replays that
    ``rules`` allow are those of ``rules``; ``documented`` replies agree with the documented rules
    under the best reading."""

    hello: HelloReply
    variant: Variant | None
    rules: Rules
    readings: tuple[OptionFound, ...]
    agrees: int
    documented: int
    asked: int
    differing_from_documented: tuple[str, ...]


def identify(
    scenarios: Sequence[Scenario],
    adapter: Adapter,
    book: Rulebook,
    on_answer: Callable[[int, int], None] = lambda done, of: None,
) -> Identified:
    """Ask everything once, then find the rules that explain most.

    Raises:
        AdapterError: the adapter cannot be started or greeted.
    """
    hello = adapter.greet()
    claims = claims_of(hello)
    answers = _ask(tasks_of(scenarios, None), adapter, claims, on_answer)
    bases: list[tuple[Variant | None, Rules]] = [(None, Rules())]
    bases += [(v, with_fields(Rules(), v.fields)) for v in book.variants.values()]
    found = [_fit(variant, base, answers, claims, book, hello) for variant, base in bases]
    # The first of equals: an engine is not called a variant unless that explains more.
    best = max(found, key=lambda identified: identified.agrees)
    agreeing, asked = _confirm(best.rules, answers, adapter, claims)
    return replace(
        best,
        agrees=agreeing,
        asked=asked,
        documented=found[0].agrees,
        differing_from_documented=found[0].differing_from_documented,
    )


def _ask(
    tasks: Sequence[Task],
    adapter: Adapter,
    claims: Claims,
    on_answer: Callable[[int, int], None],
) -> list[Answer]:
    plans = Plans()
    answers = []
    for at, task in enumerate(tasks):
        on_answer(at + 1, len(tasks))
        if lack_for(task.scenario, task.scoring, claims) is None:
            planned = plans.plan(task.scenario, task.scoring, Rules())
            answers.append(Answer(planned, adapter.run(planned.request)))
    return answers


def _confirm(
    rules: Rules, answers: list[Answer], adapter: Adapter, claims: Claims
) -> tuple[int, int]:
    """How many replays agree with ``rules``, of those that can be played under them.

    Under another rotation later rounds have other plays, so these are asked anew.
    """
    plans = Plans()
    agreeing = asked = 0
    for answer in answers:
        expected = answer.planned.expected
        try:
            planned = plans.plan(expected.scenario, expected.match.scoring, rules)
        except CannotStageError:
            continue
        asked += 1
        if planned.request == answer.planned.request:
            agreeing += agrees(answer, rules, claims)
        else:
            agreeing += agrees(Answer(planned, adapter.run(planned.request)), rules, claims)
    return agreeing, asked


def _fit(
    variant: Variant | None,
    base: Rules,
    answers: list[Answer],
    claims: Claims,
    book: Rulebook,
    hello: HelloReply,
) -> Identified:
    rules, readings = base, []
    fixed = variant.fields if variant else {}
    for ruling in ORDER:
        options = [fixed[ruling]] if ruling in fixed else list(book.rulings[ruling].options)
        option_found = _option(ruling, options, rules, answers, claims)
        readings.append(option_found)
        if option_found.option is not None:
            rules = with_fields(rules, {ruling: option_found.option})
    agreeing = [agrees(answer, rules, claims) for answer in answers]
    differing = tuple(
        answer.planned.expected.scenario.id
        for answer, same in zip(answers, agreeing, strict=True)
        if not same
    )
    count = sum(agreeing)
    return Identified(hello, variant, rules, tuple(readings), count, count, len(answers), differing)


def _option(
    ruling: str, options: list[str], rules: Rules, answers: list[Answer], claims: Claims
) -> OptionFound:
    agreeing: dict[str, list[str]] = {option: [] for option in options}
    told_apart = 0
    for answer in answers:
        scenario = answer.planned.expected.scenario
        if ruling not in scenario.by_ruling:
            continue
        same = [o for o in options if agrees(answer, with_fields(rules, {ruling: o}), claims)]
        if 0 < len(same) < len(options):
            told_apart += 1
            for option in same:
                agreeing[option].append(f"{scenario.id} ({answer.planned.expected.match.scoring})")
    best = max(options, key=lambda option: len(agreeing[option])) if told_apart else None
    if len(options) == 1:
        best = options[0]
    return OptionFound(ruling, best, {o: tuple(ids) for o, ids in agreeing.items()}, told_apart)


def agrees(answer: Answer, rules: Rules, claims: Claims) -> bool:
    """Is the reply what the very same request brings under ``rules``?"""
    if isinstance(answer.reply, NoReply):
        return False
    planned = answer.planned
    expected = expect(planned.expected.scenario, planned.staged, rules)
    if expected.shown is None:
        return answer.reply.refused is not UNSET
    if answer.reply.rounds is UNSET:
        return False
    return first_difference(expected.match, expected.shown, answer.reply, claims) is None
