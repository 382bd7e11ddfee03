// The place for your engine: the adapter calls what is here and nothing else.
//
// What stands here is a STUB. It takes every card, and its tricks, results and winner are made up,
// so `cjack smoke` is content and `cjack certify` is not. Fill in each TODO by calling your engine;
// let it decide, and report what it said, right or wrong.

import type { Answer, Asked, BySeat, Hello, Position, Report, Scoring, Seat } from "./messages.js";

export const hello: Hello = {
  implementation: { name: "my-jack", version: "0.1", language: "typescript" }, // TODO
  scoring: ["full", "simplified"], // TODO: those that it plays
  features: [], // TODO: add what it can show, one by one
  rulings: {}, // TODO: what it does where the rules are silent
};

/** Are the cards the pack? TODO for the feature validates_deals. */
export function isValidDeal(_asked: Asked): boolean {
  return true;
}

/** One match; each request has its own. */
export class Match {
  private dealer: Seat;
  private played = 0;

  /** TODO: begin a match on your engine, with this scoring, first dealer and game points. */
  constructor(_scoring: Scoring, dealer: Seat, private readonly scores: BySeat<number>) {
    this.dealer = other(dealer);
  }

  /** Who has won the match; null while it goes on. TODO */
  winner(): Seat | null {
    return null;
  }

  /**
   * Begins the next round. TODO: give `hands` and `stock` (its top card first) to your engine. From
   * the second round on, who deals is for your engine to say. For the feature deals_from_deck:
   * where `hands` is not there, deal from `deck`, and report `dealt`.
   */
  deal(_asked: Asked): void {
    this.dealer = other(this.dealer);
    this.played = 0;
  }

  /** What the seat on turn may play and is shown now. TODO for legal_plays and views. */
  position(): Position {
    return {};
  }

  /** Tries one play. TODO: let your engine accept or refuse it; a refusal may give its reason. */
  play(_seat: Seat, _card: string): Answer {
    this.played += 1;
    return { accepted: true };
  }

  /**
   * The round as it stands after the last play. TODO: dealer, leader, trump, tricks and result of
   * your engine; `draws` and `hands` for the features of these names.
   */
  report(): Report {
    const leader = other(this.dealer);
    const tricks = Math.floor(this.played / 2);
    const none = { north: 0, south: 0 };
    return {
      dealer: this.dealer,
      leader,
      trump: "C",
      tricks: Array.from({ length: tricks }, () => ({ leader, winner: leader })),
      result: this.played < 52 ? null : {
        tricks: none,
        trick_points: none,
        awards: { high: null, low: null, jack: null, game: null },
        scores: this.scores,
      },
    };
  }
}

const other = (seat: Seat): Seat => (seat === "north" ? "south" : "north");
