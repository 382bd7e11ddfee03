"""A document of the right form to a scenario: cards read, deals completed and checked."""

from collections.abc import Iterable
from typing import Any

from conformance.errors import Problem, ScenarioFileError
from conformance.scenarios.document import Document, Path
from conformance.scenarios.model import AuthoredRound, AuthoredTrick, Scenario, Try
from reference_engine.cards import DECK, Card, parse_card
from reference_engine.state import SEATS, BySeat

HAND, STOCK, PACK = 6, 40, 52
_SAID_OF = {
    "lead": {"legal_lead", "sees_lead"},
    "follow": {"legal", "sees", "winner", "draws"},
}
_OF_THE_DEAL = {"dealer", "north", "south", "stock", "deck"}
_EXPECTED_OF_ROUND = ("dealer", "trump", "leader", "dealt", "hands", "captured", "result")


def build_scenario(document: Document, scenario_id: str) -> Scenario:
    """The scenario of a document that fits the schema.

    Raises:
        ScenarioFileError: a card that is none, a deal that is not the pack.
    """
    builder = _Builder(document)
    scenario = builder.scenario(scenario_id)
    if builder.problems:
        raise ScenarioFileError(builder.problems)
    return scenario


class _Builder:
    """Collects the problems of a whole file, so that they are told together."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.data: dict[str, Any] = document.data
        self.invalid_on_purpose = "refused" in self.data
        self.problems: list[Problem] = []

    def scenario(self, scenario_id: str) -> Scenario:
        data = self.data
        scores = data.get("start", {}).get("scores", {"north": 0, "south": 0})
        by_ruling = {
            ruling: {
                option: self.override(change or {}, ("by_ruling", ruling, option))
                for option, change in options.items()
            }
            for ruling, options in data.get("by_ruling", {}).items()
        }
        return Scenario(
            id=scenario_id,
            title=data["title"],
            clauses=tuple(data["clauses"]),
            edge=data.get("edge", ""),
            scoring=tuple(data.get("scoring", ("full", "simplified"))),
            scores=BySeat(scores["north"], scores["south"]),
            starts_from_scores="start" in data,
            rounds=tuple(
                self.round(asked, ("rounds", at)) for at, asked in enumerate(data["rounds"])
            ),
            refused=self.invalid_on_purpose,
            expects={key: data[key] for key in ("winner", "played_rounds") if key in data},
            by_ruling=by_ruling,
        )

    # --- a round ----------------------------------------------------------------------------

    def round(self, data: dict[str, Any], path: Path) -> AuthoredRound:
        if path[-1] == 0 and "dealer" not in data:
            self.problem(path, "the first round names its dealer", "add `dealer: north`")
        if self.invalid_on_purpose:
            for key in sorted(data.keys() - _OF_THE_DEAL):
                hint = "a refused deal is not played: drop it"
                self.problem((*path, key), f"`{key}` has no place beside `refused`", hint)
        hands: BySeat[tuple[Card, ...]] | None = None
        stock: tuple[Card, ...] = ()
        deck: tuple[Card, ...] | None = None
        if "deck" in data:
            if given := [key for key in (*SEATS, "stock") if key in data]:
                self.problem(
                    (*path, given[0]), "`deck` stands alone", "leave out hands and stock, or `deck`"
                )
            deck = self.completed(self.deal_cards(data, "deck", path), PACK)
            self.check_pack({"deck": deck}, path)
        else:
            hands, stock = self.hands_and_stock(data, path)
        tries: list[Try] = []
        tricks: list[AuthoredTrick] = []
        played = data.get("tricks", ())
        for at, trick in enumerate(played):
            last = at + 1 == len(played)
            self.trick(trick, at + 1, last, (*path, "tricks", at), tries, tricks)
        after = len(tricks) + 1
        tries += self.attempts(data, "refused_after", after, path)
        return AuthoredRound(
            dealer=data.get("dealer"),
            hands=hands,
            stock=stock,
            deck=deck,
            tries=tuple(tries),
            tricks=tuple(tricks),
            expects=self.expectations(data, path),
        )

    def hands_and_stock(
        self, data: dict[str, Any], path: Path
    ) -> tuple[BySeat[tuple[Card, ...]], tuple[Card, ...]]:
        for seat in SEATS:
            if seat not in data:
                self.problem(
                    path, f"the hand of {seat} is missing", f"add `{seat}:` with six cards"
                )
        hands = BySeat(*(self.deal_cards(data, seat, path) for seat in SEATS))
        named = self.deal_cards(data, "stock", path)
        stock = self.completed(named, STOCK, hands.north + hands.south)
        self.check_pack({"north": hands.north, "south": hands.south, "stock": stock}, path)
        return hands, stock

    def deal_cards(self, data: dict[str, Any], key: str, path: Path) -> tuple[Card, ...]:
        text = data.get(key, "")
        if self.invalid_on_purpose:
            return tuple(text.split())
        return self.cards(text, (*path, key))

    @staticmethod
    def completed(
        named: tuple[Card, ...], size: int, elsewhere: Iterable[Card] = ()
    ) -> tuple[Card, ...]:
        used = {*named, *elsewhere}
        rest = (card for card in DECK if card not in used)
        return named + tuple(rest)[: max(0, size - len(named))]

    def check_pack(self, parts: dict[str, tuple[Card, ...]], path: Path) -> None:
        if self.invalid_on_purpose:
            return
        seen: dict[Card, str] = {}
        for key, cards in parts.items():
            size = {"stock": STOCK, "deck": PACK}.get(key, HAND)
            for card in cards:
                if card in seen:
                    self.problem((*path, key), f"{card} stands twice in this deal", "")
                seen[card] = key
            if len(cards) != size:
                self.problem((*path, key), f"{key} has {len(cards)} cards and not {size}")

    # --- a trick ----------------------------------------------------------------------------

    def trick(
        self,
        data: Any,
        number: int,
        last: bool,
        path: Path,
        tries: list[Try],
        tricks: list[AuthoredTrick],
    ) -> None:
        if isinstance(data, str):
            data = self.short_trick(data, path)
        self.check_trick(data, last, path)
        tries += self.attempts(data, "refused_lead", number, path)
        if "lead" in data:
            tries.append(self.card_try(data, "lead", "legal_lead", "sees_lead", number, path))
        tries += self.attempts(data, "refused", number, path)
        if "follow" in data:
            tries.append(self.card_try(data, "follow", "legal", "sees", number, path))
            draws = data.get("draws")
            if draws is not None:
                draws = {s: self.card(c, (*path, "draws", s)) for s, c in draws.items()}
            tricks.append(AuthoredTrick(data.get("winner"), draws))

    def check_trick(self, data: dict[str, Any], last: bool, path: Path) -> None:
        """What is said of a card must have the card, or it would be checked nowhere."""
        for card, keys in _SAID_OF.items():
            if card not in data:
                for key in sorted(keys & data.keys()):
                    self.problem((*path, key), f"`{key}` stands without `{card}`", f"add `{card}:`")
        if "follow" in data and "lead" not in data:
            self.problem(path, "`follow` stands without `lead`", "add `lead:`")
        if "follow" not in data and not last:
            hint = "only the last trick of a round may end early"
            self.problem(path, "the trick has no second card, and another one follows", hint)

    def short_trick(self, text: str, path: Path) -> dict[str, Any]:
        words = text.split()
        keys = ("lead", "follow", "winner")
        if len(words) not in (2, 3) or (len(words) == 3 and words[2] not in SEATS):
            self.problem(
                path, f"{text!r} is not a trick", "write lead, follow, winner: `JC KD south`"
            )
            return {}
        return dict(zip(keys, words, strict=False))

    def card_try(
        self, data: dict[str, Any], key: str, legal: str, sees: str, number: int, path: Path
    ) -> Try:
        return Try(
            trick=number,
            card=self.card(data[key], (*path, key)),
            legal=frozenset(self.cards(data[legal], (*path, legal))) if legal in data else None,
            sees=self.view(data[sees], (*path, sees)) if sees in data else None,
        )

    def view(self, data: dict[str, Any], path: Path) -> dict[str, Any]:
        view = dict(data)
        for key in ("hand", "trick"):
            if key in view:
                view[key] = frozenset(self.cards(view[key], (*path, key)))
        if view.get("stock_top"):
            view["stock_top"] = self.card(view["stock_top"], (*path, "stock_top"))
        return view

    @staticmethod
    def attempts(data: dict[str, Any], key: str, number: int, path: Path) -> list[Try]:
        return [
            Try(number, _readable(a["card"]), a.get("seat"), refused=True, reason=a.get("reason"))
            for a in data.get(key, ())
        ]

    # --- expectations -----------------------------------------------------------------------

    def expectations(self, data: dict[str, Any], path: Path) -> dict[str, Any]:
        expects = {key: data[key] for key in _EXPECTED_OF_ROUND if key in data}
        for key in ("dealt", "hands", "captured"):
            if key in expects:
                expects[key] = self.by_seat(expects[key], (*path, key))
        if "trump" in expects:
            expects["trump"] = parse_card("2" + expects["trump"])[1]
        return expects

    def override(self, data: dict[str, Any], path: Path) -> dict[str, Any]:
        change = dict(data)
        count = len(self.data["rounds"])
        if change.get("round", count) > count:
            hint = f"the scenario has {count} round{'s' * (count != 1)}"
            self.problem((*path, "round"), f"there is no round {change['round']}", hint)
        if "dealt" in change:
            change["dealt"] = self.by_seat(change["dealt"], (*path, "dealt"))
        return change

    def by_seat(self, data: dict[str, str], path: Path) -> dict[str, frozenset[Card]]:
        return {seat: frozenset(self.cards(text, (*path, seat))) for seat, text in data.items()}

    # --- cards ------------------------------------------------------------------------------

    def cards(self, text: str, path: Path) -> tuple[Card, ...]:
        return tuple(self.card(word, path) for word in text.split())

    def card(self, word: str, path: Path) -> Card:
        try:
            return parse_card(word)
        except ValueError as fault:
            self.problem(path, str(fault))
            return word

    def problem(self, path: Path, message: str, hint: str = "") -> None:
        self.problems.append(self.document.problem(path, message, hint))


def _readable(text: str) -> str:
    try:
        return parse_card(text)
    except ValueError:
        return text


def expected_in(value: Any, scoring: str) -> Any:
    """``value`` where it is the same in both modes, else that of ``scoring``; ``...`` where
    nothing is said of this mode."""
    if isinstance(value, dict) and value and value.keys() <= {"full", "simplified"}:
        return value.get(scoring, ...)
    return value
