import { expect, test } from "vitest";
import { readState, withoutSecretEnvelopes } from "../../../access/stack-state.ts";

const envelope = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const encrypted = { ...envelope, ciphertext: "v1:abc" };
const shareType = "resourceshare:index:ResourceShare";
const urn = `urn:pulumi:dev::shop::${shareType}::net`;
const providerUrn = "urn:pulumi:dev::shop::my:Platform$pulumi:providers:resourceshare::consumer";
const share = { urn, type: shareType, id: "rs-1", provider: `${providerUrn}::p1`, inputs: { name: "net" }, outputs: { name: "network" } };
const stateWith = (resources: unknown, more: object = {}) => JSON.stringify({ version: 3, deployment: { resources, ...more } });

test("reads only the resources of this package from a state, with inputs, outputs and provider", () => {
  const others = [
    null,
    "text",
    { urn, type: "random:index/randomId:RandomId" },
    { ...share, urn: 1 },
    { ...share, type: 1 },
    { type: "pulumi:pulumi:Stack", urn: "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev" },
  ];
  expect(readState(stateWith([...others, share]))).toEqual({
    resources: [
      {
        urn,
        kind: "ResourceShare",
        binding: "plugin",
        provider: `${providerUrn}::p1`,
        id: "rs-1",
        inputs: { name: "net" },
        outputs: { name: "network" },
        explicitProvider: "consumer",
        ...{ shareIdSources: [], pendingReplacement: false, retainOnDelete: false, isRead: false },
        ...{ isPendingDeletion: false, hasSecretOutputs: false },
      },
    ],
    interrupted: [],
    hasSecrets: false,
    explicitProviders: [],
  });
});

test("reads a resource of a state with members that are null, and rejects one that it cannot read", () => {
  const { resources } = readState(stateWith([{ ...share, inputs: null, external: null }]));
  expect(resources).toMatchObject([{ urn, inputs: {}, outputs: { name: "network" }, isRead: false }]);
  expect(() => readState(stateWith([{ ...share, inputs: 5 }]))).toThrow(`stack: ${urn} cannot be read: inputs: must be an object`);
});

test("distinguishes objects of a state that the next update deletes or creates again", () => {
  const { resources } = readState(
    stateWith([
      { ...share, delete: true },
      { ...share, pendingReplacement: true },
      { ...share, delete: false },
    ]),
  );
  expect(resources.map(({ isPendingDeletion, pendingReplacement }) => [isPendingDeletion, pendingReplacement])).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
});

test.each([
  ["an export", { deployment: { resources: [share] } }, 1],
  ["a state file", { checkpoint: { latest: { resources: [share] } } }, 1],
  ["a stack that was never updated", { deployment: null }, 0],
  ["an empty state file", { checkpoint: {} }, 0],
  ["a state file without a deployment", { checkpoint: { latest: null } }, 0],
  ["a deployment without resources", { deployment: {} }, 0],
])("reads %s as an exported state", (_title, file, count) => {
  expect(readState(JSON.stringify(file)).resources).toHaveLength(count);
});

test.each(["", "null", "[]", '"x"', "{}", '{"deployment":1}', '{"checkpoint":1}'])("rejects %j as an exported state", (text) => {
  expect(() => readState(text)).toThrow("stack: this is no exported state: give what `pulumi stack export` prints");
});

test("reads the configuration of explicit providers from a state, and whether parts of it are encrypted", () => {
  const provider = { urn: providerUrn, type: "pulumi:providers:resourceshare", id: "p1" };
  const providers = [
    { ...provider, inputs: { region: "cn-shanghai", accessKeySecret: { ...envelope, plaintext: '"s"' } } },
    { ...provider, id: "p2", inputs: { accessKeySecret: encrypted } },
    { ...provider, id: "p3" },
    { ...provider, id: undefined },
    { ...provider, urn: undefined },
    { ...provider, urn: providerUrn.replace("consumer", "default") },
  ];
  const { explicitProviders, hasSecrets } = readState(stateWith(providers));
  expect(explicitProviders).toEqual([
    { reference: `${providerUrn}::p1`, inputs: { region: "cn-shanghai", accessKeySecret: "s" }, hasSecrets: false },
    { reference: `${providerUrn}::p2`, inputs: { accessKeySecret: undefined }, hasSecrets: true },
    { reference: `${providerUrn}::p3`, inputs: {}, hasSecrets: false },
  ]);
  // The secrets of a provider are not those of the resources.
  expect(hasSecrets).toBe(false);
});

test.each<[value: unknown, hidden: unknown, read: unknown, isHidden: boolean]>([
  [encrypted, undefined, undefined, true],
  [{ list: [encrypted, "a"] }, undefined, { list: [undefined, "a"] }, true],
  [{ ...envelope, plaintext: '{"a":[1]}' }, undefined, { a: [1] }, false],
  [{ ...envelope, plaintext: JSON.stringify({ ...envelope, value: 1 }) }, undefined, 1, false],
  [{ ...envelope, value: { inner: encrypted } }, undefined, { inner: undefined }, true],
  [{ ...envelope, value: 0 }, undefined, 0, false],
  [
    { "4dabf18193072939515e22adb298388d": "another signature", a: 1 },
    "?",
    { "4dabf18193072939515e22adb298388d": "another signature", a: 1 },
    false,
  ],
  [encrypted, "?", "?", true],
  [{ ...envelope, plaintext: '"a"' }, "?", "?", true],
  [{ ...envelope, value: "a" }, "?", "?", true],
  [{ list: ["[secret]", "a"] }, "?", { list: ["?", "a"] }, true],
  ["[secret]", undefined, "[secret]", false],
  [[null, 1, true, "text"], "?", [undefined, 1, true, "text"], false],
])("reads the value %j of a state, with secrets written as %j, as %j", (value, hidden, read, isHidden) => {
  const seen = { secret: false };
  expect(withoutSecretEnvelopes(value, seen, hidden)).toEqual(read);
  expect(seen.secret).toBe(isHidden);
});
