package engine

import "adapter/wire"

const handSize = 6

// round is one deal and its play, up to the last of the 26 tricks.
type round struct {
	dealer   wire.Seat
	trump    string
	hands    wire.BySeat[[]card]
	stock    []card // top first
	captured wire.BySeat[[]card]
	tricks   []wire.Trick
	leader   wire.Seat // of the trick on the table
	led      *card     // on the table; nil if the leader is on turn
}

// newRound begins with the hands as dealt. The non-dealer leads, and the suit of the card that
// shows on the stock is trump for the whole round.
func newRound(dealer wire.Seat, hands wire.BySeat[[]card], stock []card) *round {
	return &round{
		dealer: dealer,
		leader: dealer.Other(),
		trump:  stock[0].suit(),
		hands:  hands,
		stock:  stock,
		tricks: []wire.Trick{},
	}
}

// dealFrom deals six cards each from the pack, one at a time, the first to the non-dealer.
func dealFrom(pack []card, dealer wire.Seat) (hands wire.BySeat[[]card], stock []card) {
	seat := dealer.Other()
	for _, c := range pack[:2*handSize] {
		hand := hands.Of(seat)
		*hand = append(*hand, c)
		seat = seat.Other()
	}
	return hands, pack[2*handSize:]
}

func (r *round) over() bool {
	return len(r.hands.North) == 0 && len(r.hands.South) == 0
}

func (r *round) onTurn() wire.Seat {
	if r.led == nil {
		return r.leader
	}
	return r.leader.Other()
}

// legal lists what the seat on turn may play: the led suit if it can, else any card.
func (r *round) legal() []card {
	hand := *r.hands.Of(r.onTurn())
	if r.led == nil {
		return hand
	}
	following := []card{}
	for _, c := range hand {
		if c.suit() == r.led.suit() {
			following = append(following, c)
		}
	}
	if len(following) == 0 {
		return hand
	}
	return following
}

// refusal says why the play is not allowed; it is empty if it is.
func (r *round) refusal(seat wire.Seat, text string) string {
	switch {
	case r.over():
		return "round-over"
	case !isCard(text):
		return "unknown-card"
	case seat != r.onTurn():
		return "not-your-turn"
	case !holds(*r.hands.Of(seat), card(text)):
		return "card-not-in-hand"
	case !holds(r.legal(), card(text)):
		return "must-follow-suit"
	}
	return ""
}

// play puts down a card that is allowed, and ends the trick if it is the second.
func (r *round) play(seat wire.Seat, c card) {
	hand := r.hands.Of(seat)
	*hand = without(*hand, c)
	if r.led == nil {
		r.led = &c
		return
	}
	winner := r.leader
	if c.beats(*r.led, r.trump) {
		winner = seat
	}
	pile := r.captured.Of(winner)
	*pile = append(*pile, *r.led, c)
	draws := r.draw(winner)
	r.tricks = append(r.tricks, wire.Trick{Leader: r.leader, Winner: winner, Draws: &draws})
	r.leader, r.led = winner, nil
}

// draw fills the hands, as long as there is a stock: the winner of the trick takes the card that
// shows, the other the one beneath.
func (r *round) draw(winner wire.Seat) wire.Draws {
	if len(r.stock) == 0 {
		return wire.Draws{}
	}
	var drawn wire.BySeat[string]
	for i, seat := range []wire.Seat{winner, winner.Other()} {
		hand := r.hands.Of(seat)
		*hand = append(*hand, r.stock[i])
		*drawn.Of(seat) = string(r.stock[i])
	}
	r.stock = r.stock[2:]
	return wire.Draws{North: drawn.North, South: drawn.South}
}

func (r *round) trickCounts() (counts wire.BySeat[int]) {
	for _, trick := range r.tricks {
		*counts.Of(trick.Winner)++
	}
	return counts
}

func (r *round) trickPoints() (points wire.BySeat[int]) {
	for _, seat := range []wire.Seat{wire.North, wire.South} {
		for _, c := range *r.captured.Of(seat) {
			*points.Of(seat) += c.trickPoints()
		}
	}
	return points
}

// awards tells who takes the four game points. High, low and jack go with the captured trump;
// game goes to whoever has more trick points, in simplified scoring more tricks, and at a tie to
// nobody.
func (r *round) awards(scoring string) wire.Awards {
	counted := r.trickPoints()
	if scoring == "simplified" {
		counted = r.trickCounts()
	}
	return wire.Awards{
		High: r.capturer("A"),
		Low:  r.capturer("2"),
		Jack: r.capturer("J"),
		Game: more(counted),
	}
}

// capturer is who took the trump of that rank.
func (r *round) capturer(rank string) *wire.Seat {
	seat := wire.South
	if holds(r.captured.North, card(rank+r.trump)) {
		seat = wire.North
	}
	return &seat
}

// more is the seat with the higher number, nil if they are equal.
func more(counted wire.BySeat[int]) *wire.Seat {
	if counted.North == counted.South {
		return nil
	}
	seat := wire.South
	if counted.North > counted.South {
		seat = wire.North
	}
	return &seat
}

func holds(cards []card, wanted card) bool {
	for _, c := range cards {
		if c == wanted {
			return true
		}
	}
	return false
}

// without is a copy of the cards that lacks one.
func without(cards []card, gone card) []card {
	left := []card{}
	for _, c := range cards {
		if c != gone {
			left = append(left, c)
		}
	}
	return left
}
