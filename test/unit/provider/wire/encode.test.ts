import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { device } from "../../../../provider/api/device/operations.ts";
import { sharing } from "../../../../provider/api/operations.ts";
import { decodeForm, decodeRpc } from "../../../../provider/wire/decode.ts";
import { encodeForm, encodeRpc, percentEncode, toQuery } from "../../../../provider/wire/encode.ts";
import { arbitraryOf } from "./requests.ts";

const name = fc.stringMatching(/^[A-Z][A-Za-z]{0,8}$/);
const text = fc.string({ unit: "grapheme" });
const record = fc.dictionary(name, text, { minKeys: 1, maxKeys: 4, noNullPrototype: true });
const list = fc.oneof(fc.array(text, { minLength: 1, maxLength: 12 }), fc.array(record, { minLength: 1, maxLength: 12 }));
const requests = fc.dictionary(name, fc.oneof(text, record, list), { noNullPrototype: true });

describe("encode", () => {
  it("encodes every request of texts so that decode restores it", () => {
    fc.assert(
      fc.property(requests, (request) => {
        expect(decodeRpc(encodeRpc(request))).toEqual(request);
      }),
    );
  });

  it.each(Object.values(sharing))("encodes every request of $name so that decode restores it", ({ request }) => {
    fc.assert(
      fc.property(arbitraryOf(request), (value) => {
        expect(decodeRpc(encodeRpc(value as object))).toEqual(inTexts(value));
      }),
    );
  });

  it.each(Object.values(device))("encodes every request of $name so that decode restores it through query and form", ({ request }) => {
    const shape = request instanceof z.ZodObject ? request.shape : {};
    const isStructured = (name: string) => whole(shape[name]) instanceof z.ZodObject;
    fc.assert(
      fc.property(arbitraryOf(request), (value) => {
        const sent = Object.fromEntries(new URLSearchParams(toQuery(encodeForm(value as object))));
        expect(decodeForm(sent, isStructured)).toEqual(value);
      }),
    );
  });

  it("encodes all parameters of a request so that the platform's query parser restores them", () => {
    fc.assert(
      fc.property(fc.dictionary(text, text, { noNullPrototype: true }), (parameters) => {
        const query = toQuery(parameters);
        expect(Object.fromEntries(new URLSearchParams(query))).toEqual(parameters);
        expect(query).toMatch(/^[A-Za-z0-9\-_.~%=&]*$/);
      }),
    );
  });

  it("sorts the parameters of a request by name, so that their order has no effect", () => {
    fc.assert(
      fc.property(fc.dictionary(name, text, { noNullPrototype: true }), (parameters) => {
        const reversed = Object.fromEntries(Object.entries(parameters).toReversed());
        expect(toQuery(reversed)).toBe(toQuery(parameters));
      }),
    );
  });

  it("numbers lists in a request from 1 and names fields of objects in lists", () => {
    expect(encodeRpc({ Targets: ["a", "b"], Resources: [{ ResourceId: "i", ResourceType: "t" }], Flag: true, Size: 7 })).toEqual({
      "Targets.1": "a",
      "Targets.2": "b",
      "Resources.1.ResourceId": "i",
      "Resources.1.ResourceType": "t",
      Flag: "true",
      Size: "7",
    });
  });

  it("sends an empty text in a request and omits an absent one", () => {
    expect(encodeRpc({ a: "", b: undefined, c: [], d: {} })).toEqual({ a: "" });
    expect(toQuery({ a: "" })).toBe("a=");
  });

  it("escapes all characters in a request except letters, digits and -_.~", () => {
    expect(percentEncode("aZ09-_.~ !'()*+/é")).toBe("aZ09-_.~%20%21%27%28%29%2A%2B%2F%C3%A9");
  });

  it("writes structured fields of a request's form as JSON texts", () => {
    expect(encodeForm({ a: { b: 1 }, c: ["x"], d: "t", e: false, f: undefined })).toEqual({ a: '{"b":1}', c: '["x"]', d: "t", e: "false" });
  });
});

function whole(shape: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  return shape instanceof z.ZodOptional ? whole(shape.unwrap()) : shape;
}

/** A request as RPC encodes it: numbers and booleans become texts. */
function inTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inTexts);
  if (typeof value !== "object" || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inTexts(inner)]));
}
