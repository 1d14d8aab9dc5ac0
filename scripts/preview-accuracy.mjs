#!/usr/bin/env node
/**
 * Compares, for many random edits of random programs, what a preview foretells with what the update does.
 * `npm run truth -- --edits 2000 --seed 7`; `--islands` says how many programs one stack holds, and `--island 5` tries that one alone.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { edits: { type: "string" }, seed: { type: "string" }, islands: { type: "string" }, island: { type: "string" } },
});
const seed = values.seed ?? String(Date.now() % 1_000_000);
const variables = Object.entries({ ...values, seed }).map(([name, value]) => [`TRUTH_${name.toUpperCase()}`, value]);
const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", "--project", "engine", "test/engine/preview-accuracy.test.ts"], {
  env: { ...process.env, ...Object.fromEntries(variables) },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
