// California Jack as values and functions: a round is what has happened in it, and each play makes
// a new one out of it. Written from the rulebook; the clauses are named where they are kept.

import type {
  Awards, BySeat, Card, Draws, Rank, Reason, Result, Rulings, Scoring, Seat, Suit,
} from "../messages.js";

export const HAND_SIZE = 6;
const TARGET = 10;

// cards.rank-order: from low to high, the same in every suit.
const RANKS: readonly Rank[] = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"];
const SUITS: readonly Suit[] = ["C", "D", "H", "S"];
const PACK: ReadonlySet<string> = new Set(
  SUITS.flatMap((suit) => RANKS.map((rank) => `${rank}${suit}`)),
);

// trick-points.card-values
const TRICK_POINTS: Partial<Record<Rank, number>> = { T: 10, A: 4, K: 3, Q: 2, J: 1 };

// In the order in which match.both-reach-target may have them counted.
const AWARDS = ["high", "low", "jack", "game"] as const;

/** Who is to play: the leader, the other player to the card that was led, or nobody any more. */
export type Turn =
  | { readonly to: "lead"; readonly seat: Seat }
  | { readonly to: "follow"; readonly seat: Seat; readonly led: Card }
  | { readonly to: "rest" };

export interface Taken {
  readonly leader: Seat;
  readonly winner: Seat;
  readonly cards: readonly [led: Card, answer: Card];
  readonly draws: Draws;
}

export interface Round {
  readonly dealer: Seat;
  readonly trump: Suit;
  readonly hands: BySeat<readonly Card[]>;
  readonly stock: readonly Card[]; // its top first
  readonly turn: Turn;
  readonly taken: readonly Taken[];
}

/** A match between two rounds. */
export interface Standing {
  readonly scoring: Scoring;
  readonly dealer: Seat;
  readonly scores: BySeat<number>;
  readonly winner: Seat | null;
}

export const opposite = (seat: Seat): Seat => (seat === "north" ? "south" : "north");

export const isCard = (text: string): text is Card => PACK.has(text);

/** Are these the 52 cards, each of them once (setup.standard-deck)? */
export const isPack = (texts: readonly string[]): texts is readonly Card[] =>
  texts.length === PACK.size && new Set(texts).size === PACK.size && texts.every(isCard);

const suitOf = (card: Card): Suit => card[1] as Suit;
const rankOf = (card: Card): Rank => card[0] as Rank;
const strength = (card: Card): number => RANKS.indexOf(rankOf(card));

// --- the deal ----------------------------------------------------------------------------------

/** Singly and by turns, six to each; the rest is the stock (deal.one-at-a-time, deal.stock). */
export function dealt(deck: readonly Card[], dealer: Seat, firstCardTo: Rulings["first_card_to"]) {
  const packets = deck.slice(0, 2 * HAND_SIZE);
  const first = packets.filter((_, at) => at % 2 === 0);
  const second = packets.filter((_, at) => at % 2 === 1);
  const dealerIsFirst = firstCardTo === "dealer";
  const dealers = dealerIsFirst ? first : second;
  const others = dealerIsFirst ? second : first;
  const hands = dealer === "north" ? bySeat(dealers, others) : bySeat(others, dealers);
  return { hands, stock: deck.slice(2 * HAND_SIZE) };
}

/** The round before its first lead. */
export function begin(
  dealer: Seat, hands: BySeat<readonly Card[]>, stock: readonly Card[],
): Round {
  const [turnedUp] = stock;
  if (!turnedUp) throw new Error("a round needs a stock");
  const turn = { to: "lead", seat: opposite(dealer) } as const; // lead.non-dealer-first
  return { dealer, trump: suitOf(turnedUp), hands, stock, turn, taken: [] };
}

// --- the play ----------------------------------------------------------------------------------

/** What may be played now (lead.any-card, follow.must-follow-suit, follow.void-any-card). */
export function legal({ turn, hands }: Round): readonly Card[] {
  if (turn.to === "rest") return [];
  const hand = hands[turn.seat];
  if (turn.to === "lead") return hand;
  const following = hand.filter((card) => suitOf(card) === suitOf(turn.led));
  return following.length > 0 ? following : hand;
}

/** Why the play is refused, or the round after it. */
export function play(round: Round, seat: Seat, text: string): Reason | Round {
  const { turn, hands } = round;
  if (turn.to === "rest") return "round-over";
  if (!isCard(text)) return "unknown-card";
  if (seat !== turn.seat) return "not-your-turn";
  if (!hands[seat].includes(text)) return "card-not-in-hand";
  if (!legal(round).includes(text)) return "must-follow-suit";
  const kept = hands[seat].filter((held) => held !== text);
  const left = { ...round, hands: { ...hands, [seat]: kept } };
  return turn.to === "lead"
    ? { ...left, turn: { to: "follow", seat: opposite(seat), led: text } }
    : completed(left, opposite(seat), [turn.led, text]);
}

