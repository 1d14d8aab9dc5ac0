import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { commands } from "../../../cli/run.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { filesIn } from "./fixture.ts";
import { stateBefore } from "./previews.ts";
import { runHere } from "./run-here.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const fileOf = filesIn(temporaryFolder(afterAll));

test("lists every command on stdout for --help", async () => {
  const { code, out } = await runHere(["--help"]);
  expect(code).toBe(0);
  for (const { name, summary } of commands) expect(out).toMatch(new RegExp(`^  ${name} +${summary.slice(0, 20)}`, "m"));
});

test("prints the package's version for --version", async () => {
  expect(await runHere(["--version"])).toEqual({ code: 0, out: `${packageJson.version}\n`, err: "" });
});

test("explains each command for --help", async () => {
  for (const { name, usage, options } of commands) {
    const { code, out } = await runHere([name, "--help"]);
    expect([code, out.split("\n")[0]]).toEqual([0, `Usage: resourceshare ${name} ${usage[0]}`]);
    for (const option of Object.keys(options)) expect(out).toMatch(new RegExp(`^  --${option}[ ,]`, "m"));
  }
});

test("ends each --help with an example, and fits it into a terminal of 80 columns", async () => {
  for (const words of [[], ...commands.map(({ name }) => [name])]) {
    const { out } = await runHere([...words, "--help"]);
    expect(out).toMatch(new RegExp(`^Example: resourceshare ${words[0] ?? "simulate"} `, "m"));
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
  }
});

test.each([
  ["nothing", [], "Usage: resourceshare <command>"],
  ["an unknown command", ["simulat"], 'did you mean "simulate"?'],
  [
    "an unknown option",
    ["simulate", "--prot", "1"],
    "simulate has no option --prot; did you mean --port? (see resourceshare simulate --help)",
  ],
  [
    "an option without its value",
    ["adopt", "--out"],
    "adopt: the option --out needs a value, as --out <dir>: writes a whole Pulumi project there (the program goes to standard output) (see resourceshare adopt --help)",
  ],
  ["an option of other tools for JSON", ["access", "--json"], "access has no option --json: write --format json (see"],
  ["a file to write to", ["access", "--output", "x"], "access has no option --output: it writes to standard output: add > FILE (see"],
  ["a file to write to, of another command", ["verify", "--out", "x"], "verify has no option --out; did you mean --output?"],
  ["an option of other tools for JSON, where there is none", ["adopt", "--json"], "adopt has no option --json; adopt has --share,"],
  [
    "an option of other tools for no question",
    ["fleet", "up", "--yes"],
    "fleet has no option --yes: it asks nothing, so leave that out (see",
  ],
  ["a preview by an option", ["fleet", "up", "--dry-run"], "fleet has no option --dry-run: fleet preview changes nothing (see"],
  ["one stack of a fleet", ["fleet", "up", "--stack", "a"], "fleet has no option --stack: write --only NAME (see"],
  ["its short form", ["fleet", "up", "-y"], "fleet has no option -y: it asks nothing, so leave that out (see"],
  [
    "an option of another command that is near to one of its own",
    ["access", "--live"],
    "access has no option --live; it is an option of diff;",
  ],
  ["an option of another command", ["doctor", "--config", "."], "doctor has no option --config: write --stack <dir> (see"],
  [
    "an option that is near none",
    ["simulate", "--env-file", "F"],
    "simulate has no option --env-file; simulate has --port, --world, --pace, --console, --write-env (see",
  ],
  ["an option that is given twice", ["simulate", "--port", "1", "--port", "2"], "simulate: the option --port is given twice"],
  [
    "a project that does not exist",
    ["access", "--config", "absent"],
    "--config absent does not exist: name the folder of a Pulumi project",
  ],
  ["a folder of no project", ["doctor", "--stack", "/"], "--stack /: there is no Pulumi.yaml in /: name the folder of a Pulumi"],
  ["an allowed target that is none", ["access", "--allow-external", "abc"], "--allow-external abc is not the id of a target"],
  [
    "an allowed account without all its digits",
    ["access", "--allow-external", "20000"],
    "--allow-external 20000 is not the id of an account: such ids have 16 digits",
  ],
  ["a picture in another format", ["diff", "-", "--picture", "--format", "json"], "--picture goes with --format markdown"],
  ["a word too many", ["simulate", "now"], 'takes no "now"'],
  ["a port that is none", ["simulate", "--port", "http"], "--port http is no port"],
  ["an unknown pace", ["simulate", "--pace", "slow"], "--pace slow is not known"],
])("exits a command with 2 and an explanation on stderr for %s", async (_title, words, explanation) => {
  const { code, out, err } = await runHere(words);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(explanation);
});

test("takes the values of an option that may be given several times with commas, but no paths", async () => {
  const of = (...words: readonly string[]) => runHere(["access", "--stack", fileOf(stateBefore()), "--format", "csv", ...words]);
  const { out } = await of("--target", "fd-apps01,1000000000000002");
  expect(out).toBe((await of("--target", "fd-apps01", "--target", "1000000000000002")).out);
  for (const target of ["fd-apps01", "1000000000000002"]) expect(out).toContain(target);
  expect((await runHere(["doctor", "--preview", "a,b"])).err).toContain("a,b cannot be read");
});

test("serves as `simulate` until it is interrupted, and explains how to configure Pulumi", async () => {
  let answered: Promise<number> | undefined;
  const { code, out, err } = await runHere(["simulate", "--port", "0"], (line, end) => {
    const url = /export RESOURCESHARE_ENDPOINT=(\S+)/.exec(line)?.[1];
    if (url)
      answered = fetch(`${url}/_simulator/keys`)
        .then(({ status }) => status)
        .finally(end);
  });
  expect(code).toBe(0);
  expect(await answered).toBe(200);
  expect(out).toContain("export ALIBABA_CLOUD_ACCESS_KEY_SECRET=");
  expect(err).toContain("Ctrl-C ends it");
});

test("shows each call of `simulate --console` on stderr", async () => {
  const { err } = await runHere(["simulate", "--port", "0", "--console"], (line, end) => {
    const url = /export RESOURCESHARE_ENDPOINT=(\S+)/.exec(line)?.[1];
    if (url)
      void fetch(url, { method: "POST", headers: { "x-acs-action": "ListResourceShares", "x-acs-version": "2020-01-10" } }).then(() =>
        setTimeout(end, 300),
      );
  });
  expect(err).toMatch(/ListResourceShares\s+4\d\d/);
});

test.each([
  [JSON.stringify({ version: 1, accounts: [{ id: "12" }] }), "accounts[0].id: must be 16 digits"],
  ['\u0007\u001B[2J{"version": 1}', "is not JSON from line 1, column 1 on"],
  [JSON.stringify({ version: 3 }), "version: must be 1"],
  ['{ "version": 1, "acounts": [] }', "cannot be used: the world: has no field `acounts`; did you mean `accounts`?"],
  ['{\n  "version": 1,\n}\n', "is not JSON from line 3, column 1 on: correct the file there"],
])("names what is wrong with the file %j of `simulate --world` on one line", async (text, reason) => {
  const path = join(temporaryFolder(onTestFinished), "world.json");
  writeFileSync(path, text);
  const { code, err } = await runHere(["simulate", "--world", path]);
  expect(code).toBe(2);
  expect(err).toContain(reason);
  expect(err.trim()).toMatch(/^[^\p{Cc}]+$/u);
});
