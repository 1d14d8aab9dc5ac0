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

test("what two shares give alike is one access that names both", () => {
  const [access, ...others] = accessOf([content("b"), content("a")]);
  expect(others).toEqual([]);
  expect(access?.shares.map(({ name }) => name)).toEqual(["a", "b"]);
});

test("another permission on the same resource is another access", () => {
  const accesses = accessOf([content("a"), content("b", { permissions: new Map([["VSwitch", "ReadOnly"]]) })]);
  expect(accesses.map(({ permission }) => permission)).toEqual(["ReadOnly", "default"]);
});

test("an access is pending only while every share that gives it is", () => {
  const waiting = content("a", { targets: [held({ id: "fd-1", kind: "Folder", external: false }, true)] });
  expect(accessOf([waiting])[0]).toMatchObject({ pending: true });
  expect(accessOf([waiting, content("b")])[0]).toMatchObject({ pending: false, shares: [{ pending: true }, { pending: false }] });
});

test("equal sets are equal lists, whatever order shares come in", () => {
  const contents = [
    content("a"),
    content("b", { resources: [held({ type: "Image", id: "m-1" }), held({ type: "VSwitch", id: "vsw-0" })] }),
  ];
  expect(accessOf(contents)).toEqual(accessOf(contents.toReversed()));
});

test("a share without targets gives nothing", () => {
  expect(accessOf([content("a", { targets: [] })])).toEqual([]);
});

test.each([
  ["rd-1", "ResourceDirectory"],
  ["r-1", "ResourceDirectory"],
  ["fd-1", "Folder"],
  ["1000000000000001", "Account"],
  ["ipam.aliyuncs.com", "Service"],
])("%s is a target of the kind %s", (id, kind) => {
  expect(targetKind(id)).toBe(kind);
});

test("a resource that only its ARN names has type and id from there", () => {
  const arn = "acs:kms:cn-hangzhou:1:instance/kst-1/part";
  expect(resourceOfArn(arn)).toEqual({ type: "kms:instance", id: "kst-1/part", arn });
  expect(resourceOfArn(arn, "KMSInstance").type).toBe("KMSInstance");
});
