import { expect, test } from "vitest";
import { toDot } from "../../../sdk/access/format/dot.ts";
import { sample } from "../sample.ts";

test("names are quoted, and what is pending is dashed", () => {
  const dot = toDot(sample);
  expect(dot).toContain('s3 [label="a\\"]<b>\\nrs-1", shape=hexagon');
  expect(dot).toContain("s3 -> t2 [style=dashed];");
  expect(dot).toContain('r1 -> s3 [label="default"];');
});
