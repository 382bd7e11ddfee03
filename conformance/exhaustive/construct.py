"""Rounds that are built to cover what is still open.

The stock is not shuffled and then played: which card is drawn next is decided when it is
drawn, so that the next trick can be one that no round had before. Cards are numbers from 0 to
51 here (suit ``card // 13``, rank ``card % 13``), north is 0 and south 1.

A plan fixes three things in advance: the follower's first hand, the two hands after the stock is
gone, and, where wanted, how many trick points north ends with. The plan may fail, as the cards
can force a play; then it is tried again with other cards.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from conformance.dice import Dice

Composition = tuple[int, int, int, int]
"""How many cards of each suit a hand holds, in the order C D H S."""

DRAWN_FREELY = 14
"""After so many tricks the draws are free; the later ones bring the hands of the end."""
WITH_DRAWS, TRICKS, HAND = 20, 26, 6
POINTS = tuple({8: 10, 9: 1, 10: 2, 11: 3, 12: 4}.get(card % 13, 0) for card in range(52))
SCANNED, CANDIDATES, SEARCHED, ENDINGS = 500, 6, 4000, 150


class PlanFailedError(Exception):
    """The cards do not allow what was planned."""


class OpenTriples:
    """The pairs of lead and follow (``lead * 52 + follow``) that no round has for one trump and
    one leading seat; scanned from any place, and thinned out in constant time."""

    def __init__(self) -> None:
        self._codes = [a * 52 + b for a in range(52) for b in range(52) if a != b]
        self._place = {code: at for at, code in enumerate(self._codes)}

    def __contains__(self, code: int) -> bool:
        return code in self._place

    def __len__(self) -> int:
        return len(self._codes)

    def discard(self, code: int) -> None:
        at = self._place.pop(code, None)
        if at is not None:
            last = self._codes.pop()
            if last != code:
                self._codes[at] = last
                self._place[last] = at

    def from_place(self, start: int) -> Iterator[int]:
        for at in range(min(SCANNED, len(self._codes))):
            yield self._codes[(start + at) % len(self._codes)]


FollowClass = tuple[Composition, int, int]
"""The follower's composition, the suit led, trump."""


@dataclass
class Open:
    """What no round covers yet."""

    triples: dict[tuple[int, int], OpenTriples] = field(
        default_factory=lambda: {(t, s): OpenTriples() for t in range(4) for s in range(2)}
    )
    endings: dict[FollowClass, None] = field(
        default_factory=lambda: {
            (held, led, trump): None
            for size in range(1, HAND + 1)
            for held in compositions(size)
            for led in range(4)
            for trump in range(4)
        }
    )
    """Classes of follow decisions after the stock is gone; a set that keeps its order."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a round is built for. ``first`` and ``last`` are the follower's compositions in
    trick 1 and in trick ``last_trick``, with the suit led there."""

    trump: int
    dealer: int
    first: tuple[Composition, int]
    last: tuple[Composition, int]
    last_trick: int = 21
    points: int | None = None
    """Trick points that north is to end with."""
    opening: tuple[int, int] | None = None
    """The cards led and followed in trick 1, where they matter."""


@dataclass
class Built:
    """A round in the making, then a finished one: hands as dealt, the stock, the tricks."""

    trump: int
    dealer: int
    dealt: tuple[list[int], list[int]]
    leader: int
    hands: tuple[list[int], list[int]]
    stock: list[int] = field(default_factory=list)
    tricks: list[tuple[int, int, int]] = field(default_factory=list)
    """Leading seat, lead, follow."""
    points: list[int] = field(default_factory=lambda: [0, 0])

    def play(self, lead: int, follow: int) -> None:
        leader = self.leader
        self.hands[leader].remove(lead)
        self.hands[1 - leader].remove(follow)
        self.tricks.append((leader, lead, follow))
        if beats(follow, lead, self.trump):
            self.leader = 1 - leader
        self.points[self.leader] += POINTS[lead] + POINTS[follow]

    def draw(self, first: int, second: int) -> None:
        for seat, card in ((self.leader, first), (1 - self.leader, second)):
            self.stock.append(card)
            self.hands[seat].append(card)


def compositions(size: int) -> list[Composition]:
    """Every way to hold ``size`` cards of four suits."""
    return [
        (a, b, c, size - a - b - c)
        for a in range(size + 1)
        for b in range(size + 1 - a)
        for c in range(size + 1 - a - b)
    ]


