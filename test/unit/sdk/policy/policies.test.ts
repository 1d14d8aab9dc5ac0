import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tokenOfResource } from "../../../../provider/kernel/type-tokens.ts";
import { policies } from "../../../../sdk/policy/index.ts";
import * as all from "../../../../sdk/policy/index.ts";
import { type Given, findingsOf, type ListedPolicy, policyOf, share, unknown } from "./fixture.ts";

const root = join(import.meta.dirname, "../../../..");
const rules = readdirSync(join(root, "sdk/policy/rules")).map((name) => name.replace(/\.ts$/, ""));
const page = readFileSync(join(root, "docs/policies.md"), "utf8");

test("exports each file of policy rules as one policy of the list", () => {
  expect(policies.map(({ name }) => name).toSorted()).toEqual(rules.toSorted());
  const exported = Object.entries(all).flatMap(([name, value]) => (policies.includes(value as ListedPolicy) ? [name] : []));
  expect(exported).toEqual(policies.map(({ name }) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())).toSorted());
});

test.each(policies.map((policy) => [policy.name, policy] as const))(
  "documents the policy %s on the page as the policy describes itself",
  (name, policy) => {
    const { description, notChecked } = policy;
    expect(page).toContain(`| [\`${name}\`](#${name}) | ${description} | ${notChecked} |`);
    const section = page.split(`\n## ${name}\n`)[1]?.split("\n## ")[0] ?? "";
    for (const [option, { schema }] of Object.entries(policy.options)) expect(section).toContain(`- \`${option}\`: ${schema.description}`);
    expect(Array.from(section.matchAll(/^- `(\w+)`: /gm), ([, option]) => option)).toEqual(Object.keys(policy.options));
    expect(policy.configSchema?.properties).toEqual(
      Object.fromEntries(Object.entries(policy.options).map(([key, { schema }]) => [key, schema])),
    );
  },
);

