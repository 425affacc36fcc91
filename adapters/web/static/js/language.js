// The language of a page: that which somebody chose in this tab, else the browser's, else the server's.

import { fileAt } from "./dom.js";

const LOCALE = "truco.locale";
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

function stored() {
  try {
    return sessionStorage.getItem(LOCALE);
  } catch {
    return null;
  }
}

/** The page and those after it speak this language. */
export function keepLocale(locale) {
  document.documentElement.lang = locale.replace("_", "-");
  try {
    sessionStorage.setItem(LOCALE, locale);
  } catch {
    // the choice lasts as long as the page
  }
}

export function firstLocale() {
  const told = navigator.languages.map(localeFor).find(Boolean);
  return stored() ?? told ?? document.documentElement.lang.replace("-", "_");
}

/** Reads the words of a page without a connection; returns the language and a function that says one of them. */
export async function spoken() {
  const locale = firstLocale();
  document.documentElement.lang = locale.replace("_", "-");
  const { words } = await (await fetch(fileAt(`words/${locale}.json`))).json();
  const say = (id, given = {}) => words[id].replace(/\{(\w+)\}/g, (all, name) => given[name] ?? all);
  return { locale, say };
}
