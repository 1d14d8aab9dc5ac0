import { expect, test } from "vitest";
import { linesOf } from "../../../../access/format/finding-lines.ts";
import { warning } from "../../../../access/output/finding.ts";

const finding = warning("Quotas of hub", "9 of 10 shares are in use", "ask for a higher quota before the next update");

test("wraps a finding at the width of the terminal, with each line below the first word", () => {
  expect(linesOf(finding, { colours: false, width: 36 })).toEqual([
    "warning  Quotas of hub: 9 of 10",
    "         shares are in use",
    "         → ask for a higher quota",
    "           before the next update",
  ]);
});
