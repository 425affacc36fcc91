// A robot for `truco arena` that accepts every call and lays its last card first.
//
//     truco arena "mine=node docs/examples/robot.js" club

const lines = require("node:readline").createInterface({ input: process.stdin });

function step(view) {
  const wanted = ["flor", "mostrar", "quiero", "florquiero"].find((one) => view.actions.includes(one));
  const card = view.actions.filter((one) => one.startsWith("play")).at(-1);
  const word = view.actions.find((one) => one !== "mazo") ?? "mazo";
  return wanted ?? card ?? word.replace(/(\d+)-\d+$/, "$1"); // a range: its least number
}

lines.on("line", (line) => {
  const { type, view } = JSON.parse(line);
  if (type === "match") console.log("ready");
  if (type === "act") console.log(step(view));
  if (type === "claim") console.log(view.actions.includes("mostrar") ? "mostrar" : "pass");
});
