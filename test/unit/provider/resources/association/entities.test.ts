import { describe, expect, it } from "vitest";
import type { Association } from "../../../../../provider/api/entities.ts";
import { UNKNOWN, type Values } from "../../../../../provider/lifecycle/resource.ts";
import { entitiesOf, isSame, newestAssociation, newestAssociationIndex } from "../../../../../provider/resources/association/entities.ts";
import { outputFor, outputOf } from "../../../../../provider/resources/association/association-output.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import { createHarness, type Token } from "../../../../support/harness.ts";
import { up, urn } from "../../../../support/resource-suite.ts";
import { portfolio } from "../../../../support/resource-scenarios.ts";
import { recordOf } from "../record.ts";

type Case = readonly [rule: string, inputs: Values, property: string, reason: RegExp | string];
const window = { timeRange: { timeRangeType: "day" } };
const tag = (key: string, value: unknown = "v") => ({ name: "net", tags: { [key]: value } });
const arn = portfolio("port-1");

const shareCases: readonly Case[] = [
  ["a share has a name", {}, "name", "is required"],
  ["a name has at least one character", { name: "" }, "name", /1 to 50/],
  ["a name has at most fifty characters", { name: "a".repeat(51) }, "name", /1 to 50/],
  ["a name holds no spaces", { name: "a b" }, "name", /letters, digits/],
  ["a name holds no slashes", { name: "a/b" }, "name", /letters, digits/],
  ["a name is a text", { name: 5 }, "name", /must be a text/],
  ["a switch is true or false", { name: "net", allowExternalTargets: "true" }, "allowExternalTargets", /must be true or false/],
  ["exclusive is true or false", { name: "net", exclusive: 1 }, "exclusive", /must be true or false/],
  ["a resource group is named", { name: "net", resourceGroupId: "" }, "resourceGroupId", /./],
  ["an account is named", { name: "net", account: "" }, "account", /./],
  ["a region is a text", { name: "net", region: 1 }, "region", /must be a text/],
  ["a key of a tag is not empty", tag(""), "tags.", /must not be empty/],
  ["a key of a tag has at most 128 characters", tag("k".repeat(129)), `tags.${"k".repeat(129)}`, /at most 128/],
  ["a key of a tag does not begin with acs:", tag("acs:k"), "tags.acs:k", /must not start with `acs:`/],
  ["a key of a tag does not begin with ACS:, however it is written", tag("ACS:k"), "tags.ACS:k", /must not start with `acs:`/],
  ["a key of a tag does not begin with the vendor's name", tag("aliyun-k"), "tags.aliyun-k", /must not start with/],
  ["a key of a tag holds no address", tag("see http://x"), "tags.see http://x", /must not contain `http:\/\/`/],
  ["a key of a tag holds no secure address", tag("https://x"), "tags.https://x", /must not contain/],
  ["the create tag is not for programs", tag("resourceshare:creating"), "tags.resourceshare:creating", /is not for programs/],
  ["a value of a tag has at most 128 characters", tag("k", "v".repeat(129)), "tags.k", /at most 128/],
  ["a value of a tag does not begin with acs:", tag("k", "acs:v"), "tags.k", /must not start with `acs:`/],
  ["a value of a tag holds no address", tag("k", "at https://x"), "tags.k", /must not contain/],
  ["a value of a tag is a text", tag("k", 5), "tags.k", /must be a text/],
  ["tags are a map", { name: "net", tags: ["k"] }, "tags", /record|object/],
  ["a service needs a share that is open", { name: "net", targets: [demo.service] }, "targets[0]", /allowExternalTargets: true/],
  ["a service as an object does as well", { name: "net", targets: [{ id: demo.service }] }, "targets[0]", /allowExternalTargets: true/],
];

