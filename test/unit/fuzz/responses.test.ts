import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { device } from "../../../provider/api/device/operations.ts";
import { sharing } from "../../../provider/api/operations.ts";
import { ApiError, ProtocolError, TransportError } from "../../../provider/kernel/errors.ts";
import type { Operation } from "../../../provider/wire/operation.ts";
import type { HttpResponse } from "../../../provider/wire/transport.ts";
import { clientOf, deviceClientOf, grant, key } from "../provider/client/fixture.ts";
import { createHarness } from "../../support/harness.ts";
import { updateIfChanged, checkedBy, refresh, type Scenario, up, urn } from "../../support/resource-suite.ts";
import { scenarios, tokens } from "../../support/resource-scenarios.ts";
import { arbitraryOf } from "../provider/wire/requests.ts";
import { mutated, arbitraryValue } from "./arbitrary-values.ts";
import { checkProperty, testOptions } from "./seed.ts";

const secret = key.accessKeySecret.open();
const operations: readonly Operation[] = [...Object.values(sharing), ...Object.values(device)];

const statuses = fc.oneof(
  fc.constantFrom(200, 200, 200, 201, 204, 301, 400, 403, 404, 409, 429, 500, 502, 503),
  fc.integer({ min: 100, max: 999 }),
);
const headers = fc.record(
  {
    "content-type": fc.constantFrom(
      "application/json",
      "application/json;charset=utf-8",
      "text/html",
      "",
      "json",
      "\u0000",
      "a".repeat(9000),
    ),
    "x-acs-retry-after": fc.constantFrom("1", "0", "-1", "59000", "999999999", "1e9", "soon", ""),
    date: fc.constantFrom("Thu, 01 Jan 1970 00:00:00 GMT", "yesterday", ""),
    location: fc.constant("https://evil.example/"),
  },
  { requiredKeys: [] },
);
const refusals = mutated<unknown>({
  Code: "EntityNotExists.ResourceShare",
  Message: `it contains ${secret}, ${encodeURIComponent(secret)} and ${grant.accessToken.open()}`,
  RequestId: "R-1",
  HostId: "h",
  Recommend: "",
  AccessDeniedDetail: { AuthAction: "a", PolicyType: "p" },
});
const bytes = fc.uint8Array({ maxLength: 60 }).map((some) => Buffer.from(some).toString("utf8"));

/** Any answers of a server, and valid ones with an error in them. */
function answersTo({ response }: Operation): fc.Arbitrary<HttpResponse> {
  const nearly = arbitraryOf(response).chain((answer) => mutated(answer));
  const bodies = fc.oneof(bytes, fc.json(), fc.oneof(nearly, refusals, arbitraryValue).map(textOf));
  return fc.record({ status: statuses, headers, body: bodies });
}

// (promise P-printable)
test(
  "returns a value or one of three errors from a call for a random answer, with printable messages without secrets",
  testOptions,
  async () => {
    const call = fc.constantFrom(...operations).chain((operation) => fc.tuple(fc.constant(operation), answersTo(operation)));
    await checkProperty(call, 5_000, async ([operation, answer]) => {
      const asked = { ...operation, request: z.object({}) };
      const transport = () => Promise.resolve(answer);
      const client = operation.version === device.GetUserPhone.version ? deviceClientOf(transport).client : clientOf(transport);
      const ended: unknown = await client.call(asked, {}, { isUnbatched: true }).catch((error: unknown) => error);
      expect(typeof ended).toBe("object");
      if (!(ended instanceof Error)) return;
      const known = ended instanceof ApiError || ended instanceof ProtocolError || ended instanceof TransportError;
      expect({ known, ended: known ? "" : String(ended.stack) }).toEqual({ known: true, ended: "" });
      expect(ended.message).toMatch(/^[^\p{Cc}]{1,3000}$/u);
      // A call with a user's token does not contain the key, so that no error can quote it.
      expect(ended.message).not.toContain(operation.security === "AK" ? secret : grant.accessToken.open());
    });
  },
);

/** The answer of another server or of a broken connection in place of the service's. */
const foreign: fc.Arbitrary<(answer: HttpResponse) => HttpResponse> = fc.oneof(
  fc
    .constantFrom("{}", "[]", "null", '{"status":"ok"}', '{"data":[],"total":0}', "<html>sign in</html>", "", "[{}]")
    .map((body) => (answer: HttpResponse) => ({ ...answer, body, status: 200 })),
  fc
    .constantFrom(200, 302, 400, 404, 500, 502)
    .map((status) => () => ({ status, headers: { "content-type": "text/html" }, body: "<html>" })),
  fc
    .constantFrom(0.1, 0.5, 0.9)
    .map((part) => (answer: HttpResponse) => ({ ...answer, body: answer.body.slice(0, part * answer.body.length) })),
);
const spoiled = fc.array(fc.tuple(fc.nat({ max: 25 }), foreign), { minLength: 1, maxLength: 8 });

// (promise P-answers)
test.each(tokens)("rejects a wrong answer of any form in a %s", testOptions, async (kind) => {
  const scenario: Scenario = scenarios[kind];
  await checkProperty(spoiled, 60, async (spoils) => {
    // Long enough to resume a creation, with its observation and confirmation.
    const harness = createHarness({ timeoutMs: 60_000 });
    const at = new Map(spoils);
    let count = Infinity;
    const transport = async (...asked: Parameters<typeof harness.simulator.transport>) => {
      const answer = await harness.simulator.transport(...asked);
      const spoil = at.get(count);
      count += 1;
      return spoil === undefined ? answer : spoil(answer);
    };
    const driver = () => harness.run({ ...scenario.runner, transport }).driver(kind);
    const self = urn(kind);
    const inputs = await scenario.prepare(harness);
    count = 0;
    const one = driver();
    const made = await one.create(checkedBy(one, inputs, self), { urn: self }).catch(expected);
    expected(made?.failure);
    count = Infinity;
    // A plain rerun of the engine: it updates objects with an id if needed, and creates all others.
    const first = made === undefined ? await up(driver(), inputs, self) : await updateIfChanged(driver(), made, inputs, self);
    const whole = await refresh(driver(), first, self);
    expect(whole?.state).toEqual((await refresh(driver(), first, self))?.state);
    count = 0;
    const seen = await refresh(driver(), whole ?? first, self).catch(expected);
    count = Infinity;
    if (seen !== undefined) expect(seen).toEqual(whole);
    const settled = whole && (await updateIfChanged(driver(), whole, inputs, self));
    expect(settled?.state).toEqual(whole?.state);
    expect(harness.simulator.invariants()).toEqual([]);
  });
});

/** Failures are messages of known kinds; a defect is not one. */
function expected(error: unknown): undefined {
  expect(error).not.toBeInstanceOf(TypeError);
  expect(error).not.toBeInstanceOf(RangeError);
  return undefined;
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return String(value);
  }
}
