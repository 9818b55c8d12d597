"use strict";
// Everything that names anything comes from the payload and goes into the page as text, never as markup.
(() => {
  const data = JSON.parse(document.getElementById("payload").textContent);
  const byId = (id) => document.getElementById(id);
  const frame = byId("frame");
  const svg = frame.querySelector("svg");
  const nodes = [...svg.querySelectorAll(".node")];
  const paths = [...svg.querySelectorAll(".edge")];
  const edgesOf = data.names.map(() => []);
  data.edges.forEach((edge, number) => {
    edgesOf[edge.parent].push(number);
    edgesOf[edge.child].push(number);
  });

  // ---- making elements

  function make(kind, text, attributes = {}) {
    const element = document.createElement(kind);
    if (text !== undefined) element.textContent = text;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  }

  function row(cells, kind = "td") {
    const line = make("tr");
    for (const cell of cells) {
      const box = make(kind);
      if (kind === "th") box.scope = "col";
      if (typeof cell === "number") box.className = "number";
      if (cell instanceof Node) box.append(cell);
      else box.textContent = typeof cell === "number" ? shown(cell) : cell;
      line.append(box);
    }
    return line;
  }

  function table(head, lines) {
    const whole = make("table");
    const top = make("thead");
    const body = make("tbody");
    top.append(row(head, "th"));
    body.append(...lines);
    // The heading of a column of numbers stands above them.
    const sample = lines.length ? [...lines[0].cells] : [];
    sample.forEach((cell, i) => top.rows[0].cells[i].classList.toggle("number", cell.className === "number"));
    whole.append(top, body);
    return whole;
  }

  const shown = (value) =>
    Number.isInteger(value) ? value.toLocaleString("en") : Math.abs(value) < 10 ? value.toPrecision(3) : value.toFixed(2);
  const percent = (share) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

  function bar(shares, titles) {
    const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    drawing.setAttribute("class", "bar");
    drawing.setAttribute("viewBox", "0 0 100 10");
    drawing.setAttribute("preserveAspectRatio", "none");
    drawing.setAttribute("role", "img");
    drawing.setAttribute("aria-label", shares.map((share, i) => `${titles[i]} ${percent(share)}`).join(", "));
    let left = 0;
    shares.forEach((share, i) => {
      const piece = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      piece.setAttribute("x", left);
      piece.setAttribute("width", 100 * share);
      piece.setAttribute("height", 10);
      piece.setAttribute("fill", "var(--bar)");
      piece.setAttribute("fill-opacity", 1 - (0.75 * i) / Math.max(1, shares.length - 1));
      const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
      title.textContent = `${titles[i]} ${percent(share)}`;
      piece.append(title);
      drawing.append(piece);
      left += 100 * share;
    });
    return drawing;
  }

  // ---- words about variables and edges

  const isCpdag = () => svg.classList.contains("cpdag");

  const kinds = {
    data: { words: "compelled by the data", means: "it points this way in every equivalent network", arrow: "→", colour: "" },
    constraints: { words: "compelled by your constraints", means: "it points this way in every equivalent network that respects them", arrow: "→", colour: "given" },
    either: { words: "either way", means: "it points the other way in an equivalent network", arrow: "—", colour: "free" },
  };

  function edgeFacts(edge) {
    const lines = [`${kinds[edge.direction].words}: ${kinds[edge.direction].means}`];
    if (edge.strength !== null) lines.push(`strength ${shown(edge.strength)}: the score lost without it`);
    if (edge.confidence !== null) {
      const either = edge.adjacent === null ? "" : ` in this direction, ${percent(edge.adjacent)} in either`;
      lines.push(`confidence ${percent(edge.confidence)}${either}`);
    }
    return lines;
  }

  function edgeTitle(edge) {
    const arrow = isCpdag() ? kinds[edge.direction].arrow : "→";
    return `${data.names[edge.parent]} ${arrow} ${data.names[edge.child]}`;
  }

  function shareTable(node) {
    const shares = data.shares && data.shares[node];
    if (!data.states) return [];
    const lines = data.states[node].map((state, i) => row(shares ? [state, percent(shares[i])] : [state]));
    return [table(shares ? ["state", "share"] : ["state"], lines)];
  }

  function cptTable(node) {
    const cpt = data.cpts && data.cpts[node];
    if (!cpt) return [];
    const head = [...cpt.parents.map((p) => data.names[p]), ...data.states[node]];
    const lines = cpt.rows.map(([states, probabilities]) =>
      row([...states.map((s, i) => data.states[cpt.parents[i]][s]), ...probabilities.map(percent)]));
    const parts = [make("h4", `Probabilities of ${data.names[node]}`), table(head, lines)];
    if (cpt.more) parts.push(make("p", `and ${cpt.more.toLocaleString("en")} more rows`, { class: "quiet" }));
    return parts;
  }

  function links(title, list) {
    if (!list.length) return [];
    const holder = make("p");
    holder.append(`${title}: `);
    for (const node of list) {
      const button = make("button", data.names[node], { type: "button" });
      button.addEventListener("click", () => choose(node, true));
      holder.append(button);
    }
    return [holder];
  }

  function describeNode(node, whole) {
    const parts = [make("h3", data.names[node])];
    const parents = data.edges.filter((edge) => edge.child === node).map((edge) => edge.parent);
    const children = data.edges.filter((edge) => edge.parent === node).map((edge) => edge.child);
    const [up, down] = [parents.length, children.length];
    const counted = `${up} ${up === 1 ? "parent" : "parents"}, ${down} ${down === 1 ? "child" : "children"}`;
    parts.push(make("p", counted, { class: "quiet" }));
    if (whole) parts.push(...links("Parents", parents), ...links("Children", children));
    if (!whole && data.states && data.states[node].length > 8) {
      parts.push(make("p", `${data.states[node].length} states`));
    } else parts.push(...shareTable(node));
    if (whole) parts.push(...cptTable(node));
    return parts;
  }

  function describeEdge(number, whole) {
    const edge = data.edges[number];
    const parts = [make("h3", edgeTitle(edge)), ...edgeFacts(edge).map((line) => make("p", line))];
    if (whole) parts.push(...links("Ends", [edge.parent, edge.child]));
    return parts;
  }

  // ---- selection

  let chosen = null;

  function mark(near, edges) {
    nodes.forEach((element, i) => element.classList.toggle("near", near.has(i)));
    paths.forEach((element, i) => element.classList.toggle("near", edges.has(i)));
    svg.classList.toggle("dimmed", near.size > 0);
  }

  function choose(node, centre) {
    chosen = node;
    nodes.forEach((element, i) => element.classList.toggle("chosen", i === node));
    const edges = new Set(edgesOf[node]);
    const near = new Set([node]);
    for (const number of edges) near.add(data.edges[number].parent).add(data.edges[number].child);
    mark(near, edges);
    byId("details").replaceChildren(...describeNode(node, true));
    if (centre) bringIntoView(node);
  }

  function chooseEdge(number) {
    chosen = null;
    nodes.forEach((element) => element.classList.remove("chosen"));
    mark(new Set([data.edges[number].parent, data.edges[number].child]), new Set([number]));
    byId("details").replaceChildren(...describeEdge(number, true));
  }

  function leave() {
    chosen = null;
    nodes.forEach((element) => element.classList.remove("chosen"));
    mark(new Set(), new Set());
    byId("details").replaceChildren(make("p", "Point at a variable or an edge; click, or press Enter, to keep it here.", { class: "quiet" }));
  }

  // ---- zoom and pan: the view box is all the state there is

  const whole = svg.getAttribute("viewBox").split(" ").map(Number);
  let view = [...whole];
  svg.removeAttribute("width");
  svg.removeAttribute("height");

  function show(box) {
    view = box;
    svg.setAttribute("viewBox", box.map((value) => value.toFixed(2)).join(" "));
  }

  const limit = (width) => Math.min(Math.max(width, 120), 1.6 * Math.max(whole[2], frame.clientWidth));

  function zoom(factor, x = view[0] + view[2] / 2, y = view[1] + view[3] / 2) {
    const scale = limit(view[2] * factor) / view[2];
    show([x - (x - view[0]) * scale, y - (y - view[1]) * scale, view[2] * scale, view[3] * scale]);
  }

  function fit() {
    // A small network is blown up a little only.
    const [width, height] = [frame.clientWidth / 1.6, frame.clientHeight / 1.6];
    if (whole[2] > width || whole[3] > height) show([...whole]);
    else show([whole[0] - (width - whole[2]) / 2, whole[1] - (height - whole[3]) / 2, width, height]);
  }

  function centreOf(node) {
    const [, x, y] = nodes[node].getAttribute("transform").match(/translate\(([-\d.]+) ([-\d.]+)\)/);
    return [Number(x), Number(y)];
  }

  function bringIntoView(node) {
    const [x, y] = centreOf(node);
    const scale = Math.max(svg.getScreenCTM().a, 0.9); // names must be readable there
    const [width, height] = [frame.clientWidth / scale, frame.clientHeight / scale];
    show([x - width / 2, y - height / 2, width, height]);
  }

  function toDrawing(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  let drag = null;
  frame.addEventListener("pointerdown", (event) => {
    drag = { at: [event.clientX, event.clientY], view: [...view], moved: false, id: event.pointerId };
  });
  frame.addEventListener("pointermove", (event) => {
    if (!drag || event.buttons === 0) return;
    const [dx, dy] = [event.clientX - drag.at[0], event.clientY - drag.at[1]];
    if (!drag.moved && Math.hypot(dx, dy) < 4) return;
    if (!drag.moved) frame.setPointerCapture(drag.id);
    drag.moved = true;
    frame.classList.add("dragging");
    const unit = 1 / svg.getScreenCTM().a;
    show([drag.view[0] - dx * unit, drag.view[1] - dy * unit, drag.view[2], drag.view[3]]);
  });
  frame.addEventListener("pointerup", () => frame.classList.remove("dragging"));
  frame.addEventListener("wheel", (event) => {
    if (document.activeElement !== frame && !event.ctrlKey) return; // the page scrolls
    event.preventDefault();
    zoom(Math.exp(event.deltaY * 0.0015), ...toDrawing(event));
  }, { passive: false });
  frame.addEventListener("click", (event) => {
    if (drag && drag.moved) return;
    const node = event.target.closest(".node");
    const edge = event.target.closest(".edge");
    if (node) choose(Number(node.dataset.node), false);
    else if (edge) chooseEdge(Number(edge.dataset.edge));
    else leave();
  });

  byId("in").addEventListener("click", () => zoom(1 / 1.4));
  byId("out").addEventListener("click", () => zoom(1.4));
  byId("fit").addEventListener("click", fit);

  // ---- keyboard

  const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function nextNode([dx, dy]) {
    if (chosen === null) return 0;
    const [x, y] = centreOf(chosen);
    let best = null;
    let least = Infinity;
    nodes.forEach((_, i) => {
      const [u, v] = centreOf(i);
      const along = (u - x) * dx + (v - y) * dy;
      const across = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      if (i !== chosen && along > 1 && along + 2 * across < least) {
        best = i;
        least = along + 2 * across;
      }
    });
    return best;
  }

  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in directions && nodes.length) {
      const next = nextNode(directions[event.key]);
      if (next !== null) choose(next, true);
    } else if (event.key === "+" || event.key === "=") zoom(1 / 1.4);
    else if (event.key === "-") zoom(1.4);
    else if (event.key === "0") fit();
    else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
  });

  // ---- hovering

  const tip = byId("tip");
  frame.addEventListener("pointermove", (event) => {
    const node = event.target.closest(".node");
    const edge = event.target.closest(".edge");
    if ((!node && !edge) || event.buttons) {
      tip.hidden = true;
      return;
    }
    tip.replaceChildren(...(node ? describeNode(Number(node.dataset.node), false) : describeEdge(Number(edge.dataset.edge), false)));
    tip.hidden = false;
    const [width, height] = [tip.offsetWidth, tip.offsetHeight];
    tip.style.left = `${Math.max(4, Math.min(event.clientX + 16, innerWidth - width - 8))}px`;
    tip.style.top = `${Math.max(4, Math.min(event.clientY + 16, innerHeight - height - 8))}px`;
  });
  frame.addEventListener("pointerleave", () => { tip.hidden = true; });
  nodes.forEach((element) => element.querySelector("title").remove()); // the tip says more

  // ---- finding

  const find = byId("find");

  function matching() {
    const words = find.value.trim().toLocaleLowerCase();
    if (!words) return [];
    const hits = data.names.map((_, i) => i).filter((i) => data.names[i].toLocaleLowerCase().includes(words));
    const exact = hits.filter((i) => data.names[i].toLocaleLowerCase() === words);
    return [...exact, ...hits.filter((i) => !exact.includes(i))];
  }

  find.addEventListener("input", () => {
    const hits = matching();
    const set = new Set(hits);
    nodes.forEach((element, i) => element.classList.toggle("match", set.has(i)));
    byId("matches").textContent = find.value.trim() ? `${hits.length} of ${data.names.length}` : "";
    if (hits.length && data.names[hits[0]] === find.value.trim()) choose(hits[0], true);
  });
  find.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const hits = matching();
    if (hits.length) choose(hits[0], true);
    else byId("matches").textContent = "no variable has this in its name";
  });
  byId("variables").append(...data.names.map((name) => make("option", undefined, { value: name })));

  // ---- DAG or CPDAG

  byId("view").addEventListener("change", (event) => {
    svg.classList.toggle("cpdag", event.target.value === "cpdag");
    if (chosen !== null) choose(chosen, false);
  });

  // ---- light and dark

  const theme = byId("theme");
  function setTheme(dark) {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    theme.setAttribute("aria-pressed", String(dark));
    theme.textContent = dark ? "Light" : "Dark";
  }
  setTheme(matchMedia("(prefers-color-scheme: dark)").matches);
  theme.addEventListener("click", () => setTheme(document.documentElement.dataset.theme !== "dark"));

  // ---- tables

  const known = (key) => data.edges.some((edge) => edge[key] !== null);
  const [measured, confident, adjacent] = ["strength", "confidence", "adjacent"].map(known);
  const order = data.edges.map((_, i) => i).sort((a, b) => (data.edges[b].strength ?? 0) - (data.edges[a].strength ?? 0));
  const lines = order.map((number) => {
    const edge = data.edges[number];
    const button = make("button", "show", { type: "button", "aria-label": `Show ${edgeTitle(edge)}` });
    button.addEventListener("click", () => {
      chooseEdge(number);
      bringIntoView(edge.child);
      frame.scrollIntoView({ block: "nearest" });
    });
    const { words, arrow, colour } = kinds[edge.direction];
    const cells = [data.names[edge.parent], arrow, data.names[edge.child], make("span", words, { class: colour })];
    if (measured) cells.push(edge.strength ?? "");
    if (confident) cells.push(edge.confidence === null ? "" : percent(edge.confidence));
    if (adjacent) cells.push(edge.adjacent === null ? "" : percent(edge.adjacent));
    return row([...cells, button]);
  });
  const head = ["from", "", "to", "direction"];
  if (measured) head.push("strength");
  if (confident) head.push("confidence");
  if (adjacent) head.push("in either direction");
  byId("edges").replaceWith(Object.assign(table([...head, ""], lines), { id: "edges" }));

  if (data.states && data.shares) {
    const variables = data.names.map((name, i) =>
      row([name, data.states[i].length, bar(data.shares[i], data.states[i]),
        data.states[i].slice(0, 6).join(", ") + (data.states[i].length > 6 ? ", …" : "")]));
    byId("data").replaceWith(Object.assign(table(["variable", "states", "shares", "labels"], variables), { id: "data" }));
  } else byId("data").closest(".scroll").hidden = true;

  fit();
  addEventListener("resize", fit);
})();
