# frozen_string_literal: true

# The place for your engine: the adapter calls what is here and nothing else.
#
# What stands here is a STUB. It takes every card, and its tricks, results and winner are made up,
# so `cjack smoke` is content and `cjack certify` is not. Fill in each TODO by calling your engine;
# let it decide, and report what it said, right or wrong.
#
# Seats come as "north" and "south", cards as "AS", "TC", "2H"; keys are symbols.
module Engine
  # How your engine is introduced.
  HELLO = {
    implementation: { name: "my-jack", version: "0.1", language: "ruby" }, # TODO
    scoring: %w[full simplified], # TODO: those that it plays
    features: [], # TODO: add what it can show, one by one
    rulings: {} # TODO: what it does where the rules are silent
  }.freeze

  # Are the cards the pack? TODO for the feature validates_deals.
  def self.valid_deal?(_asked)
    true
  end

  # One match; each request has its own.
  class Match
    # TODO: begin a match on your engine. `scoring` is "full" or "simplified", `dealer` deals the
    # first round, `scores` are the game points to begin from: {north: 0, south: 0}.
    def initialize(_scoring, dealer, scores)
      @dealer = other(dealer)
      @scores = scores
    end

    # Who has won the match; nil while it goes on. TODO
    def winner
      nil
    end

    # Begins the next round. TODO: give asked[:hands] ({north: [...], south: [...]}) and
    # asked[:stock] (its top card first) to your engine. From the second round on, who deals is for
    # your engine to say. For the feature deals_from_deck: where there are no hands, deal from
    # asked[:deck], and report `dealt`.
    def deal(_asked)
      @dealer = other(@dealer)
      @played = 0
    end

    # What the seat on turn may play and is shown now. TODO for the features:
    #   legal_plays  legal: [card, ...]
    #   views        sees: {hand: [card, ...], stock_top: card or nil, stock_count: 40, trick: [card]}
    def position
      {}
    end

    # Tries one play. TODO: let your engine accept or refuse it. A refusal may give its reason:
    # {accepted: false, reason: "must-follow-suit"}.
    def play(_seat, _card)
      @played += 1
      { accepted: true }
    end

    # Tells of the round as it stands after the last play. TODO: dealer, leader, trump, tricks and
    # result of your engine; and for the features:
    #   draws  in each trick draws: {north: card, south: card}, or {} once the stock is gone
    #   hands  hands: {north: [card, ...], south: [card, ...]}
    def report
      leader = other(@dealer)
      {
        dealer: @dealer,
        leader: leader,
        trump: "C",
        tricks: Array.new(@played / 2) { { leader: leader, winner: leader } },
        result: (result if @played >= 52)
      }
    end

    private

    # Given once all 52 cards are played. An award that nobody takes is nil.
    def result
      {
        tricks: { north: 0, south: 0 },
        trick_points: { north: 0, south: 0 },
        awards: { high: nil, low: nil, jack: nil, game: nil },
        scores: @scores
      }
    end

    def other(seat)
      seat == "north" ? "south" : "north"
    end
  end
end
