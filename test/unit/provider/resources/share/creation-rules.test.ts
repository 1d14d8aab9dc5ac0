import { describe, expect, it } from "vitest";
import type { Association, ResourceShare } from "../../../../../provider/api/entities.ts";
import { digest } from "../../../../../provider/kernel/ids.ts";
import { lastCallMs } from "../../../../../provider/client/pipeline/deadline.ts";
import { visibilityMs } from "../../../../../provider/lifecycle/retry-until.ts";
import {
  confirmationMs,
  createTagValue,
  creationDigests,
  differencesOf,
  finishMs,
  isOfCreation,
  livenessOf,
  observationMs,
  renewalMs,
  resumptionOf,
  taggedShare,
  type TaggedShare,
  writeMs,
} from "../../../../../provider/resources/share/creation-rules.ts";
import { createTagKey, leaseKey } from "../../../../../provider/resources/tags/tag-calls.ts";

const urn = "urn:pulumi:dev::shop::share::net";
const record = (tags: Readonly<Record<string, string>>, more: Partial<ResourceShare> = {}): ResourceShare => ({
  ResourceShareId: "rs-1",
  ResourceShareName: "net",
  ResourceShareOwner: "1",
  ResourceShareStatus: "Active",
  Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
  ...more,
});
function tagged(creator: string, lease?: string): TaggedShare {
  const tags = { [createTagKey]: createTagValue("d", creator), ...(lease === undefined ? {} : { [leaseKey]: lease }) };
  const found = taggedShare(record(tags));
  if (!found) throw new Error("it has no create tag");
  return found;
}

describe("the create tag", () => {
  it("names creation and creator in the create tag", () => {
    expect(tagged("a-b-1", "x")).toMatchObject({ digest: "d", creator: "a-b-1", tag: "d.a-b-1", lease: "x" });
    expect(taggedShare(record({ team: "net" }))).toBeUndefined();
  });

  it("restricts the create tag to resources of one backend and organisation", () => {
    const [one, other] = [creationDigests(urn, "aa"), creationDigests(urn, "bb")];
    const share = taggedShare(record({ [createTagKey]: createTagValue(one.own, "c") }));
    expect(share && isOfCreation(share, one)).toBe(true);
    expect(share && isOfCreation(share, other)).toBe(false);
  });

  it("recognizes a digest of the name alone as an older version's create tag", () => {
    const [older, forged] = [digest(urn), `${digest(urn)}.unknown`].map((value) => taggedShare(record({ [createTagKey]: value })));
    expect(older?.creator).toBeUndefined();
    expect(older && isOfCreation(older, creationDigests(urn, "aa"))).toBe(true);
    expect(forged && isOfCreation(forged, creationDigests(urn, "aa"))).toBe(false);
  });
});

describe("a creation that another process began", () => {
  const first = tagged("c", "c.1");
  const observed = (now: TaggedShare | undefined, observedMs: number) => livenessOf({ first, now, observedMs });

  it("classifies a creation as alive when its tag or lease goes or changes", () => {
    for (const now of [tagged("other", "c.1"), tagged("c", "c.2"), tagged("c")]) {
      expect([0, observationMs, 10 * observationMs].map((ms) => observed(now, ms))).toEqual(["alive", "alive", "alive"]);
    }
  });

  it("does not classify a creation as alive while a list that lags may omit it", () => {
    expect([0, visibilityMs - 1, visibilityMs].map((ms) => observed(undefined, ms))).toEqual(["unknown", "unknown", "alive"]);
  });

  it("classifies a creation as interrupted when nothing changes for the whole observation, not before", () => {
    expect(observed(first, observationMs - 1)).toBe("unknown");
    expect(observed(first, observationMs)).toBe("interrupted");
  });

  it("observes for longer than a live creator can pause, and confirms a resumption later than the creator can finish", () => {
    expect(observationMs).toBeGreaterThanOrEqual(renewalMs + visibilityMs + renewalMs);
    expect(finishMs).toBeGreaterThanOrEqual(writeMs + 2 * lastCallMs);
    expect(confirmationMs).toBeGreaterThanOrEqual(visibilityMs + finishMs + visibilityMs);
  });
});

