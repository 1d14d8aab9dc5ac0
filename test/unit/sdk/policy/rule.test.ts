import fc from "fast-check";
import { expect, test } from "vitest";
import { policies } from "../../../../sdk/policy/index.ts";
import { accessKey, options } from "../../../engine/policy-cases.ts";
import { type Given, findingsOf, policyOf, unknown } from "./fixture.ts";

const configs: Readonly<Record<string, unknown>> = options;
const configOf = (name: string): object => {
  const given = { ...(configs[name] as object | undefined) };
  return name === "permissions" ? { ...given, lookup: false } : given;
};

const text = <T extends string>(...texts: readonly T[]) => fc.constantFrom(...texts);
const target = text(
  "rd-demo01",
  "fd-core01",
  "fd-apps01",
  "r-root",
  "1000000000000003",
  "2000000000000002",
  "ipam.aliyuncs.com",
  "other.aliyuncs.com",
);
const windowed = fc.record({ id: text("ipam.aliyuncs.com"), property: fc.constant({ timeRange: { timeRangeType: "day" } }) });
const lists = fc.record(
  {
    targets: fc.array(fc.oneof(target, windowed), { maxLength: 4 }),
    resources: fc.array(fc.record({ type: text("VSwitch", "Snapshot"), id: text("1", "2", "3") }), { maxLength: 4 }),
    resourceArns: fc.array(text("acs:kms:r:1:instance/4", "acs:vpc:r:1:vswitch/2"), { maxLength: 2 }),
    permissionNames: fc.array(text("AliyunRSPermissionImageReadOnly", "AliyunRSPermissionVSwitchReadWrite"), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const tags = fc.dictionary(text("team", "tier", "key"), text("1", "net", accessKey), { maxKeys: 2 });
const shares = fc.record({ name: text("net", "Bad_Name"), allowExternalTargets: fc.boolean(), tags: fc.option(tags, { nil: undefined }) });
const shareProps = fc.tuple(shares, lists).map(([own, listed]) => ({ ...own, ...listed }));
const stacks = fc
  .tuple(
    fc.tuple(shareProps, shareProps),
    fc.array(fc.record({ of: text("first", "second"), props: lists }), { maxLength: 2 }),
    fc.record({ senderAccountId: text("1000000000000001", "2000000000000003"), leaveOnDelete: fc.boolean() }, { requiredKeys: [] }),
  )
  .map(([[first, second], added, acceptor]): Given[] => [
    { kind: "ResourceShare", name: "first", props: first },
    { kind: "ResourceShare", name: "second", props: second },
    ...added.map(({ of, props }, index) => ({
      kind: "ShareAssociation",
      name: `more${index}`,
      share: of,
      props: { ...props, shareId: unknown },
    })),
    { kind: "InvitationAcceptor", name: "taken", props: { shareId: "rs-1", ...acceptor } },
  ]);

/** The same with some unknown parts; each draw decides for one part. */
function veiled<T>(value: T, hide: () => boolean): T | string {
  if (value === undefined) return value;
  if (hide()) return unknown;
  // Mapped part by part, so that the shape does not change.
  if (Array.isArray(value)) return value.map((item: unknown) => veiled(item, hide)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]: [string, unknown]) => [key, veiled(inner, hide)])) as T;
}

/** The resources of the findings; a double claim has two, and the known parts decide which of them it names. */
function subjectsOf(policy: string, messages: readonly string[]): string[] {
  return messages.map((message) => (policy === "double-claim" ? "one of two" : message.split(" ", 2).join(" ")));
}

test.each(policies.map((policy) => [policy.name, policy] as const))(
  "makes the policy %s report unknown parts only if they are wrong when known",
  async (name, policy) => {
    await fc.assert(
      fc.asyncProperty(stacks, fc.infiniteStream(fc.nat(9).map((draw) => draw === 0)), async (given, draws) => {
        const hide = () => draws.next().value;
        const hidden = given.map((one) => ({
          ...one,
          props: Object.fromEntries(Object.entries(one.props).map(([key, value]) => [key, veiled(value, hide)])),
        }));
        const [veiledFindings, findings] = [
          await findingsOf(policy, configOf(name), ...hidden),
          await findingsOf(policy, configOf(name), ...given),
        ];
        expect(subjectsOf(name, findings.wrong)).toEqual(expect.arrayContaining(subjectsOf(name, veiledFindings.wrong)));
      }),
      { numRuns: 150 },
    );
  },
);

test.each(policies.map((policy) => [policy.name, policy] as const))(
  "reports the same findings of the policy %s in any order of resources",
  async (name, policy) => {
    await fc.assert(
      fc.asyncProperty(stacks, async (given) => {
        const [one, other] = [
          await findingsOf(policy, configOf(name), ...given),
          await findingsOf(policy, configOf(name), ...given.toReversed()),
        ];
        expect(other.wrong.toSorted()).toEqual(one.wrong.toSorted());
        expect(other.unclear.toSorted()).toEqual(one.unclear.toSorted());
      }),
      { numRuns: 60 },
    );
  },
);

