/* The messages as JSON, read and written with jansson. */
#ifndef WIRE_H
#define WIRE_H

#include <jansson.h>

#include "messages.h"

/* Reads a `run` request, NULL if it is none. Its texts are those of `json`, which must outlive it.
 * It is freed with free_request. */
struct request *read_request(const json_t *json);

void free_request(struct request *request);

/* The greeting, without its id. */
json_t *hello_json(const struct hello *hello);

/* A play: the position before it and what became of it. */
json_t *play_json(const struct hello *hello, const struct position *before,
                  const struct answer *answer);

/* A round; the list of its plays becomes a part of it. */
json_t *round_json(const struct hello *hello, const struct report *report, bool was_dealt,
                   json_t *plays);

/* "north", "south", or null for nobody. */
json_t *seat_json(enum seat seat);

#endif
