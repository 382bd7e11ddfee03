package engine

import "strings"

const (
	ranks = "23456789TJQKA" // low to high, in every suit
	suits = "CDHS"
)

// card is written rank then suit, such as TC for the ten of clubs.
type card string

func (c card) suit() string { return string(c[1:]) }

func (c card) height() int { return strings.IndexByte(ranks, c[0]) }

func (c card) trickPoints() int {
	return map[byte]int{'T': 10, 'A': 4, 'K': 3, 'Q': 2, 'J': 1}[c[0]]
}

// isCard tells whether the text names one of the 52.
func isCard(text string) bool {
	return len(text) == 2 && strings.Contains(ranks, text[:1]) && strings.Contains(suits, text[1:])
}

// isPack tells whether these are the 52 cards, none of them missing and none there twice.
func isPack(texts []string) bool {
	seen := map[string]bool{}
	for _, text := range texts {
		if !isCard(text) || seen[text] {
			return false
		}
		seen[text] = true
	}
	return len(seen) == len(ranks)*len(suits)
}

// beats tells whether the card, played to the one that was led, takes the trick.
func (c card) beats(led card, trump string) bool {
	if c.suit() == led.suit() {
		return c.height() > led.height()
	}
	return c.suit() == trump
}

func cardsOf(texts []string) []card {
	cards := make([]card, len(texts))
	for i, text := range texts {
		cards[i] = card(text)
	}
	return cards
}

func textsOf(cards []card) []string {
	texts := make([]string, len(cards))
	for i, c := range cards {
		texts[i] = string(c)
	}
	return texts
}
