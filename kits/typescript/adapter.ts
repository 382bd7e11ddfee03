// Stands between cjack and the engine: one JSON object a line in, one JSON object a line out.
// Nothing here knows the game. Fill in engine.ts; this file stays as it is.

import { Console } from "node:console";
import * as chosen from "./engine.js"; // "./example/engine.js" is the finished example
import type {
  Answer, Engine, Feature, Position, Report, Request, Run,
} from "./messages.js";

const engine: Engine = chosen;

/** Replays one match on a fresh engine: nothing is kept from the request before. */
function run(request: Run): object {
  const feature = notAnnounced(request);
  if (feature) return { unsupported: { feature } };
  if (!request.rounds.every((asked) => engine.isValidDeal(asked))) {
    return { refused: { reason: "invalid-deal" } };
  }
  const dealer = request.rounds[0]?.dealer;
  if (!dealer) throw new Error("nobody is named to deal the first round");
  const match = new engine.Match(request.scoring, dealer, request.start.scores);
  const rounds: (Report & { plays: (Position & Answer)[] })[] = [];
  for (const asked of request.rounds) {
    if (match.winner()) break; // what is asked for after the match is left out
    if (rounds.at(-1)?.result === null) throw new Error("the round before is not finished");
    match.deal(asked);
    const plays = asked.plays.map(({ seat, card }) => {
      const position = match.position(); // before the play
      return { ...position, ...match.play(seat, card) };
    });
    rounds.push({ ...match.report(), plays });
  }
  return { rounds, winner: match.winner() };
}

/** What the request needs and the engine did not announce. */
function notAnnounced({ scoring, start, rounds }: Run): Feature | "scoring" | undefined {
  const lacks = (feature: Feature) => !engine.hello.features.includes(feature);
  if (!engine.hello.scoring.includes(scoring)) return "scoring";
  if ((start.scores.north || start.scores.south) && lacks("start_scores")) return "start_scores";
  if (rounds.some(({ hands }) => !hands) && lacks("deals_from_deck")) return "deals_from_deck";
  return undefined;
}

function replyTo(request: Request): object {
  switch (request.cmd) {
    case "hello":
      return { protocol: 1, ...engine.hello };
    case "run":
      return run(request);
    case "bye":
      return {};
    default:
      throw new Error("no such command");
  }
}

/** The lines of standard input. The `readline` of Node would break them at more than `\n`. */
async function* requestLines(): AsyncGenerator<string> {
  let unread = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) {
    const [first = "", ...more] = String(chunk).split("\n");
    unread += first;
    for (const line of more) {
      yield unread;
      unread = line;
    }
  }
}

globalThis.console = new Console(process.stderr); // what the engine prints is no reply

for await (const line of requestLines()) {
  let request: Partial<Request> | null = null;
  let reply: object;
  try {
    request = JSON.parse(line) as Request;
    reply = replyTo(request as Request);
  } catch (problem) {
    reply = { error: { message: String(problem) } }; // and on to the next request
  }
  process.stdout.write(`${JSON.stringify({ id: request?.id ?? null, ...reply })}\n`);
  if (request?.cmd === "bye") break;
}
