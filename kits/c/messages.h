/* The messages of the protocol as C values; spec/protocol.md says what each field means. */
#ifndef MESSAGES_H
#define MESSAGES_H

#include <stdbool.h>
#include <stddef.h>

enum { DECK_SIZE = 52, TRICKS = 26 };

enum seat { NOBODY = -1, NORTH, SOUTH, SEATS };

enum scoring { FULL, SIMPLIFIED, UNKNOWN_SCORING };

static inline enum seat other(enum seat seat)
{
    return seat == NORTH ? SOUTH : NORTH;
}

/* --- what the suite sends; all texts live as long as the request -------------------------- */

/* Cards as they were written. A deal may be invalid on purpose: any number, any text. */
struct texts {
    size_t count;
    const char **text;
};

struct try {
    enum seat seat;
    const char *card; /* rank and suit, "AS", "TC", "2H"; or text that is no card */
};

/* One round to play. Without hands it is for the engine to deal from the deck. */
struct asked {
    bool has_hands;
    struct texts hands[SEATS];
    struct texts stock; /* the top card first */
    struct texts deck;  /* in dealing order */
    size_t try_count;
    struct try *tries;
};

struct request {
    enum scoring scoring;
    enum seat dealer; /* of the first round */
    int scores[SEATS];
    size_t round_count;
    struct asked *rounds;
};

/* --- what an engine gives; what `hello` did not announce is not looked at ----------------- */

enum feature {
    LEGAL_PLAYS = 1 << 0,
    REFUSALS = 1 << 1,
    DRAWS = 1 << 2,
    HANDS = 1 << 3,
    START_SCORES = 1 << 4,
    DEALS_FROM_DECK = 1 << 5,
    VALIDATES_DEALS = 1 << 6,
    VIEWS = 1 << 7,
};

struct hello {
    const char *name, *version;
    bool plays[UNKNOWN_SCORING]; /* which scoring modes */
    unsigned features; /* LEGAL_PLAYS | REFUSALS | ... */
    /* What the engine does where the rules are silent; what stays NULL is not declared. */
    struct {
        const char *trick_point_tie;
        const char *trick_count_tie;
        const char *both_reach_target;
        const char *dealer_rotation;
        const char *first_card_to;
    } rulings;
};

struct card {
    char text[3]; /* "AS"; empty where there is none */
};

struct cards {
    int count;
    struct card card[DECK_SIZE];
};

/* Before a play, for the seat on turn. */
struct position {
    struct cards legal; /* LEGAL_PLAYS */
    struct {            /* VIEWS */
        struct cards hand;
        struct card stock_top; /* empty once the stock is gone */
        int stock_count;
        struct cards trick; /* the card on the table, if one lies there */
    } sees;
};

struct answer {
    bool accepted;
    const char *reason; /* where refused, if the engine says why; NULL otherwise */
};

struct trick {
    enum seat leader, winner;
    struct card draws[SEATS]; /* DRAWS; both empty once the stock is gone */
};

struct result {
    int tricks[SEATS];
    int trick_points[SEATS];
    enum seat high, low, jack, game; /* NOBODY where nobody takes the award */
    int scores[SEATS];               /* in game points, this round included */
};

struct report {
    enum seat dealer, leader; /* who leads to the first trick */
    char trump;               /* 'C', 'D', 'H' or 'S' */
    int trick_count;
    struct trick tricks[TRICKS];
    struct cards hands[SEATS]; /* HANDS */
    struct cards dealt[SEATS]; /* DEALS_FROM_DECK, where no hands were sent */
    bool is_over;
    struct result result; /* where the round is over */
};

#endif
