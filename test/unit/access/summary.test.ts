import { expect, test } from "vitest";
import { accessOf } from "../../../access/access.ts";
import { targetOf } from "../../../access/share-snapshot.ts";
import { summaryOf, summaryText } from "../../../access/summary.ts";

const accesses = accessOf(
  [
    { name: "network", id: "rs-1" },
    { name: "network", id: "rs-2" },
    { name: "new", urn: "urn:a" },
  ].map((share) => ({
    share,
    account: "1",
    resources: [
      { entity: { type: "VSwitch", id: "a" }, pending: false },
      { entity: { type: "Image", id: "a" }, pending: false },
    ],
    targets: [
      { entity: targetOf("fd-1", false), pending: false },
      { entity: targetOf("11", true), pending: true },
      { entity: targetOf("12", null), pending: true },
    ],
    permissions: new Map<string, string>(),
  })),
);

test("counts targets, resources of different types and shares once, and external targets apart", () => {
  expect(summaryOf(accesses)).toEqual({
    ...{ accesses: 6, targets: 3, resources: 2, shares: 3, externalTargets: 1, pending: 4 },
    ...{ directories: [], services: 0, writes: 0 },
  });
});

test.each([
  [accesses, "3 targets can use 2 resources through 3 shares; 1 target outside the resource directory; 4 of 6 still pending."],
  [accesses.filter(({ target }) => target.id === "fd-1").slice(0, 1), "1 target can use 1 resource through 3 shares."],
  [
    accessOf([
      {
        share: { name: "wide", id: "rs-3" },
        account: "1",
        resources: [{ entity: { type: "VSwitch", id: "a" }, pending: false }],
        targets: ["rd-1", "ros.aliyuncs.com"].map((id) => ({ entity: targetOf(id, false), pending: false })),
        permissions: new Map([["VSwitch", "AliyunRSPermissionVSwitchReadWrite"]]),
      },
    ]),
    "2 targets can use 1 resource through 1 share; 1 service; the whole directory rd-1; 2 with a write permission.",
  ],
  [[], "No target has access through shares."],
])("describes the counts of accesses (%#)", (some, text) => {
  expect(summaryText(summaryOf(some))).toBe(text);
});
