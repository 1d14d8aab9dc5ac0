import { expect, test } from "vitest";
import { isUnknown } from "../../../../provider/lifecycle/diff.ts";
import { readPreview } from "../../../../access/diff/preview.ts";
import { previewOf, streamOf } from "./steps.ts";

const type = "pulumi-nodejs:dynamic/resourceshare:ResourceShare";
const urn = `urn:pulumi:dev::shop::${type}::a`;
const lines = (...events: readonly object[]) => events.map((event) => JSON.stringify(event)).join("\n");

test.each(["", "[]", "{}", "nonsense", '{"a":1}\n{"b":2}'])("rejects %j as a preview", (text) => {
  expect(() => readPreview(text)).toThrow(/no preview|nothing to read/);
});

test("distinguishes an exported state from a preview", () => {
  expect(() => readPreview('{"version":3,"deployment":{"resources":[]}}')).toThrow("give it as --state");
});

test.each(['{"steps":{}}', `{"steps":[{"op":"teleport","urn":"${urn}"}]}`, '{"steps":[{"operation":"same"}]}'])(
  "rejects %j as a newer format",
  (text) => {
    expect(() => readPreview(text)).toThrow("format is newer");
  },
);

test("rejects a failed preview with the reason", () => {
  expect(() => readPreview('{"steps":[],"diagnostics":[{"severity":"error","message":"boom"}]}')).toThrow("the preview failed: boom");
});

test("rejects a stream that ends early", () => {
  expect(() => readPreview('{"sequence":0,"preludeEvent":{}}')).toThrow("not complete");
});

test("accepts a preview without resources", () => {
  expect(readPreview('{"changeSummary":{}}').steps).toEqual([]);
});

test("reads resources of the plugin", () => {
  const steps = ["resourceshare:index:ResourceShare", "resourceshare:device:DeviceAction", "pulumi:providers:resourceshare"].map((of) => ({
    op: "create",
    urn: `urn:pulumi:dev::shop::${of}::a`,
    newState: { type: of, inputs: { name: "a" } },
  }));
  expect(previewOf(...steps).steps.map(({ kind }) => kind)).toEqual(["ResourceShare", "DeviceAction"]);
});

test("omits the provider's code", () => {
  const steps = [{ op: "create", urn, newState: { type, inputs: { __provider: "code", name: "a" } } }];
  expect(previewOf(...steps).steps[0]?.after?.inputs).toEqual({ name: "a" });
});

// (promise P-preview-secrets)
test("treats decrypted secrets of a preview as unknown, so that no report shows them", () => {
  const signature = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
  for (const envelope of [
    { ...signature, plaintext: '"canary"' },
    { ...signature, value: "canary" },
  ]) {
    const inputs = { name: envelope, targets: ["11", envelope] };
    const { steps, hasSecrets } = previewOf({ op: "create", urn, newState: { type, inputs } });
    expect(hasSecrets).toBe(true);
    expect(isUnknown(steps[0]?.after?.inputs["name"])).toBe(true);
    expect(JSON.stringify(steps)).not.toContain("canary");
  }
});

// (promise P-preview-secrets)
test("treats secrets as unknown, in both forms", () => {
  const hidden = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "[secret]" };
  const after = (name: unknown) => ({ type, inputs: { name, targets: ["11", name] } });
  const document = previewOf({ op: "create", urn, newState: after("[secret]") });
  const metadata = { op: "create", urn, type, old: null, new: after(hidden) };
  const stream = readPreview(lines({ resOutputsEvent: { metadata } }, { summaryEvent: {} }));
  for (const { steps, hasSecrets } of [document, stream]) {
    expect(hasSecrets).toBe(true);
    const inputs = steps[0]?.after?.inputs ?? {};
    expect([isUnknown(inputs["name"]), isUnknown(inputs["targets"])]).toEqual([true, true]);
    expect(JSON.stringify(inputs)).toContain('"11"');
  }
});

const failing = (...messages: readonly string[]) =>
  lines(...messages.map((message) => ({ diagnosticEvent: { severity: "error", message } })), {
    summaryEvent: { resourceChanges: {}, result: "failed" },
  });

test("rejects a failed stream with its reason, and without one unless a mandatory policy failed it", () => {
  expect(() => readPreview(failing("boom", "preview failed"))).toThrow("the preview failed: boom");
  expect(() => readPreview(failing())).toThrow("the preview failed");
  expect(() => readPreview(failing("preview failed"))).toThrow("the preview failed");
  const violation = { policyName: "p", policyPackName: "pack", message: "no", enforcementLevel: "mandatory" };
  const stopped = `${JSON.stringify({ policyEvent: violation })}\n${failing("preview failed")}`;
  expect(readPreview(stopped).policies).toMatchObject({ isRefused: true, findings: [{ level: "mandatory", policy: "p" }] });
});

test.each(["04da6b54-80e4-46f7-96ec-b56ff0331ba9", "a-04da6b54-80e4-46f7-96ec-b56ff0331ba9"])("reads %j as unknown", (text) => {
  const steps = [{ op: "create", urn, newState: { type, inputs: { name: text, targets: [{ id: text }] } } }];
  const inputs = previewOf(...steps).steps[0]?.after?.inputs ?? {};
  expect([isUnknown(inputs["name"]), isUnknown(inputs["targets"])]).toEqual([true, true]);
});

const same = (name: string) => ({ op: "same", urn: urn.replace(/a$/, name), oldState: { type, id: name }, newState: { type, id: name } });

test.each([
  ["as a document", (steps: readonly object[], changeSummary: object) => JSON.stringify({ steps, changeSummary })],
  ["as a stream", (steps: readonly object[], resourceChanges: object) => streamOf(steps, { resourceChanges })],
])("names the stack, and counts the unchanged resources that the preview omits, %s", (_form, textOf) => {
  const steps = [same("a"), same("b"), same("b")];
  expect(readPreview(textOf(steps, { same: 5, update: 1 }))).toMatchObject({ stack: "shop/dev", omitted: 3 });
  expect(readPreview(textOf(steps, { same: 1 })).omitted).toBe(0);
  expect(readPreview(textOf([], {}))).toMatchObject({ stack: undefined, omitted: 0 });
});

test("reads empty ids and options of a state as absent", () => {
  const state = { type, id: "", deletedWith: "", inputs: { name: null } };
  const [step] = readPreview(
    JSON.stringify({ steps: [{ op: "update", urn, oldState: state, newState: { type, id: "rs-1", deletedWith: "urn:b" } }] }),
  ).steps;
  expect([step?.before?.id, step?.before?.deletedWith, step?.before?.inputs]).toEqual([undefined, undefined, {}]);
  expect([step?.after?.id, step?.after?.deletedWith]).toEqual(["rs-1", "urn:b"]);
});

test("knows from which resources the id of a share comes: those of `shareId`, or else of the whole resource", () => {
  const sourcesOf = (more: object) => previewOf({ op: "create", urn, newState: { type, ...more } }).steps[0]?.after?.shareIdSources;
  expect(sourcesOf({ dependencies: ["urn:a"], propertyDependencies: { shareId: ["urn:b"] } })).toEqual(["urn:b"]);
  expect(sourcesOf({ dependencies: ["urn:a"], propertyDependencies: { targets: ["urn:b"] } })).toEqual(["urn:a"]);
  expect(sourcesOf({ dependencies: null })).toEqual([]);
});
