import { expect, test } from "vitest";
import type { AccessDiff } from "../../../../access/diff/access-diff.ts";
import { noPolicies } from "../../../../access/diff/policies/policy-findings.ts";
import { toMarkdown } from "../../../../access/format/markdown.ts";
import { targetOf } from "../../../../access/share-snapshot.ts";
import { changesOfAllKinds, changesOfPermission, findingsOfAllLevels } from "../sample.ts";
import { changesOf, emptyDiff } from "../builders.ts";

const gained = changesOfAllKinds.filter(({ change }) => change === "gained");
const unknown = changesOfAllKinds.filter(({ change }) => change === "unknown").slice(0, 1);
const partOf = (text: string, title: string) => text.split("\n\n").find((part) => part.includes(title));

test("writes every change and finding in the Markdown comment as all-kinds.txt has it: risky changes first", async () => {
  const policies = { packs: [{ name: "guard", version: "1.0.0" }], findings: findingsOfAllLevels, refused: true };
  const diff = {
    ...emptyDiff,
    changes: [...changesOfAllKinds, ...changesOfPermission],
    remarks: ["one (a) b-c"],
    unknownTargetShares: ["new"],
    policies,
  };
  await expect(`${toMarkdown(diff, { hasPicture: true })}\n`).toMatchFileSnapshot("all-kinds.txt");
});

const allClear =
  "✅ Nothing to check: no new access outside the resource directory, of a whole directory, of a service or to write, no gap and no loss";

test.each<[title: string, diff: Partial<AccessDiff>, headline: string]>([
  ["nothing changes", {}, allClear],
  ["access is lost", { changes: changesOfAllKinds.filter(({ change }) => change === "lost") }, "⚠️ Check 1 lost access"],
  [
    "an allowed target outside the resource directory gains access",
    { changes: changesOf("gained", { targets: [targetOf("2000000000000001", true)] }), allowedExternal: ["2*"] },
    allClear.replace("Nothing to check", "1 gained, apart from allowed targets"),
  ],
  ["a permission only reads now", { changes: changesOfPermission.slice(1) }, allClear.replace("Nothing to check", "1 changed")],
  ["something is unknown", { changes: unknown }, "❔ Not everything is known"],
  ["the preview is incomplete", { isIncomplete: true }, "❔ Not everything is known"],
  [
    "access is risky",
    { changes: gained.slice(0, 1), isIncomplete: true },
    "⚠️ Check 1 target outside the resource directory, 1 access with a write permission",
  ],
])("begins the Markdown comment with what to check when %s", (_title, diff, headline) => {
  expect(
    toMarkdown({ ...emptyDiff, ...diff })
      .split("\n\n")
      .slice(0, 2),
  ).toEqual(["### Access through resource shares", `**${headline}**`]);
});

test.each<[title: string, diff: Partial<AccessDiff>, rest: string]>([
  ["nothing else is found", {}, ""],
  ["the preview is incomplete", { isIncomplete: true }, ""],
  ["access is risky", { changes: gained.slice(0, 1) }, "; check 1 target outside the resource directory, 1 access with a write permission"],
])("begins the Markdown comment with the failed checks when %s", (_title, diff, rest) => {
  const failed = ["loss: 1 lost", "not-granted:fd-1:VSwitch/v: no share of the stack would let fd-1 use VSwitch v"];
  const headline = toMarkdown({ ...emptyDiff, ...diff }, { failed }).split("\n\n")[1];
  expect(headline).toBe(`**🛑 2 checks failed: \`loss\`, \`not-granted:fd-1:VSwitch/v\`${rest}**`);
});

test("reports in the Markdown comment that not all access is known when the preview is incomplete", () => {
  expect(toMarkdown({ ...emptyDiff, isIncomplete: true }).split("\n\n")[2]).toBe("Not all access through shares is known.");
});

const packs = [
  { name: "guard", version: "1.0.0" },
  { name: "naming-rules", version: "" },
];
const [mandatory, advisory, fixed] = findingsOfAllLevels;

