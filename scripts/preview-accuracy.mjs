#!/usr/bin/env node
/**
 * Compares what a preview predicts with what the update does, for many random edits of random programs.
 * Usage: `npm run truth -- --edits 2000 --seed 7`. `--islands` sets the number of programs in one stack; `--island 5` runs only that one.
 * `--binding plugin` uses the plugin in place of dynamic resources.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    edits: { type: "string" },
    seed: { type: "string" },
    islands: { type: "string" },
    island: { type: "string" },
    binding: { type: "string", default: "dynamic" },
  },
});
const { binding, ...limits } = values;
const seed = values.seed ?? String(Date.now() % 1_000_000);
const variables = Object.entries({ ...limits, seed }).map(([name, value]) => [`TRUTH_${name.toUpperCase()}`, value]);
const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", "--project", "engine", `test/engine/preview-accuracy/${binding}.test.ts`], {
  env: { ...process.env, ...Object.fromEntries(variables) },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
