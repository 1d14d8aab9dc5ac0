import { expect, test } from "vitest";
import { toFleetMarkdown } from "../../../../../sdk/fleet/report/markdown.ts";
import { fleetResultOf, gainedBy, resultOf } from "./sample-result.ts";

test("begins a fleet's Markdown report with what failed and why, then what was skipped, then access", () => {
  const result = fleetResultOf([
    resultOf("share-1", { status: "failed", reasons: ["LimitExceeded: no | more @shares"] }),
    resultOf("accept-1", { status: "skipped", because: ["share-1"] }),
    resultOf("accept-3", { status: "skipped", because: ["share-3"], reasons: ["share-3 was never updated: update it first"] }),
    resultOf("share-2"),
  ]);
  const lines = toFleetMarkdown({ ...result, access: { ...result.access, changes: [gainedBy("share-2")] } }).split("\n\n");
  expect(lines.slice(0, 5)).toEqual([
    "### Fleet `network`: up of 4 stacks",
    "**❌ Not every stack succeeded**: 1 succeeded, 1 failed, 2 skipped.",
    "| failed | stacks | cause |\n|---|---|---|\n| 1 | `share-1` | LimitExceeded: no `\\|` more `@shares` |",
    "- Skipped because of `share-1`: `accept-1`\n- Skipped because `share-3` was never updated: update it first: `accept-3`",
    "### Access through resource shares: `share-2`",
  ]);
});

test("never exceeds the length of a comment in the report of a fleet with a thousand different failures", () => {
  const names = Array.from({ length: 1000 }, (_, index) => `stack-${index}-${"x".repeat(80)}`);
  const stacks = names.map((name, index) =>
    resultOf(name, { status: "failed", reasons: [`${"because ".repeat(200)}${String.fromCharCode(65 + (index % 60))}`] }),
  );
  const changes = names.map((name) => gainedBy(name));
  const headroom = names.map((name) => ({ level: "warning" as const, subject: `${name}: Quotas`, message: "because ".repeat(200) }));
  const result = fleetResultOf(stacks, { headroom });
  expect(toFleetMarkdown({ ...result, access: { ...result.access, changes } }).length).toBeLessThan(65_536);
});

test("never exceeds the length of a comment in a fleet's report, whatever its parts, and counts what it omits", () => {
  const names = Array.from({ length: 200 }, (_, index) => `share-of-a-platform-team-${index}`);
  const causes = Array.from({ length: 20 }, (_, index) => `${String.fromCharCode(65 + index)}${"because ".repeat(75)}`);
  const stacks = names.map((name, index) => resultOf(name, { status: "failed", reasons: [causes[index % 20] ?? ""] }));
  const headroom = causes.map((message) => ({ level: "problem" as const, subject: "Next update", message, fix: "ask the service" }));
  const outsider = (id: number, external: boolean | null) =>
    ({ id: String(3_000_000_000_000_000 + id), kind: "Account", external }) as const;
  const targets = names.flatMap((_, index) => [
    outsider(index, true),
    outsider(index + 200, true),
    outsider(index + 400, true),
    outsider(index + 600, null),
  ]);
  const changes = targets.map((target, index) => ({ ...gainedBy(names[index % 200] ?? ""), target, permission: `write-${index}` }));
  const urn = "urn:pulumi:dev::shop::a:b:C::d";
  const findings = causes.map((message) => ({ level: "mandatory" as const, policy: "naming", pack: "guard", urn, message }));
  const access = {
    changes,
    remarks: causes,
    unknownTargetShares: names,
    policies: { packs: [], findings, refused: true },
    isIncomplete: true,
  };
  const text = toFleetMarkdown(fleetResultOf(stacks, { operation: "preview", headroom, access }));
  expect(text.length).toBeLessThan(65_536);
  expect(text).toMatch(/\*\*Outside the resource directory\*\*: .*, … \d+ more in `--format json` \(600 accesses\)/);
  expect(text).toMatch(/\n\| … \d+ more in `--format json` \|  \|  \|  \|  \|  \|\n/);
});

test("lists findings about quotas in a fleet's report with the worst first, and how many more there are", () => {
  const found = (level: "ok" | "warning" | "problem", account: number) => ({
    level,
    subject: `account ${account}`,
    message: "uses quotas",
  });
  const fine = Array.from({ length: 200 }, (_, account) => found("ok", account));
  const headroom = [...fine, found("warning", 200), found("problem", 201)];
  const lines = toFleetMarkdown(fleetResultOf([resultOf("share")], { operation: "preview", headroom })).split("\n");
  const first = lines.findIndex((line) => line.startsWith("- "));
  expect(lines.slice(first, first + 3)).toEqual([
    "- ❌ account 201: uses quotas",
    "- ⚠️ account 200: uses quotas",
    "- ✅ account 0: uses quotas",
  ]);
  const listed = lines.filter((line) => line.includes("uses quotas")).length;
  expect(lines[first + listed]).toBe(`- … ${202 - listed} more in \`--format json\``);
});
