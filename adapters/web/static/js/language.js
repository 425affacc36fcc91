// The words of a page without a connection: in the browser's language, else in the server's.

import { fileAt } from "./dom.js";

const BY_GAME = "es_419";
const REGIONAL = ["es_AR", "es_UY", "es_VE", BY_GAME];
const COMPLETE = { es: "es", pt: "pt_BR", en: "en" };

/** Our name for a language as browsers write it (`es-AR`, `es-ar`, `pt`), or nothing. Spanish
    without a country leaves it to the game of the table. */
export function localeFor(told) {
  const spelled = told.replace("-", "_").toLowerCase();
  if (spelled === "es") return BY_GAME;
  return REGIONAL.find((one) => one.toLowerCase() === spelled) ?? COMPLETE[spelled.split("_")[0]];
}

/** Reads the words; returns the language and a function that says one of them. */
export async function spoken() {
  const found = navigator.languages.map(localeFor).find(Boolean);
  const locale = found ?? document.documentElement.lang.replace("-", "_");
  document.documentElement.lang = locale.replace("_", "-");
  const { words } = await (await fetch(fileAt(`words/${locale}.json`))).json();
  const say = (id, given = {}) => words[id].replace(/\{(\w+)\}/g, (all, name) => given[name] ?? all);
  return { locale, say };
}
