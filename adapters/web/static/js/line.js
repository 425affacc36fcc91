// The line to the server. The page asks for this file apart from its script, which holds it too: the
// first line is opened by whichever comes first, and the script takes it over.

function opened() {
  const { protocol, host, pathname } = new URL("../../../ws", import.meta.url); // beside all files
  return new WebSocket(`${protocol.replace("http", "ws")}//${host}${pathname}`);
}

if (window.firstLine === undefined) window.firstLine = opened();

/** The first line, once and if it still holds; else a new one. */
export function nextLine() {
  const first = window.firstLine;
  window.firstLine = null;
  return first?.readyState <= WebSocket.OPEN ? first : opened();
}
