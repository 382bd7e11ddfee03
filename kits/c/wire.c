#include "wire.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char *const seat_names[SEATS] = {"north", "south"};

static const char *const scoring_names[UNKNOWN_SCORING] = {"full", "simplified"};

static const char *const feature_names[] = {
    "legal_plays",  "refusals",        "draws",           "hands",
    "start_scores", "deals_from_deck", "validates_deals", "views",
};

/* --- reading ------------------------------------------------------------------------------ */

static const char *text_of(const json_t *json)
{
    const char *text = json_string_value(json);
    /* A text with a zero in it would be cut short and might then name a card. */
    return text != NULL && strlen(text) == json_string_length(json) ? text : "";
}

static bool read_seat(const json_t *json, enum seat *seat)
{
    for (int s = NORTH; s < SEATS; s++)
        if (strcmp(text_of(json), seat_names[s]) == 0) {
            *seat = s;
            return true;
        }
    return false;
}

static bool read_texts(const json_t *json, struct texts *texts)
{
    size_t i;
    json_t *item;
    if (!json_is_array(json))
        return false;
    texts->text = calloc(json_array_size(json) + 1, sizeof *texts->text);
    if (texts->text == NULL)
        return false;
    texts->count = json_array_size(json);
    json_array_foreach(json, i, item)
        texts->text[i] = text_of(item);
    return true;
}

static bool read_tries(const json_t *json, struct asked *asked)
{
    size_t i;
    json_t *item;
    if (!json_is_array(json))
        return false;
    asked->tries = calloc(json_array_size(json) + 1, sizeof *asked->tries);
    if (asked->tries == NULL)
        return false;
    asked->try_count = json_array_size(json);
    json_array_foreach(json, i, item) {
        if (!read_seat(json_object_get(item, "seat"), &asked->tries[i].seat))
            return false;
        asked->tries[i].card = text_of(json_object_get(item, "card"));
    }
    return true;
}

static bool read_round(const json_t *json, struct asked *asked)
{
    const json_t *hands = json_object_get(json, "hands");
    asked->has_hands = hands != NULL;
    if (asked->has_hands) {
        for (int s = NORTH; s < SEATS; s++)
            if (!read_texts(json_object_get(hands, seat_names[s]), &asked->hands[s]))
                return false;
        if (!read_texts(json_object_get(json, "stock"), &asked->stock))
            return false;
    }
    return read_texts(json_object_get(json, "deck"), &asked->deck)
           && read_tries(json_object_get(json, "plays"), asked);
}

static enum scoring read_scoring(const json_t *json)
{
    int scoring = FULL;
    while (scoring < UNKNOWN_SCORING && strcmp(text_of(json), scoring_names[scoring]) != 0)
        scoring++;
    return (enum scoring)scoring;
}

static bool read_scores(const json_t *json, int scores[SEATS])
{
    for (int s = NORTH; s < SEATS; s++) {
        const json_t *score = json_object_get(json, seat_names[s]);
        if (!json_is_integer(score) || json_integer_value(score) < 0
            || json_integer_value(score) > INT_MAX / 2)
            return false;
        scores[s] = (int)json_integer_value(score);
    }
    return true;
}

static bool read_rounds(const json_t *json, struct request *request)
{
    size_t i;
    json_t *item;
    if (json_array_size(json) == 0)
        return false;
    request->rounds = calloc(json_array_size(json), sizeof *request->rounds);
    if (request->rounds == NULL)
        return false;
    request->round_count = json_array_size(json);
    json_array_foreach(json, i, item)
        if (!read_round(item, &request->rounds[i]))
            return false;
    return read_seat(json_object_get(json_array_get(json, 0), "dealer"), &request->dealer);
}

struct request *read_request(const json_t *json)
{
    const json_t *start = json_object_get(json, "start");
    struct request *request = calloc(1, sizeof *request);
    if (request == NULL)
        return NULL;
    request->scoring = read_scoring(json_object_get(json, "scoring"));
    if (read_scores(json_object_get(start, "scores"), request->scores)
        && read_rounds(json_object_get(json, "rounds"), request))
        return request;
    free_request(request);
    return NULL;
}

void free_request(struct request *request)
{
    if (request == NULL)
        return;
    for (size_t i = 0; i < request->round_count; i++) {
        struct asked *asked = &request->rounds[i];
        free(asked->hands[NORTH].text);
        free(asked->hands[SOUTH].text);
        free(asked->stock.text);
        free(asked->deck.text);
        free(asked->tries);
    }
    free(request->rounds);
    free(request);
}

/* --- writing ------------------------------------------------------------------------------ */

static void set_unless_null(json_t *object, const char *key, const char *text)
{
    if (text != NULL)
        json_object_set_new(object, key, json_string(text));
}

