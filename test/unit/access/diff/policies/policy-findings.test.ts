import { expect, test } from "vitest";
import { noPolicies, readPolicies } from "../../../../../access/diff/policies/policy-findings.ts";

const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/resourceshare:ResourceShare::a";
const about = { resourceUrn: urn, policyName: "naming", policyPackName: "guard", policyPackVersion: "1.0.0" };
const lines = (...events: readonly object[]) => events.map((event) => JSON.stringify(event)).join("\n");
const violation = (enforcementLevel: string, message = "no") => ({ policyEvent: { ...about, enforcementLevel, message } });

test("treats a policy finding that no remediation fixed as mandatory", () => {
  expect(readPolicies(lines(violation("remediate"))).findings).toMatchObject([{ level: "mandatory", urn }]);
});

test("removes the engine's colour codes from messages of policy findings", () => {
  expect(readPolicies(lines(violation("advisory", "<{%fg 1%}>no<{%reset%}>\n"))).findings[0]?.message).toBe("no");
});

test.each([
  ["", "nothing to read"],
  ["nonsense", "no events of the engine"],
  ['{"steps":[]}', "no events of the engine"],
  ['{"policyEvent":{"message":1}}', "format is newer"],
])("rejects %j as engine events", (text, reason) => {
  expect(() => readPolicies(text)).toThrow(reason);
});

test("ignores engine events that are not policy findings", () => {
  expect(readPolicies(lines({ preludeEvent: {} }, { policyLoadEvent: {} }, { policySummaryEventually: {}, summaryEvent: {} }))).toEqual(
    noPolicies,
  );
});

test("reports what a remediation has changed as a policy finding, and reports none when it has changed nothing", () => {
  const fixed = { ...about, before: { name: "a", tags: {} }, after: { name: "a", tags: { team: "x" }, more: 1 } };
  const events = lines(
    { policyRemediationEvent: fixed },
    { policyRemediationEvent: { ...about, before: { name: "b" }, after: { name: "b" } } },
  );
  expect(readPolicies(events).findings).toEqual([
    { level: "fixed", policy: "naming", pack: "guard", urn, message: "The policy changes tags, more." },
  ]);
});
