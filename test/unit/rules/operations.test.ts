import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { device } from "../../../provider/api/device/operations.ts";
import { sharing } from "../../../provider/api/operations.ts";

const docs = join(__dirname, "../../../docs");
const rows = readFileSync(join(docs, "operations.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );

test("lists every operation of the specifications", () => {
  const names = [...Object.values(sharing), ...Object.values(device)].map(({ name }) => `\`${name}\``);
  expect(names.length).toBeGreaterThan(0);
  expect(rows.map(([name]) => name)).toEqual(names);
});

test.each(rows.map((row) => [row[0], row] as const))("lists declaration, client, simulator, use, page and tests of %s", (_name, row) => {
  expect(row).toHaveLength(8);
  const [, declared = "", client = "", simulated = "", used = "", callable = "", page = "", tested = ""] = row;
  const cells = { declared, client, simulated, usedOrCallable: used + callable, page, tested };
  expect(Object.entries(cells).filter(([, cell]) => cell === "")).toEqual([]);
});

test("links only to files that exist", () => {
  const links = rows.flat().flatMap((cell) => [...cell.matchAll(/\]\(([^)]+)\)/g)].map(([, path = ""]) => path));
  expect(links.length).toBeGreaterThan(rows.length);
  expect(links.filter((path) => !existsSync(join(docs, path)))).toEqual([]);
});
