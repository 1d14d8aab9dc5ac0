import type { ChildProcess } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommand } from "../fixture.ts";

/** An engine that ends at the first interruption, and for the stack `slow` at the second one. */
const engine = `#!/usr/bin/env node
const { appendFileSync } = require("node:fs");
const [command, ...words] = process.argv.slice(2);
if (command === "version") console.log("v3.250.0");
if (command === "up") {
  const stack = words[words.indexOf("--stack") + 1];
  const log = (event) => appendFileSync(process.env.ENGINE_LOG, stack + " " + event + "\\n");
  let left = stack === "slow" ? 2 : 1;
  process.on("SIGINT", () => {
    left -= 1;
    log("interrupted");
    if (left === 0) process.exit(255);
  });
  setInterval(() => {}, 1000);
  log("runs");
}
`;
const fleet = `
const stack = (name) => ({ name, accounts: ["owner"], regions: ["cn-hangzhou"] });
export default {
  name: "network",
  program: "./share",
  accounts: { owner: { id: "1000000000000001" } },
  concurrency: { total: 2 },
  stacks: [stack("quick"), stack("slow"), { ...stack("later"), dependsOn: ["quick"] }],
};
`;

let folder = "";
let log = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "resourceshare-signals-"));
  log = join(folder, "log");
  mkdirSync(join(folder, "share"));
  writeFileSync(join(folder, "share/Pulumi.yaml"), "name: share\nruntime: nodejs\n");
  writeFileSync(join(folder, "fleet.mjs"), fleet);
  writeFileSync(join(folder, "pulumi"), engine);
  chmodSync(join(folder, "pulumi"), 0o755);
  appendFileSync(log, "");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Waits until the engines have written these lines. */
async function logged(...lines: readonly string[]): Promise<void> {
  await expect.poll(() => readFileSync(log, "utf8").split("\n"), { timeout: 15_000 }).toEqual(expect.arrayContaining([...lines]));
}

test.each(["SIGINT", "SIGTERM"] as const)(
  "passes %s on as an interruption, starts no other stack, and ends at the second one",
  async (signal) => {
    const started = Promise.withResolvers<ChildProcess>();
    const env = { PATH: `${folder}${delimiter}${process.env["PATH"]}`, ENGINE_LOG: log };
    const running = runCommand(["fleet", "up", "--file", "fleet.mjs"], { cwd: folder, env, onStart: started.resolve, input: undefined });
    const command = await started.promise;
    await logged("quick runs", "slow runs");
    command.kill(signal);
    await logged("quick interrupted", "slow interrupted");
    command.kill(signal);
    const { code, err } = await running;
    expect(code).toBe(130);
    expect(
      readFileSync(log, "utf8")
        .split("\n")
        .toSorted()
        .filter((line) => line !== ""),
    ).toEqual(["quick interrupted", "quick runs", "slow interrupted", "slow interrupted", "slow runs"]);
    expect(err).toMatch(/^Interrupted: no further stack starts/m);
    expect(err).toMatch(/^quick: interrupted/m);
    expect(err).toMatch(/^later: not started$/m);
    expect(err).toContain("up of 3 stacks of network: 2 interrupted, 1 not started.");
  },
);