test("documents the policies on the page in the order of the list", () => {
  expect(Array.from(page.matchAll(/^## ([a-z-]+)$/gm), ([, name]) => name)).toEqual(policies.map(({ name }) => name));
});

test("lists on docs/policies.md exactly the policies that report nothing without options", () => {
  const needy = policies.filter(({ needsOneOf = [] }: ListedPolicy) => needsOneOf.length > 0).map(({ name }) => name);
  const [, named = ""] = /^(.*) report nothing without options/m.exec(page) ?? [];
  expect(Array.from(named.matchAll(/`([a-z-]+)`/g), ([, name]) => name)).toEqual(needy);
});

const read = "AliyunRSPermissionVSwitchReadOnly";
/** An association of the share `a`. */
const association = (props: Given["props"]): Given => ({
  kind: "ShareAssociation",
  name: "m",
  share: "a",
  props: { shareId: "rs-a", ...props },
});
const document = (...Statement: readonly object[]) => JSON.stringify({ Version: "1", Statement });

test.each<[what: string, policy: string, config: object, found: { wrong?: RegExp[]; unclear?: RegExp[] }, ...given: Given[]]>([
  [
    "an account of an open share is outside",
    "external-targets",
    { allow: ["2000000000000009"] },
    { wrong: [/1000000000000003, which may be outside the directory .*: a member in `members`, another in `allow`$/] },
    share("a", { allowExternalTargets: true, targets: ["1000000000000003", "2000000000000009"] }),
  ],
  [
    "a member of the directory may be in an open share, and another account is outside",
    "external-targets",
    { allow: ["2000000000000009"], members: ["1000000000000003"] },
    { wrong: [/2000000000000001, which is outside the directory .* in `allow`$/] },
    share("a", { allowExternalTargets: true, targets: ["1000000000000003", "2000000000000001"] }),
  ],
  [
    "an account that is associated already as a member may be in an open share, and another one may be outside",
    "external-targets",
    { allow: ["2000000000000009"] },
    { wrong: [/1000000000000004, which may be outside the directory/] },
    share("a", {
      allowExternalTargets: true,
      targets: ["1000000000000003", "1000000000000004", "2000000000000009"],
      associations: [
        { kind: "Target", entityId: "1000000000000003", status: "Associated", external: false },
        { kind: "Target", entityId: "2000000000000009", status: "Associating", external: true },
      ],
    }),
  ],
  [
    "an account that an association of an open share has already may be outside, and a service is outside",
    "external-targets",
    { allow: ["2000000000000009"] },
    {
      wrong: [
        /^ShareAssociation m .*4, .* in `allow`; the share has it already: correct this/,
        /which is outside .*, or list it in `allow`$/,
      ],
    },
    share("a", { allowExternalTargets: true, targets: ["2000000000000009"] }),
    association({
      targets: ["1000000000000004", "ipam.aliyuncs.com"],
      associations: [{ kind: "Target", entityId: "1000000000000004", status: "Associating", external: true }],
    }),
  ],
  [
    "a share that closes has a target outside in an association",
    "external-targets",
    {},
    { wrong: [/2000000000000001, which is outside the directory, and the share is closed/] },
    share("a", { allowExternalTargets: false }),
    association({
      targets: ["2000000000000001"],
      associations: [{ kind: "Target", entityId: "2000000000000001", status: "Associated", external: true }],
    }),
  ],
  [
    "a share may be open by its name",
    "external-targets",
    { allow: ["pub-*"] },
    {},
    share("pub-a", { allowExternalTargets: true, targets: ["1"] }),
  ],
  [
    "an open share without allowed targets is wrong by itself",
    "external-targets",
    {},
    { wrong: [/allowExternalTargets: true/] },
    share("a", { allowExternalTargets: true }),
  ],
  [
    "an account in the share of another account may be outside",
    "external-targets",
    {},
    { unclear: [/1, which may be outside .* \(a notice only: whether its share allows external targets is not known here\); take it out/] },
    { kind: "ShareAssociation", name: "m", props: { shareId: "rs-9", targets: ["1"] } },
  ],
  [
    "a list that is not given restricts nothing",
    "allowed-targets",
    { folders: [] },
    { wrong: [/fd-1/] },
    share("a", { targets: ["1", "fd-1"] }),
  ],
  [
    "the root folder is the whole directory",
    "whole-directory",
    { allow: ["rd-*"] },
    { wrong: [/r-1, which is a whole directory/] },
    share("a", { targets: ["r-1", "rd-1"] }),
  ],
  [
    "an ARN's type is meant by service and kind",
    "resource-types",
    { allow: ["kmsinstance"] },
    {},
    share("a", { resourceArns: ["acs:kms:r:1:instance/k"] }),
  ],
  [
    "a type is denied, however an ARN or a program spells it",
    "resource-types",
    { deny: ["PrefixList"] },
    { wrong: [/shares prefix-list pl-2, a type that is denied/, /shares vpc:prefix-list acs:.*, a type that is denied/] },
    share("a", { resourceArns: ["acs:vpc:r:1:prefix-list/pl-1"], resources: [{ type: "prefix-list", id: "pl-2" }] }),
  ],
  [
    "a type is denied though it is allowed",
    "resource-types",
    { allow: ["*"], deny: ["vswitch"] },
    { wrong: [/VSwitch v, a type that is denied/] },
    share("a", { resources: [{ type: "VSwitch", id: "v" }] }),
  ],
  [
    "a permission is allowed by what its text allows",
    "permissions",
    { allow: ["vpc:Describe*"], documents: { [read]: document({ Effect: "Allow", Action: "vpc:DescribeVSwitches" }) } },
    {},
    share("a", { permissionNames: [read] }),
  ],
  [
    "a wider action than allowed is excess",
    "permissions",
    { allow: ["vpc:Describe*"], documents: { [read]: document({ Effect: "Allow", Action: ["vpc:D*"] }) } },
    { wrong: [/vpc:D\*/] },
    share("a", { permissionNames: [read] }),
  ],
  [
    "a text that is not available is no violation",
    "permissions",
    { allow: ["vpc:*"], lookup: false },
    { unclear: [/whose policy text is not known or/] },
    share("a", { permissionNames: [read] }),
  ],
  [
    "a SharePermission of the share names its permission, also for a resource by ARN",
    "permissions",
    { allow: ["*ReadOnly"] },
    {},
    share("a", { resourceArns: ["acs:vpc:r:1:vswitch/v"] }),
    { kind: "SharePermission", name: "p", share: "a", props: { shareId: unknown, permissionName: read } },
  ],
  [
    "a type without a permission in any resource of its share has its default",
    "permissions",
    { allow: ["*ReadOnly"] },
    { unclear: [/names no permission for Image: the default was not checked/] },
    share("a", { resources: [{ type: "VSwitch", id: "v" }], permissionNames: [read] }),
    association({ resources: [{ type: "Image", id: "m" }] }),
  ],
  [
    "tags of ShareTags count",
    "required-tags",
    { tags: ["team"] },
    {},
    share("a"),
    { kind: "ShareTags", name: "t", share: "a", props: { shareId: unknown, tags: { team: "x" } } },
  ],
  [
    "tags that are not known yet may be those required",
    "required-tags",
    { tags: { team: "x" } },
    { unclear: [/may lack the required "team"/] },
    share("a", { tags: unknown }),
  ],
  [
    "all day is no time window",
    "service-time-window",
    {},
    { wrong: [/all day/] },
    share("a", { targets: [{ id: "s.com", property: { timeRange: { timeRangeType: "day" } } }] }),
  ],
  [
    "a permission that two resources attach is claimed twice",
    "double-claim",
    {},
    { wrong: [/permission P/] },
    share("a", { permissionNames: ["P"] }),
    { kind: "SharePermission", name: "p", share: "a", props: { shareId: unknown, permissionName: "P" } },
  ],
  [
    "an exclusive share and an association do not go together",
    "double-claim",
    {},
    { wrong: [/exclusive/] },
    share("a", { exclusive: true }),
    association({ targets: ["1"] }),
  ],
  [
    "associations that spell the share's id are of one share",
    "double-claim",
    {},
    { wrong: [/target 1/] },
    { kind: "ShareAssociation", name: "m", props: { shareId: "rs-1", targets: ["1"] } },
    { kind: "ShareAssociation", name: "n", props: { shareId: "rs-1", targets: ["1"] } },
  ],
  [
    "what is known to be too much is wrong beside what is unknown",
    "share-size",
    { targets: 1 },
    { wrong: [/has 2 targets/] },
    share("a", { targets: ["1", "2", unknown] }),
  ],
  [
    "what may be too much is reported",
    "share-size",
    { targets: 2 },
    { unclear: [/`targets`/] },
    share("a", { targets: ["1", "2", unknown] }),
  ],
  [
    "an acceptor without a sender is wrong without a list",
    "known-senders",
    {},
    { wrong: [/accept from any account/] },
    { kind: "InvitationAcceptor", name: "i", props: { shareId: "rs-1" } },
  ],
  [
    "a share with the critical tag of ShareTags is critical",
    "critical-shares",
    {},
    { wrong: [/has the tag critical/] },
    share("a"),
    { kind: "ShareTags", name: "t", share: "a", props: { shareId: unknown, tags: { critical: "yes" } } },
  ],
  [
    "a share that is retained may be critical",
    "critical-shares",
    {},
    {},
    share("a", { tags: { critical: "" } }, { secretOutputs: ["__retainOnDelete"] }),
  ],
  [
    "an acceptor that is retained stays in the share",
    "leave-on-delete",
    {},
    { wrong: [/has retainOnDelete: true/] },
    { kind: "InvitationAcceptor", name: "i", props: { shareId: "rs-1" }, secretOutputs: ["__retainOnDelete"] },
  ],
  ["another value of the tag does not make it critical", "critical-shares", { tag: "tier=1" }, {}, share("a", { tags: { tier: "2" } })],
])("checks resources with a policy: %s", async (_what, name, config, { wrong = [], unclear = [] }, ...given) => {
  const ofPlugin = given.map((one) => (one.kind.includes(":") ? one : { ...one, kind: tokenOfResource(one.kind) }));
  for (const resources of [given, ofPlugin]) {
    expect(await findingsOf(policyOf(name), config, ...resources)).toEqual({
      wrong: wrong.map((part) => expect.stringMatching(part)),
      unclear: unclear.map((part) => expect.stringMatching(part)),
    });
  }
});
