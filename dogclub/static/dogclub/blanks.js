/* Blank forms that came with the server's page, for while it does not answer: filled in one after the other, one a line
   of the sheet. Nothing is judged here; figures are only counted and added up. */
table.blanks = (() => {
  "use strict";
  const { $, $$ } = table;
  const STAYS = "form[hidden]:not(#entry), template, script, #kept, #waiting, [popover]:not(#cover)";
  let blanks = [], version = null; // of the sheet they follow on

  /* A page that is only drawn anew comes without them: then those of the page before stay. */
  function collect() {
    const sent = $$("#main template.ahead"), now = $("#outbox")?.dataset.version;
    if (sent.length || now !== version) [blanks, version] = [sent, now];
    for (const each of sent) each.remove();
  }

  const number = blank => Number($("[name=number]", blank.content).value);

  /* Which form follows on these entries; none where only the server can tell. */
  function next(entries) {
    if (entries.some(entry => entry.get("what") === "undo" || entry.has("end"))) return null;
    let done = entries.filter(entry => entry.has("close") || blanks.some(blank => isOf(entry, blank))).length;
    for (const blank of blanks) {
      const times = Number(blank.dataset.times ?? Infinity);
      if (done < times) return blank;
      done -= times;
    }
    return null;
  }

  const isOf = (entry, blank) => entry.get("what") === blank.dataset.what;
  const after = entry => Number(entry.get("number")) + Number(entry.get("lines") || 1);
  const turn = (blank, at) => Number(blank.dataset.turn) + (blank.dataset.times ? 0 : at - number(blank));

  const line = (blank, entries) => Math.max(number(blank), ...entries.map(after));
  const key = (blank, entries) => `${line(blank, entries)}-${blank.dataset.what}`;
  const first = () => blanks.length ? key(blanks[0], []) : "";

  /* The page with this form in place of what it showed. */
  function show(blank, entries) {
    const main = $("#main"), at = line(blank, entries);
    if ($("#waiting")) main.append($("#waiting"));
    for (const each of [...main.children]) if (!each.matches(STAYS)) each.remove();
    main.append(document.importNode(blank.content, true));
    main.className = blank.dataset.css;
    main.dataset.what = "ahead";
    const form = $("form[data-look]");
    form.dataset.key = key(blank, entries);
    form.elements.number.value = at;
    for (const each of $$("[data-turn]", main)) each[each.matches("input") ? "value" : "textContent"] = turn(blank, at);
    for (const entry of entries.slice(1 + entries.findLastIndex(each => isOf(each, blank)))) carry(entry, form);
    for (const each of $$("[data-once]", form)) each.disabled = entries.some(entry => entry.get(each.name) === each.value);
    return form;
  }

  /* Captains that were gained in the open year, and wait: the whole year says them once more. */
  function carry(entry, form) {
    const name = `gained-${entry.get("seat")}`, more = Number(entry.get("captains"));
    if (entry.get("what") !== "gain") return;
    const has = form.elements[name] || Object.assign(document.createElement("input"), { type: "hidden", name, value: 0 });
    has.value = Number(has.value) + more;
    form.append(has);
  }

  /* An entry in the words of its form: “Round 6: Rex 4, Bella 2”. */
  function words(entry, before) {
    const blank = next(before);
    if (!blank || !isOf(entry, blank)) return "";
    const told = $$("[data-say]", blank.content).filter(each => {
      const value = entry.get(each.name);
      return value && (each.matches("button, [type=radio], [type=checkbox]") ? each.value === value : true);
    });
    const parts = told.map(each => each.dataset.say.replace("{}", entry.get(each.name)));
    const title = Number(blank.dataset.turn) ? `${blank.dataset.title} ${turn(blank, Number(entry.get("number")))}` : blank.dataset.title;
    return parts.length ? `${title}: ${parts.join(", ")}` : title;
  }

  /* Who is left over gets the rest of what the page says there is. */
  function rest(form) {
    const all = [...form.elements], adds = all.filter(each => "adds" in each.dataset), given = new FormData(form);
    const due = [form, ...all.filter(each => each.checked)].reduce((sum, each) => sum + Number(each.dataset.due || 0), 0);
    const names = [...new Set(adds.map(each => each.name))], open = names.filter(name => !given.get(name));
    const left = names.reduce((sum, name) => sum - Number(given.get(name) || 0), due);
    return { left, open, name: open.length === 1 && left >= 0 ? open[0] : "" };
  }

  /* What nobody may see yet leaves the tablet with the answer that it is written: no more is kept of it than that it was. */
  const PLAIN = ["what", "entry", "number", "version", "seat"];

  table.covered = (at, row) => {
    if (at[0] !== "log" || !row?.isSecret) return row;
    const body = new URLSearchParams([...new URLSearchParams(row.body)].filter(([name]) => PLAIN.includes(name)));
    return { ...row, body: body.toString(), isGone: true };
  };

  function missing(form) {
    if ("due" in form.dataset) {
      const { left, open, name } = rest(form);
      if (left < 0) return `${-left} too many`;
      if (!name && (left || open.length)) return `${left} to place`;
    }
    for (const each of $$("[data-when]", form)) each.required = figure(form.elements[each.dataset.when]) !== 0;
    return form.checkValidity() ? "" : ($("[data-asks]:invalid", form) || $("#go")).dataset.asks;
  }

  // -- Drawing what somebody chose, with no more than counting ------------------------------------------------------
  function settle(form, picked, undo) {
    const figures = "due" in form.dataset ? rest(form) : null;
    for (const each of $$("[data-left]")) each.textContent = Math.max(figures.left, 0);
    for (const row of $$("[data-row]", form)) rows(row, form, figures);
    const waiting = $$("[data-row]", form).filter(row => !row.matches(".is-done"));
    for (const row of $$("[data-row]", form)) row.classList.toggle("is-picked", row === (picked || waiting[0]));
    for (const each of $$("#main [data-to]")) steps(each, form);
    for (const each of $$("[data-of]", form)) track(each, form.elements[each.dataset.of].value.replace("\u2212", "-"));
    main(form);
    const back = $("#back");
    lock(back, !undo);
    $("span", back).textContent = undo ? `Undo: ${undo}` : "Nothing to undo here";
  }

  function lock(button, isLocked) {
    if (isLocked) button.setAttribute("aria-disabled", "true"); else button.removeAttribute("aria-disabled");
  }

  function rows(row, form, figures) {
    const inputs = $$("[data-adds]", row), isRest = figures && inputs.some(each => each.name === figures.name);
    const isFull = inputs.some(each => new FormData(form).get(each.name));
    row.classList.toggle("is-done", isRest || isFull);
    for (const each of inputs) {
      if (each.type !== "radio") each.placeholder = isRest ? figures.left : "";
      else each.nextElementSibling.classList.toggle("is-auto", isRest && Number(each.value) === figures.left);
    }
  }

  const figure = input => Number(input.value.replace("\u2212", "-")) || 0;

  function steps(button, form) {
    const input = form.elements[button.dataset.to], value = figure(input), add = Number(button.dataset.add || 0);
    lock(button, (add < 0 && input.min !== "" && value <= Number(input.min)) || (add > 0 && input.max !== "" && value >= Number(input.max)));
    if (input.matches(".fig")) input.classList.toggle("nil", !value);
  }

  /* A tracker without a sign: which side it favours stands beneath. */
  function track(place, value) {
    const [figure, side] = $$("span", place), number_ = Number(value);
    figure.textContent = value === "" ? "?" : Math.abs(number_);
    side.textContent = value === "" ? "where?" : number_ ? `to the ${number_ > 0 ? "left" : "right"}` : "the centre";
  }

  function main(form) {
    const go = $("#go"), lacks = missing(form) || ("go" in go.dataset ? "" : go.dataset.asks);
    lock(go, Boolean(lacks));
    go.type = lacks ? "button" : "submit";
    go.classList.toggle("btn-main", !lacks);
    $("span", go).textContent = lacks || go.dataset.go;
  }

  return { collect, first, key, next, show, words, rest, settle };
})();
