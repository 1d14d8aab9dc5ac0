import { expect, test } from "vitest";
import { toSarif } from "../../../sdk/access/format/sarif.ts";
import { sample } from "../sample.ts";

interface Log {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly locations: readonly object[];
      readonly partialFingerprints: Readonly<Record<string, string>>;
    }[];
  }[];
}
// The shape of the file; a wrong one fails the tests below.
const resultsOf = (allowed: readonly string[], findings = [finding].slice(1)) =>
  (JSON.parse(toSarif(sample, { allowed, findings })) as Log).runs.flatMap(({ tool, results }) => {
    expect(results.map(({ ruleId }) => ruleId).filter((id) => !tool.driver.rules.some((rule) => rule.id === id))).toEqual([]);
    return results;
  });
const finding = { level: "mandatory" as const, policy: "naming", pack: "guard", urn: "urn:pulumi:dev::shop::a:b:C::d", message: "no" };

test("reports access outside the directory as an error with a place and a fingerprint", () => {
  const [result, ...others] = resultsOf([]);
  expect(others).toEqual([]);
  expect(result).toMatchObject({ ruleId: "access/external", level: "error" });
  expect(result?.message.text).toContain('external account 2000000000000001 can use VSwitch vsw-1 through a"]<b>; confirm');
  expect(result?.locations).toHaveLength(1);
  expect(Object.values(result?.partialFingerprints ?? {})).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
});

test("reports nothing about a target that is allowed", () => {
  expect(resultsOf(["2*"])).toEqual([]);
});

test("reports the findings of policies by pack and policy", () => {
  expect(resultsOf(["*"], [finding])).toMatchObject([{ ruleId: "guard/naming", level: "error", message: { text: "no" } }]);
});