test.each([
  ["no policy is known to have run", noPolicies, allClear, []],
  [
    "the engine stopped the preview and names no policy",
    { packs, findings: [], refused: true },
    "❌ The preview was stopped, as by a mandatory policy",
    [],
  ],
  [
    "policies advise",
    { packs, findings: [advisory, fixed].flatMap((one) => one ?? []), refused: false },
    allClear,
    ["✅ **No policy stops this update** (guard 1.0.0, naming-rules)", "<details><summary>Policies: 1 advisory, 1 fixed</summary>"],
  ],
  [
    "a policy stops the update",
    { packs, findings: [mandatory].flatMap((one) => one ?? []), refused: true },
    "❌ Policies stop this update",
    [],
  ],
])("reports what the policies decide in the Markdown comment when %s", (_title, policies, headline, expected) => {
  const [, first, , ...parts] = toMarkdown({ ...emptyDiff, policies }).split("\n\n");
  expect(first).toBe(`**${headline}**`);
  expect(parts.filter((part) => !part.startsWith("|") && part !== "</details>")).toEqual(expected);
});

test("draws a picture in the Markdown comment only when it is requested and something changes", () => {
  const kept = changesOfAllKinds.slice(0, 1);
  expect(toMarkdown({ ...emptyDiff, changes: gained }, { hasPicture: true })).toMatch(
    /Picture of what changes<\/summary>\n\n```mermaid\n[^]*\n```\n/,
  );
  expect(toMarkdown({ ...emptyDiff, changes: gained })).not.toContain("mermaid");
  expect(toMarkdown({ ...emptyDiff, changes: kept }, { hasPicture: true })).not.toContain("Picture");
});

test("lists each change in the Markdown comment once, with its stack, and folds those without a risk", () => {
  const stacks = ["shop/dev", "shop/prod"];
  const changes = stacks.flatMap((stack) => changesOfAllKinds.map((change) => ({ ...change, stack })));
  const text = toMarkdown({ ...emptyDiff, changes });
  expect(text).toContain("### Access through resource shares of 2 stacks");
  expect(text).toContain("<details><summary>Everything else: 2 in force, 2 pending again, 4 unknown, 2 kept</summary>");
  const rows = text.split("\n").filter((line) => /in `shop\/\w+` \|$/.test(line));
  expect(rows).toHaveLength(new Set(rows).size);
  // Two targets are in one row.
  expect(rows).toHaveLength(changes.length - 2);
});

test.each([
  [10, false],
  [11, true],
])("folds a table of %i risky changes in the Markdown comment below the list that names their targets: %s", (count, isFolded) => {
  const ids = Array.from({ length: count }, (_, index) => `20000000000000${index + 10}`);
  const shares = ids.map((id, index) => ({ share: { name: `team-${index}`, id: `rs-${index}` }, targets: [targetOf(id, true)] }));
  const text = toMarkdown({ ...emptyDiff, changes: shares.flatMap((values) => changesOf("gained", values)) });
  const [list = "", table = ""] = text.split(/\n(?=<details>|\| risk)/);
  expect(ids.filter((id) => !list.includes(id))).toEqual([]);
  expect(table.startsWith(`<details><summary>What to check: ${count} accesses</summary>`)).toBe(isFolded);
});

test("names five targets with a gap in the Markdown comment and counts the others", () => {
  const gap = changesOfAllKinds.filter((change) => change.gap);
  const changes = Array.from({ length: 7 }, (_, index) =>
    gap.map((change) => ({ ...change, target: targetOf(`fd-${index}`, false) })),
  ).flat();
  expect(partOf(toMarkdown({ ...emptyDiff, changes }), "**Interrupted during the update**")).toContain("`fd-4`, 2 more (7 accesses); add");
});

test("counts the remarks and the risky accesses for which the Markdown comment has no room", () => {
  const remarks = Array.from({ length: 900 }, (_, index) => `remark ${index}`);
  expect(partOf(toMarkdown({ ...emptyDiff, remarks }), "- remark 0")).toMatch(/\n… \d{3} more in `--format json`$/);
  const changes = Array.from({ length: 900 }, (_, index) =>
    gained.slice(0, 1).map((change) => ({ ...change, permission: `write-${index}` })),
  ).flat();
  expect(partOf(toMarkdown({ ...emptyDiff, changes }), "| risk |")).toMatch(/\n\| … \d{3} more in `--format json` \|  \|  \|  \|  \|  \|$/);
});

test("names the stack of a finding of policies in the Markdown comment of several stacks", () => {
  const findings = findingsOfAllLevels.map((finding) => ({ ...finding, stack: "shop/dev" }));
  const text = toMarkdown({ ...emptyDiff, policies: { packs: [], findings, refused: false } });
  expect(text).toContain(
    "| stack | policy | level | resource | finding |\n|---|---|---|---|---|\n| `shop/dev` | external-targets | mandatory |",
  );
});
