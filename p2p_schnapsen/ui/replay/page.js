"use strict";
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const steps = data.steps, words = data.words;
  const find = (id) => document.getElementById(id);
  let at = 0;

  function made(name, kind, text) {
    const found = document.createElement(name);
    if (kind) found.className = kind;
    if (text !== undefined) found.textContent = text;
    return found;
  }

  function card(number, kind) {
    const suit = Math.floor(number / 6), rank = number % 6;
    const found = made("span", "card " + (suit === 1 || suit === 2 ? "red " : "") + (kind || ""));
    found.append(made("span", "", words.ranks[rank]), made("span", "sign", words.suits[suit]));
    found.setAttribute("role", "img");
    found.setAttribute("aria-label", words.cards[number] + (kind === "may" ? ", " + words.may : ""));
    return found;
  }

  function back(text, label) {
    const found = made("span", "card back");
    if (text) found.append(made("span", "", text));
    found.setAttribute("role", "img");
    found.setAttribute("aria-label", label);
    return found;
  }

  function drawHand(side, board) {
    const row = find("hand" + side);
    row.replaceChildren();
    const [cards, hidden] = board.hands[side];
    for (const number of cards) row.append(card(number, board.turn === side && board.may.includes(number) ? "may" : ""));
    for (let n = 0; n < hidden; n += 1) row.append(back("", words.hidden));
    const facts = find("side" + side);
    facts.classList.toggle("turn", board.turn === side);
    facts.replaceChildren(made("b", "", words.names[side]), made("span", "", board.facts[side]));
  }

  function drawBoard(board) {
    find("board").hidden = board === null;
    if (board === null) return;
    drawHand(0, board);
    drawHand(1, board);
    const talon = find("talon");
    talon.replaceChildren();
    if (board.talon > 0) talon.append(back(String(board.talon), words.talon));
    if (board.talon > 0 && board.up !== null) talon.append(card(board.up));
    const table = find("table");
    table.replaceChildren();
    for (const side of [0, 1]) {
      if (board.table[side] === null) continue;
      const laid = made("span", "laid");
      laid.append(card(board.table[side], board.takes === side ? "takes" : ""), made("span", "", words.sides[side]));
      table.append(laid);
    }
    find("place").textContent = board.about;
    const stock = find("stock");
    stock.replaceChildren();
    if (board.stock && board.stock.length) {
      stock.append(made("span", "", words.stock + " "));
      for (const number of board.stock) {
        const suit = Math.floor(number / 6);
        stock.append(made("span", suit === 1 || suit === 2 ? "red" : "", words.suits[suit] + words.ranks[number % 6] + " "));
      }
    }
  }

  function show(number) {
    at = Math.max(0, Math.min(steps.length - 1, number));
    const step = steps[at];
    drawBoard(step.board);
    const told = find("told");
    told.replaceChildren(made("h3", "", step.title));
    for (const line of step.lines) told.append(made("p", "", line));
    find("could").textContent = step.could;
    const proofs = find("proofs");
    proofs.replaceChildren();
    for (const [head, sentences] of step.evidence) {
      const entry = made("li", "", head), list = made("ul");
      for (const sentence of sentences) list.append(made("li", "", sentence));
      entry.append(list);
      proofs.append(entry);
    }
    find("evidence").hidden = step.evidence.length === 0;
    find("count").textContent = words.count.replace("{n}", at + 1).replace("{all}", steps.length);
    for (const id of Object.keys(doing)) {
      const stuck = at === (id === "first" || id.endsWith("back") ? 0 : steps.length - 1);
      find(id).setAttribute("aria-disabled", String(stuck));
    }
    const here = data.deals.filter((deal) => deal[0] <= at).pop();
    find("deal").value = String(here ? here[0] : 0);
  }

  function jump(direction) {
    const places = direction > 0 ? data.jumps : data.jumps.slice().reverse();
    const next = places.find((place) => (place - at) * direction > 0);
    show(next === undefined ? at : next);
  }

  const doing = {
    "first": () => show(0),
    "trick-back": () => jump(-1),
    "back": () => show(at - 1),
    "next": () => show(at + 1),
    "trick-next": () => jump(1),
    "last": () => show(steps.length - 1)
  };
  const keys = { "ArrowLeft": ["back", "trick-back"], "ArrowRight": ["next", "trick-next"] };
  for (const id of Object.keys(doing)) find(id).addEventListener("click", doing[id]);
  const deal = find("deal");
  for (const [place, label] of data.deals) {
    const option = made("option", "", label);
    option.value = String(place);
    deal.append(option);
  }
  deal.addEventListener("change", () => show(Number(deal.value)));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in keys) || event.target === deal) return;
    event.preventDefault();
    doing[keys[event.key][event.shiftKey ? 1 : 0]]();
  });
  find("stage").hidden = false;
  show(0);
}());
