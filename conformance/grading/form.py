"""Is a reply complete and of the shape that was asked for? If not, that is a protocol fault."""

from collections.abc import Iterator

from msgspec import UNSET

from conformance.grading.compare import LONGEST_CARD
from conformance.protocol.messages import ReportedPlay, ReportedRound, RunReply
from reference_engine.replay import MatchInput, RoundInput

VIEW_KEYS = ("hand", "stock_top", "stock_count", "trick")


def form_fault(reply: RunReply, match: MatchInput, features: frozenset[str]) -> str | None:
    """The first fault of form, with the field; None if there is none."""
    return next(_faults(reply, match, features), None)


def _faults(reply: RunReply, match: MatchInput, features: frozenset[str]) -> Iterator[str]:
    if reply.rounds is UNSET:
        return
    if len(reply.rounds) > len(match.rounds):
        yield f"rounds: {len(reply.rounds)} are reported, {len(match.rounds)} were asked for"
    if not reply.rounds:
        yield "rounds: the first round is always played, and none is reported"
    for at, (shown, asked) in enumerate(zip(reply.rounds, match.rounds, strict=False)):
        yield from _round_faults(shown, asked, features, f"rounds[{at}]")


def _round_faults(
    shown: ReportedRound, asked: RoundInput, features: frozenset[str], path: str
) -> Iterator[str]:
    for key in ("plays", "tricks"):
        if getattr(shown, key) is UNSET:
            yield f"{path}.{key} is missing"
    if "hands" in features and shown.hands is UNSET:
        yield f"{path}.hands is missing, and the feature hands is announced"
    if "deals_from_deck" in features and asked.deal is None and shown.dealt is UNSET:
        yield f"{path}.dealt is missing, and the request sent the deck alone"
    if shown.plays is not UNSET:
        if len(shown.plays) != len(asked.plays):
            yield (
                f"{path}.plays has {len(shown.plays)} entries; "
                f"the request has {len(asked.plays)} plays"
            )
        for at, play in enumerate(shown.plays):
            yield from _play_faults(play, features, f"{path}.plays[{at}]")
    if "draws" in features and shown.tricks is not UNSET:
        for at, trick in enumerate(shown.tricks):
            if trick.draws is UNSET:
                yield f"{path}.tricks[{at}].draws is missing, and the feature draws is announced"


def _play_faults(play: ReportedPlay, features: frozenset[str], path: str) -> Iterator[str]:
    if "legal_plays" in features and play.legal is UNSET:
        yield f"{path}.legal is missing, and the feature legal_plays is announced"
    if "views" not in features:
        return
    if play.sees is UNSET:
        yield f"{path}.sees is missing, and the feature views is announced"
        return
    for key in VIEW_KEYS:
        if key not in play.sees:
            yield f"{path}.sees.{key} is missing"
    for key in ("hand", "trick"):
        if not _are_cards(play.sees.get(key, [])):
            yield f"{path}.sees.{key} is not a list of cards"
    top = play.sees.get("stock_top")
    if top is not None and not _are_cards([top]):
        yield f"{path}.sees.stock_top is neither a card nor null"
    count = play.sees.get("stock_count", 0)
    if not isinstance(count, int) or isinstance(count, bool):
        yield f"{path}.sees.stock_count is not a number"


def _are_cards(value: object) -> bool:
    """Texts that may be cards; which ones they are, the comparison says."""
    return (
        isinstance(value, list)
        and len(value) <= 52
        and all(isinstance(card, str) and len(card) <= LONGEST_CARD for card in value)
    )