const listCases: readonly Case[] = [
  ["a resource has a type", { resources: [{ id: "vsw-1" }] }, "resources[0].type", "is required"],
  ["a resource has an id", { resources: [{ type: "VSwitch" }] }, "resources[0].id", "is required"],
  ["a resource's type is named", { resources: [{ type: "", id: "vsw-1" }] }, "resources[0].type", /must name a resource type/],
  ["a resource's id is not empty", { resources: [{ type: "VSwitch", id: "" }] }, "resources[0].id", /must be a resource id/],
  ["a resource has no other fields", { resources: [{ type: "VSwitch", id: "vsw-1", arn: "x" }] }, "resources[0]", "has no field `arn`"],
  ["a resource is a pair", { resources: ["vsw-1"] }, "resources[0]", /must be an object/],
  ["resources are a list", { resources: { type: "VSwitch", id: "vsw-1" } }, "resources", /must be a list/],
  ["an ARN begins with acs", { resourceArns: ["arn:aws:vpc::1:vswitch/vsw-1"] }, "resourceArns[0]", /must be an ARN/],
  ["an ARN has a type and an id", { resourceArns: ["acs:vpc:cn-hangzhou:1:vsw-1"] }, "resourceArns[0]", /must be an ARN/],
  ["an ARN ends in an id", { resourceArns: ["acs:vpc:cn-hangzhou:1:vswitch/"] }, "resourceArns[0]", /must be an ARN/],
  ["an ARN is a text", { resourceArns: [1] }, "resourceArns[0]", /must be a text/],
  ["a target is a text", { targets: [1000000000000002] }, "targets[0]", /must be a text: write the id of an account in quotes/],
  ["a target has the form of an id", { targets: ["a@b.com"] }, "targets[0]", /must be the id of a target: of an account/],
  ["a target has an id", { targets: [{ property: window }] }, "targets[0]", /must be the id of a target/],
  ["a target has no other fields", { targets: [{ id: demo.member, name: "x" }] }, "targets[0]", "has no field `name`"],
  ["an account has no property", { targets: [{ id: demo.member, property: window }] }, "targets[0].property", /only services/],
  ["a folder has no property", { targets: [{ id: "fd-1", property: window }] }, "targets[0].property", /only services/],
  ["a directory has no property", { targets: [{ id: "rd-1", property: window }] }, "targets[0].property", /only services/],
  [
    "a target has one property",
    { allowExternalTargets: true, targets: [{ id: demo.service, property: window }, demo.service] },
    "targets[1]",
    /listed twice with different properties/,
  ],
  [
    "a resource has one property",
    {
      resourceArns: [arn],
      resourceProperties: [
        { arn, property: { sharePrincipals: true } },
        { arn, property: { sharePrincipals: false } },
      ],
    },
    "resourceProperties[1]",
    /listed twice with different properties/,
  ],
  [
    "a property is of a listed resource",
    { targets: [demo.member], resourceProperties: [{ arn, property: { sharePrincipals: true } }] },
    "resourceProperties[0].arn",
    /not among the resources/,
  ],
  [
    "a property is of a resource that is listed by id",
    { resources: [{ type: "VSwitch", id: "vsw-1" }], resourceProperties: [{ arn, property: { sharePrincipals: true } }] },
    "resourceProperties[0].arn",
    /not among the resources/,
  ],
  ["a property names its resource", { resourceProperties: [{ property: {} }] }, "resourceProperties[0].arn", "is required"],
  ["a property has a value", { resourceArns: [arn], resourceProperties: [{ arn }] }, "resourceProperties[0].property", "is required"],
  [
    "a property is an object",
    { resourceArns: [arn], resourceProperties: [{ arn, property: "{}" }] },
    "resourceProperties[0].property",
    /record|object/,
  ],
  ["a permission is named", { targets: [demo.member], permissionNames: [""] }, "permissionNames[0]", /./],
];

const otherCases: readonly (readonly [Token, ...Case])[] = [
  ["ShareAssociation", "an association names something", { shareId: "rs-1" }, "targets", /at least one of/],
  ["ShareAssociation", "empty lists name nothing", { shareId: "rs-1", resources: [], targets: [] }, "targets", /at least one of/],
  ["ShareAssociation", "an association has a share", { targets: [demo.member] }, "shareId", "is required"],
  ["ShareAssociation", "a share's id is not empty", { shareId: "", targets: [demo.member] }, "shareId", /must be the id of a share/],
  [
    "ShareAssociation",
    "what is adopted is of the share",
    { shareId: "rs-1", targets: ["1"], adopt: "rs-2/x" },
    "adopt",
    /is not of share rs-1/,
  ],
  ["SharePermission", "a permission has a name", { shareId: "rs-1" }, "permissionName", "is required"],
  ["SharePermission", "a permission's name is not empty", { shareId: "rs-1", permissionName: "" }, "permissionName", /./],
  [
    "SharePermission",
    "what is adopted is of the share",
    { shareId: "rs-1", permissionName: "A", adopt: "rs-12/A" },
    "adopt",
    /not of share/,
  ],
  ["ShareTags", "tags of a share are listed", { shareId: "rs-1" }, "tags", "is required"],
  ["ShareTags", "there is at least one tag", { shareId: "rs-1", tags: {} }, "tags", /at least one key/],
  ["ShareTags", "the same rules hold for tags", { shareId: "rs-1", tags: { "aliyun:k": "v" } }, "tags.aliyun:k", /must not start with/],
  ["InvitationAcceptor", "a share or an invitation is named", {}, "shareId", /shareId or invitationId is required/],
  ["InvitationAcceptor", "not both are named", { shareId: "rs-1", invitationId: "i-1" }, "invitationId", /exclude each other/],
  ["InvitationAcceptor", "leaving is true or false", { shareId: "rs-1", leaveOnDelete: "no" }, "leaveOnDelete", /must be true or false/],
  ["InvitationAcceptor", "a sender is named", { shareId: "rs-1", senderAccountId: "" }, "senderAccountId", /./],
  ["DirectorySharing", "there is one to adopt", { adopt: "other" }, "adopt", /directory-sharing/],
];

