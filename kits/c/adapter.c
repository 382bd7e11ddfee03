/* Stands between cjack and the engine: one JSON object a line in, one JSON object a line out.
 * Nothing here knows the game. Fill in engine.c; this file stays as it is.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine.h"
#include "wire.h"

static json_t *error(const char *message)
{
    return json_pack("{s:{s:s}}", "error", "message", message);
}

/* What the request needs and the engine did not announce, NULL if nothing. */
static const char *not_announced(const struct request *request)
{
    bool from_nothing = request->scores[NORTH] == 0 && request->scores[SOUTH] == 0;
    if (request->scoring == UNKNOWN_SCORING || !hello.plays[request->scoring])
        return "scoring";
    if (!from_nothing && !(hello.features & START_SCORES))
        return "start_scores";
    for (size_t i = 0; i < request->round_count; i++)
        if (!request->rounds[i].has_hands && !(hello.features & DEALS_FROM_DECK))
            return "deals_from_deck";
    return NULL;
}

/* Plays one round as asked and reports what happened. */
static json_t *replay(struct match *match, const struct asked *asked, bool *is_over)
{
    json_t *plays = json_array();
    struct report told;
    deal(match, asked);
    for (size_t i = 0; i < asked->try_count; i++) {
        const struct position before = position(match);
        const struct answer answer = play(match, asked->tries[i].seat, asked->tries[i].card);
        json_array_append_new(plays, play_json(&hello, &before, &answer));
    }
    told = report(match);
    *is_over = told.is_over;
    return round_json(&hello, &told, !asked->has_hands, plays);
}

/* Replays one match on a fresh engine: nothing is kept from the request before. */
static json_t *run(const struct request *request)
{
    const char *missing = not_announced(request);
    struct match *match;
    json_t *rounds, *reply;
    bool is_over = true;
    if (missing != NULL)
        return json_pack("{s:{s:s}}", "unsupported", "feature", missing);
    for (size_t i = 0; i < request->round_count; i++)
        if (!is_valid_deal(&request->rounds[i]))
            return json_pack("{s:{s:s}}", "refused", "reason", "invalid-deal");
    match = begin_match(request->scoring, request->dealer, request->scores);
    if (match == NULL)
        return error("the match could not be begun");
    rounds = json_array();
    /* What is asked for after the match is left out. */
    for (size_t i = 0; is_over && i < request->round_count && winner(match) == NOBODY; i++)
        json_array_append_new(rounds, replay(match, &request->rounds[i], &is_over));
    if (!is_over && json_array_size(rounds) < request->round_count) {
        json_decref(rounds);
        reply = error("a round before the last one is not finished");
    } else {
        reply = json_pack("{s:o, s:o}", "rounds", rounds, "winner", seat_json(winner(match)));
    }
    end_match(match);
    return reply;
}

static json_t *run_json(const json_t *json)
{
    struct request *request = read_request(json);
    json_t *reply = request != NULL ? run(request) : error("the request makes no sense");
    free_request(request);
    return reply;
}

/* Replies to one line, whatever it holds. */
static json_t *answer_line(const char *line, size_t length, bool *is_bye)
{
    json_error_t problem;
    json_t *request = json_loadb(line, length, JSON_ALLOW_NUL, &problem), *id, *reply;
    const char *cmd = json_string_value(json_object_get(request, "cmd"));
    *is_bye = cmd != NULL && strcmp(cmd, "bye") == 0;
    if (request == NULL)
        reply = error(problem.text);
    else if (cmd != NULL && strcmp(cmd, "hello") == 0)
        reply = hello_json(&hello);
    else if (cmd != NULL && strcmp(cmd, "run") == 0)
        reply = run_json(request);
    else
        reply = *is_bye ? json_object() : error("no such command");
    id = json_object_get(request, "id");
    json_object_set_new(reply, "id", id != NULL ? json_incref(id) : json_null());
    json_decref(request);
    return reply;
}

int main(void)
{
    FILE *replies = fdopen(dup(STDOUT_FILENO), "w");
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    bool is_bye = false, is_written = true;
    /* Whatever the engine prints must not mix with the replies. */
    if (replies == NULL || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return EXIT_FAILURE;
    while (!is_bye && is_written && (length = getline(&line, &capacity, stdin)) >= 0) {
        json_t *reply = answer_line(line, (size_t)length, &is_bye);
        is_written = reply != NULL && json_dumpf(reply, replies, JSON_COMPACT) == 0
                     && fputc('\n', replies) != EOF && fflush(replies) == 0;
        json_decref(reply);
    }
    free(line);
    fclose(replies);
    return is_written ? EXIT_SUCCESS : EXIT_FAILURE;
}
