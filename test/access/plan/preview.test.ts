import { expect, test } from "vitest";
import { readPreview } from "../../../sdk/access/plan/preview.ts";

const type = "pulumi-nodejs:dynamic/resourceshare:ResourceShare";
const urn = `urn:pulumi:dev::shop::${type}::a`;

test.each(["", "[]", "{}", "nonsense", '{"a":1}\n{"b":2}'])("%j is no preview", (text) => {
  expect(() => readPreview(text)).toThrow(/no preview|nothing to read/);
});

test("an exported state is told from a preview", () => {
  expect(() => readPreview('{"version":3,"deployment":{"resources":[]}}')).toThrow("give it as --state");
});

test.each(['{"steps":{}}', `{"steps":[{"op":"teleport","urn":"${urn}"}]}`, '{"steps":[{"operation":"same"}]}'])(
  "%j is of a newer format",
  (text) => {
    expect(() => readPreview(text)).toThrow("format is newer");
  },
);

test("a preview that failed is refused with the reason", () => {
  expect(() => readPreview('{"steps":[],"diagnostics":[{"severity":"error","message":"boom"}]}')).toThrow("the preview failed: boom");
});

test("a stream that ends early is refused", () => {
  expect(() => readPreview('{"sequence":0,"preludeEvent":{}}')).toThrow("not complete");
});

test("a preview without any resource is one", () => {
  expect(readPreview('{"changeSummary":{}}').resources).toEqual([]);
});

test("the provider's code is left out, and decrypted secrets are read", () => {
  const name = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", plaintext: '"hidden"' };
  const steps = [{ op: "create", urn, newState: { type, inputs: { __provider: "code", name } } }];
  expect(readPreview(JSON.stringify({ steps })).resources[0]?.after?.inputs).toEqual({ name: "hidden" });
});
