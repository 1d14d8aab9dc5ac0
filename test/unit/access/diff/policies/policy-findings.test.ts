import { expect, test } from "vitest";
import { mergedPolicies, noPolicies, readPolicies, resourceName } from "../../../../../access/diff/policies/policy-findings.ts";

const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/resourceshare:ResourceShare::a";
const about = { resourceUrn: urn, policyName: "naming", policyPackName: "guard", policyPackVersion: "1.0.0" };
const lines = (...events: readonly object[]) => events.map((event) => JSON.stringify(event)).join("\n");
const violation = (enforcementLevel: string, message = "no") => ({ policyEvent: { ...about, enforcementLevel, message } });

test("lists the findings that stop the update first, whatever the order of events", () => {
  const events = [violation("advisory"), violation("mandatory"), violation("disabled", "other")];
  const { findings } = readPolicies(lines(...events));
  expect(findings.map(({ level, message }) => `${level} ${message}`)).toEqual(["mandatory no", "advisory no", "advisory other"]);
  expect(readPolicies(lines(...events.toReversed())).findings).toEqual(findings);
});

test("stops the update for a finding that no remediation fixed", () => {
  expect(readPolicies(lines(violation("remediate"))).findings).toMatchObject([{ level: "mandatory", urn }]);
});

test("reports what a remediation has changed, and nothing when it has changed nothing", () => {
  const fixed = { ...about, before: { name: "a", tags: {} }, after: { name: "a", tags: { team: "x" }, more: 1 } };
  const events = lines(
    { policyRemediationEvent: fixed },
    { policyRemediationEvent: { ...about, before: { name: "b" }, after: { name: "b" } } },
  );
  expect(readPolicies(events).findings).toEqual([
    { level: "fixed", policy: "naming", pack: "guard", urn, message: "The policy changes tags, more." },
  ]);
});

test("reports a pack without findings as run", () => {
  const { packs, findings } = readPolicies(lines({ policyAnalyzeSummaryEvent: { policyPackName: "guard", policyPackVersion: "2.0.0" } }));
  expect({ packs, findings }).toEqual({ packs: [{ name: "guard", version: "2.0.0" }], findings: [] });
});

test("removes the engine's colour codes from messages", () => {
  expect(readPolicies(lines(violation("advisory", "<{%fg 1%}>no<{%reset%}>\n"))).findings[0]?.message).toBe("no");
});

test("merges equal findings of two sources", () => {
  const read = readPolicies(lines(violation("mandatory")));
  expect(mergedPolicies(read, read)).toEqual(read);
  expect(mergedPolicies({ ...noPolicies, isRefused: true }, read)).toEqual({ ...read, isRefused: true });
});

test.each([
  ["", "nothing to read"],
  ["nonsense", "no events of the engine"],
  ['{"steps":[]}', "no events of the engine"],
  ['{"policyEvent":{"message":1}}', "format is newer"],
])("rejects %j as engine events", (text, reason) => {
  expect(() => readPolicies(text)).toThrow(reason);
});

test.each([
  [urn, "ResourceShare a"],
  ["urn:pulumi:dev::shop::my:index:Team$pulumi-nodejs:dynamic/resourceshare:ShareTags::a::b", "ShareTags a::b"],
  ["urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev", "the stack"],
  ["", "the stack"],
])("names %j as %j", (of, name) => {
  expect(resourceName(of)).toBe(name);
});

test("ignores events that are no findings", () => {
  expect(readPolicies(lines({ preludeEvent: {} }, { policyLoadEvent: {} }, { policySummaryEventually: {}, summaryEvent: {} }))).toEqual(
    noPolicies,
  );
});

test("sorts findings of one level by policy, resource and message, and packs by name and version", () => {
  const event = (policyName: string, message: string, resourceUrn = urn) => ({
    policyEvent: { ...about, policyName, message, resourceUrn, enforcementLevel: "advisory" },
  });
  const { findings } = readPolicies(lines(event("b", "1"), event("a", "2"), event("a", "1"), event("a", "3", "urn:a")));
  expect(findings.map(({ policy, message }) => policy + message)).toEqual(["a3", "a1", "a2", "b1"]);
  const pack = (policyPackName: string, policyPackVersion?: string) => ({ policyLoadSummaryEvent: { policyPackName, policyPackVersion } });
  expect(readPolicies(lines(pack("b"), pack("a", "2"), pack("a", "1"), pack("a", "2"))).packs).toEqual([
    { name: "a", version: "1" },
    { name: "a", version: "2" },
    { name: "b", version: "" },
  ]);
});

test("reports a pack that has only remediated, or whose remediation changes nothing, as run", () => {
  const pack = { name: "guard", version: "1.0.0" };
  expect(readPolicies(lines({ policyRemediationEvent: { ...about, before: { name: "b" }, after: { name: "b" } } }))).toEqual({
    ...noPolicies,
    packs: [pack],
  });
  expect(readPolicies(lines({ policyRemediationEvent: { ...about, before: null, after: { name: "b" } } })).packs).toEqual([pack]);
});
