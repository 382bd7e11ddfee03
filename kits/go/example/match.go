package engine

import "adapter/wire"

const target = 10 // game points that win a match

// match is rounds until one seat has won. Where the rules are silent: nobody takes the award game
// at an even count, the deal alternates, and the higher total wins if both get to ten.
type match struct {
	scoring string
	dealer  wire.Seat // of the next round
	scores  wire.BySeat[int]
}

// winner has ten game points or more, and more than the other; equal scores play on.
func (m *match) winner() *wire.Seat {
	if m.scores.North < target && m.scores.South < target {
		return nil
	}
	return more(m.scores)
}

// count gives one game point for each award of a finished round, and passes the deal on.
func (m *match) count(r *round) wire.Awards {
	awards := r.awards(m.scoring)
	for _, seat := range []*wire.Seat{awards.High, awards.Low, awards.Jack, awards.Game} {
		if seat != nil {
			*m.scores.Of(*seat)++
		}
	}
	m.dealer = r.dealer.Other()
	return awards
}
