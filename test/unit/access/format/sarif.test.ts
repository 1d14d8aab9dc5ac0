import { expect, test } from "vitest";
import { toSarif } from "../../../../access/format/sarif.ts";
import { riskTexts } from "../../../../access/diff/review/risks.ts";
import { changesOfAllKinds, findingsOfAllLevels, sample } from "../sample.ts";

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
  expect(result?.message.text).toContain('external account 2000000000000001 can use VSwitch vsw-1 through a"\\]<b>; confirm');
  expect(result?.locations).toHaveLength(1);
  expect(Object.values(result?.partialFingerprints ?? {})).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
});

test("reports nothing about a target that is allowed", () => {
  expect(resultsOf(["2*"])).toEqual([]);
});

test("reports the findings of policies by pack and policy", () => {
  expect(resultsOf(["*"], [finding])).toMatchObject([{ ruleId: "guard/naming", level: "error", message: { text: "no" } }]);
});

const allResults = () =>
  (JSON.parse(toSarif(changesOfAllKinds, { allowed: [], findings: findingsOfAllLevels })) as Log).runs.flatMap(({ results }) => results);

test("reports each risk of a change and each finding with its level, in words", () => {
  const results = allResults();
  expect(results.map(({ ruleId, level, message }) => [ruleId, level, message.text.split("; ")[0]])).toEqual([
    ["access/external", "error", "external account 2000000000000001 gains VSwitch vsw-1 through network"],
    ["access/possibly-external", "warning", "possibly external account 11 gains Image m-1 through network"],
    ["access/possibly-external", "warning", "possibly external account 12 gains Image m-1 through network"],
    ["access/service", "error", "service ipam.aliyuncs.com gains VSwitch vsw-1 through network"],
    ["access/directory", "warning", "directory rd-1 gains VSwitch vsw-1 through network"],
    ["access/write", "note", "external account 2000000000000001 gains VSwitch vsw-1 through network"],
    ["access/gap", "warning", "folder fd-2 is interrupted in using VSwitch vsw-1 through network"],
    ["guard/external-targets", "error", "2000000000000001 is outside the directory"],
    ["guard/naming", "warning", "no name"],
    ["guard/required-tags", "note", "The policy changes tags."],
  ]);
  expect(new Set(results.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints))).size).toBe(results.length);
});

test("names the share or the resource of each result, and a file, without which a code scanner shows nothing", () => {
  const physicalLocation = { artifactLocation: { uri: "Pulumi.yaml" }, region: { startLine: 1 } };
  const located = (fullyQualifiedName: string) => [{ physicalLocation, logicalLocations: [{ fullyQualifiedName, kind: "resource" }] }];
  expect(allResults()[0]?.locations).toEqual(located("rs-1"));
  expect(allResults()[7]?.locations).toEqual(located("urn:pulumi:dev::shop::a:b:ResourceShare::network"));
});

test("describes each rule once, with what to do", () => {
  const log = JSON.parse(toSarif(changesOfAllKinds, { allowed: [], findings: [...findingsOfAllLevels, ...findingsOfAllLevels] })) as object;
  const ruleOf = ([kind, { title, advice }]: readonly [string, { readonly title: string; readonly advice: string }]) => ({
    id: `access/${kind}`,
    shortDescription: { text: title },
    help: { text: advice },
  });
  const policyRule = (id: string) => ({ id, shortDescription: { text: `Policy ${id}` } });
  const rules = [
    ...Object.entries(riskTexts).map(ruleOf),
    ...["guard/external-targets", "guard/naming", "guard/required-tags"].map(policyRule),
  ];
  expect(log).toMatchObject({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "resourceshare", rules } } }],
  });
});

test("writes one result for a target and a share, which keeps its fingerprint when the resources change", () => {
  const resultsFor = (ids: readonly string[]) => {
    const accesses = sample.slice(0, 1).flatMap((access) => ids.map((id) => ({ ...access, resource: { type: "VSwitch", id } })));
    return (JSON.parse(toSarif(accesses, { allowed: [] })) as Log).runs.flatMap(({ results }) => results);
  };
  const [one, two] = [resultsFor(["vsw-1"]), resultsFor(["vsw-2", "vsw-3"])];
  expect([one.length, two.length]).toEqual([1, 1]);
  expect(two[0]?.message.text).toContain("can use VSwitch vsw-2, VSwitch vsw-3 through");
  expect(two[0]?.partialFingerprints).toEqual(one[0]?.partialFingerprints);
});

test("says of access that has come into force that it can be used now", () => {
  const external = changesOfAllKinds.filter(({ wasPending }) => wasPending === true);
  const target = { id: "21", kind: "Account" as const, external: true };
  const log = JSON.parse(
    toSarif(
      external.map((access) => ({ ...access, target })),
      { allowed: [] },
    ),
  ) as Log;
  expect(log.runs[0]?.results.map(({ message }) => message.text.split("; ")[0])).toEqual([
    "external account 21 can now use VSwitch vsw-1 through network",
  ]);
});

test("writes names and messages without links and placeholders", () => {
  const message = String.raw`see [all is well](https://forged.example) {0} \[x`;
  const finding = { level: "mandatory", policy: "[p](1)", pack: "a", urn: "", message } as const;
  const { rules, texts } = partsOf(toSarif([], { allowed: [], findings: [finding] }));
  expect(texts).toEqual([String.raw`see \[all is well\](https://forged.example) {{0}} \\\[x`]);
  expect(rules).toEqual([String.raw`Policy a/\[p\](1)`]);
});

function partsOf(sarif: string) {
  const log = JSON.parse(sarif) as {
    runs: { tool: { driver: { rules: { shortDescription: { text: string } }[] } }; results: { message: { text: string } }[] }[];
  };
  return {
    rules: log.runs.flatMap(({ tool }) => tool.driver.rules.map(({ shortDescription }) => shortDescription.text)),
    texts: log.runs.flatMap(({ results }) => results.map(({ message }) => message.text)),
  };
}
