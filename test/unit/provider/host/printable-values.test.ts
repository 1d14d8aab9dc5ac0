import * as fc from "fast-check";
import { expect, test } from "vitest";
import { printableValues } from "../../../../provider/host/printable-values.ts";
import { isPrintable } from "../../../../provider/kernel/printable.ts";
import { hostileTexts } from "../../../support/hostile-texts.ts";

const records = fc.dictionary(hostileTexts, fc.oneof(hostileTexts, fc.array(hostileTexts), fc.dictionary(hostileTexts, hostileTexts)));
const textsOf = (value: unknown): string[] =>
  typeof value === "string" ? [value] : typeof value === "object" && value !== null ? Object.entries(value).flat().flatMap(textsOf) : [];

// (promise P-printable-state)
test("keeps values of the program unchanged in a state, names of properties included", () => {
  fc.assert(
    fc.property(records, (written) => {
      expect(printableValues({ tags: written, more: [written] }, { tags: written })).toEqual({ tags: written, more: [written] });
    }),
  );
});

// (promise P-printable-state)
test("makes printable every text in a state that the program has not written", () => {
  fc.assert(
    fc.property(records, (values) => {
      expect(textsOf(printableValues({ values }, {})).filter((text) => !isPrintable(text))).toEqual([]);
    }),
  );
});
