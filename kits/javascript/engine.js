"use strict";
// The place for your engine: the adapter calls what is here and nothing else.
//
// What stands here is a STUB. It takes every card, and its tricks, results and winner are made up,
// so `cjack smoke` is content and `cjack certify` is not. Fill in each TODO by calling your engine;
// let it decide, and report what it said, right or wrong. messages.d.ts has the types.

const hello = {
  implementation: { name: "my-jack", version: "0.1", language: "javascript" }, // TODO
  scoring: ["full", "simplified"], // TODO: those that it plays
  features: [], // TODO: add what it can show, one by one
  rulings: {}, // TODO: what it does where the rules are silent
};

/**
 * Are the cards the pack? TODO for the feature validates_deals.
 * @param {import("./messages").Asked} asked
 */
function isValidDeal(asked) {
  return true;
}

/** One match; each request has its own. */
class Match {
  /**
   * TODO: begin a match on your engine, with this scoring, first dealer and game points.
   * @param {"full" | "simplified"} scoring
   * @param {import("./messages").Seat} dealer
   * @param {import("./messages").BySeat<number>} scores
   */
  constructor(scoring, dealer, scores) {
    this.dealer = other(dealer);
    this.scores = scores;
  }

  /**
   * Who has won the match; null while it goes on. TODO
   * @returns {import("./messages").Seat | null}
   */
  winner() {
    return null;
  }

  /**
   * Begin the next round. TODO: give `hands` and `stock` (its top card first) to your engine. From
   * the second round on, who deals is for your engine to say. For the feature deals_from_deck:
   * where `hands` is not there, deal from `deck`, and report `dealt`.
   * @param {import("./messages").Asked} asked
   */
  deal(asked) {
    this.dealer = other(this.dealer);
    this.played = 0;
  }

  /**
   * What the seat on turn may play and is shown now. TODO for the features legal_plays and views.
   * @returns {import("./messages").Position}
   */
  position() {
    return {};
  }

  /**
   * Try one play. TODO: let your engine accept or refuse it; a refusal may give its reason.
   * @returns {import("./messages").Answer}
   */
  play(seat, card) {
    this.played += 1;
    return { accepted: true };
  }

  /**
   * The round as it stands after the last play. TODO: dealer, leader, trump, tricks and result of
   * your engine; `draws` and `hands` for the features of these names.
   * @returns {import("./messages").Report}
   */
  report() {
    const leader = other(this.dealer);
    const tricks = Math.floor(this.played / 2);
    return {
      dealer: this.dealer,
      leader,
      trump: "C",
      tricks: Array.from({ length: tricks }, () => ({ leader, winner: leader })),
      result: this.played < 52 ? null : {
        tricks: { north: 0, south: 0 },
        trick_points: { north: 0, south: 0 },
        awards: { high: null, low: null, jack: null, game: null },
        scores: this.scores,
      },
    };
  }
}

const other = (seat) => (seat === "north" ? "south" : "north");

module.exports = { hello, isValidDeal, Match };
