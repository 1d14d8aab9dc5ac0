#!/usr/bin/env node
/**
 * Compares what a preview predicts with what the update does, for many random edits of random programs.
 * Usage: `npm run preview-accuracy -- --edits 2000 --seed 7`. `--programs` sets the number of programs in one stack; `--program 5` runs only that one.
 * `--binding plugin` uses the plugin in place of dynamic resources.
 * `--model` runs both bindings in one process with a model of the engine, also from what failed updates have left.
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
    model: { type: "boolean", default: false },
  },
});
const { binding, model, ...limits } = values;
const seed = values.seed ?? String(Date.now() % 1_000_000);
const variables = Object.entries({ ...limits, seed }).map(([name, value]) => [`ACCURACY_${name.toUpperCase()}`, value]);
const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
const tests = model
  ? ["--project", "explore", "test/explore/preview-accuracy/accuracy.test.ts"]
  : ["--project", "long", `test/engine/preview-accuracy/${binding}.long.test.ts`];
const { status } = spawnSync(process.execPath, [vitest, "run", ...tests], {
  env: { ...process.env, ...Object.fromEntries(variables) },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
