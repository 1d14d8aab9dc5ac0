import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Report } from "../../../sdk/access/diff/report.ts";
import { run } from "../../../sdk/command/run.ts";
import type { BindingName } from "../binding.ts";
import type { Predict } from "./compare-round.ts";
import { type AccuracyFixture, openFixture } from "./fixture.ts";
import { measureAccuracy } from "./measure.ts";

const seed = Number(process.env["ACCURACY_SEED"] ?? 1);
const programNumbers =
  process.env["ACCURACY_PROGRAM"] === undefined
    ? Array.from({ length: Number(process.env["ACCURACY_PROGRAMS"] ?? 16) }, (_, number) => number)
    : [Number(process.env["ACCURACY_PROGRAM"])];

/** Tests what previews predict; `npm run preview-accuracy` tries more edits than the given number. */
export function testPreviewAccuracy(binding: BindingName, editsInTests: number): void {
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

const predict: Predict = async (path, { isLive = false, state }) => {
  const output = { out: "", err: "" };
  const code = await run(
    ["diff", path, "--format", "json", ...(isLive ? ["--live"] : []), ...(state === undefined ? [] : ["--state", state])],
    {
      out: (line) => (output.out += `${line}\n`),
      err: (line) => (output.err += `${line}\n`),
      interrupted: new Promise(() => undefined),
    },
  );
  expect({ code, err: code === 0 ? "" : output.err }).toEqual({ code: 0, err: "" });
  return Report.parse(JSON.parse(output.out));
};
