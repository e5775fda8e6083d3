// What axe would say of the report: names, contrast, order, focus. Gives a list of complaints.
(() => {
  const complaints = [];
  const say = (rule, element) => complaints.push(rule + ": " + element.outerHTML.slice(0, 160));
  const visible = e => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== "hidden";
  const colour = text => { const c = text.match(/[\d.]+/g).map(Number); return c.length < 4 ? [...c, 1] : c; };
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
  const behind = e => { for (; e; e = e.parentElement) { const c = colour(getComputedStyle(e).backgroundColor); if (c[3] > 0.99) return c; } return [255, 255, 255, 1]; };
  const nameOf = e => {
    const by = (e.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean).map(id => document.getElementById(id)?.textContent ?? "").join(" ");
    return (by || e.getAttribute("aria-label") || e.labels?.[0]?.textContent || e.textContent || e.title || "").trim();
  };

  // Names.
  for (const e of document.querySelectorAll("a[href], button, input, summary, [role=img], [role=region], [role=group], nav, table"))
    if (!(e.tagName === "TABLE" ? e.caption?.textContent.trim() : nameOf(e))) say("no name", e);
  for (const e of document.querySelectorAll("svg")) if (e.getAttribute("role") !== "img" && e.getAttribute("aria-hidden") !== "true") say("a picture is neither named nor hidden", e);
  if (!document.title || !document.documentElement.lang) say("no title or language", document.documentElement);

  // Structure.
  const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
  ids.filter((id, i) => ids.indexOf(id) !== i).forEach(id => complaints.push("id twice: " + id));
  if (document.querySelectorAll("h1").length !== 1 || document.querySelectorAll("main").length !== 1) say("one h1 and one main", document.body);
  for (const e of document.querySelectorAll("[aria-labelledby], [aria-describedby]"))
    for (const id of ((e.getAttribute("aria-labelledby") ?? "") + " " + (e.getAttribute("aria-describedby") ?? "")).split(/\s+/).filter(Boolean))
      if (!document.getElementById(id)) say("refers to nothing", e);
  for (const e of document.querySelectorAll("td, th")) if (e.tagName === "TH" && !e.scope) say("a head without scope", e);

  // Contrast of every text that is seen, in the page and in its pictures.
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let looked = 0;
  while (texts.nextNode()) {
    const e = texts.currentNode.parentElement;
    if (!texts.currentNode.textContent.trim() || ["SCRIPT", "STYLE", "title", "desc"].includes(e.tagName) || !visible(e)) continue;
    const style = getComputedStyle(e), drawn = e.tagName === "text";
    const ratio = contrast(colour(drawn ? style.fill : style.color), behind(e));
    looked++;
    if (ratio < 4.5) say("contrast " + ratio.toFixed(2), e);
  }
  for (const e of document.querySelectorAll("svg .m")) {
    const ratio = contrast(colour(getComputedStyle(e).fill), behind(e.closest("svg").parentElement));
    if (ratio < 3) say("contrast of a mark " + ratio.toFixed(2), e);
  }
  if (looked < 100) complaints.push("hardly any text: " + looked);

  // What scrolls is reached by keys; nothing makes the page itself scroll sideways.
  for (const e of document.querySelectorAll("*")) {
    const style = getComputedStyle(e);
    if (e !== document.documentElement && e !== document.body && ["auto", "scroll"].includes(style.overflowX) && e.scrollWidth > e.clientWidth + 1 && e.tabIndex < 0) say("scrolls but cannot be focused", e);
  }
  if (document.documentElement.scrollWidth > innerWidth + 1)
    complaints.push("the page scrolls sideways: " + document.documentElement.scrollWidth + " > " + innerWidth);

  // What is pressed is large enough for a finger, and letters in pictures for an eye.
  for (const e of document.querySelectorAll("a[href], button, input, summary")) {
    const r = e.getBoundingClientRect();
    if (visible(e) && r.right > 0 && (r.width < 24 || r.height < 24)) say("a target of less than 24 px " + r.width.toFixed(1) + " x " + r.height.toFixed(1), e);
  }
  for (const t of document.querySelectorAll("figure svg text"))
    if (visible(t) && t.getBoundingClientRect().height < 10) say("letters too small to read", t);

  // Texts of a picture lie within it and not upon each other.
  for (const svg of document.querySelectorAll("figure svg")) {
    if (!visible(svg)) continue;
    const box = svg.getBoundingClientRect(), labels = [...svg.querySelectorAll("text")].map(t => [t, t.getBoundingClientRect()]);
    for (const [t, r] of labels) if (r.left < box.left - 1 || r.right > box.right + 1 || r.top < box.top - 1 || r.bottom > box.bottom + 1) say("a label leaves its picture", t);
    for (let i = 0; i < labels.length; i++)
      for (let k = 0; k < i; k++) {
        const [a, p] = labels[i], [b, q] = labels[k];
        const w = Math.min(p.right, q.right) - Math.max(p.left, q.left), h = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
        if (w > 2 && h > 4) complaints.push("labels cover each other in " + svg.querySelector("title").textContent + ": " + a.textContent + " / " + b.textContent);
      }
  }
  return complaints;
})()
