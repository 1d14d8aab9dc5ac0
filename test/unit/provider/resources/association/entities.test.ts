import { describe, expect, it } from "vitest";
import type { Association } from "../../../../../provider/api/entities.ts";
import { UNKNOWN, type Values } from "../../../../../provider/lifecycle/resource.ts";
import { entitiesOf, nameOf, newestAssociation, newestAssociationIndex } from "../../../../../provider/resources/association/entities.ts";
import { outputFor, outputOf } from "../../../../../provider/resources/association/association-output.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import type { Token } from "../../../../support/harness.ts";
import { openResource } from "../../../../support/resource-fixture.ts";
import { portfolio } from "../../../../support/resource-scenarios.ts";
import { recordOf } from "../record.ts";

type Case = readonly [rule: string, inputs: Values, property: string, reason: RegExp | string];
const window = { timeRange: { timeRangeType: "day" } };
const arn = portfolio("port-1");
const byArn = { resourceArns: [arn] };
const byId = { resources: [{ type: "ServiceCatalogPortfolio", id: "port-1" }] };
const described = (property: unknown, more: Values = byArn) => ({ ...more, resourceProperties: [{ arn, property }] });

const shareCases: readonly Case[] = [
  ["a share has a name", { name: undefined }, "name", "is required"],
  ["a name has at least one character", { name: "" }, "name", /1 to 50 .*; it has 0 characters$/],
  ["a name has at most fifty characters", { name: "a".repeat(51) }, "name", /1 to 50 .*; it has 51 characters$/],
  ["a name holds no spaces", { name: "a b" }, "name", /letters, digits.*; " " is not allowed$/],
  ["a name is a text", { name: 5 }, "name", /must be a text/],
  [
    "a switch is no text",
    { allowExternalTargets: "true" },
    "allowExternalTargets",
    /is a text: write true or false \(in Python True or False\) without quotes/,
  ],
  ["exclusive is true or false", { exclusive: 1 }, "exclusive", /must be true or false/],
  ["a resource group is named", { resourceGroupId: "" }, "resourceGroupId", "is empty: write the id of a resource group, as rg-…"],
  ["an account is named", { account: "" }, "account", "is empty: write the name of one of the configured `accounts`"],
  ["a region is a text", { region: 1 }, "region", /must be a text/],
  ["a key of a tag has a rule", { tags: { "acs:k": "v" } }, "tags.acs:k", /must not start with `acs:`/],
  ["a value of a tag is a text", { tags: { k: 5 } }, "tags.k", /must be a text/],
  ["tags are a map", { tags: ["k"] }, "tags", /record|object/],
  ["a service needs a share that is open", { targets: [demo.service] }, "targets[0]", /allowExternalTargets: true/],
  ["a service as an object does as well", { targets: [{ id: demo.service }] }, "targets[0]", /allowExternalTargets: true/],
  [
    "a target has one property",
    { allowExternalTargets: true, targets: [{ id: demo.service, property: window }, demo.service] },
    "targets[1]",
    /listed twice with different properties/,
  ],
];

