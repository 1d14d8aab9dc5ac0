import { expect, it } from "vitest";
import { printableResult } from "../../../../provider/functions/printable-result.ts";

// (promise P-printable-state)
it("makes the service's texts in a function's result printable and keeps names, tags, properties and tokens", () => {
  const odd = "a\u202E\u001B[2J\n::error::b";
  const kept = { resourceShareName: odd, tags: [{ key: odd, value: odd }], property: odd, accessToken: odd };
  const shown = "a [2J ::error::b";
  expect(printableResult({ message: odd, list: [odd], count: 1, ...kept })).toEqual({ message: shown, list: [shown], count: 1, ...kept });
});
