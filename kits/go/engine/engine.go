// Package engine is the place for your engine: the adapter calls what is here and nothing else.
//
// What stands here is a STUB. It takes every card, and its tricks, results and winner are made
// up, so `cjack smoke` is content and `cjack certify` is not. Fill in each TODO by calling your
// engine; let it decide, and report what it said, right or wrong.
package engine

import "adapter/wire"

// Hello introduces your engine.
var Hello = wire.Hello{
	Protocol:       1,
	Implementation: wire.Implementation{Name: "my-jack", Version: "0.1", Language: "go"}, // TODO
	Scoring:        []string{"full", "simplified"},                                       // TODO: those that it plays
	Features:       []string{},                                                           // TODO: add what it can show, one by one
	Rulings:        map[string]string{},                                                  // TODO: what it does where the rules are silent
}

// IsValidDeal tells whether the cards are the pack. TODO for the feature validates_deals.
func IsValidDeal(asked wire.Asked) bool {
	return true
}

// Match is one match; each request has its own.
type Match struct {
	dealer wire.Seat
	scores wire.BySeat[int]
	round  wire.Round
	played int // cards played in this round
}

// NewMatch begins a match. TODO: begin one on your engine, with this scoring ("full" or
// "simplified"), first dealer and scores.
func NewMatch(scoring string, dealer wire.Seat, scores wire.BySeat[int]) *Match {
	return &Match{dealer: dealer.Other(), scores: scores}
}

// Winner is who has won the match; nil while it goes on. TODO
func (m *Match) Winner() *wire.Seat {
	return nil
}

// Deal begins the next round. TODO: give asked.Hands and asked.Stock (its top card first) to
// your engine. From the second round on, who deals is for your engine to say. For the feature
// deals_from_deck: where asked.Hands is nil, deal from asked.Deck, and report Dealt.
func (m *Match) Deal(asked wire.Asked) {
	m.dealer, m.played = m.dealer.Other(), 0
	m.round = wire.Round{
		Dealer: m.dealer,
		Leader: m.dealer.Other(),
		Trump:  "C",
		Tricks: []wire.Trick{},
	}
}

// Position is what the seat on turn may play (Legal) and is shown (Sees) now. TODO for the
// features legal_plays and views.
func (m *Match) Position() wire.Position {
	return wire.Position{}
}

// Play tries one play. TODO: let your engine accept or refuse it; a refusal may give its reason.
func (m *Match) Play(seat wire.Seat, card string) wire.Answer {
	m.played++
	if m.played%2 == 0 {
		m.round.Tricks = append(m.round.Tricks, wire.Trick{Leader: m.round.Leader, Winner: m.round.Leader})
	}
	return wire.Answer{Accepted: true}
}

// Report tells of the round as it stands after the last play. TODO: dealer, leader, trump and
// tricks of your engine; Draws and Hands for the features of these names; the result once all
// 52 cards are played.
func (m *Match) Report() wire.Round {
	if m.played >= 52 {
		m.round.Result = &wire.Result{Scores: m.scores}
	}
	return m.round
}
