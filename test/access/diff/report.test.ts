import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { reportSchema } from "../../../sdk/access/diff/report.ts";

test("writes reports that follow the published schema", () => {
  const published: unknown = JSON.parse(readFileSync(join(import.meta.dirname, "../../../docs/diff.schema.json"), "utf8"));
  expect(published).toEqual(JSON.parse(reportSchema()));
});
