/* The place for your engine: the adapter calls what is here and nothing else.
 *
 * What stands here is a STUB. It takes every card, and its tricks, results and winner are made up,
 * so `cjack smoke` is content and `cjack certify` is not. Fill in each TODO by calling your engine;
 * let it decide, and report what it said, right or wrong.
 */
#include "engine.h"

#include <stdlib.h>

const struct hello hello = {
    .name = "my-jack", /* TODO */
    .version = "0.1",
    .plays = {[FULL] = true, [SIMPLIFIED] = true}, /* TODO: those that it plays */
    .features = 0,  /* TODO: add what it can show, one by one */
    .rulings = {0}, /* TODO: what it does where the rules are silent */
};

struct match {
    enum seat dealer;
    int scores[SEATS];
    int played; /* cards played in this round */
};

/* TODO for the feature VALIDATES_DEALS. */
bool is_valid_deal(const struct asked *asked)
{
    (void)asked;
    return true;
}

/* TODO: begin a match on your engine, with this scoring, first dealer and scores. */
struct match *begin_match(enum scoring scoring, enum seat dealer, const int scores[SEATS])
{
    struct match *match = calloc(1, sizeof *match);
    (void)scoring;
    if (match != NULL)
        *match = (struct match){
            .dealer = other(dealer),
            .scores = {scores[NORTH], scores[SOUTH]},
        };
    return match;
}

void end_match(struct match *match)
{
    free(match);
}

/* TODO */
enum seat winner(const struct match *match)
{
    (void)match;
    return NOBODY;
}

/* TODO: give asked->hands and asked->stock (its top card first) to your engine. From the second
 * round on, who deals is for your engine to say. For the feature DEALS_FROM_DECK: unless
 * asked->has_hands, deal from asked->deck, and report `dealt`. */
void deal(struct match *match, const struct asked *asked)
{
    (void)asked;
    match->dealer = other(match->dealer);
    match->played = 0;
}

/* TODO for the features LEGAL_PLAYS and VIEWS. */
struct position position(const struct match *match)
{
    (void)match;
    return (struct position){0};
}

/* TODO: let your engine accept or refuse it; a refusal may give its reason. */
struct answer play(struct match *match, enum seat seat, const char *card)
{
    (void)seat;
    (void)card;
    if (match->played < DECK_SIZE)
        match->played++;
    return (struct answer){.accepted = true};
}

/* TODO: dealer, leader, trump and tricks of your engine; draws and hands for the features of these
 * names; the result once all 52 cards are played. */
struct report report(const struct match *match)
{
    struct report told = {
        .dealer = match->dealer,
        .leader = other(match->dealer),
        .trump = 'C',
        .trick_count = match->played / 2,
        .is_over = match->played == DECK_SIZE,
        .result = {
            .high = NOBODY,
            .low = NOBODY,
            .jack = NOBODY,
            .game = NOBODY,
            .scores = {match->scores[NORTH], match->scores[SOUTH]},
        },
    };
    for (int i = 0; i < told.trick_count; i++)
        told.tricks[i] = (struct trick){.leader = told.leader, .winner = told.leader};
    return told;
}
