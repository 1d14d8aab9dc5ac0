import { expect, test } from "vitest";
import { formatSizes, sizeFindings } from "../../../../scripts/check/package-sizes.mjs";
import { textOf } from "../../rules/files.ts";

interface SizeRecord {
  readonly budgets: Readonly<Record<string, number>>;
  readonly releases: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

// The shape of the file.
const { budgets, releases } = JSON.parse(textOf("scripts/check/package-sizes.json")) as SizeRecord;

test("reports each size above its budget, with what to do", () => {
  expect(sizeFindings(budgets)).toEqual([]);
  const larger = { ...budgets, packedBytes: (budgets["packedBytes"] ?? 0) + 1 };
  expect(sizeFindings(larger)).toEqual([
    expect.stringMatching(/^size: packedBytes is \d+, and its budget is \d+\. Make it smaller, or raise/),
  ]);
});

test("reports a size that was not measured", () => {
  expect(sizeFindings({})).toHaveLength(Object.keys(budgets).length);
});

test("prints sizes beside those of the last other release", () => {
  const [last = ""] = Object.keys(releases).slice(-1);
  const before = releases[last]?.["packedBytes"] ?? 0;
  const [header = "", row = ""] = formatSizes({ packedBytes: before * 1.5 }, "99.0.0").split("\n");
  expect(header.split(/ +/)).toEqual(["size", "now", last, "change", "budget"]);
  expect(row.split(/ {2,}/)).toEqual(["packedBytes", `${before * 1.5}`, `${before}`, "+50.0 %", `${budgets["packedBytes"]}`]);
});