test.each(policies.map((policy) => [policy.name, policy] as const))(
  "ignores resources of other packages in the policy %s",
  async (name, policy) => {
    const bucket: Given = {
      kind: "aws:s3/bucket:Bucket",
      name: "b",
      props: { targets: ["rd-demo01"], tags: { key: accessKey } },
    };
    expect(await findingsOf(policy, configOf(name), bucket)).toEqual({ wrong: [], unclear: [] });
  },
);

const inherited = Object.fromEntries(["constructor", "__proto__", "team"].map((key) => [key, "1"]));

test.each<[what: string, props: object, required: object, tags: object]>([
  [
    "keeps existing tags, and adds none twice",
    { __provider: "code", targets: unknown, tags: { stage: "test", team: "mine" } },
    { team: "theirs", cost: "1" },
    { stage: "test", team: "mine", cost: "1" },
  ],
  ["adds tags whose keys every object inherits, and those that are null", { tags: { team: null } }, inherited, inherited],
])("remediates tags by `required-tags`: it %s", (_what, props, required, expected) => {
  expect(remediated(props, required)).toEqual({ ...props, tags: expected });
});

test.each([
  ["the share has all of them", { stage: "test" }],
  ["they have no values", ["team"]],
])("remediates no tags by `required-tags` where %s", (_where, required) => {
  expect(remediated({ tags: { stage: "test" } }, required)).toBeUndefined();
});

/** What the engine gets from the remediation of a share. */
function remediated(props: object, tags: object): unknown {
  const type = "pulumi-nodejs:dynamic/resourceshare:ResourceShare";
  const args = { type, name: "a", urn: "u", props, opts: { additionalSecretOutputs: [] }, getConfig: () => ({ tags }) };
  return policyOf("required-tags").remediateResource?.(args as never);
}

test.each<[name: string, config: object, given: Omit<Given, "name">, wrong: string]>([
  ["required-tags", { tags: ["constructor"] }, { kind: "ResourceShare", props: { name: "a", tags: {} } }, 'no tag "constructor"'],
  ["required-tags", { tags: ["team"] }, { kind: "ResourceShare", props: { name: "a", tags: { team: null } } }, 'no tag "team"'],
  ["known-senders", { accounts: null }, { kind: "InvitationAcceptor", props: { senderAccountId: null } }, "no senderAccountId"],
])("treats null and inherited keys as absent in the policy %s: %o", async (name, config, given, wrong) => {
  const found = await findingsOf(policyOf(name), config, { ...given, name: "it" });
  expect(found).toEqual({ wrong: [expect.stringContaining(wrong)], unclear: [] });
});

test("rejects a policy option that every object inherits", async () => {
  const given: Given = { kind: "ResourceShare", name: "it", props: { name: "a" } };
  await expect(findingsOf(policyOf("naming"), { constructor: "x" }, given)).rejects.toThrow('has no option "constructor"');
  await expect(findingsOf(policyOf("critical-shares"), { tag: "toString" }, given)).resolves.toEqual({ wrong: [], unclear: [] });
});

test.each([
  ["allowed-targets", '"accounts": ["…"]'],
  ["resource-types", '"allow": ["…"]'],
  ["permissions", '"allow": ["…"]'],
  ["required-tags", '"tags": { "team": "net" }'],
  ["naming", '"pattern": "^[a-z-]+$"'],
  ["share-size", '"targets": 10'],
])("reports once, as a notice, that the policy %s of a pack has no option that it needs", async (name, option) => {
  const given: Given = { kind: "ResourceShare", name: "it", props: { name: "a" } };
  const quiet = { wrong: [], unclear: [] };
  expect(await findingsOf(policyOf(name), { notNamed: true }, given)).toEqual(quiet);
  const notice = `the policy ${name} checks nothing: it needs the option `;
  const { wrong, unclear } = await findingsOf(policyOf(name), {}, given);
  expect({ wrong, unclear }).toEqual({ wrong: [], unclear: [expect.stringContaining(notice)] });
  expect(unclear[0]).toContain(`"${name}": { "enforcementLevel": "mandatory", ${option} }, or "disabled" for its level`);
  expect(await findingsOf(policyOf(name), {}, given)).toEqual(quiet);
});

test("checks a policy that only the configuration file names", async () => {
  const { wrong } = await findingsOf(
    policyOf("naming"),
    { notNamed: true, pattern: "^b" },
    { kind: "ResourceShare", name: "it", props: { name: "a" } },
  );
  expect(wrong).toEqual([expect.stringContaining('has the name "a"')]);
});
