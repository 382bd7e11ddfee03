"use strict";
// The page without this script tells everything but the replays. The script knows no rule of the
// game: whose turn it is, what is legal and who takes a trick is told by the data (replays.py).
(() => {
  const DATA = JSON.parse(document.getElementById("data").textContent);
  const RANKS = "23456789TJQKA", SUITS = "CDHS";
  const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const SYMBOL = { C: "♣", D: "♦", H: "♥", S: "♠" };
  const symbolOf = (suit) => SYMBOL[suit] + "\uFE0E"; // as text, never as an emoji
  const SUIT = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
  const RANK = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };
  const SEAT = { N: "north", S: "south" };
  const REASON = {
    f: "suit must be followed", t: "it is not their turn", h: "the card is not in the hand",
    u: "there is no such card", o: "the round is over",
  };
  const AWARDS = ["high", "low", "jack", "game"];

  const $ = (selector, within = document) => within.querySelector(selector);
  const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

  function make(tag, given = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(given)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }
  const capital = (text) => text[0].toUpperCase() + text.slice(1);

  // --- cards -------------------------------------------------------------------------------

  const isCard = (card) => card.length === 2 && RANKS.includes(card[0]) && SUITS.includes(card[1]);
  const named = (card) =>
    isCard(card) ? `${RANK[card[0]] || card[0]} of ${SUIT[card[1]]}` : `“${card}”`;
  const shortly = (card) =>
    isCard(card) ? card[0].replace("T", "10") + symbolOf(card[1]) : `“${card}”`;

  function cardsOf(written) {
    return (written.match(/\{\d+\}|[A-Za-z]/g) || []).map((word) => {
      if (word[0] === "{") return DATA.odd[Number(word.slice(1, -1))];
      const at = LETTERS.indexOf(word);
      return RANKS[at % 13] + SUITS[Math.floor(at / 13)];
    });
  }

  function drawn(card, ...classes) {
    const colour = !isCard(card) ? "odd" : "DH".includes(card[1]) ? "red" : "black";
    const made = make("span", { class: ["card", colour, ...classes].join(" "), role: "img",
      "data-card": card, "aria-label": named(card) });
    made.append(make("b", {}, isCard(card) ? card[0].replace("T", "10") : card));
    if (isCard(card)) made.append(...["i", "u"].map((tag) => make(tag, {}, symbolOf(card[1]))));
    return made;
  }

  const inHand = (a, b) => SUITS.indexOf(b[1]) - SUITS.indexOf(a[1]) ||
    RANKS.indexOf(b[0]) - RANKS.indexOf(a[0]);

  // --- from plays to positions ---------------------------------------------------------------

  const WORD = /^([NS])(\{\d+\}|[A-Za-z])(?:@([NS-]))?(?:\(([^)]*)\))?(?:!([a-z]*))?(?:=([NS])(.*))?$/;

  function playOf(word) {
    const [, seat, card, turn, legal, reasons, winner, draws] = WORD.exec(word);
    return {
      seat, card: cardsOf(card)[0], turn: turn || seat, refused: reasons !== undefined,
      legal: legal === undefined ? null : cardsOf(legal),
      reasons: [...(reasons || "")].map((letter) => REASON[letter]), winner,
      draws: (draws || "").match(/[NS][A-Za-z]/g) || [],
    };
  }

  // Every step of a round: the deal, each play, each capture with its draws, the end. A step
  // holds the position after it; `at` is the number of the play, from 1, and `trick` of the trick.
  function stepsOf(match, roundAt) {
    const [number, result] = match.rounds[roundAt];
    const [dealer, leader, trump, north, south, stock, written] = DATA.rounds[number];
    const plays = written ? written.split(" ").map(playOf) : [];
    let now = { N: cardsOf(north), S: cardsOf(south), stock: cardsOf(stock), lying: [],
      piles: { N: [], S: [] }, taken: { N: 0, S: 0 } };
    const steps = [];
    let trick = 1;
    const add = (kind, at, text, more = {}) => {
      const next = plays[at];
      const legal = next && next.turn !== "-" && kind !== "won" ? next : null;
      steps.push({ kind, at, trick, text, dealer, trump, ...now, ...more,
        turn: legal ? legal.turn : null,
        legal: legal ? legal.legal || now[legal.turn] : [] });
    };
    if (match.refused) {
      add("deal", 0, "This deal is no deal of the 52 cards: it must be refused.");
      return steps;
    }
    add("deal", 0, `${capital(SEAT[dealer])} has dealt; ${SUIT[trump]} are trumps; ` +
      `${SEAT[leader]} leads.`);
    plays.forEach((play, index) => {
      const who = capital(SEAT[play.seat]), at = index + 1;
      if (play.refused) {
        add("refused", at, `${who} may not play ${say(play.card)}: ${play.reasons.join(", ")}. ` +
          "Nothing changes.", { tried: play });
        return;
      }
      const leads = now.lying.length === 0;
      now = { ...now, [play.seat]: now[play.seat].filter((card) => card !== play.card),
        lying: [...now.lying, play] };
      const text = `Trick ${trick}: ${SEAT[play.seat]} ${leads ? "leads" : "follows with"} ` +
        `${say(play.card)}.`;
      if (!play.winner) {
        add("play", at, text);
        return;
      }
      add("won", at, `${text} ${capital(SEAT[play.winner])} wins the trick.`,
        { winner: play.winner });
      const winner = play.winner;
      now = { ...now, lying: [], stock: now.stock.slice(play.draws.length),
        piles: { ...now.piles, [winner]: [...now.piles[winner], ...now.lying.map((p) => p.card)] },
        taken: { ...now.taken, [winner]: now.taken[winner] + 1 } };
      const told = play.draws.map((word) => {
        const card = cardsOf(word.slice(1))[0];
        now = { ...now, [word[0]]: [...now[word[0]], card] };
        return `${SEAT[word[0]]} draws ${say(card)}`;
      });
      const draws = play.draws.map((word) => cardsOf(word.slice(1))[0]);
      add("drawn", at, told.length ? `${capital(told.join(", then "))}.`
        : `${capital(SEAT[winner])} takes the trick; there is no stock to draw from.`, { draws });
      trick += 1;
    });
    if (result || (match.winner && roundAt === match.rounds.length - 1)) {
      add("end", plays.length, endText(match, roundAt, result), { result });
    }
    return steps;
  }

  const say = (card) => (isCard(card) ? `the ${named(card)}` : named(card));

  function endText(match, roundAt, result) {
    const last = roundAt === match.rounds.length - 1;
    const score = result ? `The round is over; the score is ${result[4]}–${result[5]}, north first.`
      : "";
    const won = last && match.winner ? ` ${capital(SEAT[match.winner])} wins the match.` : "";
    const more = last && match.unplayed ? " The next deal is not played." : "";
    return `${score}${won}${more}`.trim();
  }

  // --- where the first divergence shows --------------------------------------------------------

  const BEFORE = (field) => field === "legal" || field.startsWith("sees");

  function divergentStep(steps, differs) {
    const { field, play } = differs;
    const last = steps.length - 1;
    if (["dealer", "dealt", "leader", "trump", "refused"].includes(field)) return 0;
    if (field === "rounds") return differs.beyond ? last : 0;
    if (!play) return last;
    const kind = field === "draws" ? "drawn" : null;
    const at = BEFORE(field) ? play - 1 : play;
    const is = (step) => step.at === at && step.kind !== "end" && (!kind || step.kind === kind);
    const found = BEFORE(field) ? steps.findLastIndex(is) : steps.findIndex(is);
    return found < 0 ? last : found;
  }

  // The part of the table that the divergence is about.
  function divergentPart(step, { field, seat }) {
    if (field === "legal" || field === "sees" || field === "sees.hand") {
      return `[data-seat="${step.turn || seat}"]`;
    }
    if (field === "hands" || field === "dealt") return `[data-seat="${seat}"]`;
    if (field.startsWith("sees.stock") || field === "draws") return ".stock";
    if (field === "trump") return ".trump";
    if (["dealer", "leader"].includes(field)) return ".felt";
    if (field.startsWith("result") || field === "winner") return step.result ? ".result" : ".felt";
    return field === "rounds" || field === "refused" ? ".felt" : ".trick";
  }

  // --- the dialog ------------------------------------------------------------------------------

  const dialog = $("dialog.replay");
  const range = $("input[type=range]", dialog);
  const open = { id: "", mode: "", round: 0, at: 0, steps: [], match: null, from: null };

  function show(id, mode) {
    const scenario = Object.hasOwn(DATA.scenarios, id) ? DATA.scenarios[id] : null;
    if (!scenario) return;
    const modes = Object.keys(scenario.modes);
    const failing = modes.find((name) => scenario.modes[name].differs);
    open.id = id;
    open.mode = modes.includes(mode) ? mode : failing || modes[0];
    open.match = scenario.modes[open.mode];
    const { differs, rounds } = open.match;
    if (differs) differs.beyond = differs.round > rounds.length;
    $("#r-title").textContent = scenario.title;
    put("id", id);
    put("kind", open.match.kind).className = `mark k-${open.match.kind}`;
    picks("modes", modes.map((name) => [name, name, name === open.mode]), (name) => show(id, name));
    showRound(differs ? Math.min(differs.round, rounds.length) - 1 : 0, true);
    if (!dialog.open) {
      open.from = document.activeElement;
      dialog.showModal();
      $("#r-title").focus();
    }
  }

  function put(name, text) {
    const place = $(`[data-put="${name}"]`, dialog);
    return Object.assign(place, { textContent: text });
  }

  function picks(name, items, chosen) {
    const place = put(name, "");
    place.hidden = items.length < 2;
    for (const [value, text, isOn] of items) {
      const button = make("button", { type: "button", "aria-pressed": isOn }, text);
      button.addEventListener("click", () => {
        chosen(value);
        $$("button", place).find((other) => other.textContent === text)?.focus();
      });
      place.append(button);
    }
  }

  function showRound(round, seek = false) {
    const { match } = open;
    open.round = round;
    open.steps = stepsOf(match, round);
    const here = divergesHere();
    open.divergent = here ? divergentStep(open.steps, match.differs) : -1;
    picks("rounds", match.rounds.map((_, at) => [at, `Round ${at + 1}`, at === round]),
      (at) => showRound(at));
    range.max = open.steps.length - 1;
    sheet();
    divergence();
    go(here && seek ? open.divergent : 0);
  }

  const divergesHere = () => {
    const { differs, rounds } = open.match;
    return Boolean(differs) && Math.min(differs.round, rounds.length) - 1 === open.round;
  };

  function go(to) {
    open.at = Math.max(0, Math.min(to, open.steps.length - 1));
    draw();
  }

  function goTrick(forward) {
    const ends = open.steps.map((step, at) => ({ step, at }))
      .filter(({ step }) => ["deal", "drawn", "end"].includes(step.kind)).map(({ at }) => at);
    const found = forward ? ends.find((at) => at > open.at) : ends.findLast((at) => at < open.at);
    go(found === undefined ? (forward ? open.steps.length - 1 : 0) : found);
  }

  function draw() {
    const step = open.steps[open.at];
    const isDivergent = open.at === open.divergent;
    for (const seat of "NS") drawSeat(seat, step);
    drawCentre(step);
    drawResult(step);
    $$(".diverges", dialog).forEach((part) => part.classList.remove("diverges"));
    if (isDivergent) $(divergentPart(step, open.match.differs), dialog).classList.add("diverges");
    $(".differs", dialog).classList.toggle("now", isDivergent);
    const prefix = isDivergent ? "First divergence here. " : "";
    $(".step", dialog).textContent = prefix + step.text;
    $(".step", dialog).dataset.kind = isDivergent ? "differs" : step.kind;
    range.value = open.at;
    range.setAttribute("aria-valuetext", `${open.at + 1} of ${open.steps.length}: ${step.text}`);
    const off = `${open.at ? "" : "first back back-trick"} ` +
      (open.at < open.steps.length - 1 ? "" : "on on-trick last");
    for (const button of $$(".controls button", dialog)) {
      button.setAttribute("aria-disabled", off.split(" ").includes(button.dataset.do));
    }
    for (const item of $$(".sheet button", dialog)) {
      const isNow = Number(item.dataset.trick) === step.trick && step.at > 0 && step.kind !== "end";
      item.setAttribute("aria-current", isNow ? "step" : "false");
      const list = $(".sheet", dialog);
      if (isNow) list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
  }

  function drawSeat(seat, step) {
    const place = $(`.seat[data-seat="${seat}"]`, dialog);
    const onTurn = step.turn === seat;
    const plate = [make("strong", {}, capital(SEAT[seat]))];
    if (step.dealer === seat) plate.push(make("span", { class: "tag" }, "dealer"));
    if (onTurn) plate.push(make("span", { class: "tag turn" }, "on turn"));
    plate.push(make("span", { class: "score" }, `score ${scoreOf(seat, step)}`));
    $(".plate", place).replaceChildren(...plate);
    const cards = [...step[seat]].sort(inHand).map((card) => {
      const classes = onTurn && step.legal.includes(card) ? ["legal"] : onTurn ? ["barred"] : [];
      if (step.draws && step.draws.includes(card)) classes.push("new");
      if (step.tried && step.tried.seat === seat && step.tried.card === card) classes.push("no");
      const made = drawn(card, ...classes);
      const note = (classes.includes("new") ? ", just drawn" : "") +
        (classes.includes("legal") ? ", legal" : classes.includes("barred") ? ", not legal" : "");
      made.setAttribute("aria-label", named(card) + note);
      return made;
    });
    $(".hand", place).replaceChildren(...cards);
    const pile = step.piles[seat].map((card) => drawn(card, "small"));
    const count = step.taken[seat];
    const label = make("span", { class: "note" }, `${count} trick${count === 1 ? "" : "s"}`);
    $(".pile", place).replaceChildren(...(pile.length ? [label, ...pile] : []));
  }

  function scoreOf(seat, step) {
    const at = seat === "N" ? 0 : 1;
    if (step.kind === "end" && step.result) return step.result[4 + at];
    const before = open.round ? open.match.rounds[open.round - 1][1] : null;
    return before ? before[4 + at] : open.match.scores[at];
  }

  function drawCentre(step) {
    const [top] = step.stock;
    $(".stock .top-card", dialog).replaceChildren(top ? drawn(top) : make("span", { class: "gap" }));
    const count = step.stock.length;
    $(".stock p", dialog).textContent = count ? `stock ${count}` : "no stock";
    $(".stock", dialog).dataset.count = count;
    const lying = step.lying.map((play) => make("div",
      { class: play.seat === step.winner ? "played wins" : "played", "data-by": play.seat },
      drawn(play.card), make("span", {}, play.seat === step.winner
        ? `${SEAT[play.seat]} wins` : SEAT[play.seat])));
    if (step.tried) lying.push(make("div", { class: "played tried", "data-by": step.tried.seat },
      drawn(step.tried.card, "no"), make("span", {}, `${SEAT[step.tried.seat]}: refused`)));
    if (open.match.refused) lying.push(make("div", { class: "spread" },
      ...step.stock.map((card) => drawn(card, "small"))));
    $(".trick", dialog).replaceChildren(...lying);
    const trump = $(".trump", dialog);
    trump.hidden = !step.trump;
    trump.className = `trump ${"DH".includes(step.trump) ? "red" : "black"}`;
    if (step.trump) trump.replaceChildren(make("span", {}, "trump"),
      make("b", { role: "img", "aria-label": SUIT[step.trump] }, symbolOf(step.trump)));
  }

  function drawResult(step) {
    const place = $(".result", dialog);
    place.hidden = !step.result;
    place.replaceChildren();
    if (!step.result) return;
    const [tn, ts, pn, ps, sn, ss, takers] = step.result;
    const took = (seat) => [...takers].map((taker) => (taker === seat ? "1" : "–"));
    const names = ["", "tricks", "trick points", ...AWARDS, "score"];
    const rows = [["North", tn, pn, ...took("N"), sn], ["South", ts, ps, ...took("S"), ss]];
    place.append(make("table", {}, make("caption", {}, `Result, ${open.mode} scoring`),
      make("thead", {}, make("tr", {}, ...names.map((name) =>
        make(name ? "th" : "td", name ? { scope: "col" } : {}, name)))),
      make("tbody", {}, ...rows.map(([seat, ...values]) => make("tr", {},
        make("th", { scope: "row" }, seat), ...values.map((one) => make("td", {}, String(one))))))));
  }

  // The plays as a list, one line for each trick; a click goes to it.
  function sheet() {
    const tricks = new Map();
    open.steps.forEach((step, at) => {
      if (!["play", "won", "refused"].includes(step.kind)) return;
      const line = tricks.get(step.trick) || { words: [] };
      const play = step.tried || step.lying.at(-1);
      line.words.push(make("span", { class: step.tried ? "refused" : "" },
        `${play.seat} ${shortly(play.card)}`));
      if (step.winner) line.words.push(make("em", {}, `→ ${SEAT[step.winner]}`));
      line.at = at;
      tricks.set(step.trick, line);
    });
    const bad = open.divergent > 0 ? open.steps[open.divergent] : null;
    const badTrick = bad && (bad.kind === "drawn" && open.match.differs.field !== "draws"
      ? bad.trick + 1 : bad.trick);
    $(".sheet", dialog).replaceChildren(...[...tricks].map(([number, line]) => {
      const button = make("button", { type: "button", "data-trick": number },
        make("small", {}, String(number)), ...line.words);
      if (open.match.differs && number === badTrick && open.match.differs.play) {
        button.classList.add("bad");
        button.append(make("span", { class: "bad-mark" }, "differs"));
      }
      button.addEventListener("click", () => go(line.at));
      return make("li", {}, button);
    }));
  }

  function divergence() {
    const place = $(".differs", dialog);
    const { differs, says } = open.match;
    place.hidden = !differs && !says;
    place.replaceChildren();
    if (says) place.append(make("h3", {}, open.match.kind), make("p", {}, says));
    if (!differs) return;
    const side = (name, text, kind) => make("div", { class: kind }, make("dt", {}, name),
      make("dd", {}, ...withCards(text)));
    const button = make("button", { type: "button" }, "Go there");
    button.addEventListener("click", () => {
      showRound(Math.min(differs.round, open.match.rounds.length) - 1, true);
    });
    place.append(make("h3", {}, "First divergence"),
      make("p", {}, `${capital(differs.where)}: `, make("strong", {}, differs.what)),
      make("dl", { class: "versus" }, side("expected", differs.expected, "wanted"),
        side("reported", differs.reported, "got")),
      make("p", { class: "note" }, make("code", {}, differs.clause), ` ${differs.is}`), button);
  }

  function withCards(text) {
    return text.split(/((?<![0-9A-Za-z])(?:10|[2-9TJQKA])[CDHS](?![0-9A-Za-z]))/).map((part, at) =>
      at % 2 ? drawn(part.replace("10", "T"), "small") : part);
  }

  const DO = {
    close: () => dialog.close(), first: () => go(0), last: () => go(open.steps.length - 1),
    back: () => go(open.at - 1), on: () => go(open.at + 1),
    "back-trick": () => goTrick(false), "on-trick": () => goTrick(true),
  };
  const KEYS = { ArrowLeft: "back", ArrowRight: "on", ArrowUp: "back-trick",
    ArrowDown: "on-trick", Home: "first", End: "last" };

  dialog.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do]");
    if (button) DO[button.dataset.do]();
    else if (event.target === dialog) dialog.close();
  });
  // A click on the felt takes the focus out of the dialog; the keys go on all the same.
  addEventListener("keydown", (event) => {
    if (!dialog.open || !KEYS[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    DO[KEYS[event.key]]();
  });
  range.addEventListener("input", () => go(Number(range.value)));
  dialog.addEventListener("close", () => {
    history.replaceState(null, "", location.pathname + location.search);
    open.from?.focus();
  });

  function fromAddress() {
    const path = decode(location.hash.slice(1));
    const [, id, mode] = /^replay\/(.+?)(?:\/(full|simplified))?$/.exec(path) || [];
    if (id) Object.hasOwn(DATA.scenarios, path.slice(7)) ? show(path.slice(7)) : show(id, mode);
    if (path.startsWith("clause-")) document.getElementById(path)?.setAttribute("open", "");
  }
  function decode(text) {
    try { return decodeURIComponent(text); } catch { return text; }
  }
  addEventListener("hashchange", fromAddress);

  // --- finding ---------------------------------------------------------------------------------

  const form = $(".filters");
  const classesOf = Object.fromEntries($$(".clause").map((clause) =>
    [clause.id.slice("clause-".length), clause.dataset.classes.split(" ")]));
  const texts = new WeakMap();
  const textOf = (item) => {
    if (!texts.has(item)) texts.set(item, item.textContent.toLowerCase());
    return texts.get(item);
  };

  function wanted(item, classes, by) {
    return (!by.state || item.dataset.state === by.state) &&
      (!by.topic || item.dataset.topic === by.topic) &&
      (!by.class || classes.includes(by.class)) &&
      by.words.every((word) => textOf(item).includes(word));
  }

  function filter() {
    const by = Object.fromEntries(new FormData(form));
    by.words = by.text.toLowerCase().split(/\s+/).filter(Boolean);
    const isOn = Boolean(by.words.length || by.state || by.class || by.topic);
    let [clauses, scenarios] = [0, 0];
    for (const clause of $$(".clause")) {
      clause.hidden = !wanted(clause, clause.dataset.classes.split(" "), by);
      clauses += !clause.hidden;
    }
    for (const topic of $$(".topic")) {
      let any = false;
      for (const item of $$(".scenario", topic)) {
        const of = item.dataset.clauses.split(" ").flatMap((slug) => classesOf[slug] || []);
        item.hidden = !wanted(item, of, by);
        scenarios += !item.hidden;
        any = any || !item.hidden;
      }
      topic.hidden = !any;
      if (isOn && any) topic.open = true;
    }
    for (const group of $$(".group")) {
      let any = false;
      for (const item of $$(".failure", group)) {
        item.hidden = !wanted(item, group.dataset.classes.split(" "), by);
        any = any || !item.hidden;
      }
      group.hidden = !any;
    }
    $("output", form).textContent = isOn ? `${clauses} clauses, ${scenarios} scenarios` : "";
  }
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("reset", () => setTimeout(filter));
  form.addEventListener("submit", (event) => event.preventDefault());

  // On paper every clause and failure is readable.
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = $$(".clause:not([open]), .group:not([open])");
    closed.forEach((item) => { item.open = true; });
  });
  addEventListener("afterprint", () => closed.forEach((item) => { item.open = false; }));

  fromAddress();
})();
