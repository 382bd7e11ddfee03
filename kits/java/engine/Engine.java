package engine;

import java.util.Optional;
import messages.Messages.Answer;
import messages.Messages.Asked;
import messages.Messages.BySeat;
import messages.Messages.Hello;
import messages.Messages.Position;
import messages.Messages.Report;
import messages.Messages.Scoring;
import messages.Messages.Seat;

/** What the adapter calls. Fill it in in MyEngine. */
public interface Engine {
    /** How the engine is introduced. */
    Hello hello();

    /** Are the cards of the round the pack? All rounds are looked at before the first is dealt. */
    boolean isValidDeal(Asked asked);

    /** Begins a match, from the game points of each seat. Each request has its own. */
    Match match(Scoring scoring, Seat dealer, BySeat<Integer> scores);

    interface Match {
        /** Who has won the match; empty while it goes on. */
        Optional<Seat> winner();

        /** Begins the next round. */
        void deal(Asked asked);

        /** What the seat on turn may play and is shown now. */
        Position position();

        /** Tries one play. */
        Answer play(Seat seat, String card);

        /** The round as it stands after the last play. */
        Report report();
    }
}
