# frozen_string_literal: true

# What engine.rb looks like when it is filled in: california_jack.rb is asked, and reported.

require_relative "california_jack"

module Engine
  HELLO = {
    implementation: { name: "example-ruby", version: "1.0", language: "ruby" },
    scoring: %w[full simplified],
    features: %w[
      legal_plays refusals draws hands start_scores deals_from_deck validates_deals views
    ],
    # What this engine does where the rules are silent. None of these is the usual option, and
    # each of them is as right.
    rulings: {
      trick_point_tie: "non_dealer",
      trick_count_tie: "most_trick_points",
      both_reach_target: "counting_order",
      dealer_rotation: "loser_deals",
      first_card_to: "dealer"
    }
  }.freeze

  PACK = CaliforniaJack::PACK

  # Are the cards the pack, and six of them in each hand?
  def self.valid_deal?(asked)
    hands = asked.fetch(:hands, {}).values_at(:north, :south).compact
    cards = hands.any? ? [*hands, asked[:stock]].flatten : asked[:deck]
    hands.all? { |hand| hand.size == CaliforniaJack::HAND_SIZE } && cards.sort == PACK.keys.sort
  end

  class Match
    def initialize(scoring, dealer, scores)
      @match = CaliforniaJack::Match.new(scoring, dealer.to_sym, scores)
    end

    def winner = @match.winner

    def deal(asked)
      @result = @dealt = nil
      if asked[:hands]
        hands = asked[:hands].transform_values { |hand| PACK.values_at(*hand) }
        @round = @match.deal(hands, PACK.values_at(*asked[:stock]))
      else
        @round = @match.deal_from(PACK.values_at(*asked[:deck]))
        @dealt = written(@round.hands)
      end
    end

    def position
      sees = {
        hand: @round.hands[@round.on_turn].map(&:to_s),
        stock_top: @round.stock.first&.to_s,
        stock_count: @round.stock.size,
        trick: @round.table.map(&:to_s)
      }
      { legal: @round.legal.map(&:to_s), sees: sees }
    end

    # A play that is refused changes nothing.
    def play(seat, text)
      seat = seat.to_sym
      card = PACK[text]
      reason = @round.refusal(seat, card)
      return { accepted: false, reason: reason } if reason

      @round.play(seat, card)
      finish if @round.over?
      { accepted: true }
    end

    def report
      report = {
        dealer: @round.dealer,
        leader: CaliforniaJack.other(@round.dealer),
        trump: @round.trump,
        tricks: @round.tricks.map(&:to_h),
        hands: written(@round.hands),
        result: @result
      }
      @dealt ? report.merge(dealt: @dealt) : report
    end

    private

    def finish
      @match.count
      @result = {
        tricks: @round.trick_counts,
        trick_points: @round.trick_points,
        awards: @match.awards,
        scores: @match.scores
      }
    end

    def written(hands)
      hands.transform_values { |cards| cards.map(&:to_s) }
    end
  end
end
