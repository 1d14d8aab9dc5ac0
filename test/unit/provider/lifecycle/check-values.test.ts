import { describe, expect, it } from "vitest";
import { checkValues } from "../../../../provider/lifecycle/check-values.ts";
import { UNKNOWN } from "../../../../provider/lifecycle/resource.ts";
import { resources } from "../../../../provider/resources/index.ts";
import { ResourceShare } from "../../../../provider/resources/share/resource-share.ts";

const kindNamed = (token: string) => resources.find((resource) => resource.token === token) ?? ResourceShare;

describe("checkValues", () => {
  it.each([
    ["a required argument that is absent", {}, { property: "name", reason: "is required" }],
    [
      "an unknown argument, with all arguments",
      { name: "net", qqqqqqqq: 1 },
      { property: "qqqqqqqq", reason: expect.stringMatching(/^is not an argument of ResourceShare; the arguments are `name`, .*`tags`, /) },
    ],
    [
      "an unknown argument, with the nearest one",
      { name: "net", target: [] },
      { property: "target", reason: "is not an argument of ResourceShare; did you mean `targets`?" },
    ],
    [
      "an unknown argument that ends like another one, with all arguments",
      { name: "net", notTheseTargets: [] },
      { property: "notTheseTargets", reason: expect.stringContaining("is not an argument of ResourceShare; the arguments are `name`, ") },
    ],
    [
      "an unknown field, with the nearest one",
      { name: "net", resources: [{ typ: "VSwitch", id: "vsw-1" }] },
      { property: "resources[0]", reason: "has no field `typ`; did you mean `type`?" },
    ],
    [
      "two unknown fields, each with the nearest one",
      { name: "net", resources: [{ Type: "VSwitch", Id: "vsw-1" }] },
      { property: "resources[0]", reason: "has no field `Type`, `Id`; did you mean `type`, `id`?" },
    ],
    [
      "an unknown argument in the place of a required one",
      { nam: "net" },
      { property: "nam", reason: "is not an argument of ResourceShare; did you mean `name`?" },
    ],
    [
      "an unknown field of one of several forms, with the nearest one",
      { name: "net", allowExternalTargets: true, targets: [{ id: "ipam.aliyuncs.com", propety: {} }] },
      { property: "targets[0]", reason: "has no field `propety`; did you mean `property`?" },
    ],
    [
      "fields that do not exist, all of them",
      { name: "net", resources: [{ type: "VSwitch", id: "vsw-1", a: 1, b: 2 }] },
      { property: "resources[0]", reason: "has no field `a`, `b`; the fields are `type`, `id`" },
    ],
    [
      "a text in place of a list",
      { name: "net", targets: "fd-apps01" },
      { property: "targets", reason: "must be a list: write it in brackets" },
    ],
    [
      "half of a surrogate pair",
      { name: "net", resourceGroupId: "rg-\ud800" },
      { property: "resourceGroupId", reason: "is not valid Unicode: it contains half of a surrogate pair" },
    ],
  ])("rejects arguments of a share with %s", (_, inputs, failure) => {
    expect(checkValues(ResourceShare, inputs)).toEqual([failure]);
  });

  it.each([
    ["ShareAssociation", "tags", ": set it on the ResourceShare"],
    ["ShareAssociation", "allowExternalTargets", ": set it on the ResourceShare"],
    ["SharePermission", "exclusive", ": set it on the ResourceShare"],
    ["SharePermission", "permissionNames", "; did you mean `permissionName`?"],
    ["ShareTags", "targets", ": set it on the ResourceShare"],
    ["ShareTags", "timeoutSeconds", ": set it in the configuration, as resourceshare:timeoutSeconds"],
    ["ShareTags", "qqqqqqqq", "; the arguments are `shareId`, `tags`, `adopt`, `account`, `region`"],
  ])("names the resource that an argument of a part of a share belongs to: %s, %s", (token, property, advice) => {
    expect(checkValues(kindNamed(token), { shareId: "rs-1", [property]: UNKNOWN })).toContainEqual({
      property,
      reason: `is not an argument of ${token}${advice}`,
    });
  });

  it.each([
    ["ResourceShare", { name: "a", permissionNames: ["A,B"] }, "permissionNames[0]", "write one entry for each permission"],
    [
      "SharePermission",
      { shareId: "rs-1", permissionName: "A,B" },
      "permissionName",
      "write one name, and another SharePermission for each other",
    ],
  ])("rejects several permissions in one text of a %s", (token, inputs, property, advice) => {
    expect(checkValues(kindNamed(token), inputs)).toEqual([{ property, reason: `has a comma: ${advice}` }]);
  });

  it("reports an invalid key although its value is not known yet", () => {
    expect(checkValues(ResourceShare, { name: "net", tags: { "acs:x": UNKNOWN, team: UNKNOWN } })).toEqual([
      { property: expect.stringContaining("tags"), reason: "a tag's key must not start with `acs:` or `aliyun`" },
    ]);
  });

  it.each([
    ["a value that is not known yet", { name: UNKNOWN, targets: [UNKNOWN], resources: [{ type: "VSwitch", id: UNKNOWN }] }],
    ["an unknown argument without a value", { name: "net", qqqqqqqq: undefined }],
  ])("reports no failure of arguments of a share with %s", (_, inputs) => {
    expect(checkValues(ResourceShare, inputs)).toEqual([]);
  });
});