describe("rejects wrong arguments with the property, before any call", () => {
  const listed = (token: Token, more: Values) =>
    listCases.map(([rule, inputs, ...rest]) => [token, rule, { ...more, ...inputs }, ...rest] as const);
  const cases: readonly (readonly [Token, ...Case])[] = [
    ...shareCases.map((row) => ["ResourceShare", ...row] as const),
    ...listed("ResourceShare", { name: "net" }),
    ...otherCases,
  ];
  it.each(cases)("%s: %s", async (token, _, inputs, property, reason) => {
    const harness = createHarness();
    const driver = harness.run().driver(token);
    const { failures } = driver.check(inputs, { urn: urn(token) });
    const reasons = failures.filter((failure) => failure.property === property).map((failure) => failure.reason);
    expect(reasons, JSON.stringify(failures)).toEqual([typeof reason === "string" ? reason : (expect.stringMatching(reason) as string)]);
    await expect(driver.create(inputs, { urn: urn(token) })).rejects.toThrow(property);
    expect(harness.calls()).toEqual([]);
  });

  it.each(listed("ShareAssociation", { shareId: "rs-1" }).filter(([, , inputs]) => inputs["allowExternalTargets"] === undefined))(
    "%s: %s",
    (token, _, inputs, property) => {
      const { failures } = createHarness()
        .run()
        .driver(token)
        .check(inputs, { urn: urn(token) });
      expect(failures.map((failure) => failure.property)).toContain(property);
    },
  );
});

describe("accepts valid arguments", () => {
  it.each<[string, Values]>([
    ["a name of fifty characters of every kind", { name: `中文.a_B-9${"x".repeat(41)}` }],
    ["a tag with an empty value, and lengths at the limit", { name: "net", tags: { k: "", ["k".repeat(128)]: "v".repeat(128) } }],
    ["the vendor's names inside a key and a value", { name: "net", tags: { "my-aliyun": "see acs:x" } }],
    ["plain repetition", { name: "net", targets: [demo.member, demo.member, { id: demo.member }] }],
    [
      "the property of a resource that is listed by id",
      {
        name: "net",
        resources: [{ type: "ServiceCatalogPortfolio", id: "port-1" }],
        resourceProperties: [{ arn, property: { sharePrincipals: true } }],
      },
    ],
    ["an absent list", { name: "net", targets: undefined, tags: undefined }],
  ])("%s", async (_, inputs) => {
    const harness = createHarness();
    await up(harness.run().driver("ResourceShare"), inputs, urn("ResourceShare"));
    expect(harness.simulator.invariants()).toEqual([]);
  });

  it.each<[string, Values]>([
    ["a list", { name: "net", resources: UNKNOWN, targets: UNKNOWN, tags: UNKNOWN }],
    ["a switch beside a service", { name: "net", allowExternalTargets: UNKNOWN, targets: [demo.service] }],
    ["an id beside a property", { name: "net", allowExternalTargets: true, targets: [{ id: UNKNOWN, property: window }] }],
    ["a property", { name: "net", allowExternalTargets: true, targets: [{ id: demo.service, property: UNKNOWN }, demo.service] }],
    ["the resource of a property", { name: "net", resources: [{ type: "X", id: UNKNOWN }], resourceProperties: [{ arn, property: {} }] }],
    [
      "the ARN of a property",
      { name: "net", resourceArns: [arn], resourceProperties: [{ arn: UNKNOWN, property: { sharePrincipals: UNKNOWN } }] },
    ],
    ["a tag", { name: "net", tags: { team: UNKNOWN } }],
  ])("accepts an unknown value: %s", (_, inputs) => {
    const { failures } = createHarness()
      .run()
      .driver("ResourceShare")
      .check(inputs, { urn: urn("ResourceShare") });
    expect(failures).toEqual([]);
  });

  it("checks known parts beside an unknown one", () => {
    const { failures } = createHarness()
      .run()
      .driver("ResourceShare")
      .check(
        {
          name: UNKNOWN,
          resources: [
            { type: UNKNOWN, id: "" },
            { type: UNKNOWN, ids: "x" },
          ],
          tags: { "": UNKNOWN },
        },
        { urn: "s" },
      );
    expect(failures.map(({ property }) => property)).toEqual(expect.arrayContaining(["resources[0].id", "tags."]));
  });
});

