#!/usr/bin/env node
/**
 * Compares what a preview predicts with what the update does, for many random edits of random programs.
 * Usage: `npm run preview-accuracy -- --edits 2000 --seed 7`. `--programs` sets the number of programs in one stack; `--program 5` runs only that one.
 * `--binding plugin` uses the plugin in place of dynamic resources.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    edits: { type: "string" },
    seed: { type: "string" },
    programs: { type: "string" },
    program: { type: "string" },
    binding: { type: "string", default: "dynamic" },
  },
});
const { binding, ...limits } = values;
const seed = values.seed ?? String(Date.now() % 1_000_000);
const variables = Object.entries({ ...limits, seed }).map(([name, value]) => [`ACCURACY_${name.toUpperCase()}`, value]);
const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
const tests = ["--project", "long", `test/engine/preview-accuracy/${binding}.long.test.ts`];
const { status } = spawnSync(process.execPath, [vitest, "run", ...tests], {
  env: { ...process.env, ...Object.fromEntries(variables) },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
