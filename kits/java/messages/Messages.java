package messages;

import com.google.gson.annotations.SerializedName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The messages of the protocol; {@code spec/protocol.md} says what each field means. What is null
 * is left out of a reply; an {@code Optional} that is empty is sent as null.
 */
public final class Messages {
    private Messages() {}

    public enum Seat {
        @SerializedName("north") NORTH,
        @SerializedName("south") SOUTH;

        public Seat other() {
            return this == NORTH ? SOUTH : NORTH;
        }
    }

    public enum Scoring {
        @SerializedName("full") FULL,
        @SerializedName("simplified") SIMPLIFIED
    }

    /** One value for each seat. */
    public record BySeat<T>(T north, T south) {
        public static <T> BySeat<T> each(Function<Seat, T> value) {
            return new BySeat<>(value.apply(Seat.NORTH), value.apply(Seat.SOUTH));
        }

        public T of(Seat seat) {
            return seat == Seat.NORTH ? north : south;
        }
    }

    // --- what the suite sends -----------------------------------------------------------------

    /** {@code scoring} is null where it is no mode that there is. */
    public record Run(Scoring scoring, Start start, List<Asked> rounds) {}

    public record Start(BySeat<Integer> scores) {}

    /**
     * One round to play. Its cards are texts, "AS", "TC", "2H"; a deal may be invalid on purpose.
     * Where {@code hands} is null it is for the engine to deal from {@code deck}.
     *
     * @param dealer in the first round alone
     * @param stock the top card first
     * @param deck in dealing order
     */
    public record Asked(
            Seat dealer,
            BySeat<List<String>> hands,
            List<String> stock,
            List<String> deck,
            List<Attempt> plays) {}

    /** A play to try; {@code card} may be text that is no card. */
    public record Attempt(Seat seat, String card) {}

    // --- what an engine gives -----------------------------------------------------------------

    public enum Feature {
        @SerializedName("legal_plays") LEGAL_PLAYS,
        @SerializedName("refusals") REFUSALS,
        @SerializedName("draws") DRAWS,
        @SerializedName("hands") HANDS,
        @SerializedName("start_scores") START_SCORES,
        @SerializedName("deals_from_deck") DEALS_FROM_DECK,
        @SerializedName("validates_deals") VALIDATES_DEALS,
        @SerializedName("views") VIEWS
    }

    public record Hello(
            Implementation implementation,
            List<Scoring> scoring,
            List<Feature> features,
            Map<String, String> rulings) {}

    public record Implementation(String name, String version, String language) {}

    /**
     * What holds for the seat on turn before a play.
     *
     * @param legal feature legal_plays
     * @param sees feature views
     */
    public record Position(List<String> legal, View sees) {}

    /**
     * @param stockTop empty once the stock is gone
     * @param trick the card on the table, if one lies there
     */
    public record View(
            List<String> hand, Optional<String> stockTop, int stockCount, List<String> trick) {}

    /** What became of a play; where refused, {@code reason} may say why. */
    public record Answer(boolean accepted, String reason) {}

    /**
     * One round as it stands after the last play.
     *
     * @param leader who leads to the first trick
     * @param trump "C", "D", "H" or "S"
     * @param result empty until the round is over
     * @param hands feature hands
     * @param dealt feature deals_from_deck, where no hands were sent
     */
    public record Report(
            Seat dealer,
            Seat leader,
            String trump,
            List<Trick> tricks,
            Optional<Result> result,
            BySeat<List<String>> hands,
            BySeat<List<String>> dealt) {}

    /** @param draws feature draws; a card for each seat, null for both once the stock is gone */
    public record Trick(Seat leader, Seat winner, BySeat<String> draws) {}

    /** @param scores in game points, this round included */
    public record Result(
            BySeat<Integer> tricks,
            BySeat<Integer> trickPoints,
            Awards awards,
            BySeat<Integer> scores) {}

    /** Who takes each award; empty is nobody. */
    public record Awards(
            Optional<Seat> high, Optional<Seat> low, Optional<Seat> jack, Optional<Seat> game) {}
}