/** The rules of lists, which hold for an association too. */
const listCases: readonly Case[] = [
  ["a resource has a type", { resources: [{ id: "vsw-1" }] }, "resources[0].type", "is required"],
  ["a resource has an id", { resources: [{ type: "VSwitch" }] }, "resources[0].id", "is required"],
  ["a resource's type is named", { resources: [{ type: "", id: "vsw-1" }] }, "resources[0].type", "is empty: write a type, as VSwitch"],
  [
    "a resource's id is not empty",
    { resources: [{ type: "VSwitch", id: "" }] },
    "resources[0].id",
    "is empty: write the id of the resource, as vsw-…",
  ],
  [
    "a resource has no other fields",
    { resources: [{ type: "VSwitch", id: "vsw-1", arn: "x" }] },
    "resources[0]",
    "has no field `arn`; the fields are `type`, `id`",
  ],
  ["a resource is a pair", { resources: ["vsw-1"] }, "resources[0]", /must be \{ type, id \}, as \{ type: "VSwitch", id: "vsw-…" \}/],
  ["an ARN is no id", { resourceArns: ["vsw-1"] }, "resourceArns[0]", /is no ARN, .*; an id goes into `resources`, with its type$/],
  ["an entry is one target", { targets: ["fd-1,fd-2"] }, "targets[0]", /has a comma: write one entry for each target$/],
  [
    "an entry is one resource",
    { resources: [{ type: "VSwitch", id: "vsw-1,vsw-2" }] },
    "resources[0].id",
    /write one entry for each resource$/,
  ],
  [
    "an entry is one ARN",
    { resourceArns: ["acs:vpc:cn-hangzhou:1:vswitch/v-1,v-2"] },
    "resourceArns[0]",
    /write one entry for each resource$/,
  ],
  ["a property is a pair", { resourceProperties: ["vsw-1"] }, "resourceProperties[0]", /must be \{ arn, property \}/],
  ["a target with another separator", { targets: ["fd_apps01"] }, "targets[0]", /did you mean fd-apps01\?$/],
  ["resources are a list", { resources: { type: "VSwitch", id: "vsw-1" } }, "resources", /must be a list/],
  ["a target has no blank at an end", { targets: ["fd-1 "] }, "targets[0]", /has a blank at an end: write "fd-1"$/],
  ["an ARN begins with acs", { resourceArns: ["arn:aws:vpc::1:vswitch/vsw-1"] }, "resourceArns[0]", /is no ARN, which has the form acs:/],
  [
    "an ARN has a type and an id",
    { resourceArns: ["acs:vpc:cn-hangzhou:1:vsw-1"] },
    "resourceArns[0]",
    /is no ARN, which has the form acs:/,
  ],
  ["an ARN ends in an id", { resourceArns: ["acs:vpc:cn-hangzhou:1:vswitch/"] }, "resourceArns[0]", /is no ARN, which has the form acs:/],
  ["an ARN is a text", { resourceArns: [1] }, "resourceArns[0]", /must be a text/],
  ["a target is a text", { targets: [1000000000000002] }, "targets[0]", /must be a text, not a number: write it in quotes$/],
  ["a target without its hyphen is meant", { targets: ["fdapps01"] }, "targets[0]", /did you mean fd-apps01\?$/],
  ["a target is not empty", { targets: [""] }, "targets[0]", /^is empty: give it a value, or take the entry out of the list$/],
  ["a target is no share", { targets: ["rs-000001"] }, "targets[0]", /^"rs-000001" is the id of a share: write the id of a target/],
  ["a target's prefix is in lower case", { targets: ["FD-Jyl5U7"] }, "targets[0]", /is not the id of a target: write "fd-Jyl5U7"$/],
  ["a target has the form of an id", { targets: ["a@b.com"] }, "targets[0]", /"a@b.com" is not the id of a target: of an account/],
  ["a target has an id", { targets: [{ property: window }] }, "targets[0]", /must be the id of a target/],
  [
    "a target has no other fields",
    { targets: [{ id: demo.member, name: "x" }] },
    "targets[0]",
    "has no field `name`; the fields are `id`, `property`",
  ],
  ["an account has no property", { targets: [{ id: demo.member, property: window }] }, "targets[0].property", /only a service can/],
  ["a folder has no property", { targets: [{ id: "fd-1", property: window }] }, "targets[0].property", /only a service can/],
  ["a directory has no property", { targets: [{ id: "rd-1", property: window }] }, "targets[0].property", /only a service can/],
  [
    "a resource has one property",
    { ...byArn, resourceProperties: [true, false].map((sharePrincipals) => ({ arn, property: { sharePrincipals } })) },
    "resourceProperties[1]",
    /listed twice with different properties/,
  ],
  [
    "a property is of a listed resource",
    described({ a: 1 }, { targets: [demo.member] }),
    "resourceProperties[0].arn",
    /not among the resources/,
  ],
  [
    "a property is of a resource that is listed by id",
    described({ a: 1 }, { resources: [{ type: "VSwitch", id: "vsw-1" }] }),
    "resourceProperties[0].arn",
    /not among the resources/,
  ],
  ["a property names its resource", { resourceProperties: [{ property: {} }] }, "resourceProperties[0].arn", "is required"],
  ["a property has a value", described(undefined), "resourceProperties[0].property", "is required"],
  [
    "a field of a property is not misspelt",
    described({ share_principals: true }),
    "resourceProperties[0].property",
    "has no field `share_principals`; did you mean `sharePrincipals`?",
  ],
  ["a property is an object", described("{}"), "resourceProperties[0].property", /record|object/],
  ["a permission is named", { permissionNames: [""] }, "permissionNames[0]", /is empty: write .*, as AliyunRSDefaultPermissionVSwitch$/],
];

