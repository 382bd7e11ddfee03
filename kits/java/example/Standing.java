package example;

import example.Card.Rank;
import java.util.Optional;
import java.util.stream.Stream;
import messages.Messages.Awards;
import messages.Messages.BySeat;
import messages.Messages.Result;
import messages.Messages.Scoring;
import messages.Messages.Seat;

/** A match between two rounds: who deals next, and the game points so far. */
record Standing(Scoring scoring, Seat dealer, BySeat<Integer> scores) {
    private static final int TARGET = 10;

    /** What a round that is over brings. At 40–40, or 13–13 tricks, nobody has game. */
    Result count(Round round) {
        var tricks = round.tricks();
        var points = round.trickPoints();
        var game = ahead(scoring == Scoring.FULL ? points : tricks);
        var awards =
                new Awards(
                        round.captor(Rank.ACE),
                        round.captor(Rank.TWO),
                        round.captor(Rank.JACK),
                        game);
        return new Result(
                tricks, points, awards, BySeat.each(seat -> scores.of(seat) + won(awards, seat)));
    }

    /** The match goes on from there, with the other dealer (deal.rotation). */
    Standing after(Result result) {
        return new Standing(scoring, dealer.other(), result.scores());
    }

    /** Ten or more win, and the higher total if both have them (match.both-reach-target). */
    Optional<Seat> winner() {
        return ahead(scores).filter(seat -> scores.of(seat) >= TARGET);
    }

    private static int won(Awards awards, Seat seat) {
        return (int)
                Stream.of(awards.high(), awards.low(), awards.jack(), awards.game())
                        .filter(taker -> taker.equals(Optional.of(seat)))
                        .count();
    }

    private static Optional<Seat> ahead(BySeat<Integer> counts) {
        var difference = counts.north() - counts.south();
        return difference == 0
                ? Optional.empty()
                : Optional.of(difference > 0 ? Seat.NORTH : Seat.SOUTH);
    }
}
