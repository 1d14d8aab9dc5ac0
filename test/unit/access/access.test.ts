import { expect, test } from "vitest";
import { accessOf } from "../../../access/access.ts";
import type { ShareSnapshot } from "../../../access/share-snapshot.ts";

const associated = <Entity>(entity: Entity, pending = false) => ({ entity, pending });
const snapshot = (name: string, changes: Partial<ShareSnapshot> = {}): ShareSnapshot => ({
  share: { name, id: `rs-${name}` },
  account: "1",
  resources: [associated({ type: "VSwitch", id: "vsw-1" })],
  targets: [associated({ id: "fd-1", kind: "Folder", external: false })],
  permissions: new Map(),
  ...changes,
});

test("merges equal access of two shares and names both", () => {
  const [access, ...others] = accessOf([snapshot("b"), snapshot("a")]);
  expect(others).toEqual([]);
  expect(access?.shares.map(({ name }) => name)).toEqual(["a", "b"]);
});

test("distinguishes access by the permission on the same resource", () => {
  const accesses = accessOf([snapshot("a"), snapshot("b", { permissions: new Map([["VSwitch", "ReadOnly"]]) })]);
  expect(accesses.map(({ permission }) => permission)).toEqual(["ReadOnly", "default"]);
});

test("reports access as pending only while every share of it is", () => {
  const waiting = snapshot("a", { targets: [associated({ id: "fd-1", kind: "Folder", external: false }, true)] });
  expect(accessOf([waiting])[0]).toMatchObject({ pending: true });
  expect(accessOf([waiting, snapshot("b")])[0]).toMatchObject({ pending: false, shares: [{ pending: true }, { pending: false }] });
});

test("returns equal lists for equal sets, whatever the order of shares", () => {
  const snapshots = [
    snapshot("a"),
    snapshot("b", { resources: [associated({ type: "Image", id: "m-1" }), associated({ type: "VSwitch", id: "vsw-0" })] }),
  ];
  expect(accessOf(snapshots)).toEqual(accessOf(snapshots.toReversed()));
});

test("finds no access in a share without targets", () => {
  expect(accessOf([snapshot("a", { targets: [] })])).toEqual([]);
});

test.each<[known: readonly (boolean | null)[], external: boolean | null]>([
  [[false, true], true],
  [[null, true], true],
  [[null, false], null],
  [[false, false], false],
])("calls a target external as its shares know: %j", (known, external) => {
  const snapshots = known.map((one, index) =>
    snapshot(`s${index}`, { targets: [associated({ id: "11", kind: "Account", external: one })] }),
  );
  expect(accessOf(snapshots)[0]?.target).toEqual({ id: "11", kind: "Account", external });
});

test("takes ARN and account from the first share that knows them", () => {
  const arn = "acs:vpc:cn-hangzhou:1:vswitch/vsw-1";
  const [access] = accessOf([
    snapshot("a", { account: undefined }),
    snapshot("b", { resources: [associated({ type: "VSwitch", id: "vsw-1", arn })], account: "2" }),
    snapshot("c", { account: "3" }),
  ]);
  expect(access).toMatchObject({ resource: { type: "VSwitch", id: "vsw-1", arn }, account: "2" });
});

test("sorts shares of one name by id, or by URN", () => {
  const shares = [{ name: "n", urn: "urn:b" }, { name: "n", id: "rs-2", urn: "urn:a" }, { name: "m", id: "rs-9" }, { name: "n" }];
  expect(
    accessOf(shares.map((share) => snapshot("x", { share }))).flatMap((access) => access.shares.map(({ id, urn }) => id ?? urn)),
  ).toEqual(["rs-9", undefined, "rs-2", "urn:b"]);
});

test("reports access as pending while its resource is being associated", () => {
  expect(accessOf([snapshot("a", { resources: [associated({ type: "VSwitch", id: "vsw-1" }, true)] })])[0]?.pending).toBe(true);
});
