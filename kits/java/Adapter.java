import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import engine.Engine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import messages.Json;
import messages.Messages.Asked;
import messages.Messages.Feature;
import messages.Messages.Run;

/**
 * Stands between cjack and the engine: one JSON object a line in, one JSON object a line out.
 * Nothing here knows the game. Fill in engine/MyEngine.java; this file stays as it is.
 */
public final class Adapter {
    // The finished example is: example.ExampleEngine
    private static final Engine ENGINE = new engine.MyEngine();

    /** Replays one match on a fresh engine: nothing is kept from the request before. */
    private static JsonObject run(Run request) {
        var missing = notAnnounced(request);
        if (missing.isPresent()) {
            return Json.object(Map.of("unsupported", Map.of("feature", missing.get())));
        }
        if (!request.rounds().stream().allMatch(ENGINE::isValidDeal)) {
            return Json.object(Map.of("refused", Map.of("reason", "invalid-deal")));
        }
        var dealer = request.rounds().get(0).dealer();
        var match = ENGINE.match(request.scoring(), dealer, request.start().scores());
        var rounds = new JsonArray();
        var isOver = true;
        for (var asked : request.rounds()) {
            if (match.winner().isPresent()) {
                break; // what is asked for after the match is left out
            }
            if (!isOver) {
                throw new IllegalArgumentException("the round before is not finished");
            }
            match.deal(asked);
            var plays = replay(match, asked);
            var report = match.report();
            isOver = report.result().isPresent();
            var round = Json.object(report);
            round.add("plays", plays);
            rounds.add(round);
        }
        var reply = Json.object(new Won(match.winner()));
        reply.add("rounds", rounds);
        return reply;
    }

    private record Won(Optional<?> winner) {}

    private static JsonArray replay(Engine.Match match, Asked asked) {
        var plays = new JsonArray();
        for (var attempt : asked.plays()) {
            var position = match.position(); // before the play
            plays.add(Json.object(position, match.play(attempt.seat(), attempt.card())));
        }
        return plays;
    }

    /** What the request needs and the engine did not announce. */
    private static Optional<Object> notAnnounced(Run request) {
        var hello = ENGINE.hello();
        var scores = request.start().scores();
        if (request.scoring() == null || !hello.scoring().contains(request.scoring())) {
            return Optional.of("scoring");
        }
        if (scores.north() + scores.south() > 0
                && !hello.features().contains(Feature.START_SCORES)) {
            return Optional.of(Feature.START_SCORES);
        }
        if (request.rounds().stream().anyMatch(asked -> asked.hands() == null)
                && !hello.features().contains(Feature.DEALS_FROM_DECK)) {
            return Optional.of(Feature.DEALS_FROM_DECK);
        }
        return Optional.empty();
    }

    private static JsonObject replyTo(JsonObject request) {
        return switch (request.get("cmd").getAsString()) {
            case "hello" -> Json.object(Map.of("protocol", 1), ENGINE.hello());
            case "run" -> run(Json.read(request, Run.class));
            case "bye" -> new JsonObject();
            default -> throw new IllegalArgumentException("no such command");
        };
    }

    /** The reply to one line, whatever happens: the suite may go on with another request. */
    private static Answered answer(String line) {
        var request = new JsonObject();
        JsonObject reply;
        try {
            request = JsonParser.parseString(line).getAsJsonObject();
            reply = replyTo(request);
        } catch (RuntimeException problem) {
            reply = Json.object(Map.of("error", Map.of("message", problem.toString())));
        }
        reply.add("id", request.get("id")); // null where there is none
        return new Answered(reply, new JsonPrimitive("bye").equals(request.get("cmd")));
    }

    private record Answered(JsonObject reply, boolean isLast) {}

    public static void main(String[] args) throws IOException {
        var replies = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        System.setOut(System.err); // whatever the engine prints must not mix with the replies
        var requests =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (var line = requests.readLine(); line != null; line = requests.readLine()) {
            var answered = answer(line);
            replies.print(answered.reply() + "\n");
            replies.flush();
            if (answered.isLast()) {
                return;
            }
        }
    }
}
