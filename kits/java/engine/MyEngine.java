package engine;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import messages.Messages.Answer;
import messages.Messages.Asked;
import messages.Messages.Awards;
import messages.Messages.BySeat;
import messages.Messages.Hello;
import messages.Messages.Implementation;
import messages.Messages.Position;
import messages.Messages.Report;
import messages.Messages.Result;
import messages.Messages.Scoring;
import messages.Messages.Seat;
import messages.Messages.Trick;

/**
 * The place for your engine: the adapter calls what is here and nothing else.
 *
 * <p>What stands here is a STUB. It takes every card, and its tricks, results and winner are made
 * up, so {@code cjack smoke} is content and {@code cjack certify} is not. Fill in each TODO by
 * calling your engine; let it decide, and report what it said, right or wrong.
 */
public final class MyEngine implements Engine {
    @Override
    public Hello hello() {
        return new Hello(
                new Implementation("my-jack", "0.1", "java"), // TODO
                List.of(Scoring.FULL, Scoring.SIMPLIFIED), // TODO: those that it plays
                List.of(), // TODO: add what it can show, one by one
                Map.of()); // TODO: what it does where the rules are silent
    }

    // TODO for the feature validates_deals
    @Override
    public boolean isValidDeal(Asked asked) {
        return true;
    }

    // TODO: begin a match on your engine, with this scoring, first dealer and scores
    @Override
    public Match match(Scoring scoring, Seat dealer, BySeat<Integer> scores) {
        return new MyMatch(dealer, scores);
    }

    private static final class MyMatch implements Match {
        private final BySeat<Integer> scores;
        private Seat dealer;
        private int played; // cards played in this round

        MyMatch(Seat dealer, BySeat<Integer> scores) {
            this.dealer = dealer.other();
            this.scores = scores;
        }

        // TODO
        @Override
        public Optional<Seat> winner() {
            return Optional.empty();
        }

        // TODO: give asked.hands() and asked.stock() (its top card first) to your engine. From the
        // second round on, who deals is for your engine to say. For the feature deals_from_deck:
        // where asked.hands() is null, deal from asked.deck(), and report `dealt`.
        @Override
        public void deal(Asked asked) {
            dealer = dealer.other();
            played = 0;
        }

        // TODO for the features legal_plays and views
        @Override
        public Position position() {
            return new Position(null, null);
        }

        // TODO: let your engine accept or refuse it; a refusal may give its reason
        @Override
        public Answer play(Seat seat, String card) {
            played++;
            return new Answer(true, null);
        }

        // TODO: dealer, leader, trump and tricks of your engine; draws and hands for the features
        // of these names; the result once all 52 cards are played
        @Override
        public Report report() {
            var leader = dealer.other();
            var tricks = Collections.nCopies(played / 2, new Trick(leader, leader, null));
            var none = new BySeat<>(0, 0);
            Optional<Seat> nobody = Optional.empty();
            var awards = new Awards(nobody, nobody, nobody, nobody);
            var result = new Result(none, none, awards, scores);
            var shown = played < 52 ? Optional.<Result>empty() : Optional.of(result);
            return new Report(dealer, leader, "C", tricks, shown, null, null);
        }
    }
}
