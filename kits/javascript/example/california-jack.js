"use strict";
// A small California Jack engine. Seats are "north" and "south"; a card is its rank and suit in
// two letters, such as "TC". A round and a match are plain objects that the functions here change.

const SEATS = ["north", "south"];
const RANKS = "23456789TJQKA";
const DECK = new Set([..."CDHS"].flatMap((suit) => [...RANKS].map((rank) => rank + suit)));
const TRICK_POINTS = { J: 1, Q: 2, K: 3, A: 4, T: 10 };
const TARGET = 10;

const other = (seat) => (seat === "north" ? "south" : "north");
const suitOf = (card) => card[1];
const rankOf = (card) => RANKS.indexOf(card[0]);
const bySeat = (value) => ({ north: value("north"), south: value("south") });

/** The seat with more, or null where both have the same. */
function ahead({ north, south }) {
  if (north === south) return null;
  return north > south ? "north" : "south";
}

// --- dealing

const isWholeDeck = (cards) =>
  cards.length === DECK.size && new Set(cards).size === DECK.size && cards.every((c) => DECK.has(c));

const isValidDeal = ({ hands, stock }) =>
  SEATS.every((seat) => hands[seat].length === 6) &&
  isWholeDeck([...hands.north, ...hands.south, ...stock]);

/** Six cards each, one at a time, the non-dealer first; the rest is the stock, its top first. */
function dealFrom(deck, dealer) {
  const hands = { north: [], south: [] };
  for (let i = 0; i < 12; i += 1) hands[i % 2 === 0 ? other(dealer) : dealer].push(deck[i]);
  return { hands, stock: deck.slice(12) };
}

// --- one round

function newRound(dealer, { hands, stock }) {
  return {
    dealer,
    trump: suitOf(stock[0]), // the card that shows after the deal, for the whole round
    hands: bySeat((seat) => [...hands[seat]]),
    stock: [...stock],
    captured: { north: [], south: [] },
    tricks: [],
    led: null, // the card led to the present trick
    onTurn: other(dealer), // null once all 52 cards are played
  };
}

const isOver = (round) => round.onTurn === null;

/** What the seat on turn may play: the led suit if able, otherwise anything. */
function legalCards({ hands, led, onTurn }) {
  if (onTurn === null) return [];
  const following = led ? hands[onTurn].filter((card) => suitOf(card) === suitOf(led)) : [];
  return following.length > 0 ? following : [...hands[onTurn]];
}

/** Why this play is not allowed, or null where it is. */
function objection(round, seat, card) {
  if (isOver(round)) return "round-over";
  if (!DECK.has(card)) return "unknown-card";
  if (seat !== round.onTurn) return "not-your-turn";
  if (!round.hands[seat].includes(card)) return "card-not-in-hand";
  return legalCards(round).includes(card) ? null : "must-follow-suit";
}

/** Play a card; where that is not allowed, change nothing and return the reason. */
function play(round, seat, card) {
  const reason = objection(round, seat, card);
  if (reason) return reason;
  round.hands[seat] = round.hands[seat].filter((held) => held !== card);
  if (round.led === null) {
    round.led = card;
    round.onTurn = other(seat);
  } else {
    finishTrick(round, seat, card);
  }
  return null;
}

function finishTrick(round, follower, second) {
  const leader = other(follower);
  const winner = secondWins(round.led, second, round.trump) ? follower : leader;
  round.captured[winner].push(round.led, second);
  const draws = {};
  if (round.stock.length > 0) {
    for (const seat of [winner, other(winner)]) { // the winner gets the card that shows
      draws[seat] = round.stock.shift();
      round.hands[seat].push(draws[seat]);
    }
  }
  round.tricks.push({ leader, winner, draws });
  round.led = null;
  round.onTurn = round.hands[winner].length > 0 ? winner : null;
}

const secondWins = (led, second, trump) =>
  suitOf(second) === suitOf(led) ? rankOf(second) > rankOf(led) : suitOf(second) === trump;

/** What the seat on turn can see from its chair: its hand, the table and the top of the stock. */
function viewOnTurn({ hands, stock, led, onTurn }) {
  return {
    hand: onTurn ? [...hands[onTurn]] : [],
    stock_top: stock[0] ?? null,
    stock_count: stock.length,
    trick: led ? [led] : [],
  };
}

const trickCounts = ({ captured }) => bySeat((seat) => captured[seat].length / 2);

const trickPoints = ({ captured }) =>
  bySeat((seat) => captured[seat].reduce((sum, card) => sum + (TRICK_POINTS[card[0]] ?? 0), 0));

/** Who earned which of the four game points, once the round is over. */
function awards(round, scoring) {
  const captor = (card) => (round.captured.north.includes(card) ? "north" : "south");
  return {
    high: captor(`A${round.trump}`),
    low: captor(`2${round.trump}`),
    jack: captor(`J${round.trump}`),
    game: ahead(scoring === "full" ? trickPoints(round) : trickCounts(round)),
  };
}

// --- a match: rounds dealt by turns until somebody is ahead with ten game points or more

const newMatch = (scoring, dealer, scores) => ({ scoring, dealer, scores: { ...scores } });

const winnerOf = ({ scores }) =>
  Math.max(scores.north, scores.south) >= TARGET ? ahead(scores) : null;

/** Count a finished round, pass the deal on, and return who earned which award. */
function settle(match, round) {
  const earned = awards(round, match.scoring);
  for (const seat of Object.values(earned)) if (seat) match.scores[seat] += 1;
  match.dealer = other(match.dealer);
  return earned;
}

module.exports = {
  dealFrom, isOver, isValidDeal, isWholeDeck, legalCards, newMatch, newRound, other, play,
  settle, trickCounts, trickPoints, viewOnTurn, winnerOf,
};
