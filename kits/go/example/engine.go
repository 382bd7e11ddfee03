// Package engine is a complete California Jack, written from the rulebook. This file is what
// engine/engine.go looks like when it is filled in: cards.go, round.go and match.go play, and are
// reported.
package engine

import "adapter/wire"

var Hello = wire.Hello{
	Protocol:       1,
	Implementation: wire.Implementation{Name: "example-go", Version: "1.0", Language: "go"},
	Scoring:        []string{"full", "simplified"},
	Features: []string{
		"legal_plays", "refusals", "draws", "hands",
		"start_scores", "deals_from_deck", "validates_deals", "views",
	},
	// What this engine does where the rules are silent.
	Rulings: map[string]string{
		"trick_point_tie":   "nobody",
		"trick_count_tie":   "nobody",
		"both_reach_target": "higher_score",
		"dealer_rotation":   "alternate",
		"first_card_to":     "non_dealer",
	},
}

// IsValidDeal tells whether the cards are the pack, dealt six, six and forty.
func IsValidDeal(asked wire.Asked) bool {
	if asked.Hands == nil {
		return isPack(asked.Deck)
	}
	north, south := asked.Hands.North, asked.Hands.South
	all := append(append(append([]string{}, north...), south...), asked.Stock...)
	return len(north) == handSize && len(south) == handSize && isPack(all)
}

// Match is one match with the round that is being played.
type Match struct {
	match  *match
	round  *round
	dealt  *wire.BySeat[[]string] // where this engine dealt
	result *wire.Result           // of the round, once it is over
}

func NewMatch(scoring string, dealer wire.Seat, scores wire.BySeat[int]) *Match {
	return &Match{match: &match{scoring, dealer, scores}}
}

func (m *Match) Winner() *wire.Seat {
	return m.match.winner()
}

func (m *Match) Deal(asked wire.Asked) {
	dealer := m.match.dealer
	m.dealt, m.result = nil, nil
	if asked.Hands != nil {
		hands := wire.BySeat[[]card]{
			North: cardsOf(asked.Hands.North),
			South: cardsOf(asked.Hands.South),
		}
		m.round = newRound(dealer, hands, cardsOf(asked.Stock))
		return
	}
	hands, stock := dealFrom(cardsOf(asked.Deck), dealer)
	m.dealt = written(hands)
	m.round = newRound(dealer, hands, stock)
}

// Position shows the seat on turn its hand, what it may play, and what lies open to both.
func (m *Match) Position() wire.Position {
	legal := textsOf(m.round.legal())
	view := wire.View{
		Hand:       textsOf(*m.round.hands.Of(m.round.onTurn())),
		StockCount: len(m.round.stock),
		Trick:      []string{},
	}
	if len(m.round.stock) > 0 {
		top := string(m.round.stock[0])
		view.StockTop = &top
	}
	if m.round.led != nil {
		view.Trick = append(view.Trick, string(*m.round.led))
	}
	return wire.Position{Legal: &legal, Sees: &view}
}

// Play tries one play. A play that is refused changes nothing.
func (m *Match) Play(seat wire.Seat, text string) wire.Answer {
	if reason := m.round.refusal(seat, text); reason != "" {
		return wire.Answer{Accepted: false, Reason: reason}
	}
	m.round.play(seat, card(text))
	if m.round.over() {
		awards := m.match.count(m.round)
		m.result = &wire.Result{
			Tricks:      m.round.trickCounts(),
			TrickPoints: m.round.trickPoints(),
			Awards:      awards,
			Scores:      m.match.scores,
		}
	}
	return wire.Answer{Accepted: true}
}

func (m *Match) Report() wire.Round {
	return wire.Round{
		Dealer: m.round.dealer,
		Leader: m.round.dealer.Other(),
		Trump:  m.round.trump,
		Dealt:  m.dealt,
		Tricks: m.round.tricks,
		Hands:  written(m.round.hands),
		Result: m.result,
	}
}

func written(hands wire.BySeat[[]card]) *wire.BySeat[[]string] {
	return &wire.BySeat[[]string]{North: textsOf(hands.North), South: textsOf(hands.South)}
}
