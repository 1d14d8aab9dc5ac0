import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { sharing } from "../../../../provider/api/operations.ts";
import type { Operation } from "../../../../provider/wire/operation.ts";
import { decodeResponse, decodeForm, decodeRpc } from "../../../../provider/wire/decode.ts";
import { arbitraryOf } from "./requests.ts";

const shape = z.object({ Name: z.string().optional(), Items: z.array(z.object({ Id: z.string() })).optional() });

describe("decode", () => {
  it("drops undeclared fields and nulls from an answer", () => {
    expect(decodeResponse(shape, '{"Name": null, "Items": [{"Id": "1", "More": 2}], "Else": {}}')).toEqual({
      value: { Items: [{ Id: "1" }] },
    });
  });

  it("drops empty ids, ARNs, types, owners, states and times from an answer, and keeps other empty texts", () => {
    const record = { ResourceArn: "", EntityType: "", ResourceShareOwner: "", ResourceStatus: "", FailureReason: "", CreateTime: "" };
    const texts = { Id: "1", TagValue: "", NextToken: "", Message: "" };
    const all = z.object({ Items: z.array(z.record(z.string(), z.string())) });
    expect(decodeResponse(all, JSON.stringify({ Items: [{ ...record, ...texts }] }))).toEqual({ value: { Items: [texts] } });
  });

  it.each([
    ["", "the body is empty"],
    ["<html>", "the body is not JSON"],
    ['{"Name": "a"', "the body is not JSON"],
    ["null", "the body: "],
    ["{}", "none of the fields"],
    ['{"status": "ok", "data": []}', "none of the fields"],
    ['{"Items": null}', "none of the fields"],
    ['{"Items": [{"Id": 1}]}', "Items[0].Id: "],
    ['{"Items": [null]}', "Items[0]: "],
  ])("reports what is wrong with the answer %j", (body, problem) => {
    const decoded = decodeResponse(shape, body);
    expect("problem" in decoded ? decoded.problem : "").toContain(problem);
  });

  // The answers end early, so that a parser would reject them with another reason. (promise P-answers)
  it.each([
    ["numbers", "1,"],
    ["empty objects", "{},"],
    ["lists in lists", "["],
    ["records", '{"Id":"1"},'],
  ])("rejects an answer of more than 50,000 values before it is parsed: %s", (_form, part) => {
    const decoded = decodeResponse(shape, `{"Items":[${part.repeat(8_000_000 / part.length)}`);
    expect(decoded).toEqual({ problem: "the body has more than 50000 values" });
  });

  it("counts no commas and brackets inside texts as values of an answer", () => {
    const text = String.raw`[{,\\\",`.repeat(60_000);
    expect(decodeResponse(shape, `{"Name":"${text}"}`)).toEqual({ value: { Name: JSON.parse(`"${text}"`) } });
  });

  it("decodes every declared answer without a change", () => {
    const answers = fc
      .constantFrom<Operation>(...Object.values(sharing))
      .chain(({ response }) => fc.tuple(fc.constant(response), arbitraryOf(response)));
    fc.assert(
      fc.property(answers, ([response, answer]) => {
        const body = JSON.stringify({ RequestId: "R-1", ...(answer as object) });
        expect(decodeResponse(response, body)).toEqual({ value: response.parse(JSON.parse(body)) });
      }),
    );
  });

  it("keeps a structured field of an answer that is not JSON unchanged", () => {
    expect(decodeForm({ body: "no json", other: "{}" }, (name) => name === "body")).toEqual({ body: "no json", other: "{}" });
  });

  it("keeps the order of long lists in an answer", () => {
    const texts = Array.from({ length: 12 }, (_, index) => `${index}`);
    const parameters = Object.fromEntries(texts.map((text, index) => [`Targets.${index + 1}`, text]).toReversed());
    expect(decodeRpc(parameters)).toEqual({ Targets: texts });
  });

  it("decodes parameters of any name, such as __proto__, without a change of a prototype", () => {
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.string()), (parameters) => void decodeRpc(parameters)));
    decodeRpc({ "__proto__.polluted": "yes", "constructor.prototype.polluted": "yes" });
    expect({}).not.toHaveProperty("polluted");
  });
});
