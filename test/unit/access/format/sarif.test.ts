import { expect, test } from "vitest";
import { toSarif } from "../../../../access/format/sarif.ts";
import { riskTexts } from "../../../../access/diff/review/risks.ts";
import { changesOfAllKinds, findingsOfAllLevels, sample } from "../sample.ts";

interface Log {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly shortDescription: { readonly text: string } }[] } };
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
const logOf = (...args: Parameters<typeof toSarif>) => JSON.parse(toSarif(...args)) as Log;
const resultsOf = (...args: Parameters<typeof toSarif>) => logOf(...args).runs.flatMap(({ results }) => results);
const allResults = () => resultsOf(changesOfAllKinds, { allowed: [], findings: findingsOfAllLevels });

test("reports each risk of a change and each finding in SARIF with its level, in words", () => {
  const results = allResults();
  expect(results.map(({ ruleId, level, message }) => [ruleId, level, message.text.split("; ")[0]])).toEqual([
    ["access/external", "error", "external account 2000000000000001 gains VSwitch vsw-1 through network"],
    ["access/service", "error", "service ipam.aliyuncs.com gains VSwitch vsw-1 through network"],
    ["access/directory", "warning", "directory rd-1 gains VSwitch vsw-1 through network"],
    ["access/write", "note", "external account 2000000000000001 gains VSwitch vsw-1 through network"],
    ["access/possibly-external", "warning", "possibly external account 11 gains Image m-1 through network"],
    ["access/possibly-external", "warning", "possibly external account 12 gains Image m-1 through network"],
    ["access/gap", "warning", "folder fd-2 is interrupted in using VSwitch vsw-1 through network"],
    ["access/loss", "note", "folder fd-3 loses VSwitch vsw-1 through network"],
    ["access/loss", "note", "folder fd-3 loses VSwitch vsw-1 through old"],
    ["guard/external-targets", "error", "2000000000000001 is outside the directory"],
    ["guard/naming", "warning", "no name"],
    ["guard/required-tags", "note", "The policy changes tags."],
  ]);
  expect(new Set(results.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints))).size).toBe(results.length);
});

test("names the share or resource of each result in SARIF, and a file, without which a code scanner shows no result", () => {
  const physicalLocation = { artifactLocation: { uri: "Pulumi.yaml" }, region: { startLine: 1 } };
  const located = (fullyQualifiedName: string) => [{ physicalLocation, logicalLocations: [{ fullyQualifiedName, kind: "resource" }] }];
  expect(allResults()[0]?.locations).toEqual(located("rs-1"));
  expect(allResults()[9]?.locations).toEqual(located("urn:pulumi:dev::shop::a:b:ResourceShare::network"));
});

test("describes each rule once in SARIF, with what to do", () => {
  const log = logOf(changesOfAllKinds, { allowed: [], findings: [...findingsOfAllLevels, ...findingsOfAllLevels] });
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

test("writes one result for a target and a share in SARIF, and keeps its fingerprint when the resources change", () => {
  const resultsFor = (ids: readonly string[]) => {
    const accesses = sample.slice(0, 1).flatMap((access) => ids.map((id) => ({ ...access, resource: { type: "VSwitch", id } })));
    return resultsOf(accesses, { allowed: [] });
  };
  const [one, two] = [resultsFor(["vsw-1"]), resultsFor(["vsw-2", "vsw-3"])];
  expect([one.length, two.length]).toEqual([1, 1]);
  expect(two[0]?.message.text).toContain("can use VSwitch vsw-2, VSwitch vsw-3 through");
  expect(two[0]?.partialFingerprints).toEqual(one[0]?.partialFingerprints);
});

test("writes names and messages in SARIF without links and placeholders", () => {
  const message = String.raw`see [all is well](https://forged.example) {0} \[x`;
  const finding = { level: "mandatory", policy: "[p](1)", pack: "a", urn: "", message } as const;
  const { tool, results } = logOf([], { allowed: [], findings: [finding] }).runs[0] ?? expect.unreachable();
  expect(results.map((result) => result.message.text)).toEqual([String.raw`see \[all is well\](https://forged.example) {{0}} \\\[x`]);
  expect(tool.driver.rules.map(({ shortDescription }) => shortDescription.text)).toEqual([String.raw`Policy a/\[p\](1)`]);
});
