/* What the adapter calls. Fill it in in engine.c. */
#ifndef ENGINE_H
#define ENGINE_H

#include "messages.h"

/* How the engine is introduced. */
extern const struct hello hello;

/* Are the cards of the round the pack? Asked for VALIDATES_DEALS, of all rounds first. */
bool is_valid_deal(const struct asked *asked);

/* One match; each request has its own, and ends it. */
struct match;

/* Begins a match, from the game points of each seat; NULL if there is no memory. */
struct match *begin_match(enum scoring scoring, enum seat dealer, const int scores[SEATS]);

void end_match(struct match *match);

/* Who has won the match; NOBODY while it goes on. */
enum seat winner(const struct match *match);

/* Begins the next round. */
void deal(struct match *match, const struct asked *asked);

/* What the seat on turn may play and is shown now. */
struct position position(const struct match *match);

/* Tries one play. */
struct answer play(struct match *match, enum seat seat, const char *card);

/* The round as it stands after the last play. */
struct report report(const struct match *match);

#endif
