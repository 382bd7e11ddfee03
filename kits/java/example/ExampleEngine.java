package example;

import engine.Engine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import messages.Messages.Answer;
import messages.Messages.Asked;
import messages.Messages.BySeat;
import messages.Messages.Feature;
import messages.Messages.Hello;
import messages.Messages.Implementation;
import messages.Messages.Position;
import messages.Messages.Report;
import messages.Messages.Result;
import messages.Messages.Scoring;
import messages.Messages.Seat;
import messages.Messages.Trick;
import messages.Messages.View;

/** What MyEngine looks like when it is filled in: Round and Standing are asked, and reported. */
public final class ExampleEngine implements Engine {
    @Override
    public Hello hello() {
        return new Hello(
                new Implementation("example-java", "1.0", "java"),
                List.of(Scoring.values()),
                List.of(Feature.values()),
                // What this engine does where the rules are silent.
                Map.of(
                        "trick_point_tie", "nobody",
                        "trick_count_tie", "nobody",
                        "both_reach_target", "higher_score",
                        "dealer_rotation", "alternate",
                        "first_card_to", "non_dealer"));
    }

    /** Are the cards the pack, and six of them in each hand? */
    @Override
    public boolean isValidDeal(Asked asked) {
        if (asked.hands() == null) {
            return Card.isPack(asked.deck().stream());
        }
        var hands = List.of(asked.hands().north(), asked.hands().south());
        var dealt = hands.stream().flatMap(List::stream);
        return hands.stream().allMatch(hand -> hand.size() == Round.HAND_SIZE)
                && Card.isPack(Stream.concat(dealt, asked.stock().stream()));
    }

    @Override
    public Match match(Scoring scoring, Seat dealer, BySeat<Integer> scores) {
        return new ExampleMatch(new Standing(scoring, dealer, scores));
    }

    private static final class ExampleMatch implements Match {
        private Standing standing;
        private Round round;
        private BySeat<List<String>> dealt; // where this engine dealt
        private Optional<Result> result = Optional.empty();

        ExampleMatch(Standing standing) {
            this.standing = standing;
        }

        @Override
        public Optional<Seat> winner() {
            return standing.winner();
        }

        @Override
        public void deal(Asked asked) {
            var dealer = standing.dealer();
            result = Optional.empty();
            if (asked.hands() != null) {
                var hands = BySeat.each(seat -> cards(asked.hands().of(seat)));
                round = new Round(dealer, hands, cards(asked.stock()));
                dealt = null;
            } else {
                round = Round.dealtFrom(cards(asked.deck()), dealer);
                dealt = hands();
            }
        }

        @Override
        public Position position() {
            return new Position(
                    texts(round.legal()),
                    new View(
                            texts(round.handOnTurn()),
                            round.stockTop().map(Card::toString),
                            round.stockCount(),
                            round.onTable().map(Card::toString).stream().toList()));
        }

        /** A play that is refused changes nothing. */
        @Override
        public Answer play(Seat seat, String text) {
            var verdict = round.judge(seat, text);
            if (verdict instanceof Round.Verdict.Refused refused) {
                return new Answer(false, refused.reason());
            }
            round.play((Round.Verdict.Allowed) verdict);
            if (round.isOver()) {
                result = Optional.of(standing.count(round));
                standing = standing.after(result.get());
            }
            return new Answer(true, null);
        }

        @Override
        public Report report() {
            return new Report(
                    round.dealer(),
                    round.leader(),
                    round.trump().letter(),
                    round.taken().stream().map(ExampleMatch::trick).toList(),
                    result,
                    hands(),
                    dealt);
        }

        private BySeat<List<String>> hands() {
            return BySeat.each(seat -> texts(round.hand(seat)));
        }

        private static Trick trick(Round.Taken taken) {
            BySeat<String> draws =
                    taken.draws().isEmpty()
                            ? new BySeat<>(null, null)
                            : BySeat.each(seat -> taken.draws().get(seat).toString());
            return new Trick(taken.leader(), taken.winner(), draws);
        }

        private static List<Card> cards(List<String> texts) {
            return texts.stream().map(text -> Card.named(text).orElseThrow()).toList();
        }

        private static List<String> texts(List<Card> cards) {
            return cards.stream().map(Card::toString).toList();
        }
    }
}
