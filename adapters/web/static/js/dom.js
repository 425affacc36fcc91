// Elements from functions, and one way to put them on the page.
//
// `morph` changes only the elements that differ from those that should be there. So
// focus stays where it was, and an animation runs only for what is truly new. Elements with a
// `key` are recognised by it wherever they stand among their siblings.

const SVG = "http://www.w3.org/2000/svg";
const LISTENERS = ["onclick", "onchange", "oninput", "onkeydown", "onsubmit", "ontoggle"];
const ICONS = fileAt("icons.svg");
const IN_SVG = new Set(["svg", "use", "path", "g", "circle", "rect", "text"]);

/** Where the browser finds what the server has at its root: a window's proxy may have it below another path. */
export const ROOT = new URL("../../../", import.meta.url).pathname;

/** The address of one of the page's files: beside this one, so of the same version. */
export function fileAt(name) {
  return new URL(`../${name}`, import.meta.url).pathname;
}

/** An element: `h("p", {class: "x"}, "text")`. Nothing is ever parsed as HTML. */
export function h(name, props = {}, ...children) {
  const element = IN_SVG.has(name)
    ? document.createElementNS(SVG, name)
    : document.createElement(name);
  for (const [prop, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (prop === "key") element.dataset.key = value;
    else if (prop.startsWith("on")) element[prop] = value;
    else if (prop === "value") element.value = value;
    else element.setAttribute(prop, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter(Boolean));
  if (name === "select" && props?.value !== undefined) element.value = props.value;
  return element;
}

/** A picture from one of our two sprites: `icon("trophy")`. */
export function icon(name) {
  return h("svg", { class: "icon", "aria-hidden": "true" }, h("use", { href: `${ICONS}#${name}` }));
}

const keyOf = (node) => node?.dataset?.key;
const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

/** Gives `parent` the children `fresh`, keeping the old ones where they fit. */
export function morph(parent, fresh) {
  fresh = fresh.flat(Infinity).filter(Boolean).map((node) =>
    node instanceof Node ? node : document.createTextNode(node));
  const wanted = new Set(fresh.map(keyOf).filter((key) => key !== undefined));
  const known = new Map();
  for (const node of [...parent.childNodes]) {
    const key = keyOf(node);
    if (key === undefined) continue;
    if (wanted.has(key)) known.set(key, node);
    else node.remove();
  }
  let here = parent.firstChild;
  for (const node of fresh) {
    const key = keyOf(node);
    const old = key === undefined ? here : known.get(key);
    if (old && alike(old, node)) {
      if (old === here) here = here.nextSibling;
      else parent.insertBefore(old, here);
      update(old, node);
    } else {
      parent.insertBefore(node, here);
    }
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

function update(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !(name === "style" || name === "open")) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const name of LISTENERS) if (old[name] !== fresh[name]) old[name] = fresh[name];
  morph(old, [...fresh.childNodes]);
  // A field that we gave no value keeps what the person typed; a choice shows what was accepted.
  const typed = old.nodeName === "INPUT" && fresh.value !== "" && document.activeElement !== old;
  if (old.nodeName === "SELECT" || typed) old.value = fresh.value;
}

/** A preference of the person's browser. */
export const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Waits for a stylesheet that the page has not had so far. */
export const styled = (name) => new Promise((resolve, reject) => {
  const sheet = h("link", { rel: "stylesheet", href: fileAt(name), onload: resolve, onerror: () => { sheet.remove(); reject(); } });
  document.head.append(sheet);
});
