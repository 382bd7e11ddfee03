package example;

import example.Card.Rank;
import example.Card.Suit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import messages.Messages.BySeat;
import messages.Messages.Seat;

/** One round, from the first lead to the twenty-sixth trick. */
final class Round {
    static final int HAND_SIZE = 6;

    /** A trick that was taken, and who drew what after it. */
    record Taken(Seat leader, Seat winner, Card led, Card answer, Map<Seat, Card> draws) {
        Stream<Card> cards() {
            return Stream.of(led, answer);
        }
    }

    /** What becomes of a play. */
    sealed interface Verdict {
        record Allowed(Card card) implements Verdict {}

        record Refused(String reason) implements Verdict {}
    }

    private final Seat dealer;
    private final Suit trump;
    private final BySeat<List<Card>> hands;
    private final Deque<Card> stock;
    private final List<Taken> taken = new ArrayList<>();
    private Seat onTurn;
    private Card led; // null before a lead

    /** The round as it is dealt; the stock has its top card first. */
    Round(Seat dealer, BySeat<List<Card>> hands, List<Card> stock) {
        this.dealer = dealer;
        this.hands = BySeat.each(seat -> new ArrayList<>(hands.of(seat)));
        this.stock = new ArrayDeque<>(stock);
        this.trump = this.stock.element().suit(); // trump.top-card-decides
        this.onTurn = leader();
    }

    /** Deals by turns, the non-dealer first (deal.one-at-a-time, deal.first-card). */
    static Round dealtFrom(List<Card> deck, Seat dealer) {
        var hands = BySeat.each(seat -> new ArrayList<Card>());
        var to = dealer.other();
        for (var card : deck.subList(0, 2 * HAND_SIZE)) {
            hands.of(to).add(card);
            to = to.other();
        }
        var stock = deck.subList(2 * HAND_SIZE, deck.size());
        return new Round(dealer, BySeat.each(hands::of), stock);
    }

    Seat dealer() {
        return dealer;
    }

    /** lead.non-dealer-first */
    Seat leader() {
        return dealer.other();
    }

    Suit trump() {
        return trump;
    }

    List<Taken> taken() {
        return taken;
    }

    List<Card> hand(Seat seat) {
        return hands.of(seat);
    }

    Optional<Card> stockTop() {
        return Optional.ofNullable(stock.peek());
    }

    int stockCount() {
        return stock.size();
    }

    Optional<Card> onTable() {
        return Optional.ofNullable(led);
    }

    /** The cards of the seat on turn; none when the round is over. */
    List<Card> handOnTurn() {
        return isOver() ? List.of() : hand(onTurn);
    }

    /** When all 52 cards have been played (round.all-cards-played). */
    boolean isOver() {
        return led == null && hand(onTurn).isEmpty();
    }

    /** What the seat on turn may play. */
    List<Card> legal() {
        var hand = handOnTurn();
        if (led == null) {
            return hand; // lead.any-card
        }
        var following = hand.stream().filter(card -> card.suit() == led.suit()).toList();
        return following.isEmpty() ? hand : following; // follow.void-any-card
    }

    /** May this be played now? */
    Verdict judge(Seat seat, String text) {
        if (isOver()) {
            return new Verdict.Refused("round-over");
        }
        if (seat != onTurn) {
            return new Verdict.Refused("not-your-turn");
        }
        var card = Card.named(text);
        if (card.isEmpty()) {
            return new Verdict.Refused("unknown-card");
        }
        if (!hand(seat).contains(card.get())) {
            return new Verdict.Refused("card-not-in-hand");
        }
        if (!legal().contains(card.get())) {
            return new Verdict.Refused("must-follow-suit");
        }
        return new Verdict.Allowed(card.get());
    }

    void play(Verdict.Allowed allowed) {
        hand(onTurn).remove(allowed.card());
        if (led == null) {
            led = allowed.card();
            onTurn = onTurn.other();
        } else {
            complete(allowed.card());
        }
    }

    /** The winner of the trick draws first and leads next (draw.winner-first). */
    private void complete(Card answer) {
        var winner = answer.takes(led, trump) ? onTurn : onTurn.other();
        var draws = new EnumMap<Seat, Card>(Seat.class);
        for (var seat : List.of(winner, winner.other())) {
            if (!stock.isEmpty()) {
                draws.put(seat, stock.remove());
                hand(seat).add(draws.get(seat));
            }
        }
        taken.add(new Taken(onTurn.other(), winner, led, answer, draws));
        led = null;
        onTurn = winner;
    }

    // --- the count ----------------------------------------------------------------------------

    BySeat<Integer> tricks() {
        return BySeat.each(seat -> (int) takenBy(seat).count());
    }

    BySeat<Integer> trickPoints() {
        return BySeat.each(
                seat ->
                        takenBy(seat)
                                .flatMap(Taken::cards)
                                .mapToInt(card -> card.rank().trickPoints())
                                .sum());
    }

    /** Who captured this trump. */
    Optional<Seat> captor(Rank rank) {
        var wanted = new Card(rank, trump);
        return taken.stream()
                .filter(trick -> trick.cards().anyMatch(wanted::equals))
                .map(Taken::winner)
                .findFirst();
    }

    private Stream<Taken> takenBy(Seat seat) {
        return taken.stream().filter(trick -> trick.winner() == seat);
    }
}
