// The messages of the protocol as types; spec/protocol.md says what each field means. A field
// with a question mark is left out where the engine does not announce the feature beside it.

export type Seat = "north" | "south";
export type Suit = "C" | "D" | "H" | "S";
export type Rank = "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A";
export type Card = `${Rank}${Suit}`;
export type Scoring = "full" | "simplified";
export type BySeat<T> = Readonly<Record<Seat, T>>;

// --- what the suite sends ----------------------------------------------------------------------

export type Request = { readonly id: string } & (
  | { readonly cmd: "hello" }
  | ({ readonly cmd: "run" } & Run)
  | { readonly cmd: "bye" }
);

export interface Run {
  readonly scoring: Scoring;
  readonly start: { readonly scores: BySeat<number> };
  readonly rounds: readonly Asked[];
}

/**
 * One round to play. Its cards are whatever was sent: a deal may be invalid on purpose. Without
 * `hands` and `stock` it is for the engine to deal from `deck`.
 */
export interface Asked {
  readonly dealer?: Seat; // of the first round alone
  readonly hands?: BySeat<readonly string[]>;
  readonly stock?: readonly string[]; // the top card first
  readonly deck: readonly string[]; // in dealing order
  readonly plays: readonly { readonly seat: Seat; readonly card: string }[];
}

// --- what an engine gives ----------------------------------------------------------------------

export type Feature =
  | "legal_plays"
  | "refusals"
  | "draws"
  | "hands"
  | "start_scores"
  | "deals_from_deck"
  | "validates_deals"
  | "views";

export interface Hello {
  readonly implementation: { name: string; version?: string; language?: string };
  readonly scoring: readonly Scoring[];
  readonly features: readonly Feature[];
  readonly rulings: Rulings;
}

/** What an engine does where the rules are silent. */
export interface Rulings {
  readonly trick_point_tie?: "nobody" | "non_dealer" | "dealer";
  readonly trick_count_tie?: "nobody" | "non_dealer" | "dealer" | "most_trick_points";
  readonly both_reach_target?: "higher_score" | "counting_order";
  readonly dealer_rotation?: "alternate" | "winner_deals" | "loser_deals" | "same_dealer";
  readonly first_card_to?: "non_dealer" | "dealer";
}

/** What holds for the seat on turn before a play. */
export interface Position {
  readonly legal?: readonly Card[]; // feature legal_plays
  readonly sees?: View; // feature views
}

export interface View {
  readonly hand: readonly Card[];
  readonly stock_top: Card | null; // null once the stock is gone
  readonly stock_count: number;
  readonly trick: readonly Card[]; // the card on the table, if one lies there
}

/** What became of a play. */
export type Answer = { readonly accepted: true } | { readonly accepted: false; reason?: Reason };

export type Reason =
  | "must-follow-suit"
  | "not-your-turn"
  | "card-not-in-hand"
  | "unknown-card"
  | "round-over";

/** One round, as it stands after the last play. */
export interface Report {
  readonly dealer: Seat;
  readonly leader: Seat; // to the first trick
  readonly trump: Suit;
  readonly tricks: readonly Trick[];
  readonly result: Result | null; // null until the round is over
  readonly hands?: BySeat<readonly Card[]>; // feature hands
  readonly dealt?: BySeat<readonly Card[]>; // feature deals_from_deck, where `deck` came alone
}

export interface Trick {
  readonly leader: Seat;
  readonly winner: Seat;
  readonly draws?: Draws; // feature draws
}

export type Draws = BySeat<Card> | Record<string, never>; // {} once the stock is gone

export interface Result {
  readonly tricks: BySeat<number>;
  readonly trick_points: BySeat<number>;
  readonly awards: Awards;
  readonly scores: BySeat<number>; // in game points, this round included
}

/** Who takes each award; null is nobody. */
export type Awards = Readonly<Record<"high" | "low" | "jack" | "game", Seat | null>>;

// --- what an engine is -------------------------------------------------------------------------

/** The module that the adapter calls. */
export interface Engine {
  readonly hello: Hello;
  isValidDeal(asked: Asked): boolean;
  readonly Match: new (scoring: Scoring, dealer: Seat, scores: BySeat<number>) => Match;
}

export interface Match {
  winner(): Seat | null;
  deal(asked: Asked): void;
  position(): Position;
  play(seat: Seat, card: string): Answer;
  report(): Report;
}
