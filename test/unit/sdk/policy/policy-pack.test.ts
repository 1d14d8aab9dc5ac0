import { expect, test } from "vitest";
import { ResourceShareGuard } from "../../../../sdk/policy/index.ts";
import type { ResourceShareGuardArgs } from "../../../../sdk/policy/index.ts";

// As from JSON or JavaScript, where no compiler checks types.
const written = (args: object) => args as ResourceShareGuardArgs;

test("rejects an unknown policy with the nearest name", () => {
  expect(() => new ResourceShareGuard(written({ nameing: "mandatory" }))).toThrow('There is no policy "nameing"; did you mean "naming"?');
});

test("rejects a policy that resembles no other with all names", () => {
  expect(() => new ResourceShareGuard(written({ buckets: "mandatory" }))).toThrow("there are external-targets, allowed-targets,");
});

test("rejects a pattern that is no regular expression", () => {
  expect(() => new ResourceShareGuard(written({ naming: { pattern: "[" } }))).toThrow(
    /^Policy naming: pattern: Invalid regular expression/,
  );
});

test.each([
  ["external-targets", { allow: "2000000000000001" }, "allow: must be a list: write it in brackets"],
  ["share-size", { targets: "10" }, "targets: must be a number"],
  ["known-senders", { accounts: [1000000000000001] }, "accounts[0]: must be a text: write it in quotes"],
  ["required-tags", { tags: "team" }, "tags: must be a list: write it in brackets, or must be an object"],
  ["required-tags", { tags: { team: ["a", "b"] } }, "tags: team: must be a text"],
  ["naming", { pattern: "" }, "pattern: must have at least 1 character"],
])("rejects a value of a wrong type for %s before the engine does: %j", (name, options, message) => {
  expect(() => new ResourceShareGuard(written({ [name]: options }))).toThrow(`Policy ${name}: ${message}`);
});

test("rejects an unknown option with the nearest name, or with all", () => {
  expect(() => new ResourceShareGuard(written({ naming: { patern: "x" } }))).toThrow(
    'Policy naming has no option "patern"; did you mean "pattern"?',
  );
  expect(() => new ResourceShareGuard(written({ "double-claim": { allow: [] } }))).toThrow('has no option "allow"; it has none');
});

test("rejects a misspelt documented type, and no other type", () => {
  expect(() => new ResourceShareGuard(written({ "resource-types": { deny: ["v-switch", "RDSInstance", "VSwich*", "VSwich"] } }))).toThrow(
    'Policy resource-types: deny: "VSwich" is not a documented type; did you mean "VSwitch"?',
  );
});

test("rejects a level that does not exist, also of all policies", () => {
  expect(() => new ResourceShareGuard(written({ "double-claim": "mandatry" }))).toThrow(
    'Policy double-claim has no level "mandatry"; did you mean "mandatory"?',
  );
  expect(() => new ResourceShareGuard(written({ all: { level: "mandatory" } }))).toThrow(
    "there are advisory, mandatory, remediate, disabled",
  );
});

test.each([
  ["allowed-targets", "accounts or folders or directories or services"],
  ["resource-types", "allow or deny"],
  ["permissions", "allow"],
  ["required-tags", "tags"],
  ["naming", "pattern"],
  ["share-size", "targets or resources"],
])("rejects %s without an option that it needs", (name, options) => {
  expect(() => new ResourceShareGuard(written({ [name]: "mandatory" }))).toThrow(`Policy ${name} needs the option ${options}: `);
});

// A process can have one pack.
test("accepts a disabled policy without options", () => {
  expect(() => new ResourceShareGuard({ naming: "disabled", "double-claim": "mandatory" })).not.toThrow();
});

test("types the arguments as the options", () => {
  const right: ResourceShareGuardArgs = {
    all: "mandatory",
    "share-size": { enforcementLevel: "advisory", targets: 5 },
    "double-claim": "disabled",
  };
  const wrong: ResourceShareGuardArgs = {
    // @ts-expect-error a number is wanted
    "share-size": { targets: "5" },
    // @ts-expect-error there is no such level
    naming: "compulsory",
  };
  expect([right, wrong]).toHaveLength(2);
});
