// Checks the bundle of the specification, and an engine against its records. bundle.md says how an
// engine is asked and what it answers. Node 18 or newer, no packages.
//
//     node check.js                                         only the hashes
//     node check.js truco replay --json -                   also every record, played by this command
//     node check.js --only mineiro/ truco replay --json -   also the records with this in their path
//
// Exit code 0: nothing differs; 1: something differs; 2: it could not be tried.
"use strict";

const { spawnSync } = require("node:child_process");
const { createHash } = require("node:crypto");
const { existsSync, readFileSync } = require("node:fs");
const { join } = require("node:path");

const SECONDS = 60; // for one record
const read = (name) => readFileSync(join(__dirname, name));

function stop(why) {
  console.error(why);
  process.exit(2);
}

// The files with their bytes as listed; the others are reported.
function intactFiles(report) {
  if (!existsSync(join(__dirname, "SHA256SUMS"))) stop("SHA256SUMS is missing: run check.js in the unpacked bundle");
  const listed = read("SHA256SUMS").toString().trim().split("\n").map((line) => line.split("  "));
  return listed.flatMap(([hash, name]) => {
    if (!existsSync(join(__dirname, name))) report(name, "is missing");
    else if (createHash("sha256").update(read(name)).digest("hex") !== hash) report(name, "its bytes differ from SHA256SUMS");
    else return [name];
    return [];
  });
}

const isObject = (value) => typeof value === "object" && value !== null;

// Every place where an answer is not as expected; fields that nobody expects may stand in it.
function differences(expected, answer, place = "") {
  if (!isObject(expected) || !isObject(answer)) {
    if (expected === answer) return [];
    return [`${place || "the answer"} is ${JSON.stringify(answer)}, expected ${JSON.stringify(expected)}`];
  }
  if (Array.isArray(expected) && expected.length !== answer.length) {
    return [`${place} has ${answer.length} entries, expected ${expected.length}`];
  }
  return Object.keys(expected).flatMap((key) => differences(expected[key], answer[key], place ? `${place}.${key}` : key));
}

function ask([program, ...words], record) {
  const done = spawnSync(program, words, { input: record, timeout: SECONDS * 1000, maxBuffer: 2 ** 26 });
  if (done.error?.code === "ENOENT" || done.error?.code === "EACCES") stop(`${program} cannot be started`);
  const said = done.stderr.toString().trim().split("\n")[0];
  if (done.error?.code === "ETIMEDOUT") return { fault: `no answer after ${SECONDS} seconds` };
  if (done.status !== 0) return { fault: `the command ended with ${done.status ?? done.signal}: ${said}` };
  try {
    return { answer: JSON.parse(done.stdout.toString()) };
  } catch {
    return { fault: "the answer is no JSON" };
  }
}

function main(words) {
  const only = words[0] === "--only" ? words.splice(0, 2)[1] ?? stop("--only needs a part of a path") : "";
  let faults = 0;
  const report = (name, what) => {
    faults += 1;
    console.log(`${name}: ${what}`);
  };
  const intact = intactFiles(report);
  console.log(`${intact.length} files are as they were published`);
  if (words.length) {
    const records = intact.filter((name) => name.endsWith(".truco") && name.includes(only));
    if (!records.length) stop(`no record has ${only} in its path`);
    let right = 0;
    for (const name of records) {
      const outcome = name.replace(/truco$/, "json");
      if (!intact.includes(outcome)) continue; // reported already
      const { fault, answer } = ask(words, read(name));
      const wrong = fault ? [fault] : differences(JSON.parse(read(outcome)), answer);
      for (const one of wrong) report(name, one);
      right += wrong.length ? 0 : 1;
    }
    console.log(`${right} of ${records.length} records have the expected outcome`);
  } else if (only) stop("--only needs a command");
  process.exitCode = faults ? 1 : 0;
}

main(process.argv.slice(2));