const inShare = { shareId: "rs-1" };
const otherCases: readonly (readonly [Token, ...Case])[] = [
  ["ShareAssociation", "an association names something", inShare, "targets", /at least one of/],
  ["ShareAssociation", "empty lists name nothing", { ...inShare, resources: [], targets: [] }, "targets", /at least one of/],
  ["ShareAssociation", "an association has a share", { targets: [demo.member] }, "shareId", "is required"],
  [
    "ShareAssociation",
    "what is adopted is of the share",
    { ...inShare, targets: ["1"], adopt: "rs-2/x" },
    "adopt",
    /must be rs-1, the share of shareId, alone or followed by a slash/,
  ],
  ["SharePermission", "a permission has a name", inShare, "permissionName", "is required"],
  ["SharePermission", "a permission's name is not empty", { ...inShare, permissionName: "" }, "permissionName", /./],
  [
    "SharePermission",
    "what is adopted is of the share",
    { ...inShare, permissionName: "A", adopt: "rs-12/A" },
    "adopt",
    /must be rs-1, the share of shareId, alone or followed by a slash/,
  ],
  ["ShareTags", "tags of a share are listed", inShare, "tags", "is required"],
  ["ShareTags", "there is at least one tag", { ...inShare, tags: {} }, "tags", /at least one key/],
  ["ShareTags", "the same rules hold for tags", { ...inShare, tags: { "aliyun:k": "v" } }, "tags.aliyun:k", /must not start with/],
  ["InvitationAcceptor", "a share or an invitation is named", {}, "shareId", /shareId or invitationId is required/],
  ["InvitationAcceptor", "not both are named", { ...inShare, invitationId: "i-1" }, "invitationId", /exclude each other/],
  ["InvitationAcceptor", "leaving is true or false", { ...inShare, leaveOnDelete: 0 }, "leaveOnDelete", /must be true or false/],
  ["InvitationAcceptor", "a sender is named", { ...inShare, senderAccountId: "" }, "senderAccountId", /./],
  ["DirectorySharing", "there is one to adopt", { adopt: "other" }, "adopt", /directory-sharing/],
];

it.each<readonly [Token, ...Case]>([
  ...[...shareCases, ...listCases].map(([rule, inputs, ...rest]) => ["ResourceShare", rule, { name: "net", ...inputs }, ...rest] as const),
  ...otherCases,
])("%s rejects arguments before any call, because %s", async (token, _, inputs, property, reason) => {
  const { check, driver, self, calls } = await openResource(token);
  const failures = check(inputs);
  const reasons = failures.filter((failure) => failure.property === property).map((failure) => failure.reason);
  expect(reasons, JSON.stringify(failures)).toEqual([typeof reason === "string" ? reason : (expect.stringMatching(reason) as string)]);
  await expect(driver.create(inputs, { urn: self })).rejects.toThrow(property);
  expect(calls()).toEqual([]);
});

it.each<[string, Values]>([
  ["a name of fifty characters of every kind", { name: `中文.a_B-9${"x".repeat(41)}` }],
  ["an empty value of a tag", { tags: { k: "" } }],
  ["plain repetition", { targets: [demo.member, demo.member, { id: demo.member }] }],
  ["the property of a resource that is listed by id", described({ sharePrincipals: true }, byId)],
  ["an absent list", { targets: undefined, tags: undefined }],
])("accepts %s in the arguments of a share", async (_, inputs) => {
  const { up, simulator } = await openResource("ResourceShare");
  await up({ name: "net", ...inputs });
  expect(simulator.invariants()).toEqual([]);
});

describe("an unknown value", () => {
  const service = { allowExternalTargets: true, targets: [{ id: demo.service, property: UNKNOWN }, demo.service] };
  it.each<[string, Values]>([
    ["the property of a target that is listed twice", service],
    ["the resource of a property", described({}, { resources: [{ type: "X", id: UNKNOWN }] })],
  ])("accepts an unknown value in the arguments of a share as %s", async (_, inputs) => {
    const { check } = await openResource("ResourceShare");
    expect(check({ name: "net", ...inputs })).toEqual([]);
  });

  it("reports the failure of a known part of arguments beside an unknown one", async () => {
    const { check } = await openResource("ResourceShare");
    const resources = [
      { type: UNKNOWN, id: "" },
      { type: UNKNOWN, ids: "x" },
    ];
    const failures = check({ name: UNKNOWN, resources, tags: { "": UNKNOWN } });
    expect(failures.map(({ property }) => property)).toEqual(expect.arrayContaining(["resources[0].id", 'tags[""]']));
  });
});