describe("a process that has resumed a creation", () => {
  it("owns the share while its create tag and the lease that it has read are there", () => {
    expect(resumptionOf(tagged("c", "a.1"), "d.c", "a.1")).toBe("own");
  });

  it("does not own a share whose lease is gone, because the previous creator had finished it", () => {
    expect(resumptionOf(tagged("c"), "d.c", "a.1")).toBe("finished");
  });

  it("does not own a share whose create tag or lease is another process's", () => {
    for (const now of [undefined, tagged("other", "a.1"), tagged("c", "a.2")]) expect(resumptionOf(now, "d.c", "a.1")).toBe("alive");
  });
});

describe("what a share has that the program does not want", () => {
  const wanted = {
    name: "net",
    resources: [{ type: "VSwitch", id: "vsw-1" }],
    targets: ["2"],
    permissionNames: ["P"],
    tags: { team: "net" },
    resourceGroupId: "rg-1",
  };
  const association = (more: Partial<Association>): Association => ({
    ResourceShareId: "rs-1",
    AssociationType: "Target",
    AssociationStatus: "Associated",
    EntityId: "2",
    ...more,
  });
  /** The share of a creation in progress, in the desired resource group. */
  const creating = (share: ResourceShare): ResourceShare => ({
    ResourceGroupId: "rg-1",
    ...share,
    Tags: [...(share.Tags ?? []), { Key: leaseKey, Value: "c.1" }],
  });
  const differences = (
    share: ResourceShare,
    associations: readonly Association[] = [],
    permissions: readonly string[] = [],
    caller = "1",
  ) =>
    differencesOf(
      { share: creating(share), associations, permissions: permissions.map((PermissionName) => ({ PermissionName })) },
      wanted,
      caller,
    );

  it("reports nothing unwanted for a subset", () => {
    expect(differences(record({ [createTagKey]: "x" }))).toEqual([]);
    const resource = association({ AssociationType: "Resource", EntityType: "VSwitch", EntityId: "vsw-1" });
    expect(differences(record({ team: "net", "acs:rm:rgId": "rg" }), [association({}), resource], ["P"])).toEqual([]);
  });

  it.each<readonly [string, string[]]>([
    ["its name", differences(record({}, { ResourceShareName: "other" }))],
    ["account 9", differences(record({}, { ResourceShareOwner: "9" }))],
    ["its owner is not known", differences(record({}, { ResourceShareOwner: undefined }))],
    ["the resource group rg-2 and not in rg-1", differences(record({}, { ResourceGroupId: "rg-2" }))],
    ["external targets", differences(record({}, { AllowExternalTargets: true }))],
    ["the tag team=core", differences(record({ team: "core" }))],
    ["the tag constructor=x", differences(record({ constructor: "x" }))],
    ["the target 3", differences(record({}), [association({ EntityId: "3" })])],
    [
      "the resource Image vsw-1",
      differences(record({}), [association({ AssociationType: "Resource", EntityType: "Image", EntityId: "vsw-1" })]),
    ],
    ["the permission Q", differences(record({}), [], ["Q"])],
  ])("names the unwanted %s", (part, found) => {
    expect(found).toEqual([expect.stringContaining(part)]);
  });

  it("names the unknown account", () => {
    expect(differencesOf({ share: creating(record({})), associations: [], permissions: [] }, wanted, undefined)).toEqual([
      expect.stringContaining("stsEndpoint"),
    ]);
  });

  it("ignores ended associations and the default permission of a type", () => {
    const permissions = [{ PermissionName: "D", DefaultPermission: true }];
    const associations = [association({ EntityId: "3", AssociationStatus: "Disassociated" })];
    expect(differencesOf({ share: creating(record({})), associations, permissions }, wanted, "1")).toEqual([]);
  });

  it("names the lease that a finished share and one of an older version lack", () => {
    const share = record({ [createTagKey]: "x" }, { ResourceGroupId: "rg-1" });
    expect(differencesOf({ share, associations: [], permissions: [] }, wanted, "1")).toEqual([expect.stringContaining(leaseKey)]);
  });
});
