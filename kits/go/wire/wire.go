// Package wire has the messages of the protocol as Go values; spec/protocol.md says what each
// field means. A field that is left nil is not sent, save where null is an answer of its own.
package wire

type Seat string

const (
	North Seat = "north"
	South Seat = "south"
)

func (s Seat) Other() Seat {
	if s == North {
		return South
	}
	return North
}

// BySeat holds one value for each seat.
type BySeat[T any] struct {
	North T `json:"north"`
	South T `json:"south"`
}

// Of points at the value of a seat.
func (b *BySeat[T]) Of(s Seat) *T {
	if s == North {
		return &b.North
	}
	return &b.South
}

// --- what the suite sends -----------------------------------------------------------------------

type Request struct {
	Cmd     string
	ID      any
	Scoring string
	Start   struct{ Scores BySeat[int] }
	Rounds  []Asked
}

// Asked is one round to play. Without Hands it is for the engine to deal from Deck.
type Asked struct {
	Dealer Seat // of the first round alone
	Hands  *BySeat[[]string]
	Stock  []string // top first
	Deck   []string // in dealing order
	Plays  []struct {
		Seat Seat
		Card string
	}
}

// --- what the adapter replies -------------------------------------------------------------------

type Hello struct {
	Protocol       int               `json:"protocol"`
	Implementation Implementation    `json:"implementation"`
	Scoring        []string          `json:"scoring"`
	Features       []string          `json:"features"`
	Rulings        map[string]string `json:"rulings"`
}

type Implementation struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Language string `json:"language"`
}

// Round is the report of one round.
type Round struct {
	Dealer Seat              `json:"dealer"`
	Leader Seat              `json:"leader"`
	Trump  string            `json:"trump"`
	Dealt  *BySeat[[]string] `json:"dealt,omitempty"` // feature deals_from_deck
	Plays  []Play            `json:"plays"`
	Tricks []Trick           `json:"tricks"`
	Hands  *BySeat[[]string] `json:"hands,omitempty"` // feature hands
	Result *Result           `json:"result"`          // null until the round is over
}

// Play is one play of the request: the position before it, and what became of it.
type Play struct {
	Position
	Answer
}

type Position struct {
	Legal *[]string `json:"legal,omitempty"` // feature legal_plays
	Sees  *View     `json:"sees,omitempty"`  // feature views
}

type View struct {
	Hand       []string `json:"hand"`
	StockTop   *string  `json:"stock_top"` // null once the stock is gone
	StockCount int      `json:"stock_count"`
	Trick      []string `json:"trick"`
}

type Answer struct {
	Accepted bool   `json:"accepted"`
	Reason   string `json:"reason,omitempty"` // where refused, if the engine says why
}

type Trick struct {
	Leader Seat   `json:"leader"`
	Winner Seat   `json:"winner"`
	Draws  *Draws `json:"draws,omitempty"` // feature draws; &Draws{} once the stock is gone
}

type Draws struct {
	North string `json:"north,omitempty"`
	South string `json:"south,omitempty"`
}

type Result struct {
	Tricks      BySeat[int] `json:"tricks"`
	TrickPoints BySeat[int] `json:"trick_points"`
	Awards      Awards      `json:"awards"`
	Scores      BySeat[int] `json:"scores"`
}

// Awards names who takes each; nil is nobody.
type Awards struct {
	High *Seat `json:"high"`
	Low  *Seat `json:"low"`
	Jack *Seat `json:"jack"`
	Game *Seat `json:"game"`
}
