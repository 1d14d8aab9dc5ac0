import { expect, test } from "vitest";
import { targetOf } from "../../../access/share-snapshot.ts";
import { accessesOf } from "./builders.ts";
import { summaryText } from "../../../access/summary.ts";

const shares = [
  { name: "network", id: "rs-1" },
  { name: "network", id: "rs-2" },
  { name: "new", urn: "urn:a" },
];
const accesses = accessesOf(
  ...shares.map((share) => ({
    share,
    resources: ["a", { type: "Image", id: "a" }],
    targets: ["fd-1", targetOf("11", true), targetOf("12", null)],
    pending: ["11", "12"],
  })),
);

test.each([
  [
    accesses,
    "3 targets can use 2 resources through 3 shares; 1 target outside the resource directory; 1 target possibly outside the resource directory; 4 of 6 still pending.",
  ],
  [accesses.filter(({ target }) => target.id === "fd-1").slice(0, 1), "1 target can use 1 resource through 3 shares."],
  [
    accessesOf({ targets: ["rd-1", "ros.aliyuncs.com"], permissions: { VSwitch: "AliyunRSPermissionVSwitchReadWrite" } }),
    "2 targets can use 1 resource through 1 share; 1 service; 1 whole directory; 2 accesses with a write permission.",
  ],
  [[], "No target has access through shares."],
])("summarizes the counts of accesses in words (%#)", (some, text) => {
  expect(summaryText(some)).toBe(text);
});
