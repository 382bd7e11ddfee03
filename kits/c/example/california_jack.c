#include "california_jack.h"

#include <string.h>

enum { RANKS = 13, SUITS = 4, TARGET = 10 };

static const char rank_letters[] = "23456789TJQKA"; /* cards.rank-order */
static const char suit_letters[] = "CDHS";

#define RANK(letter) (strchr(rank_letters, letter) - rank_letters)

static card_set only(card_index card)
{
    return card == NO_CARD ? 0 : UINT64_C(1) << card;
}

static int suit_of(card_index card)
{
    return card / RANKS;
}

static card_set suit_set(int suit)
{
    return UINT64_C(0x1FFF) << RANKS * suit;
}

static card_index of_suit(int suit, char rank)
{
    return RANKS * suit + (card_index)RANK(rank);
}

static int size_of(card_set set)
{
    int size = 0;
    for (; set != 0; set &= set - 1)
        size++;
    return size;
}

/* --- cards and texts ---------------------------------------------------------------------- */

card_index card_named(const char *text)
{
    const char *rank, *suit;
    if (strlen(text) != 2)
        return NO_CARD;
    rank = strchr(rank_letters, text[0]);
    suit = strchr(suit_letters, text[1]);
    return rank && suit ? of_suit((int)(suit - suit_letters), *rank) : NO_CARD;
}

struct card card_text(card_index card)
{
    struct card text = {""};
    if (card != NO_CARD) {
        text.text[0] = rank_letters[card % RANKS];
        text.text[1] = suit_letters[suit_of(card)];
    }
    return text;
}

char suit_letter(int suit)
{
    return suit_letters[suit];
}

struct cards cards_of(card_set set)
{
    struct cards cards = {0};
    for (card_index card = 0; card < DECK_SIZE; card++)
        if (set & only(card))
            cards.card[cards.count++] = card_text(card);
    return cards;
}

bool read_set(const struct texts *texts, card_set *set)
{
    *set = 0;
    for (size_t i = 0; i < texts->count; i++) {
        card_index card = card_named(texts->text[i]);
        if (card == NO_CARD || *set & only(card))
            return false;
        *set |= only(card);
    }
    return true;
}

/* --- the play ----------------------------------------------------------------------------- */

void begin_round(struct round *round, enum seat dealer, const card_set hands[SEATS],
                 const card_index stock[STOCK_SIZE])
{
    *round = (struct round){
        .dealer = dealer,
        .trump = suit_of(stock[0]), /* trump.top-card-decides */
        .hands = {hands[NORTH], hands[SOUTH]},
        .on_turn = other(dealer), /* lead.non-dealer-first */
        .led = NO_CARD,
    };
    memcpy(round->stock, stock, sizeof round->stock);
}

card_set legal_plays(const struct round *round)
{
    card_set hand, following;
    if (round->on_turn == NOBODY)
        return 0;
    hand = round->hands[round->on_turn];
    following = round->led == NO_CARD ? 0 : hand & suit_set(suit_of(round->led));
    return following ? following : hand; /* lead.any-card, follow.void-any-card */
}

card_index stock_top(const struct round *round)
{
    return round->drawn < STOCK_SIZE ? round->stock[round->drawn] : NO_CARD;
}

const char *objection(const struct round *round, enum seat seat, card_index card)
{
    if (round->on_turn == NOBODY)
        return "round-over";
    if (card == NO_CARD)
        return "unknown-card";
    if (seat != round->on_turn)
        return "not-your-turn";
    if (!(round->hands[seat] & only(card)))
        return "card-not-in-hand";
    return legal_plays(round) & only(card) ? NULL : "must-follow-suit";
}

/* Does the answer take the trick (trick.highest-of-led-suit, trick.trump-wins)? Within a suit the
 * higher card has the higher index. */
static bool answer_wins(const struct round *round, card_index answer)
{
    if (suit_of(answer) == suit_of(round->led))
        return answer > round->led;
    return suit_of(answer) == round->trump;
}

static card_index draw(struct round *round, enum seat seat)
{
    card_index card = stock_top(round);
    if (card != NO_CARD)
        round->drawn++;
    round->hands[seat] |= only(card);
    return card;
}

void make_play(struct round *round, card_index card)
{
    enum seat seat = round->on_turn, leader = other(seat), winner;
    struct taken_trick *trick;
    round->hands[seat] &= ~only(card);
    if (round->led == NO_CARD) {
        round->led = card;
        round->on_turn = other(seat);
        return;
    }
    winner = answer_wins(round, card) ? seat : leader;
    round->captured[winner] |= only(round->led) | only(card);
    trick = &round->tricks[round->trick_count++];
    trick->leader = leader;
    trick->winner = winner;
    trick->draws[winner] = draw(round, winner); /* draw.winner-first */
    trick->draws[other(winner)] = draw(round, other(winner));
    round->led = NO_CARD;
    round->on_turn = round->trick_count < TRICKS ? winner : NOBODY; /* lead.winner-leads */
}

/* --- the count ---------------------------------------------------------------------------- */

static card_set rank_set(char rank)
{
    card_set set = 0;
    for (int suit = 0; suit < SUITS; suit++)
        set |= only(of_suit(suit, rank));
    return set;
}

/* trick-points.card-values */
static int trick_points(card_set captured)
{
    return 10 * size_of(captured & rank_set('T')) + 4 * size_of(captured & rank_set('A'))
           + 3 * size_of(captured & rank_set('K')) + 2 * size_of(captured & rank_set('Q'))
           + size_of(captured & rank_set('J'));
}

static enum seat captor(const struct round *round, char rank)
{
    return round->captured[NORTH] & only(of_suit(round->trump, rank)) ? NORTH : SOUTH;
}

static enum seat more(const int counts[SEATS], enum seat if_even)
{
    if (counts[NORTH] == counts[SOUTH])
        return if_even;
    return counts[NORTH] > counts[SOUTH] ? NORTH : SOUTH;
}

void count_round(const struct round *round, enum scoring scoring, struct result *result)
{
    for (int seat = NORTH; seat < SEATS; seat++) {
        result->tricks[seat] = size_of(round->captured[seat]) / 2;
        result->trick_points[seat] = trick_points(round->captured[seat]);
    }
    result->high = captor(round, 'A');
    result->low = captor(round, '2');
    result->jack = captor(round, 'J');
    /* At 40-40 nobody has game (award.trick-point-tie), at 13-13 the dealer
     * (award.trick-count-tie). */
    result->game = scoring == FULL ? more(result->trick_points, NOBODY)
                                   : more(result->tricks, round->dealer);
    result->scores[result->high]++;
    result->scores[result->low]++;
    result->scores[result->jack]++;
    if (result->game != NOBODY)
        result->scores[result->game]++;
}

enum seat match_winner(const int scores[SEATS])
{
    enum seat ahead = more(scores, NOBODY); /* match.tie-plays-on, match.both-reach-target */
    return ahead != NOBODY && scores[ahead] >= TARGET ? ahead : NOBODY;
}
