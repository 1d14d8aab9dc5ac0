import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { ResourceShareGuard, type ResourceShareGuardArgs } from "../../../../sdk/policy/index.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

// As from JSON or JavaScript, where no compiler checks types.
const written = (args: unknown) => args as ResourceShareGuardArgs;

test.each<[args: unknown, message: string]>([
  ["mandatory", 'The levels of ResourceShareGuard are an object, as new ResourceShareGuard({ all: "mandatory" })'],
  [["naming"], 'The levels of ResourceShareGuard are an object, as new ResourceShareGuard({ all: "mandatory" })'],
  [{ nameing: "mandatory" }, 'There is no policy "nameing"; did you mean "naming"?'],
  [{ All: "mandatory" }, 'There is no policy "All"; did you mean "all"?'],
  [{ buckets: "mandatory" }, "there are all, external-targets, allowed-targets,"],
  [{ "credentials-in-program": { ignore: ["src/*", ".env", "./index.ts"] } }, 'ignore: "./index.ts" is not the path of a file from'],
  [{ "credentials-in-program": { ignore: ["src/"] } }, "as src/keys.ts or src/*"],
  [{ "critical-shares": { tag: "=1" } }, 'Policy critical-shares: tag: "=1" is not the key of a tag, or "key=value"'],
  [{ "external-targets": { allow: "2000000000000001" } }, "Policy external-targets: allow: must be a list: write it in brackets"],
  [{ "share-size": { targets: "10" } }, "Policy share-size: targets: must be a number"],
  [
    { "known-senders": { accounts: [1000000000000001] } },
    "Policy known-senders: accounts[0]: must be a text, not a number: write it in quotes",
  ],
  [{ "required-tags": { tags: "team" } }, "tags: must be a list: write it in brackets, or must be an object"],
  [{ "required-tags": { tags: { team: ["a", "b"] } } }, "Policy required-tags: tags: team: must be a text"],
  [{ naming: { pattern: "" } }, "Policy naming: pattern: must have at least 1 character"],
  [
    { naming: { pattern: "[" } },
    'Policy naming: pattern: Invalid regular expression: /[/u: Unterminated character class; write one such as "^[a-z-]+$"',
  ],
  [{ naming: { pattern: /^net-/ } }, 'Policy naming: pattern: must be a text: write "^net-"'],
  [{ naming: { pattern: "/^net-/" } }, 'Policy naming: pattern: has slashes at its ends: write "^net-"'],
  [{ "credentials-in-program": { program: "nowhere" } }, 'Policy credentials-in-program: program: there is no folder "nowhere"'],
  [
    { "external-targets": true },
    'Policy external-targets is set by a level, as "mandatory", or by an object, as { enforcementLevel: "mandatory" }',
  ],
  [{ "required-tags": ["team"] }, 'Policy required-tags is set by a level, as "mandatory", or by an object'],
  [{ naming: { patern: "x" } }, 'Policy naming has no option "patern"; did you mean "pattern"?'],
  [{ "double-claim": { allow: [] } }, 'has no option "allow"; it has enforcementLevel'],
  [
    { "resource-types": { deny: ["v-switch", "RDSInstance*", "rds:instance", "VSwich"] } },
    'Policy resource-types: deny: "VSwich" is not a documented type; did you mean VSwitch?',
  ],
  [{ "resource-types": { allow: ["vpc/VSwitch"] } }, "write another one with a star, as NewType*"],
  [{ "resource-types": { deny: ["Disk"] } }, 'deny: "Disk" is not a documented type (VSwitch, '],
  [{ "resource-types": { allow: ["VSwitch"], deny: [] } }, "deny: is empty and has no effect: list at least one, or leave it out"],
  [{ "required-tags": { tags: [] } }, "Policy required-tags: tags: is empty and has no effect"],
  [{ "required-tags": { tags: {} } }, "Policy required-tags: tags: is empty and has no effect"],
  [{ "external-targets": { members: [] } }, "Policy external-targets: members: is empty and has no effect"],
  [{ "external-targets": { members: ["fd-1"] } }, 'members: "fd-1" is not the id of an account, which has 16 digits'],
  [{ "external-targets": { members: ["1000000000000001", "1*", "20000000"] } }, 'members: "20000000" is not the id of an account'],
  [
    { "external-targets": { allow: ["net-*", "ipam.aliyuncs.com", "20000000"] } },
    'allow: "20000000" is not the id of an account, which has',
  ],
  [{ "allowed-targets": { accounts: ["*", "rd-1"] } }, 'Policy allowed-targets: accounts: "rd-1" is not the id of an account'],
  [{ "allowed-targets": { folders: ["fd-1", "fd-*", "rd-1"] } }, 'folders: "rd-1" is not the id of a folder, as fd-…'],
  [{ "allowed-targets": { directories: ["rd-1", "r-*", "*", "fd-1"] } }, 'directories: "fd-1" is not the id of a resource directory'],
  [{ "allowed-targets": { services: ["*.aliyuncs.com", "ipam"] } }, 'services: "ipam" is not the name of a service'],
  [{ "whole-directory": { allow: ["fd-1"] } }, 'allow: "fd-1" is not the id of a resource directory or root folder, as rd-… or r-…'],
  [{ "known-senders": { accounts: ["me"] } }, 'accounts: "me" is not the id of an account'],
  [{ "service-time-window": { exempt: ["fd-1"] } }, 'exempt: "fd-1" is not the name of a service, as ipam.aliyuncs.com'],
  [
    { permissions: { allow: ["*ReadOnly", "vpc:*", "vpc/Describe*"] } },
    'allow: "vpc/Describe*" is not the name of a permission, or an action',
  ],
  [
    { permissions: { allow: ["*.Read*", "vpc.Describe*"] } },
    'allow: "vpc.Describe*" is not the name of a permission; it looks like an action: write vpc:Describe*',
  ],
  [
    { "resource-types": { deny: ["VPC:vswitch", "vpc:*", "rds:instance", "rds:*", "vpc:vswich"] } },
    'deny: "vpc:vswich" is not a documented type; did you mean vpc:vswitch?',
  ],
  [{ "resource-types": { deny: ["vpc:vswich*"] } }, '"vpc:vswich*" is not a documented type; did you mean vpc:vswitch*?'],
  [
    { "resource-types": { deny: ["KMS*", "*Instance", "RDS*", "RDSInstance*", "KSM*"] } },
    '"KSM*" is not a documented type; did you mean KMS*?',
  ],
  [{ "resource-types": { deny: ["v-switch*"] } }, '"v-switch*" is not a documented type; did you mean VSwitch*?'],
  [{ "resource-types": { deny: ["vpc:v-switch"] } }, '"vpc:v-switch" is not a documented type; did you mean vpc:vswitch?'],
  [{ "resource-types": { deny: ["KMSInstance* "] } }, 'deny: "KMSInstance* " begins or ends with a blank: remove it'],
  [{ "critical-shares": { tag: "tier=1 " } }, 'tag: "tier=1 " begins or ends with a blank: remove it'],
  [
    { permissions: { allow: ["*ReadOnly"], documents: { Read: { Statement: [] } } } },
    "Policy permissions: documents: Read: must be the JSON text of a policy: write JSON.stringify({ … })",
  ],
  [{ "resource-types": { allow: ["Snapsot*"] } }, '"Snapsot*" is not a documented type; did you mean Snapshot*?'],
  [
    { "critical-shares": { tag: "tier:1" } },
    'tag: "tier:1" is not the key of a tag, or "key=value"; write "tier=1", or "tier:1=*" where the key has a colon',
  ],
  [{ "critical-shares": { tag: "tier = 1" } }, 'tag: "tier = 1" is not the key of a tag, or "key=value"; write "tier=1"'],
  [{ "resource-types": { allow: ["kms:instance", "kms:instanc"] } }, "did you mean kms:instance?"],
  [
    { "required-tags": { tags: ["team", "ACS:rm:group"] } },
    'Policy required-tags: tags: "ACS:rm:group" cannot be required: a tag\'s key must not start with `acs:` or `aliyun`',
  ],
  [{ "required-tags": { tags: { aliyun: "1" } } }, 'tags: "aliyun" cannot be required'],
  [
    { permissions: { allow: ["*ReadOnly"], documents: { Read: "{}", Other: "{" } } },
    "Policy permissions: documents: Other: must be the JSON text of a policy; it is not JSON from line 1, column 2",
  ],
  [{ permissions: { allow: ["*ReadOnly"], documents: { Read: "[]" } } }, "documents: Read: must be the JSON text of a policy"],
  [{ "double-claim": "mandatry" }, 'Policy double-claim has no level "mandatry"; did you mean "mandatory"?'],
  [{ all: { level: "mandatory" } }, 'Policy all has no level {"level":"mandatory"}; there are advisory, mandatory, remediate, disabled'],
])("rejects a configuration of the policy pack that cannot work before the engine does: %j", (args, message) => {
  expect(() => new ResourceShareGuard(written(args))).toThrow(message);
});