/** The trick goes to its winner, who draws first and leads next. */
function completed(round: Round, leader: Seat, cards: Taken["cards"]): Round {
  const winner = answerWins(round.trump, ...cards) ? opposite(leader) : leader;
  const [prize, next, ...stock] = round.stock;
  let { hands } = round;
  let draws: Draws = {};
  if (prize && next) { // forty cards, so there are two or none (draw.until-stock-is-gone)
    const drawn = winner === "north" ? bySeat(prize, next) : bySeat(next, prize);
    hands = eachSeat((seat) => [...round.hands[seat], drawn[seat]]);
    draws = drawn;
  }
  const taken = [...round.taken, { leader, winner, cards, draws }];
  const turn: Turn = hands[winner].length > 0 ? { to: "lead", seat: winner } : { to: "rest" };
  return { ...round, hands, stock, taken, turn };
}

/** trick.highest-of-led-suit, trick.trump-wins: a discard takes nothing. */
const answerWins = (trump: Suit, led: Card, answer: Card): boolean =>
  suitOf(answer) === suitOf(led) ? strength(answer) > strength(led) : suitOf(answer) === trump;

// --- the count ---------------------------------------------------------------------------------

/** The match after a round that is over, and what the round brought. */
export function count(
  before: Standing, round: Round, rulings: Required<Rulings>,
): { result: Result; after: Standing } {
  const wonBy = (seat: Seat) => round.taken.filter(({ winner }) => winner === seat);
  const tricks = eachSeat((seat) => wonBy(seat).length);
  const trick_points = eachSeat((seat) =>
    sum(wonBy(seat).flatMap(({ cards }) => cards).map((card) => TRICK_POINTS[rankOf(card)] ?? 0)),
  );
  const captor = (rank: Rank): Seat | null =>
    round.taken.find(({ cards }) => cards.includes(`${rank}${round.trump}`))?.winner ?? null;
  const game = before.scoring === "full"
    ? more(trick_points) ?? tied(rulings.trick_point_tie, round.dealer)
    : more(tricks) ?? (rulings.trick_count_tie === "most_trick_points"
      ? more(trick_points)
      : tied(rulings.trick_count_tie, round.dealer));
  const awards: Awards = { high: captor("A"), low: captor("2"), jack: captor("J"), game };
  const gained = eachSeat((seat) => AWARDS.filter((award) => awards[award] === seat).length);
  const scores = eachSeat((seat) => before.scores[seat] + gained[seat]);
  return {
    result: { tricks, trick_points, awards, scores },
    after: {
      scoring: before.scoring,
      dealer: nextDealer(rulings.dealer_rotation, round.dealer, more(gained)),
      scores,
      winner: winnerOf(before.scores, scores, awards, rulings.both_reach_target),
    },
  };
}

/** Who has won with these scores (match.target-ten, match.tie-plays-on). */
function winnerOf(
  before: BySeat<number>, scores: BySeat<number>, awards: Awards,
  ruling: Required<Rulings>["both_reach_target"],
): Seat | null {
  const ahead = more(scores);
  if (ahead === null || scores[ahead] < TARGET) return null;
  const bothThere = scores[opposite(ahead)] >= TARGET;
  const playedOff = before.north >= TARGET && before.south >= TARGET;
  return bothThere && !playedOff && ruling === "counting_order"
    ? firstToTarget(before, awards)
    : ahead;
}

/** Whose award, counted one by one, is the first to make ten (match.both-reach-target). */
function firstToTarget(before: BySeat<number>, awards: Awards): Seat | null {
  const missing: Record<Seat, number> = eachSeat((seat) => TARGET - before[seat]);
  for (const seat of AWARDS.map((award) => awards[award])) {
    if (seat !== null && --missing[seat] === 0) return seat;
  }
  return null;
}

/** deal.rotation */
function nextDealer(
  ruling: Required<Rulings>["dealer_rotation"], dealer: Seat, roundWinner: Seat | null,
): Seat {
  if (ruling === "same_dealer") return dealer;
  if (ruling === "alternate" || roundWinner === null) return opposite(dealer);
  return ruling === "winner_deals" ? roundWinner : opposite(roundWinner);
}

const tied = (ruling: "nobody" | "dealer" | "non_dealer", dealer: Seat): Seat | null =>
  ({ nobody: null, dealer, non_dealer: opposite(dealer) })[ruling];

const more = ({ north, south }: BySeat<number>): Seat | null =>
  north === south ? null : north > south ? "north" : "south";

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const bySeat = <T>(north: T, south: T): BySeat<T> => ({ north, south });

const eachSeat = <T>(of: (seat: Seat) => T): BySeat<T> => bySeat(of("north"), of("south"));
