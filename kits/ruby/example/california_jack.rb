# frozen_string_literal: true

# A small California Jack, written from the rulebook: the cards, a round, a match.
module CaliforniaJack
  SEATS = %i[north south].freeze
  RANKS = %w[2 3 4 5 6 7 8 9 T J Q K A].freeze # low to high, in every suit
  SUITS = %w[C D H S].freeze
  HAND_SIZE = 6
  TARGET = 10 # game points that win a match

  def self.other(seat)
    seat == :north ? :south : :north
  end

  # The seat with more, nil if both have the same.
  def self.leading(counts)
    counts.key(counts.values.max) unless counts[:north] == counts[:south]
  end

  # A card, written rank then suit: TC is the ten of clubs.
  Card = Struct.new(:rank, :suit) do
    def height = RANKS.index(rank)
    def trick_points = { "T" => 10, "A" => 4, "K" => 3, "Q" => 2, "J" => 1 }.fetch(rank, 0)
    def to_s = rank + suit

    # Played to the card that was led, does this one take the trick?
    def beats?(led, trump)
      suit == led.suit ? height > led.height : suit == trump
    end
  end

  PACK = SUITS.product(RANKS).to_h { |suit, rank| [rank + suit, Card.new(rank, suit).freeze] }.freeze

  # One deal and its play, up to the last of the 26 tricks.
  class Round
    Trick = Struct.new(:leader, :winner, :draws)

    attr_reader :dealer, :trump, :hands, :stock, :tricks

    # Six cards each from the pack, one at a time, the first to the dealer; the rest is the stock.
    def self.dealt(dealer, pack)
      own, others = pack.first(2 * HAND_SIZE).partition.with_index { |_, place| place.even? }
      hands = { dealer => own, CaliforniaJack.other(dealer) => others }
      new(dealer, hands, pack.drop(2 * HAND_SIZE))
    end

    def initialize(dealer, hands, stock)
      @dealer = dealer
      @leader = CaliforniaJack.other(dealer)
      @trump = stock.first.suit # of the card that shows, for the whole round
      @hands = hands.transform_values(&:dup)
      @stock = stock.dup # top first
      @captured = { north: [], south: [] }
      @tricks = []
      @table = [] # the card that was led, while it is waiting for an answer
    end

    def over? = hands.values.all?(&:empty?)
    def on_turn = @table.empty? ? @leader : CaliforniaJack.other(@leader)
    def table = @table.dup

    # Whoever can follow suit must; all else is free.
    def legal
      hand = hands[on_turn]
      following = hand.select { |card| card.suit == @table.first&.suit }
      following.empty? ? hand.dup : following
    end

    # Why the play is not allowed, or nil. `card` is nil where the text named none.
    def refusal(seat, card)
      if over? then "round-over"
      elsif card.nil? then "unknown-card"
      elsif seat != on_turn then "not-your-turn"
      elsif !hands[seat].include?(card) then "card-not-in-hand"
      elsif !legal.include?(card) then "must-follow-suit"
      end
    end

    # Puts down a card that is allowed; the second one completes the trick.
    def play(seat, card)
      hands[seat].delete(card)
      @table << card
      finish_trick if @table.size == 2
    end

    # By seat.
    def trick_counts = SEATS.to_h { |seat| [seat, tricks.count { |trick| trick.winner == seat }] }
    def trick_points = @captured.transform_values { |cards| cards.sum(&:trick_points) }

    def capturer(rank)
      SEATS.find { |seat| @captured[seat].include?(PACK[rank + trump]) }
    end

    private

    def finish_trick
      led, answer = @table
      winner = answer.beats?(led, trump) ? CaliforniaJack.other(@leader) : @leader
      @captured[winner].concat(@table)
      @tricks << Trick.new(@leader, winner, draw(winner))
      @leader = winner
      @table = []
    end

    # The winner takes the card that shows, the other the one beneath, as long as there are any.
    def draw(winner)
      return {} if stock.empty?

      [winner, CaliforniaJack.other(winner)].to_h do |seat|
        hands[seat] << stock.first
        [seat, @stock.shift]
      end
    end
  end

  # Rounds until one seat has won. Where the rules are silent: at an even count in trick points the
  # non-dealer has the award game; at an even count of tricks, whoever has more trick points; the
  # loser of a round deals the next; and if both get to ten in one round, the awards are counted
  # one by one.
  class Match
    attr_reader :dealer, :scores, :winner, :round

    def initialize(scoring, dealer, scores)
      @scoring = scoring
      @dealer = dealer
      @scores = scores
    end

    def deal(hands, stock)
      @round = Round.new(dealer, hands, stock)
    end

    def deal_from(pack)
      @round = Round.dealt(dealer, pack)
    end

    # Who takes each of the four game points of the finished round; nil is nobody.
    def awards
      trumps = { high: "A", low: "2", jack: "J" }
      trumps.transform_values { |rank| round.capturer(rank) }.merge(game: game_award)
    end

    # Gives the awards, once the round is over and never sooner, and passes the deal on.
    def count
      before = scores
      gained = SEATS.to_h { |seat| [seat, awards.values.count(seat)] }
      @scores = before.merge(gained) { |_, old, new| old + new }
      @winner = winner_from(before)
      @dealer = CaliforniaJack.other(CaliforniaJack.leading(gained) || dealer)
    end

    private

    def game_award
      by_points = CaliforniaJack.leading(round.trick_points)
      if @scoring == "full"
        by_points || CaliforniaJack.other(round.dealer)
      else
        CaliforniaJack.leading(round.trick_counts) || by_points
      end
    end

    # Equal totals play on, and then the higher total wins.
    def winner_from(before)
      ahead = CaliforniaJack.leading(scores)
      return if ahead.nil? || scores.values.max < TARGET
      return ahead if scores.values.min < TARGET || before.values.min >= TARGET

      running = before.dup
      awards.values.compact.find { |seat| (running[seat] += 1) >= TARGET }
    end
  end
end
