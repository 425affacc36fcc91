// A page of its own in a window of a chat platform, such as a film.

async function inTelegram() {
  const { Telegram } = await import("./telegram.js");
  const framed = new Telegram();
  framed.on({ back_button_pressed: () => location.assign(framed.base) });
  framed.post("web_app_setup_back_button", { is_visible: true });
  return framed;
}

async function inDiscord() {
  const { Discord } = await import("./discord.js");
  return new Discord();
}

/** The window around the page; `null`: a browser shows it. A page may not wait for it while it is being loaded: what is
 * fetched here imports parts of the page. */
export async function framedPage() {
  const enter = { telegram: inTelegram, discord: inDiscord }[document.documentElement.dataset.window];
  return enter ? enter() : null;
}
