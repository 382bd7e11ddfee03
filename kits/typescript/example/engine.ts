// What engine.ts looks like when it is filled in: california-jack.ts is asked, and reported.

import type {
  Answer, Asked, BySeat, Card, Hello, Position, Report, Result, Rulings, Scoring, Seat,
} from "../messages.js";
import {
  HAND_SIZE, begin, count, dealt, isPack, legal, opposite, play, type Round, type Standing,
} from "./california-jack.js";

// What this engine does where the rules are silent. Hardly one of these is the usual option, and
// each of them is as right.
const rulings: Required<Rulings> = {
  trick_point_tie: "dealer",
  trick_count_tie: "non_dealer",
  both_reach_target: "counting_order",
  dealer_rotation: "winner_deals",
  first_card_to: "non_dealer",
};

export const hello: Hello = {
  implementation: { name: "example-typescript", version: "1.0", language: "typescript" },
  scoring: ["full", "simplified"],
  features: [
    "legal_plays", "refusals", "draws", "hands",
    "start_scores", "deals_from_deck", "validates_deals", "views",
  ],
  rulings,
};

/** Are the cards the pack, and six of them in each hand? */
export function isValidDeal({ hands, stock = [], deck }: Asked): boolean {
  if (!hands) return isPack(deck);
  const { north, south } = hands;
  const even = north.length === HAND_SIZE && south.length === HAND_SIZE;
  return even && isPack([...north, ...south, ...stock]);
}

export class Match {
  private standing: Standing;
  private round: Round | undefined;
  private dealt: BySeat<readonly Card[]> | undefined;
  private result: Result | null = null;

  constructor(scoring: Scoring, dealer: Seat, scores: BySeat<number>) {
    this.standing = { scoring, dealer, scores, winner: null };
  }

  winner(): Seat | null {
    return this.standing.winner;
  }

  deal({ hands, stock, deck }: Asked): void {
    const { dealer } = this.standing;
    this.result = null;
    if (hands && stock) {
      // The deal was looked at before: these are cards.
      this.round = begin(dealer, hands as BySeat<readonly Card[]>, stock as readonly Card[]);
      this.dealt = undefined;
    } else {
      const own = dealt(deck as readonly Card[], dealer, rulings.first_card_to);
      this.round = begin(dealer, own.hands, own.stock);
      this.dealt = own.hands;
    }
  }

  position(): Position {
    const round = this.current();
    const { turn, stock, hands } = round;
    return {
      legal: legal(round),
      sees: {
        hand: turn.to === "rest" ? [] : hands[turn.seat],
        stock_top: stock[0] ?? null,
        stock_count: stock.length,
        trick: turn.to === "follow" ? [turn.led] : [],
      },
    };
  }

  /** A play that is refused changes nothing. */
  play(seat: Seat, text: string): Answer {
    const outcome = play(this.current(), seat, text);
    if (typeof outcome === "string") return { accepted: false, reason: outcome };
    this.round = outcome;
    if (outcome.turn.to === "rest") {
      const { result, after } = count(this.standing, outcome, rulings);
      this.result = result;
      this.standing = after;
    }
    return { accepted: true };
  }

  report(): Report {
    const { dealer, trump, taken, hands } = this.current();
    return {
      dealer,
      leader: opposite(dealer),
      trump,
      tricks: taken.map(({ leader, winner, draws }) => ({ leader, winner, draws })),
      hands,
      result: this.result,
      ...(this.dealt && { dealt: this.dealt }),
    };
  }

  private current(): Round {
    if (!this.round) throw new Error("no round has been dealt");
    return this.round;
  }
}
