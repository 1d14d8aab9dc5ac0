import * as fc from "fast-check";
import { expect, test } from "vitest";
import { printableValues } from "../../../../provider/host/printable-values.ts";
import { isPrintable } from "../../../../provider/kernel/printable.ts";
import { hostileTexts } from "../../../support/hostile-texts.ts";

const records = fc.dictionary(hostileTexts, fc.oneof(hostileTexts, fc.array(hostileTexts), fc.dictionary(hostileTexts, hostileTexts)));
const textsOf = (value: unknown): string[] =>
  typeof value === "string" ? [value] : typeof value === "object" && value !== null ? Object.entries(value).flat().flatMap(textsOf) : [];

// (promise P-printable-state)
test("leaves what the program has written unchanged, names of properties included", () => {
  fc.assert(
    fc.property(records, (written) => {
      expect(printableValues({ tags: written, more: [written] }, { tags: written })).toEqual({ tags: written, more: [written] });
    }),
  );
});

// (promise P-printable-state)
test("makes everything else printable", () => {
  fc.assert(
    fc.property(records, (values) => {
      expect(textsOf(printableValues({ values }, {})).filter((text) => !isPrintable(text))).toEqual([]);
    }),
  );
});

test("changes a state only once: what it holds stays what it is in later refreshes", () => {
  fc.assert(
    fc.property(records, records, (values, written) => {
      const state = printableValues({ values, tags: written }, { tags: written });
      expect(printableValues(state, state)).toEqual(state);
      expect(printableValues({ values, tags: written }, state)).toEqual(state);
    }),
  );
});

test("leaves values that are not texts unchanged", () => {
  expect(printableValues({ a: 1, b: null, c: true, d: [undefined] }, {})).toEqual({ a: 1, b: null, c: true, d: [undefined] });
});
