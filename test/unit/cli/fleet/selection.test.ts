import { expect, test } from "vitest";
import { runCommand } from "../fixture.ts";
import { FakeEngine } from "./fake-engine.ts";

/** Fails for the stack that the environment names. */
const up = `
  log("runs");
  if (stack === process.env.FAILS) process.exit(255);
`;
const stacks = `stack("share-a"), stack("share-b"), { ...stack("accept-b"), dependsOn: ["share-b"] }`;

test("makes `fleet` run only the stacks that did not succeed in a report, or that are named", async () => {
  using engine = new FakeEngine(up, stacks);
  const fleet = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runCommand(["fleet", ...words, "--file", "fleet.mjs"], { cwd: engine.folder, env: { ...engine.env, ...env } });
  const failed = await fleet(["up", "--format", "json"], { FAILS: "share-b" });
  expect(failed.code).toBe(1);
  expect(engine.lines()).toEqual(["share-a runs", "share-b runs"]);
  // The two that run may end in any order.
  expect(failed.err).toMatch(/^accept-b: skipped \(because of share-b\) \[\d of 3\]$/m);

  engine.forgetLines();
  engine.write("report.json", failed.out);
  const retried = await fleet(["up", "--retry", "report.json"]);
  expect(retried).toMatchObject({ code: 0, err: expect.stringContaining("up of 2 stacks of network: 2 succeeded.") });
  expect(engine.lines()).toEqual(["accept-b runs", "share-b runs"]);

  engine.forgetLines();
  const { err } = await fleet(["up", "--retry", "report.json", "--only", "share-a"]);
  expect(err).toContain("note: the selected stacks succeeded in report.json: leave out --retry to run them again\n");
  expect((await fleet(["up", "--only", "share-*"])).code).toBe(0);
  expect(engine.lines()).toEqual(["share-a runs", "share-b runs"]);
}, 150_000);
