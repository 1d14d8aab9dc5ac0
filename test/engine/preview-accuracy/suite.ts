import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { BindingName } from "../binding.ts";
import { predictAccess } from "../predicted-access.ts";
import type { Predict } from "./compare-round.ts";
import { type AccuracyFixture, openFixture } from "./fixture.ts";
import { measureAccuracy } from "./measure.ts";

const programNumbers =
  process.env["ACCURACY_PROGRAM"] === undefined
    ? Array.from({ length: Number(process.env["ACCURACY_PROGRAMS"] ?? 16) }, (_, number) => number)
    : [Number(process.env["ACCURACY_PROGRAM"])];

/** Tests what previews predict; `npm run preview-accuracy` tries more edits than the given number. */
export function testPreviewAccuracy(binding: BindingName, editsInTests: number, seedOfTests = 1): void {
  const seed = Number(process.env["ACCURACY_SEED"] ?? seedOfTests);
  const edits = Number(process.env["ACCURACY_EDITS"] ?? editsInTests);
  let fixture: AccuracyFixture;
  beforeAll(async () => {
    fixture = await openFixture({ binding, seed, programNumbers, rounds: Math.ceil(edits / programNumbers.length) });
    // The command reads its credentials where a shell would put them.
    for (const [name, value] of Object.entries(fixture.env)) vi.stubEnv(name, value);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await fixture?.[Symbol.asyncDispose]();
  });

  test(
    `predicts the access that an update changes, its steps and its outputs, for random edits (${binding}, seed ${seed})`,
    { timeout: 3_600_000 },
    async () => {
      const findings = await measureAccuracy(fixture, predict);
      expect(findings.differences.join("\n\n")).toBe("");
      expect(findings.edits).toBeGreaterThanOrEqual(edits);
    },
  );
}

const predict: Predict = (path, { isLive = false, state }) =>
  predictAccess(path, [...(isLive ? ["--live"] : []), ...(state === undefined ? [] : ["--state", state])]);
