import { expect, test } from "vitest";
import { knownIdsOf, resourceNamed } from "../../../../access/diff/known-ids.ts";
import type { LiveLookup } from "../../../../access/diff/live-lookup.ts";
import { plannedResourcesOf } from "../../../../access/diff/planned-resource.ts";
import { accountKey } from "../../../../access/diff/shares/owner-account.ts";
import { type Target, targetOf } from "../../../../access/share-snapshot.ts";
import { liveOf } from "../builders.ts";
import { previewOf, same, UNKNOWN } from "./steps.ts";

const resource = (outputs: object, inputs: object = {}, more: object = {}) =>
  same({ kind: "ResourceShare", name: "net", id: "rs-1", inputs, outputs, ...more });
const knownOf = (steps: readonly object[], live?: LiveLookup) => knownIdsOf(plannedResourcesOf(previewOf(...steps)), live);
const known = (outputs: object, inputs: object = {}, live?: LiveLookup) => knownOf([resource(outputs, inputs)], live);
const liveWith = (targets: readonly Target[], defaults: LiveLookup["defaults"]): LiveLookup =>
  liveOf([{ share: { name: "net", id: "rs-1" }, resources: [], targets }], { defaults }).live;

test("reads external targets from the associations of targets in a state only, and only from those with `external`", () => {
  const associations = [
    { kind: "Target", entityId: "11", external: true },
    { kind: "Target", entityId: "12", external: false },
    { kind: "Resource", entityId: "13", external: true },
    { kind: "Target", entityId: "14" },
    { kind: "Target", external: true },
  ];
  expect(known({ associations, owner: "1" }).external).toEqual(
    new Map([
      [
        "1",
        new Map([
          ["11", true],
          ["12", false],
        ]),
      ],
    ]),
  );
});

test("prefers the service to a state for external targets and default permissions", () => {
  const associations = [
    { kind: "Target", entityId: "11", external: true },
    { kind: "Target", entityId: "12", external: true },
  ];
  const live = liveWith([targetOf("11", false), targetOf("12", null)], new Map([["VSwitch", "New"]]));
  const outputs = { owner: "1", associations, defaultPermission: true, permissionName: "Old", resourceType: "VSwitch" };
  const { external, defaults } = known(outputs, {}, live);
  expect([...(external.get("1") ?? [])]).toEqual([
    ["11", false],
    ["12", true],
  ]);
  expect([...defaults]).toEqual([["VSwitch", "New"]]);
});

test("derives the type of an ARN from associations that have ARN and type, also for other ARNs of the same form", () => {
  const arn = (id: string) => `acs:servicecatalog:cn-hangzhou:1:portfolio/${id}`;
  const record = { kind: "Resource", entityId: "port-1", arn: arn("port-1"), entityType: "Portfolio" };
  const { types } = known({
    associations: [record, { ...record, arn: undefined }, { ...record, arn: arn("port-2"), entityType: undefined }],
  });
  expect(types.get(arn("port-1"))).toBe("Portfolio");
  expect(resourceNamed(arn("port-3"), { types }).type).toBe("Portfolio");
  expect(resourceNamed("acs:servicecatalog:cn-hangzhou:1:Port-Folio/port-3", { types }).type).toBe("Portfolio");
  expect(known({ associations: [{ kind: "Target", entityId: "11", entityType: "Account" }] }).types.size).toBe(0);
});

test("takes neither an unknown account nor that of an explicit provider for the default account", () => {
  const provider = "urn:pulumi:dev::shop::pulumi:providers:resourceshare::p::1";
  const steps = [resource({ accountId: "1" }, { account: UNKNOWN }), resource({ accountId: "2" }, {}, { name: "b", provider })];
  expect([...knownOf(steps).accounts]).toEqual([[accountKey(undefined, "p"), "2"]]);
});

test("recognizes default permissions by their names, and others where a state reports that they are the default", () => {
  const names = ["AliyunRSDefaultPermissionImage", "Narrow", 7];
  expect([...known({}, { permissionNames: names }).defaults]).toEqual([["Image", "AliyunRSDefaultPermissionImage"]]);
  expect([...known({ permissionNames: names }).defaults]).toEqual([["Image", "AliyunRSDefaultPermissionImage"]]);
  expect([...known({ permissionName: "AliyunRSDefaultPermissionImage" }).defaults]).toEqual([["Image", "AliyunRSDefaultPermissionImage"]]);
  const narrow = { permissionName: "Narrow", resourceType: "Image" };
  expect([...known({ ...narrow, defaultPermission: true }).defaults]).toEqual([["Image", "Narrow"]]);
  expect([...known({ ...narrow, defaultPermission: false }).defaults]).toEqual([]);
  expect([...known({ permissionName: "Narrow", defaultPermission: true }).defaults]).toEqual([]);
});
