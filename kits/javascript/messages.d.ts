// The parts of the messages that an engine is given and gives, for your editor; nothing loads
// this file. spec/protocol.md has the rest.

export type Seat = "north" | "south";
export type Card = string; // rank then suit: "AS", "TC", "2H"
export type BySeat<T> = { north: T; south: T };

/** One round to play. Without `hands` and `stock` it is for the engine to deal from `deck`. */
export interface Asked {
  dealer?: Seat; // of the first round alone
  hands?: BySeat<Card[]>;
  stock?: Card[]; // the top card first
  deck: Card[]; // in dealing order
  plays: { seat: Seat; card: string }[];
}

/** What holds for the seat on turn before a play. */
export interface Position {
  legal?: Card[]; // feature legal_plays
  sees?: View; // feature views
}

export interface View {
  hand: Card[];
  stock_top: Card | null; // null once the stock is gone
  stock_count: number;
  trick: Card[]; // the card on the table, if one lies there
}

/** What became of a play. */
export interface Answer {
  accepted: boolean;
  reason?: string; // where refused, if the engine says why: "must-follow-suit"
}

/** One round, as it stands after the last play. */
export interface Report {
  dealer: Seat;
  leader: Seat; // to the first trick
  trump: "C" | "D" | "H" | "S";
  tricks: Trick[];
  result: Result | null; // null until the round is over
  hands?: BySeat<Card[]>; // feature hands
  dealt?: BySeat<Card[]>; // feature deals_from_deck, where `deck` came alone
}

export interface Trick {
  leader: Seat;
  winner: Seat;
  draws?: BySeat<Card> | {}; // feature draws; {} once the stock is gone
}

export interface Result {
  tricks: BySeat<number>;
  trick_points: BySeat<number>;
  awards: Record<"high" | "low" | "jack" | "game", Seat | null>; // null is nobody
  scores: BySeat<number>; // in game points, this round included
}
