"use strict";
// Stands between cjack and the engine: one JSON object a line in, one JSON object a line out.
// Nothing here knows the game. Fill in engine.js; this file stays as it is.

console.log = console.error; // whatever the engine prints must not mix with the replies

/** Replay one match on a fresh engine: nothing is kept from the request before. */
function run(engine, request) {
  const feature = notAnnounced(engine.hello, request);
  if (feature) return { unsupported: { feature } };
  const { scoring, rounds, start } = request;
  if (!rounds.every(engine.isValidDeal)) return { refused: { reason: "invalid-deal" } };

  const match = new engine.Match(scoring, rounds[0].dealer, start.scores);
  const reports = [];
  for (const asked of rounds) {
    if (match.winner()) break; // what is asked for after the match is left out
    if (reports.some(({ result }) => !result)) throw new Error("the round before is not finished");
    match.deal(asked);
    const plays = asked.plays.map(({ seat, card }) => {
      const position = match.position(); // before the play
      return { ...position, ...match.play(seat, card) };
    });
    reports.push({ plays, ...match.report() });
  }
  return { rounds: reports, winner: match.winner() };
}

/** What the request needs and the engine did not announce. */
function notAnnounced({ scoring, features }, { scoring: mode, start, rounds }) {
  if (!scoring.includes(mode)) return "scoring";
  const fromNothing = start.scores.north === 0 && start.scores.south === 0;
  if (!fromNothing && !features.includes("start_scores")) return "start_scores";
  const dealt = rounds.every(({ hands }) => hands);
  return dealt || features.includes("deals_from_deck") ? null : "deals_from_deck";
}

const commands = {
  hello: (engine) => ({ protocol: 1, ...engine.hello }),
  run,
  bye: () => ({}),
};

function answer(engine, line) {
  let id = null;
  try {
    const request = JSON.parse(line);
    id = request.id ?? null;
    if (!Object.hasOwn(commands, request.cmd)) throw new Error(`no command "${request.cmd}"`);
    return { cmd: request.cmd, reply: { id, ...commands[request.cmd](engine, request) } };
  } catch (problem) { // the suite is told, and may go on with another request
    return { reply: { id, error: { message: String(problem) } } };
  }
}

/** Answer each line until `bye`, or until there are no more. */
async function serve(engine) {
  let unread = "";
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin) {
    const lines = (unread + chunk).split("\n");
    unread = lines.pop();
    for (const { cmd, reply } of lines.map((line) => answer(engine, line))) {
      process.stdout.write(`${JSON.stringify(reply)}\n`);
      if (cmd === "bye") return;
    }
  }
}

module.exports = { serve };

if (require.main === module) {
  serve(require("./engine.js")); // "./example/engine.js" is the finished example
}
