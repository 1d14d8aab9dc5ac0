import { describe, expect, it } from "vitest";
import { foreignProviders } from "../../../access/foreign-code.ts";
import { providerCode } from "../../../provider/host/provider-code.ts";

const evil = "exports.handler=()=>{}";
const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

const found = (type: string, inputs: object, outputs: object = {}, isPending = false) => {
  const resource = { urn: `urn:pulumi:dev::shop::${type}::one`, type, inputs, outputs };
  const deployment = isPending ? { pending_operations: [{ type: "creating", resource }] } : { resources: [resource] };
  return foreignProviders(JSON.stringify({ version: 3, deployment })).map(({ isOwnType }) => isOwnType);
};

const share = "pulumi-nodejs:dynamic/resourceshare:ResourceShare";
const codeOfVersion010 = providerCode("ResourceShare").replace("Install the file of ${n} (a .tgz)", "Run npm install ${n}");
const own = { __provider: providerCode("ResourceShare") };

describe("the code of a dynamic resource", () => {
  it("does not report this package's own dynamic-resource code as foreign, also inside a secret envelope", () => {
    expect(found(share, own, own)).toEqual([]);
    expect(found(share, { __provider: { ...secret, plaintext: JSON.stringify(own.__provider) } })).toEqual([]);
    expect(found(share, { name: "without any" })).toEqual([]);
    expect(found(share, { __provider: codeOfVersion010 })).toEqual([]);
  });

  it.each([
    ["in the inputs", { __provider: evil }, own],
    ["in the outputs", own, { __provider: evil }],
    ["with more behind what this package writes", own, { __provider: `${own.__provider};${evil}` }],
    ["of another kind of this package", own, { __provider: providerCode("ShareTags") }],
    ["inside an envelope", { __provider: { ...secret, plaintext: JSON.stringify(evil) } }, own],
    ["that is encrypted", { __provider: { ...secret, ciphertext: "v1:abc" } }, own],
    ["that is no text", { __provider: { code: evil } }, own],
  ])("reports foreign dynamic-resource code: %s", (_where, inputs, outputs) => {
    expect(found(share, inputs, outputs)).toEqual([true]);
    expect(found(share, inputs, outputs, true)).toEqual([true]);
  });

  it.each([
    "pulumi-nodejs:dynamic:Resource",
    "pulumi-nodejs:dynamic/other:Thing",
    "pulumi-python:dynamic:Resource",
    "random:index/randomId:RandomId",
  ])("reports dynamic-resource code of another package for the type %s", (type) => {
    expect(found(type, { __provider: evil })).toEqual([false]);
  });
});
