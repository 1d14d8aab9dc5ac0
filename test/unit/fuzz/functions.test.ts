import * as fc from "fast-check";
import { expect, test } from "vitest";
import { deviceFunctions } from "../../../provider/functions/device.ts";
import { functions } from "../../../provider/functions/index.ts";
import { ApiError, InputError, ProtocolError, TransportError } from "../../../provider/kernel/errors.ts";
import { isRecord } from "../../../provider/kernel/json.ts";
import { printable } from "../../../provider/kernel/printable.ts";
import type { Values } from "../../../provider/lifecycle/resource.ts";
import { clientOf, deviceClientOf, ok, service } from "../provider/client/fixture.ts";
import { packageSchema } from "../../../scripts/generate/schema/index.ts";
import { propertyBags, arbitraryValue } from "./arbitrary-values.ts";
import { checkProperty, testOptions } from "./seed.ts";

interface Called {
  readonly name: string;
  readonly known: readonly string[];
  /** Calls it and returns the number of requests. */
  readonly call: (args: Values) => Promise<{ readonly ended: unknown; readonly requests: number }>;
}

const schema = packageSchema();
const counted = (call: (transport: ReturnType<typeof service>["transport"], args: Values) => Promise<unknown>) => async (args: Values) => {
  const one = service(() => ok());
  const ended = await call(one.transport, args).catch((error: unknown) => error);
  return { ended, requests: one.requests.length };
};
const called: readonly Called[] = [
  ...functions.map(({ name, call }) => ({
    name,
    known: Object.keys(schema.functions[name]?.args ?? {}),
    call: counted((transport, args) => call(clientOf(transport), args)),
  })),
  ...deviceFunctions.map(({ name, call }) => ({
    name,
    known: Object.keys(schema.deviceFunctions[name]?.args ?? {}),
    call: counted((transport, args) => call(deviceClientOf(transport).client, args)),
  })),
];

test("calls a function with random arguments, or names each wrong one and calls nothing", testOptions, async () => {
  const one = fc
    .constantFrom(...called)
    .chain((item) => fc.tuple(fc.constant(item), fc.oneof(propertyBags(["name", ...item.known]), arbitraryValue)));
  await checkProperty(one, 10_000, async ([{ name, known, call }, some]) => {
    const args = isRecord(some) ? some : {};
    const { ended, requests } = await call(args);
    if (ended instanceof InputError) {
      // Only a read shows that no object has a name; where it was sought takes a second one.
      const extraReads = / share .* was found/.test(ended.message) ? 2 : / shares .* were found/.test(ended.message) ? 1 : 0;
      const nameable = [...known, ...Object.keys(args).map(printable)].map(rootOf);
      expect({ name, requests, unnamed: ended.failures.filter(({ property }) => !nameable.includes(rootOf(property))) }).toEqual({
        ...{ name, requests: extraReads, unnamed: [] },
      });
      expect(ended.message).toMatch(/^[^\p{Cc}]+$/u);
      return;
    }
    const isKnown =
      ended instanceof ApiError || ended instanceof ProtocolError || ended instanceof TransportError || !(ended instanceof Error);
    expect(isKnown ? "" : String(ended)).toBe("");
  });
});

function rootOf(property: string): string {
  return property.split(/[.[]/)[0] ?? "";
}
