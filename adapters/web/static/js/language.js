// The words of a page without a connection: in the browser's language, else in the server's.

import { fileAt } from "./dom.js";

const LOCALES = { pt: "pt_BR", en: "en", es: "es" };

/** Reads the words; returns the language and a function that says one of them. */
export async function spoken() {
  const found = navigator.languages.map((one) => LOCALES[one.slice(0, 2)]).find(Boolean);
  const locale = found ?? document.documentElement.lang.replace("-", "_");
  document.documentElement.lang = locale.replace("_", "-");
  const { words } = await (await fetch(fileAt(`words/${locale}.json`))).json();
  const say = (id, given = {}) => words[id].replace(/\{(\w+)\}/g, (all, name) => given[name] ?? all);
  return { locale, say };
}
