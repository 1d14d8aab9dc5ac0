import { expect, test } from "vitest";
import { toFleetMarkdown } from "../../../sdk/fleet/report/markdown.ts";
import { fleetResultOf, gainedBy, resultOf } from "./sample-result.ts";

test("begins with what failed and why, then what was skipped, then access", () => {
  const result = fleetResultOf([
    resultOf("share-1", { status: "failed", reasons: ["LimitExceeded: no | more @shares"] }),
    resultOf("accept-1", { status: "skipped", because: ["share-1"] }),
    resultOf("share-2"),
  ]);
  const lines = toFleetMarkdown({ ...result, access: { ...result.access, changes: [gainedBy("share-2")] } }).split("\n\n");
  expect(lines.slice(0, 5)).toEqual([
    "### Fleet `network`: up of 3 stacks",
    "**❌ Not every stack succeeded**: 1 succeeded, 1 failed, 1 skipped.",
    "| failed | stacks | cause |\n|---|---|---|\n| 1 | `share-1` | LimitExceeded: no `\\|` more `@shares` |",
    "- Skipped because of `share-1`: `accept-1`",
    "### Access through resource shares: `share-2`",
  ]);
});

test("stays within the length of a comment for a thousand stacks that all fail differently", () => {
  const names = Array.from({ length: 1000 }, (_, index) => `stack-${index}-${"x".repeat(80)}`);
  const stacks = names.map((name, index) =>
    resultOf(name, { status: "failed", reasons: [`${"because ".repeat(200)}${String.fromCharCode(65 + (index % 60))}`] }),
  );
  const changes = names.map((name) => gainedBy(name));
  const result = fleetResultOf(stacks);
  expect(toFleetMarkdown({ ...result, access: { ...result.access, changes } }).length).toBeLessThan(65_536);
});
