/* California Jack on sets of bits: each of the 52 cards has its bit, and a hand is one number.
 * Written from the rulebook; the clauses are named where they are kept. */
#ifndef CALIFORNIA_JACK_H
#define CALIFORNIA_JACK_H

#include <stdint.h>

#include "messages.h"

enum { HAND_SIZE = 6, STOCK_SIZE = 40, NO_CARD = -1 };

typedef int card_index;    /* 13 * suit + rank, both from 0 */
typedef uint64_t card_set; /* the bit 1 << index for each card in it */

struct taken_trick {
    enum seat leader, winner;
    card_index draws[SEATS]; /* NO_CARD once the stock is gone */
};

struct round {
    enum seat dealer;
    int trump; /* a suit */
    card_set hands[SEATS];
    card_index stock[STOCK_SIZE];
    int drawn;         /* so many cards of the stock, from its top */
    enum seat on_turn; /* NOBODY when the round is over */
    card_index led;    /* on the table, or NO_CARD */
    card_set captured[SEATS];
    int trick_count;
    struct taken_trick tricks[TRICKS];
};

/* The card that is written so, or NO_CARD. */
card_index card_named(const char *text);

struct card card_text(card_index card);

char suit_letter(int suit);

struct cards cards_of(card_set set);

/* The cards of a list as a set; false unless they are distinct cards. */
bool read_set(const struct texts *texts, card_set *set);

/* The round before its first lead. */
void begin_round(struct round *round, enum seat dealer, const card_set hands[SEATS],
                 const card_index stock[STOCK_SIZE]);

/* What the seat on turn may play. */
card_set legal_plays(const struct round *round);

/* The top card of the stock, or NO_CARD. */
card_index stock_top(const struct round *round);

/* Why the play is refused; NULL if it is not. */
const char *objection(const struct round *round, enum seat seat, card_index card);

/* Makes a play to which there is no objection. */
void make_play(struct round *round, card_index card);

/* Counts a round that is over: the scores before it are those that `result` brings, and those
 * after it take their place. */
void count_round(const struct round *round, enum scoring scoring, struct result *result);

/* Who has won a match with these scores; NOBODY if it goes on. */
enum seat match_winner(const int scores[SEATS]);

#endif