json_t *hello_json(const struct hello *hello)
{
    json_t *scoring = json_array(), *features = json_array(), *rulings = json_object();
    for (int mode = FULL; mode < UNKNOWN_SCORING; mode++)
        if (hello->plays[mode])
            json_array_append_new(scoring, json_string(scoring_names[mode]));
    for (size_t i = 0; i < sizeof feature_names / sizeof *feature_names; i++)
        if (hello->features & 1u << i)
            json_array_append_new(features, json_string(feature_names[i]));
    set_unless_null(rulings, "trick_point_tie", hello->rulings.trick_point_tie);
    set_unless_null(rulings, "trick_count_tie", hello->rulings.trick_count_tie);
    set_unless_null(rulings, "both_reach_target", hello->rulings.both_reach_target);
    set_unless_null(rulings, "dealer_rotation", hello->rulings.dealer_rotation);
    set_unless_null(rulings, "first_card_to", hello->rulings.first_card_to);
    return json_pack("{s:i, s:{s:s, s:s, s:s}, s:o, s:o, s:o}", "protocol", 1, "implementation",
                     "name", hello->name, "version", hello->version, "language", "c", "scoring",
                     scoring, "features", features, "rulings", rulings);
}

json_t *seat_json(enum seat seat)
{
    return seat == NOBODY ? json_null() : json_string(seat_names[seat]);
}

static json_t *cards_json(const struct cards *cards)
{
    json_t *list = json_array();
    for (int i = 0; i < cards->count; i++)
        json_array_append_new(list, json_string(cards->card[i].text));
    return list;
}

static json_t *hands_json(const struct cards hands[SEATS])
{
    return json_pack("{s:o, s:o}", "north", cards_json(&hands[NORTH]), "south",
                     cards_json(&hands[SOUTH]));
}

json_t *play_json(const struct hello *hello, const struct position *before,
                  const struct answer *answer)
{
    json_t *json = json_pack("{s:b}", "accepted", answer->accepted);
    if (!answer->accepted)
        set_unless_null(json, "reason", answer->reason);
    if (hello->features & LEGAL_PLAYS)
        json_object_set_new(json, "legal", cards_json(&before->legal));
    if (hello->features & VIEWS) {
        const char *top = before->sees.stock_top.text;
        json_object_set_new(
            json, "sees",
            json_pack("{s:o, s:s?, s:i, s:o}", "hand", cards_json(&before->sees.hand), "stock_top",
                      top[0] != '\0' ? top : NULL, "stock_count", before->sees.stock_count, "trick",
                      cards_json(&before->sees.trick)));
    }
    return json;
}

static json_t *trick_json(const struct hello *hello, const struct trick *trick)
{
    json_t *json = json_pack("{s:o, s:o}", "leader", seat_json(trick->leader), "winner",
                             seat_json(trick->winner));
    if (hello->features & DRAWS) {
        json_t *draws = json_object();
        for (int s = NORTH; s < SEATS; s++)
            if (trick->draws[s].text[0] != '\0')
                json_object_set_new(draws, seat_names[s], json_string(trick->draws[s].text));
        json_object_set_new(json, "draws", draws);
    }
    return json;
}

static json_t *counts_json(const int counts[SEATS])
{
    return json_pack("{s:i, s:i}", "north", counts[NORTH], "south", counts[SOUTH]);
}

static json_t *result_json(const struct result *result)
{
    return json_pack("{s:o, s:o, s:{s:o, s:o, s:o, s:o}, s:o}", "tricks",
                     counts_json(result->tricks), "trick_points", counts_json(result->trick_points),
                     "awards", "high", seat_json(result->high), "low", seat_json(result->low),
                     "jack", seat_json(result->jack), "game", seat_json(result->game), "scores",
                     counts_json(result->scores));
}

json_t *round_json(const struct hello *hello, const struct report *report, bool was_dealt,
                   json_t *plays)
{
    json_t *tricks = json_array(), *json;
    for (int i = 0; i < report->trick_count && i < TRICKS; i++)
        json_array_append_new(tricks, trick_json(hello, &report->tricks[i]));
    json = json_pack("{s:o, s:o, s:s#, s:o, s:o, s:o}", "dealer", seat_json(report->dealer),
                     "leader", seat_json(report->leader), "trump", &report->trump, 1, "plays",
                     plays, "tricks", tricks, "result",
                     report->is_over ? result_json(&report->result) : json_null());
    if (hello->features & HANDS)
        json_object_set_new(json, "hands", hands_json(report->hands));
    if (was_dealt)
        json_object_set_new(json, "dealt", hands_json(report->dealt));
    return json;
}
