import { expect, test } from "vitest";
import { isUnknown } from "../../../../provider/lifecycle/diff.ts";
import { readPreview } from "../../../../access/diff/preview.ts";
import { previewOf } from "./steps.ts";

const type = "pulumi-nodejs:dynamic/resourceshare:ResourceShare";
const urn = `urn:pulumi:dev::shop::${type}::a`;
const lines = (...events: readonly object[]) => events.map((event) => JSON.stringify(event)).join("\n");

test.each(["", "[]", "{}", "nonsense", '{"a":1}\n{"b":2}'])("rejects %j as a preview", (text) => {
  expect(() => readPreview(text)).toThrow(/no preview|nothing to read/);
});

test.each(['{"steps":{}}', `{"steps":[{"op":"teleport","urn":"${urn}"}]}`, '{"steps":[{"operation":"same"}]}'])(
  "rejects %j as a preview of a newer format",
  (text) => {
    expect(() => readPreview(text)).toThrow("format is newer");
  },
);

test("rejects a failed preview with the reason", () => {
  expect(() => readPreview('{"steps":[],"diagnostics":[{"severity":"error","message":"boom"}]}')).toThrow("the preview failed: boom");
});

test("reads a preview without resources as one without steps", () => {
  expect(readPreview('{"changeSummary":{}}').steps).toEqual([]);
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
test("treats both forms of secrets in a preview as unknown", () => {
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

test("rejects a preview's stream of a policy pack that cannot run, with the output of the pack", () => {
  const printed = ["error: the pack failed:\n", "  no option x\n"].map((message) => ({
    diagnosticEvent: { severity: "info#err", message },
  }));
  expect(() => readPreview(lines(...printed, { cancelEvent: {} }))).toThrow(
    "the preview failed: error: the pack failed: no option x; correct",
  );
  expect(() => readPreview(lines(...printed))).toThrow("the preview is not complete");
});

test("rejects a failed preview stream with its reason, and one without a reason unless a mandatory policy failed it", () => {
  expect(() => readPreview(failing("boom", "preview failed"))).toThrow("the preview failed: boom");
  expect(() => readPreview(failing())).toThrow("the preview failed");
  expect(() => readPreview(failing("preview failed"))).toThrow("the preview failed");
  const violation = { policyName: "p", policyPackName: "pack", message: "no", enforcementLevel: "mandatory" };
  for (const end of ["preview failed", "update failed"]) {
    const stopped = `${JSON.stringify({ policyEvent: violation })}\n${failing(end)}`;
    expect(readPreview(stopped).policies).toMatchObject({ refused: true, findings: [{ level: "mandatory", policy: "p" }] });
  }
});
