import * as fc from "fast-check";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Engine } from "../../../provider/host/engine.ts";
import { type DynamicProvider, createDynamicProvider } from "../../../provider/dynamic/provider.ts";
import { host } from "../../../provider/host/process.ts";
import { silentLog } from "../../../provider/kernel/log.ts";
import { printable } from "../../../provider/kernel/printable.ts";
import type { Resource } from "../../../provider/lifecycle/resource.ts";
import { resources } from "../../../provider/resources/index.ts";
import { namedFailure } from "../../support/bindings/named-failure.ts";
import { listen, type Listening } from "../../support/listen.ts";
import { propertyBags, mutated, arbitraryValue } from "./arbitrary-values.ts";
import { checkProperty, testOptions } from "./seed.ts";
import { validArguments } from "./valid.ts";

const engine: Engine = { ...silentLog, assertAlive: () => Promise.resolve() };
const urn = "urn:pulumi:dev::shop::t::one";

/** A service that no test may call. */
let calls = 0;
const server = createServer((_request, response) => {
  calls += 1;
  response.end("{}");
});
let listening: Listening;
beforeAll(async () => {
  listening = await listen(server);
});
afterAll(() => listening[Symbol.asyncDispose]());

function faceOf(kind: string): DynamicProvider {
  const { url } = listening;
  const one = host(engine);
  const second = { accessKeyId: "id", accessKeySecret: "secret" };
  one.configure({ endpoint: url, stsEndpoint: url, deviceEndpoint: url, ...second, accounts: { second } });
  return createDynamicProvider(resources.find(({ token }) => token === kind) ?? expect.unreachable(), one);
}

const argumentsOf = ({ token, inputs }: Resource) => ({ valid: validArguments[token] ?? {}, known: Object.keys(inputs.shape) });
const kinds = resources.map((resource) => [resource.token, argumentsOf(resource)] as const);
const wrongArguments = ({ valid, known }: ReturnType<typeof argumentsOf>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: mutated<unknown>(valid) }, { weight: 3, arbitrary: propertyBags(known) }, arbitraryValue);

test.each(kinds)("accepts the valid arguments of %s from which the random ones are made", async (kind, { valid }) => {
  expect((await faceOf(kind).check({}, { ...valid, __urn: urn })).failures).toEqual([]);
});

// (promise P-arguments)
test.each(kinds)(
  "checks random arguments of %s without an exception or a call and names a property for each failure",
  testOptions,
  async (kind, place) => {
    const one = faceOf(kind);
    await checkProperty(wrongArguments(place), 10_000, async (news) => {
      const { inputs, failures = [] } = await one.check({}, withUrn(news));
      const nameable = rootsOf(news, place.known);
      expect(
        failures.map(namedFailure).filter(({ property, reason }) => !nameable.has(rootOf(property)) || !sentence.test(reason)),
      ).toEqual([]);
      const sent = JSON.stringify(inputs);
      if (failures.length > 0) return;
      const again = await one.check({}, JSON.parse(sent));
      expect([JSON.stringify(again.inputs), again.failures]).toEqual([sent, []]);
    });
    expect(calls).toBe(0);
  },
);

test.each(kinds)("returns a diff of %s or an error for a random state, without a call", testOptions, async (kind, place) => {
  const one = faceOf(kind);
  const pair = fc.tuple(wrongArguments(place), fc.oneof(fc.constant(place.valid), wrongArguments(place)));
  await checkProperty(pair, 2_000, async ([olds, news]) => {
    const { inputs, failures = [] } = await one.check({}, withUrn(news));
    // The engine stops at wrong arguments.
    if (failures.length > 0) return;
    const diffs = await Promise.all([olds, inputs].map((state) => one.diff("rs-000001", state, inputs).catch(String)));
    expect(JSON.stringify(diffs)).not.toContain("defect");
  });
  expect(calls).toBe(0);
});

const sentence = /^[^\p{Cc}]{3,1001}$/u;

function withUrn(news: unknown): unknown {
  return typeof news === "object" && news !== null ? { ...news, __urn: urn } : news;
}

/** The names that a message may contain: given and possible properties, and resource options. */
function rootsOf(news: unknown, known: readonly string[]): ReadonlySet<string> {
  const typed = typeof news === "object" && news !== null ? Object.keys(news) : [];
  return new Set([...typed.map((name) => rootOf(printable(name))), ...known, "customTimeouts"]);
}

function rootOf(property: string): string {
  return property.split(/[.[]|: /)[0] ?? "";
}