describe("a record is about an entity", () => {
  const target = { targets: [demo.member] };
  it.each<[string, Values, Partial<Association>, boolean]>([
    ["its ARN is the same", byArn, { ResourceArn: arn, EntityType: "ServiceCatalogPortfolio" }, true],
    ["its ARN is another one, though the id is the same", byArn, { ResourceArn: arn.replace("cn-hangzhou", "cn-beijing") }, false],
    ["it has no ARN, and the id is the ARN's", byArn, {}, true],
    ["it has no ARN, and the type is the ARN's in another spelling", byArn, { EntityType: "ServiceCatalogPortfolio" }, true],
    ["it has no ARN, and another type than the ARN's", byArn, { EntityType: "VSwitch" }, false],
    ["the type is the same in another spelling", byId, { EntityType: "service_catalog-portfolio" }, true],
    ["it has no type, and the ARN's type is the same", byId, { ResourceArn: arn }, true],
    ["it has no type, and the ARN's type is another one", byId, { ResourceArn: arn.replace("portfolio/", "product/") }, false],
    ["it has no ARN, and another id", byArn, { EntityId: "port-2" }, false],
    ["the type is another one", byId, { EntityType: "VSwitch" }, false],
    ["it has no type, and the id is the same", byId, {}, true],
    ["it has no type, and another id", byId, { EntityId: "port-2" }, false],
    ["it is of the target", target, { AssociationType: "Target", EntityId: demo.member }, true],
    ["it is of another target", target, { AssociationType: "Target", EntityId: demo.network }, false],
    ["it is of a resource that is called like the target", target, { EntityId: demo.member }, false],
  ])("compares an association record with an entity when %s", (_, lists, more, isAboutIt) => {
    const [entity] = entitiesOf(lists);
    if (entity === undefined) throw new Error("no entity");
    const record = recordOf(more);
    const expected = isAboutIt ? record : undefined;
    expect(newestAssociation(entity, [record])).toBe(expected);
    expect(newestAssociationIndex([recordOf({ EntityId: "another", ResourceArn: undefined }), record])(entity)).toBe(expected);
    const output = outputOf(record);
    expect(outputFor(entity, [output])).toBe(isAboutIt ? output : undefined);
  });

  it.each<[string, Partial<Association>, Partial<Association>]>([
    ["the later one", { CreateTime: "2026-01-01T00:00:02Z", AssociationStatus: "Failed" }, { CreateTime: "2026-01-01T00:00:01Z" }],
    ["of one time, the one that has not been taken out", { AssociationStatus: "Associating" }, { AssociationStatus: "Disassociated" }],
    ["of one time, the one that has not failed", {}, { AssociationStatus: "Failed" }],
    ["the one that has a time", { CreateTime: "2026-01-01T00:00:01Z", AssociationStatus: "Failed" }, {}],
  ])("uses %s as the newest record of an entity, in any order of records", (_, newer, older) => {
    const [entity] = entitiesOf(byId);
    if (entity === undefined) throw new Error("no entity");
    const [first, second] = [recordOf(newer), recordOf(older)];
    expect(newestAssociation(entity, [first, second])).toBe(first);
    expect(newestAssociation(entity, [second, first])).toBe(first);
    expect(newestAssociationIndex([second, first])(entity)).toBe(first);
  });
});

it("names an entity in messages by its kind and as the program lists it", () => {
  const names = entitiesOf({ ...byId, ...byArn, targets: [demo.member] }).map(nameOf);
  expect(names).toEqual(["resource ServiceCatalogPortfolio port-1", `resource ${arn}`, `target ${demo.member}`]);
});

describe("the property of an entity", () => {
  const portfolios = ["port-1", "port-2"].map((id) => ({ type: "ServiceCatalogPortfolio", id }));
  it.each<[string, Values]>([
    ["by id", { resources: portfolios }],
    ["by ARN", { resourceArns: [arn, portfolio("port-2")] }],
    ["by id, beside a resource of another type with the same id", { resources: [{ type: "Image", id: "port-2" }, portfolios[1]] }],
  ])("finds the property of `resourceProperties` by the ARN of its entity, also when the entity is listed %s", (_, lists) => {
    const resourceProperties = [{ arn: portfolio("port-2"), property: { sharePrincipals: true } }];
    const properties = entitiesOf({ ...lists, resourceProperties }).map(({ property }) => property);
    expect(properties).toEqual([undefined, '{"sharePrincipals":true}']);
  });
});
