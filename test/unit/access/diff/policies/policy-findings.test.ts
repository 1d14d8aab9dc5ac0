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

test("reports each place that a remediation has changed with both values, without secrets, and nothing when it has changed nothing", () => {
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "[secret]" };
  const before = { name: "a", tags: { team: "x", stage: "test", key: "old" }, targets: [] };
  const after = { name: "a", tags: { team: "y", key: secret }, targets: ["04da6b54-80e4-46f7-96ec-b56ff0331ba9"], more: { size: 1 } };
  const events = lines(
    { policyRemediationEvent: { ...about, before, after } },
    { policyRemediationEvent: { ...about, before: { name: "b" }, after: { name: "b" } } },
  );
  const message =
    'The policy changes tags.team from "x" to "y", tags.stage from "test" to none, tags.key from "old" to a secret, targets from [] to an unknown value, more.size from none to 1.';
  expect(readPolicies(events).findings).toEqual([{ level: "fixed", policy: "naming", pack: "guard", urn, message }]);
});