describe("a record is about an entity", () => {
  const byArn = { resourceArns: [arn] };
  const byId = { resources: [{ type: "ServiceCatalogPortfolio", id: "port-1" }] };
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
    ["type and id are the same", byId, { EntityType: "ServiceCatalogPortfolio" }, true],
    ["the type is another one", byId, { EntityType: "VSwitch" }, false],
    ["it has no type, and the id is the same", byId, {}, true],
    ["it has no type, and another id", byId, { EntityId: "port-2" }, false],
    ["it is of the target", target, { AssociationType: "Target", EntityId: demo.member }, true],
    ["it is of another target", target, { AssociationType: "Target", EntityId: demo.network }, false],
    ["it is of a resource that is called like the target", target, { EntityId: demo.member }, false],
  ])("matches a record and an entity when %s", (_, lists, more, isAboutIt) => {
    const [entity] = entitiesOf(lists);
    if (entity === undefined) throw new Error("no entity");
    const record = recordOf(more);
    expect(newestAssociation(entity, [record])).toBe(isAboutIt ? record : undefined);
    expect(newestAssociationIndex([recordOf({ EntityId: "another", ResourceArn: undefined }), record])(entity)).toBe(
      isAboutIt ? record : undefined,
    );
    const output = outputOf(record);
    expect(outputFor(entity, [output])).toBe(isAboutIt ? output : undefined);
  });

  it.each<[string, Partial<Association>, Partial<Association>]>([
    ["the later one", { CreateTime: "2026-01-01T00:00:02Z", AssociationStatus: "Failed" }, { CreateTime: "2026-01-01T00:00:01Z" }],
    ["of one time, the one that has not been taken out", { AssociationStatus: "Associating" }, { AssociationStatus: "Disassociated" }],
    ["of one time, the one that has not failed", {}, { AssociationStatus: "Failed" }],
    ["the one that has a time", { CreateTime: "2026-01-01T00:00:01Z", AssociationStatus: "Failed" }, {}],
  ])("uses %s of several records, in any order", (_, newer, older) => {
    const [entity] = entitiesOf(byId);
    if (entity === undefined) throw new Error("no entity");
    const [first, second] = [recordOf(newer), recordOf(older)];
    expect(newestAssociation(entity, [first, second])).toBe(first);
    expect(newestAssociation(entity, [second, first])).toBe(first);
    expect(newestAssociationIndex([second, first])(entity)).toBe(first);
  });
});

describe("entities", () => {
  it.each<[boolean, string, Values, Values]>([
    [true, "a resource by id and by ARN", { resources: [{ type: "ServiceCatalogPortfolio", id: "port-1" }] }, { resourceArns: [arn] }],
    [
      false,
      "resources of two types with one id",
      { resources: [{ type: "VSwitch", id: "x-1" }] },
      { resources: [{ type: "Image", id: "x-1" }] },
    ],
    [false, "ARNs of two regions with one id", { resourceArns: [arn] }, { resourceArns: [arn.replace("cn-hangzhou", "cn-beijing")] }],
    [false, "a target and a resource with one id", { targets: ["x-1"] }, { resources: [{ type: "Image", id: "x-1" }] }],
    [true, "a target with a property and without", { targets: ["x-1"] }, { targets: [{ id: "x-1", property: window }] }],
    [false, "two targets", { targets: ["x-1"] }, { targets: ["x-2"] }],
  ])("reports whether two entities are the same: %s for %s", (same, _, first, second) => {
    const [[one], [two]] = [entitiesOf(first), entitiesOf(second)];
    if (one === undefined || two === undefined) throw new Error("no entity");
    expect([isSame(one, two), isSame(two, one)]).toEqual([same, same]);
  });

  it("returns the property that names an entity's ARN, also when it is listed by id", () => {
    const resources = ["port-1", "port-2"].map((id) => ({ type: "ServiceCatalogPortfolio", id }));
    const described = { arn: portfolio("port-2"), property: { sharePrincipals: true } };
    const properties = (lists: Values) => entitiesOf({ ...lists, resourceProperties: [described] }).map(({ property }) => property);
    expect(properties({ resources })).toEqual([undefined, '{"sharePrincipals":true}']);
    expect(properties({ resourceArns: [arn, described.arn] })).toEqual([undefined, '{"sharePrincipals":true}']);
  });
});
