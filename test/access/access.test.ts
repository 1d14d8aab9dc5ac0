import { expect, test } from "vitest";
import { accessOf, resourceOfArn, type ShareContent, targetKind } from "../../sdk/access/access.ts";

const held = <T>(thing: T, pending = false) => ({ thing, pending });
const content = (name: string, changes: Partial<ShareContent> = {}): ShareContent => ({
  share: { name, id: `rs-${name}` },
  account: "1",
  resources: [held({ type: "VSwitch", id: "vsw-1" })],
  targets: [held({ id: "fd-1", kind: "Folder", external: false })],
  permissions: new Map(),
  ...changes,
});

test("merges equal access of two shares and names both", () => {
  const [access, ...others] = accessOf([content("b"), content("a")]);
  expect(others).toEqual([]);
  expect(access?.shares.map(({ name }) => name)).toEqual(["a", "b"]);
});

test("distinguishes access by the permission on the same resource", () => {
  const accesses = accessOf([content("a"), content("b", { permissions: new Map([["VSwitch", "ReadOnly"]]) })]);
  expect(accesses.map(({ permission }) => permission)).toEqual(["ReadOnly", "default"]);
});

test("reports access as pending only while every share of it is", () => {
  const waiting = content("a", { targets: [held({ id: "fd-1", kind: "Folder", external: false }, true)] });
  expect(accessOf([waiting])[0]).toMatchObject({ pending: true });
  expect(accessOf([waiting, content("b")])[0]).toMatchObject({ pending: false, shares: [{ pending: true }, { pending: false }] });
});

test("returns equal lists for equal sets, whatever the order of shares", () => {
  const contents = [
    content("a"),
    content("b", { resources: [held({ type: "Image", id: "m-1" }), held({ type: "VSwitch", id: "vsw-0" })] }),
  ];
  expect(accessOf(contents)).toEqual(accessOf(contents.toReversed()));
});

test("finds no access in a share without targets", () => {
  expect(accessOf([content("a", { targets: [] })])).toEqual([]);
});

test.each([
  ["rd-1", "ResourceDirectory"],
  ["r-1", "ResourceDirectory"],
  ["fd-1", "Folder"],
  ["1000000000000001", "Account"],
  ["ipam.aliyuncs.com", "Service"],
])("classifies the target %s as %s", (id, kind) => {
  expect(targetKind(id)).toBe(kind);
});

test("reads type and id of a resource from its ARN", () => {
  const arn = "acs:kms:cn-hangzhou:1:instance/kst-1/part";
  expect(resourceOfArn(arn)).toEqual({ type: "kms:instance", id: "kst-1/part", arn });
  expect(resourceOfArn(arn, "KMSInstance").type).toBe("KMSInstance");
});
