import { expect, test } from "vitest";
import { toFleetMarkdown } from "../../../../../sdk/fleet/report/markdown.ts";
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
  const headroom = names.map((name) => ({ level: "warning" as const, subject: `${name}: Quotas`, message: "because ".repeat(200) }));
  const result = fleetResultOf(stacks, { headroom });
  expect(toFleetMarkdown({ ...result, access: { ...result.access, changes } }).length).toBeLessThan(65_536);
});

test("lists findings about quotas with the worst first, and how many more there are", () => {
  const found = (level: "ok" | "warning" | "problem", account: number) => ({
    level,
    subject: `account ${account}`,
    message: "uses quotas",
  });
  const headroom = [...Array.from({ length: 20 }, (_, account) => found("ok", account)), found("warning", 20), found("problem", 21)];
  const lines = toFleetMarkdown(fleetResultOf([resultOf("share")], { operation: "preview", headroom })).split("\n");
  const first = lines.findIndex((line) => line.startsWith("- "));
  expect(lines.slice(first, first + 3)).toEqual([
    "- ❌ account 21: uses quotas",
    "- ⚠️ account 20: uses quotas",
    "- ✅ account 0: uses quotas",
  ]);
  expect(lines[first + 20]).toBe("- 2 other findings about quotas");
});
