import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("finds the generated classes and pages current", { timeout: 60_000 }, () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/generate.mjs", "--check"], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
