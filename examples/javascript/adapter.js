"use strict";
// Stands between `cjack certify` and the engine in california-jack.js.
// One JSON object a line on standard input, one JSON object a line in answer.

const engine = require("./california-jack.js");

console.log = console.error; // whatever the engine prints must not mix with the replies

const HELLO = {
  protocol: 1,
  implementation: { name: "example-javascript", version: "1.0", language: "javascript" },
  scoring: ["full", "simplified"],
  features: [
    "legal_plays", "refusals", "draws", "hands",
    "start_scores", "deals_from_deck", "validates_deals", "views",
  ],
  // What this engine does where the rules are silent.
  rulings: {
    trick_point_tie: "nobody",
    trick_count_tie: "nobody",
    both_reach_target: "higher_score",
    dealer_rotation: "alternate",
    first_card_to: "non_dealer",
  },
  max_in_flight: 1,
};

/** Replay one match. Each request makes its own, so nothing is left over from the last. */
function run({ scoring, rounds, start }) {
  if (!HELLO.scoring.includes(scoring)) {
    return { unsupported: { feature: "scoring", reason: `no scoring "${scoring}"` } };
  }
  if (!rounds.every((it) => (it.hands ? engine.isValidDeal(it) : engine.isWholeDeck(it.deck)))) {
    return { refused: { reason: "invalid-deal" } };
  }
  const match = engine.newMatch(scoring, rounds[0].dealer, start?.scores ?? { north: 0, south: 0 });
  const reports = [];
  for (const asked of rounds) {
    if (engine.winnerOf(match)) break; // what is asked for after the match is left out
    if (reports.some((report) => !report.result)) throw new Error("a round is not finished");
    reports.push(replay(match, asked));
  }
  return { rounds: reports, winner: engine.winnerOf(match) };
}

/** Play one round as asked and report what happened. */
function replay(match, asked) {
  const deal = asked.hands ? asked : engine.dealFrom(asked.deck, match.dealer);
  const round = engine.newRound(match.dealer, deal);
  const report = {
    dealer: round.dealer,
    leader: engine.other(round.dealer),
    trump: round.trump,
    dealt: asked.hands ? undefined : deal.hands, // JSON leaves an undefined field out
    plays: asked.plays.map(({ seat, card }) => attempt(round, seat, card)),
    tricks: round.tricks,
    hands: round.hands,
    result: null,
  };
  if (engine.isOver(round)) {
    report.result = {
      tricks: engine.trickCounts(round),
      trick_points: engine.trickPoints(round),
      awards: engine.settle(match, round),
      scores: { ...match.scores }, // a copy: the next round adds to them
    };
  }
  return report;
}

/** Try one play. A refusal is an answer too, and the next play goes on from there. */
function attempt(round, seat, card) {
  const before = { legal: engine.legalCards(round), sees: engine.viewOnTurn(round) };
  const reason = engine.play(round, seat, card);
  return reason ? { accepted: false, reason, ...before } : { accepted: true, ...before };
}

const COMMANDS = { hello: () => HELLO, run, bye: () => ({}) };

function answer(line) {
  let id = null;
  try {
    const request = JSON.parse(line);
    id = request.id ?? null;
    if (!Object.hasOwn(COMMANDS, request.cmd)) throw new Error(`no command "${request.cmd}"`);
    return { cmd: request.cmd, reply: { id, ...COMMANDS[request.cmd](request) } };
  } catch (problem) { // the suite is told, and may go on with another request
    return { reply: { id, error: { message: String(problem) } } };
  }
}

/** Answer each line until `bye`, or until there are no more. */
async function main() {
  let unread = "";
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin) {
    const lines = (unread + chunk).split("\n");
    unread = lines.pop();
    for (const { cmd, reply } of lines.map(answer)) {
      process.stdout.write(`${JSON.stringify(reply)}\n`);
      if (cmd === "bye") return;
    }
  }
}

main();
