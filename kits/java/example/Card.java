package example;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A card, and what it is worth. */
record Card(Rank rank, Suit suit) {
    /** From low to high, the same in every suit (cards.rank-order). */
    enum Rank {
        TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE;

        /** trick-points.card-values */
        int trickPoints() {
            return switch (this) {
                case TEN -> 10;
                case ACE -> 4;
                case KING -> 3;
                case QUEEN -> 2;
                case JACK -> 1;
                default -> 0;
            };
        }

        private char letter() {
            return "23456789TJQKA".charAt(ordinal());
        }
    }

    enum Suit {
        CLUBS, DIAMONDS, HEARTS, SPADES;

        String letter() {
            return name().substring(0, 1);
        }
    }

    private static final Map<String, Card> PACK =
            Arrays.stream(Suit.values())
                    .flatMap(suit -> Arrays.stream(Rank.values()).map(rank -> new Card(rank, suit)))
                    .collect(Collectors.toUnmodifiableMap(Card::toString, Function.identity()));

    /** The card that is written so, such as "TC", if there is one. */
    static Optional<Card> named(String text) {
        return Optional.ofNullable(text).map(PACK::get);
    }

    /** Are these the 52 cards, each of them once (setup.standard-deck)? */
    static boolean isPack(Stream<String> texts) {
        var seen = texts.toList();
        return seen.size() == PACK.size()
                && seen.stream().map(Card::named).flatMap(Optional::stream).distinct().count()
                        == PACK.size();
    }

    /** Does this card take the trick from the one that was led (trick.trump-wins)? */
    boolean takes(Card led, Suit trump) {
        return suit == led.suit ? rank.compareTo(led.rank) > 0 : suit == trump;
    }

    @Override
    public String toString() {
        return rank.letter() + suit.letter();
    }
}
