/* What engine.c looks like when it is filled in: california_jack.c is asked, and reported. */
#include "engine.h"

#include <stdlib.h>

#include "california_jack.h"

const struct hello hello = {
    .name = "example-c",
    .version = "1.0",
    .plays = {[FULL] = true, [SIMPLIFIED] = true},
    .features = LEGAL_PLAYS | REFUSALS | DRAWS | HANDS | START_SCORES | DEALS_FROM_DECK
                | VALIDATES_DEALS | VIEWS,
    /* What this engine does where the rules are silent. Some of these are not the usual options;
     * they are as right. */
    .rulings = {
        .trick_point_tie = "nobody",
        .trick_count_tie = "dealer",
        .both_reach_target = "higher_score",
        .dealer_rotation = "same_dealer",
        .first_card_to = "dealer",
    },
};

struct match {
    enum scoring scoring;
    enum seat dealer; /* of all rounds: the deal does not pass on */
    struct round round;
    bool was_dealt; /* by this engine */
    card_set dealt[SEATS];
    struct result result; /* of the last complete round; its scores are the running ones */
};

static bool is_pack(const struct texts *texts)
{
    card_set set;
    return texts->count == DECK_SIZE && read_set(texts, &set);
}

bool is_valid_deal(const struct asked *asked)
{
    const struct texts *north = &asked->hands[NORTH], *south = &asked->hands[SOUTH];
    card_set hands[SEATS], stock;
    if (!asked->has_hands)
        return is_pack(&asked->deck);
    return north->count == HAND_SIZE && read_set(north, &hands[NORTH])
           && south->count == HAND_SIZE && read_set(south, &hands[SOUTH])
           && asked->stock.count == STOCK_SIZE && read_set(&asked->stock, &stock)
           && !(hands[NORTH] & hands[SOUTH]) && !((hands[NORTH] | hands[SOUTH]) & stock);
}

struct match *begin_match(enum scoring scoring, enum seat dealer, const int scores[SEATS])
{
    struct match *match = calloc(1, sizeof *match);
    if (match != NULL)
        *match = (struct match){
            .scoring = scoring,
            .dealer = dealer,
            .result.scores = {scores[NORTH], scores[SOUTH]},
        };
    return match;
}

void end_match(struct match *match)
{
    free(match);
}

enum seat winner(const struct match *match)
{
    return match_winner(match->result.scores);
}

void deal(struct match *match, const struct asked *asked)
{
    card_set hands[SEATS] = {0};
    card_index stock[STOCK_SIZE];
    const char **rest = asked->has_hands ? asked->stock.text : asked->deck.text + 2 * HAND_SIZE;
    match->was_dealt = !asked->has_hands;
    if (asked->has_hands) {
        read_set(&asked->hands[NORTH], &hands[NORTH]);
        read_set(&asked->hands[SOUTH], &hands[SOUTH]);
    } else {
        enum seat to = match->dealer; /* who is given the first card here (deal.first-card) */
        for (int i = 0; i < 2 * HAND_SIZE; i++, to = other(to))
            hands[to] |= UINT64_C(1) << card_named(asked->deck.text[i]);
    }
    for (int i = 0; i < STOCK_SIZE; i++)
        stock[i] = card_named(rest[i]);
    match->dealt[NORTH] = hands[NORTH];
    match->dealt[SOUTH] = hands[SOUTH];
    begin_round(&match->round, match->dealer, hands, stock);
}

struct position position(const struct match *match)
{
    const struct round *round = &match->round;
    struct position shown = {.legal = cards_of(legal_plays(round))};
    if (round->on_turn != NOBODY)
        shown.sees.hand = cards_of(round->hands[round->on_turn]);
    shown.sees.stock_top = card_text(stock_top(round));
    shown.sees.stock_count = STOCK_SIZE - round->drawn;
    if (round->led != NO_CARD)
        shown.sees.trick = (struct cards){1, {card_text(round->led)}};
    return shown;
}

/* A play that is refused changes nothing. */
struct answer play(struct match *match, enum seat seat, const char *text)
{
    card_index card = card_named(text);
    const char *reason = objection(&match->round, seat, card);
    if (reason == NULL) {
        make_play(&match->round, card);
        if (match->round.on_turn == NOBODY)
            count_round(&match->round, match->scoring, &match->result);
    }
    return (struct answer){.accepted = reason == NULL, .reason = reason};
}

struct report report(const struct match *match)
{
    const struct round *round = &match->round;
    struct report told = {
        .dealer = round->dealer,
        .leader = other(round->dealer),
        .trump = suit_letter(round->trump),
        .trick_count = round->trick_count,
        .hands = {cards_of(round->hands[NORTH]), cards_of(round->hands[SOUTH])},
        .dealt = {cards_of(match->dealt[NORTH]), cards_of(match->dealt[SOUTH])},
        .is_over = round->on_turn == NOBODY,
        .result = match->result,
    };
    for (int i = 0; i < round->trick_count; i++) {
        const struct taken_trick *trick = &round->tricks[i];
        told.tricks[i].leader = trick->leader;
        told.tricks[i].winner = trick->winner;
        for (int seat = NORTH; seat < SEATS; seat++)
            told.tricks[i].draws[seat] = card_text(trick->draws[seat]);
    }
    return told;
}