test.each([
  ["allowed-targets", "accounts or folders or directories or services"],
  ["resource-types", "allow or deny"],
  ["permissions", "allow"],
  ["required-tags", "tags"],
  ["naming", "pattern"],
  ["share-size", "targets or resources"],
])("rejects the policy %s without a required option", (name, options) => {
  expect(() => new ResourceShareGuard(written({ [name]: "mandatory" }))).toThrow(
    `Policy ${name} needs the option ${options}: write "${name}": { "enforcementLevel": "mandatory", "`,
  );
});

test.each(["without a package.json", "whose package.json has no version"])(
  "rejects a policy pack in a folder %s, with one to write",
  (where) => {
    const folder = temporaryFolder(onTestFinished);
    if (where.includes("version")) writeFileSync(join(folder, "package.json"), '{ "name": "policies" }');
    const cwd = vi.spyOn(process, "cwd").mockReturnValue(folder);
    onTestFinished(() => cwd.mockRestore());
    expect(() => new ResourceShareGuard()).toThrow(
      `The folder of the policy pack, ${folder}, needs a package.json with a version, as { "name": "policies", "version": "1.0.0", "main": "index.ts" }`,
    );
  },
);

// A process can have one pack.
test("accepts a disabled policy without options", () => {
  expect(() => new ResourceShareGuard({ naming: "disabled", "double-claim": "mandatory" })).not.toThrow();
});

test("accepts only the options of the policies in the type ResourceShareGuardArgs", () => {
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
