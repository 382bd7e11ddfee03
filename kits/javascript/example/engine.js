"use strict";
// What engine.js looks like when it is filled in: california-jack.js is asked, and reported.

const jack = require("./california-jack.js");

const hello = {
  implementation: { name: "example-javascript", version: "1.0", language: "javascript" },
  scoring: ["full", "simplified"],
  features: [
    "legal_plays", "refusals", "draws", "hands",
    "start_scores", "deals_from_deck", "validates_deals", "views",
  ],
  // What this engine does where the rules are silent.
  rulings: {
    trick_point_tie: "nobody",
    trick_count_tie: "nobody",
    both_reach_target: "higher_score",
    dealer_rotation: "alternate",
    first_card_to: "non_dealer",
  },
};

const isValidDeal = (asked) =>
  asked.hands ? jack.isValidDeal(asked) : jack.isWholeDeck(asked.deck);

class Match {
  constructor(scoring, dealer, scores) {
    this.match = jack.newMatch(scoring, dealer, scores);
  }

  winner() {
    return jack.winnerOf(this.match);
  }

  deal(asked) {
    const deal = asked.hands ? asked : jack.dealFrom(asked.deck, this.match.dealer);
    this.dealt = asked.hands ? undefined : deal.hands; // JSON leaves an undefined field out
    this.round = jack.newRound(this.match.dealer, deal);
    this.result = null;
  }

  position() {
    return { legal: jack.legalCards(this.round), sees: jack.viewOnTurn(this.round) };
  }

  play(seat, card) {
    const reason = jack.play(this.round, seat, card);
    if (reason) return { accepted: false, reason };
    if (jack.isOver(this.round)) {
      this.result = {
        tricks: jack.trickCounts(this.round),
        trick_points: jack.trickPoints(this.round),
        awards: jack.settle(this.match, this.round),
        scores: { ...this.match.scores }, // a copy: the next round adds to them
      };
    }
    return { accepted: true };
  }

  report() {
    const { dealer, trump, tricks, hands } = this.round;
    const { dealt, result } = this;
    return { dealer, leader: jack.other(dealer), trump, dealt, tricks, hands, result };
  }
}

module.exports = { hello, isValidDeal, Match };