def composition(hand: Iterable[int]) -> Composition:
    suits = [0, 0, 0, 0]
    for card in hand:
        suits[card // 13] += 1
    return suits[0], suits[1], suits[2], suits[3]


def beats(follow: int, lead: int, trump: int) -> bool:
    return follow > lead if follow // 13 == lead // 13 else follow // 13 == trump


def followed_by(lead: int, hand: Sequence[int]) -> list[int]:
    """The cards of ``hand`` that may follow."""
    same = [card for card in hand if card // 13 == lead // 13]
    return same or list(hand)


def build(plan: Plan, still_open: Open, dice: Dice) -> Built:
    """A round by the plan that covers as much as it can of what is open.

    Raises:
        PlanFailedError: not with these cards.
    """
    table = _Table(plan, still_open, dice)
    table.first_trick()
    while len(table.built.tricks) < DRAWN_FREELY:
        table.free_trick()
    table.last_draws()
    table.ending()
    return table.built


class _Table:
    def __init__(self, plan: Plan, still_open: Open, dice: Dice) -> None:
        self.plan, self.open, self.dice = plan, still_open, dice
        self.pool = dice.shuffled(range(52))
        follower, leader = plan.dealer, 1 - plan.dealer
        turned_up = self._take(plan.trump)  # whatever the hands ask for, trump can be turned up
        held, led = plan.first
        hands: tuple[list[int], list[int]] = ([], [])
        if plan.opening:
            hands[leader].append(self._take_card(plan.opening[0]))
            hands[follower].append(self._take_card(plan.opening[1]))
        else:
            hands[leader].append(self._take(led))
        missing_here = [held[suit] - composition(hands[follower])[suit] for suit in range(4)]
        hands[follower].extend(
            self._take(suit) for suit in range(4) for _ in range(missing_here[suit])
        )
        at_end, led_there = plan.last
        self.for_follower = [self._take(suit) for suit in range(4) for _ in range(at_end[suit])]
        self.for_leader = [self._take(led_there)]
        self.for_leader.extend(self._take(suit) for suit in self._useful_rest())
        self.pool.append(turned_up)
        missing = HAND - len(self.for_follower)
        self.for_follower.extend(self._any_card() for _ in range(missing))
        self.for_leader.extend(self._any_card() for _ in range(HAND - len(self.for_leader)))
        hands[leader].extend(self._any_card() for _ in range(HAND - 1))
        dealt = (list(hands[0]), list(hands[1]))
        self.built = Built(plan.trump, plan.dealer, dealt, leader, hands)

    def _useful_rest(self) -> list[int]:
        """Suits for the leader of trick 21, so that trick 22, should the other seat then lead,
        can be a decision that is still open."""
        held, led = self.plan.last
        useful = [
            then
            for then, led_then, trump in self.open.endings
            if trump == self.plan.trump
            and sum(then) == HAND - 1
            and held[led_then] > (led_then == led)
        ]
        if not useful:
            return []
        then = useful[self.dice.below(len(useful))]
        return [suit for suit in range(4) for _ in range(then[suit])]

    # --- trick 1 and the free draws -------------------------------------------------------

    def first_trick(self) -> None:
        built, (_, led) = self.built, self.plan.first
        hand = built.hands[1 - built.leader]
        pairs = (
            [self.plan.opening]
            if self.plan.opening
            else [
                (lead, follow)
                for lead in built.hands[built.leader]
                if lead // 13 == led
                for follow in followed_by(lead, hand)
            ]
        )
        built.play(*self._newest(pairs))

    def free_trick(self) -> None:
        """Two draws and a trick, one that is still open if the cards allow it."""
        must_trump = not self.built.stock
        choice = self._open_trick(must_trump=must_trump) or self._any_trick(must_trump=must_trump)
        first, second, lead, follow = choice
        self.built.draw(first, second)
        self.pool.remove(first)
        self.pool.remove(second)
        self._check_points(lead, follow)
        self.built.play(lead, follow)

    def _open_trick(self, *, must_trump: bool) -> tuple[int, int, int, int] | None:
        built = self.built
        triples = self.open.triples[built.trump, built.leader]
        if not len(triples):
            return None
        found: list[tuple[int, tuple[int, int, int, int]]] = []
        for code in triples.from_place(self.dice.below(len(triples))):
            lead, follow = divmod(code, 52)
            draws = self._draws_for(lead, follow, must_trump=must_trump)
            if draws and self._affords(lead, follow):
                # A discard needs a void follower, so it is the rarer chance.
                rare = (lead // 13 != follow // 13) + self._use(lead, follow)
                found.append((rare, (*draws, lead, follow)))
                if len(found) == CANDIDATES:
                    break
        return max(found, key=lambda item: item[0])[1] if found else None

    def _draws_for(self, lead: int, follow: int, *, must_trump: bool) -> tuple[int, int] | None:
        """What the seats must draw so that this trick can be played; None if it cannot."""
        built, pool = self.built, self.pool
        mine, theirs = built.hands[built.leader], built.hands[1 - built.leader]
        lead_held, follow_held = lead in mine, follow in theirs
        if not (lead_held or lead in pool) or not (follow_held or follow in pool):
            return None
        void = follow // 13 != lead // 13
        if void and any(card // 13 == lead // 13 for card in theirs):
            return None
        left = [card for card in pool if card not in (lead, follow)]
        if lead_held:
            fits = [card for card in left if not must_trump or card // 13 == built.trump]
            first = self._filler(fits, mine)
            if first is None:
                return None
            left.remove(first)
        elif must_trump and lead // 13 != built.trump:
            return None
        else:
            first = lead
        if not follow_held:
            return first, follow
        second = self._filler([c for c in left if not void or c // 13 != lead // 13], theirs)
        return None if second is None else (first, second)

    def _filler(self, cards: Sequence[int], hand: Sequence[int]) -> int | None:
        """A card of a suit that the hand is long in: short suits make void followers."""
        if not cards:
            return None
        held = composition(hand)
        longest = max(held[card // 13] for card in cards)
        return self.dice.pick([card for card in cards if held[card // 13] == longest])

    def _any_trick(self, *, must_trump: bool) -> tuple[int, int, int, int]:
        built = self.built
        first = self.dice.pick(
            [card for card in self.pool if not must_trump or card // 13 == built.trump]
        )
        second = self.dice.pick([card for card in self.pool if card != first])
        mine = [*built.hands[built.leader], first]
        theirs = [*built.hands[1 - built.leader], second]
        pairs = [(lead, follow) for lead in mine for follow in followed_by(lead, theirs)]
        return first, second, *self._newest(pairs)

    # --- tricks 15 to 20: the hands of the end are drawn ----------------------------------

    def last_draws(self) -> None:
        """Play the free cards away while the cards of the end come in."""
        built = self.built
        first, second = self.pool
        built.draw(first, second)  # after trick 14
        leads_end = self.dice.below(2)
        for leader_then in (leads_end, 1 - leads_end):
            coming = (self.for_leader, self.for_follower)
            incoming = coming if leader_then == 0 else coming[::-1]
            self.nodes = SEARCHED
            order = (self.dice.shuffled(incoming[0]), self.dice.shuffled(incoming[1]))
            line = self._search(built.leader, built.hands, order, leader_then, 0)
            if line is None:
                continue
            for at, (lead, follow) in enumerate(line):
                self._check_points(lead, follow)
                built.play(lead, follow)
                built.draw(order[built.leader][at], order[1 - built.leader][at])
            return
        raise PlanFailedError

    def _search(
        self,
        leader: int,
        free: tuple[list[int], list[int]],
        order: tuple[list[int], list[int]],
        leader_then: int,
        done: int,
    ) -> list[tuple[int, int]] | None:
        """Six tricks of free cards alone, after which ``leader_then`` is to lead."""
        if done == HAND:
            return [] if leader == leader_then else None
        self.nodes -= 1
        if self.nodes < 0:
            return None
        kept = order[1 - leader][:done]
        pairs = []
        for lead in free[leader]:
            may = followed_by(lead, free[1 - leader] + kept)
            pairs += [(lead, follow) for follow in may if follow not in kept]
        for lead, follow in self._by_newness(pairs, leader):
            winner = 1 - leader if beats(follow, lead, self.built.trump) else leader
            left = (
                [card for card in free[0] if card not in (lead, follow)],
                [card for card in free[1] if card not in (lead, follow)],
            )
            rest = self._search(winner, left, order, leader_then, done + 1)
            if rest is not None:
                return [(lead, follow), *rest]
        return None

    # --- tricks 21 to 26 ------------------------------------------------------------------

    def ending(self) -> None:
        """The best of many ways to play the last six tricks, the planned decision among them."""
        built = self.built
        best: tuple[int, list[tuple[int, int]]] | None = None
        for _ in range(ENDINGS):
            worth, line, north = self._one_ending()
            if self.plan.points is not None and built.points[0] + north != self.plan.points:
                continue
            if line and (best is None or worth > best[0]):
                best = worth, line
        if best is None:
            raise PlanFailedError
        for lead, follow in best[1]:
            built.play(lead, follow)

    def _one_ending(self) -> tuple[int, list[tuple[int, int]], int]:
        """Its worth, its tricks (none if the plan is missed), the points that north takes."""
        built, dice = self.built, self.dice
        hands = (list(built.hands[0]), list(built.hands[1]))
        leader, north, worth = built.leader, 0, 0
        new: set[object] = set()
        line: list[tuple[int, int]] = []
        hit = False
        for trick in range(WITH_DRAWS + 1, TRICKS + 1):
            mine, theirs = hands[leader], hands[1 - leader]
            held, led = self.plan.last
            planned = trick == self.plan.last_trick and composition(theirs) == held
            leads = [card for card in mine if card // 13 == led] if planned else mine
            hit = hit or (planned and bool(leads))
            lead = dice.pick(leads or mine)
            follow = dice.pick(followed_by(lead, theirs))
            decision = (composition(theirs), lead // 13, built.trump)
            if decision in self.open.endings and decision not in new:
                new.add(decision)
                worth += 4
            worth += lead * 52 + follow in self.open.triples[built.trump, leader]
            mine.remove(lead)
            theirs.remove(follow)
            line.append((lead, follow))
            if beats(follow, lead, built.trump):
                leader = 1 - leader
            if leader == 0:
                north += POINTS[lead] + POINTS[follow]
        return worth, line if hit else [], north

    # --- choices --------------------------------------------------------------------------

    def _newest(self, pairs: Sequence[tuple[int, int]]) -> tuple[int, int]:
        for lead, follow in self._by_newness(pairs, self.built.leader):
            if self._affords(lead, follow):
                return lead, follow
        raise PlanFailedError

    def _by_newness(
        self, pairs: Sequence[tuple[int, int]], leader: int
    ) -> Iterable[tuple[int, int]]:
        """Those that are open first, in random order."""
        triples = self.open.triples[self.built.trump, leader]
        order = [pairs[at] for at in self.dice.shuffled(range(len(pairs)))]
        new = [pair for pair in order if pair[0] * 52 + pair[1] in triples]
        return itertools.chain(new, (pair for pair in order if pair not in new))

    def _wanted(self) -> tuple[int, int]:
        """Trick points that each seat may still take."""
        points = self.plan.points
        if points is None:
            return 80, 80
        return points - self.built.points[0], 80 - points - self.built.points[1]

    def _taken(self, lead: int, follow: int) -> tuple[int, int]:
        """The seat that takes this trick, and its points."""
        leader = self.built.leader
        winner = 1 - leader if beats(follow, lead, self.built.trump) else leader
        return winner, POINTS[lead] + POINTS[follow]

    def _affords(self, lead: int, follow: int) -> bool:
        winner, points = self._taken(lead, follow)
        return points <= self._wanted()[winner]

    def _check_points(self, lead: int, follow: int) -> None:
        if not self._affords(lead, follow):
            raise PlanFailedError

    def _use(self, lead: int, follow: int) -> int:
        """How well a trick serves the planned points: they go where most are missing."""
        if self.plan.points is None:
            return 0
        winner, points = self._taken(lead, follow)
        wanted = self._wanted()
        return points if wanted[winner] >= wanted[1 - winner] else -points

    def _take(self, suit: int) -> int:
        for at, card in enumerate(self.pool):
            if card // 13 == suit:
                return self.pool.pop(at)
        raise PlanFailedError

    def _take_card(self, card: int) -> int:
        if card not in self.pool:  # it was laid aside to be turned up
            raise PlanFailedError
        self.pool.remove(card)
        return card

    def _any_card(self) -> int:
        """The next card, as long as a trump is left to be turned up."""
        trumps = sum(card // 13 == self.plan.trump for card in self.pool)
        for at, card in enumerate(self.pool):
            if trumps > 1 or card // 13 != self.plan.trump:
                return self.pool.pop(at)
        raise PlanFailedError
