import { expect, test } from "vitest";
import { findingsOf, policyOf, share, unknown } from "./fixture.ts";

const outside = { allowExternalTargets: true, targets: ["1000000000000003"] };

test.each(["2000000000000001", "2*", "ipam.aliyuncs.com"])(
  "makes `external-targets` allow the target %s, and no other target of a share with that name",
  async (entry) => {
    const named = share("a", { name: entry.replace("*", "0"), ...outside });
    const { wrong } = await findingsOf(policyOf("external-targets"), { allow: [entry] }, named);
    expect(wrong).toEqual([expect.stringContaining("1000000000000003, which may be outside")]);
  },
);

test.each([
  ["external-targets", {}],
  ["share-size", { targets: 1 }],
  ["double-grant", {}],
  ["permissions", { allow: ["*"] }],
])("reports an association of an unknown share as not checked by the policy %s", async (policy, config) => {
  const association = { kind: "ShareAssociation", name: "more", props: { shareId: unknown, targets: ["1000000000000003"] } };
  const { wrong, unclear } = await findingsOf(policyOf(policy), config, association);
  expect(wrong).toEqual([]);
  expect(unclear).toEqual([expect.stringContaining("belongs to a share that is not known yet")]);
});

test("reports a share as possibly critical when tags of an unknown share may make it so", async () => {
  const tags = (props: object) => ({ kind: "ShareTags", name: "tags", props: { shareId: unknown, ...props } });
  const unclear = async (props: object) => (await findingsOf(policyOf("critical-shares"), {}, share("a", {}), tags(props))).unclear;
  expect(await unclear({ tags: { critical: "yes" } })).toEqual([expect.stringContaining("may have the tag critical")]);
  expect(await unclear({ tags: { team: "net" } })).toEqual([]);
});

test("makes any value of a tag critical whose key has a colon", async () => {
  const { wrong } = await findingsOf(policyOf("critical-shares"), { tag: "acme:tier=*" }, share("a", { tags: { "acme:tier": "2" } }));
  expect(wrong).toEqual([expect.stringContaining("has the tag acme:tier=*")]);
});

test("makes `resource-types` deny a type that the program or the policy spells otherwise", async () => {
  const resources = [
    { type: "ros-template", id: "d-1" },
    { type: "VSwitch", id: "v-1" },
    { type: "Image", id: "i-1" },
  ];
  const { wrong } = await findingsOf(policyOf("resource-types"), { deny: ["ROSTemplate", "v-switch"] }, share("a", { resources }));
  expect(wrong).toEqual([expect.stringContaining("shares ros-template d-1"), expect.stringContaining("shares VSwitch v-1")]);
});
