import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createClients } from "../../../provider/client/client-registry.ts";
import { type Configuration, readConfiguration } from "../../../provider/client/config/configuration.ts";
import { configurationKeys } from "../../../provider/client/config/configuration-keys.ts";
import { isLoopback } from "../../../provider/client/config/endpoint.ts";
import { InputError } from "../../../provider/kernel/errors.ts";
import { mutated, texts } from "./arbitrary-values.ts";
import { checkProperty, testOptions } from "./seed.ts";

/** Texts that no message may show. */
const canary = "canary-0123456789";
const stored: Readonly<Record<string, unknown>> = {
  region: "cn-beijing",
  endpoint: "https://a.example",
  deviceEndpoint: "https://b.example",
  stsEndpoint: "http://127.0.0.1:4010",
  accessKeyId: "id",
  accessKeySecret: canary,
  securityToken: canary,
  profile: "p",
  accountId: "1000000000000001",
  accounts: {
    consumer: { accessKeyId: "id", accessKeySecret: canary, region: "cn-shanghai" },
    role: { roleArn: "acs:ram::1:role/r", externalId: canary },
    named: { profile: "q", accountId: "1" },
  },
  timeoutSeconds: 600,
  requestTimeoutSeconds: "30",
  maxAttempts: 5,
  deviceAccessToken: canary,
  deviceRefreshToken: canary,
  trace: true,
};
const variables = Object.fromEntries(
  Object.entries(configurationKeys).map(([key, { variable }]) => {
    const value = stored[key];
    return [variable, typeof value === "object" ? JSON.stringify(value) : String(value)];
  }),
);
const nameable = new Set([...Object.keys(stored), ...Object.keys(variables), "account"]);

const values = fc.oneof(
  mutated<unknown>(stored),
  mutated<unknown>(Object.fromEntries(Object.entries(stored).map(([key, value]) => [`resourceshare:${key}`, value]))),
  fc.constant({}),
);
const environments = fc.oneof(fc.constant({}), mutated<unknown>(variables, texts));

test("has a value for each key of the configuration", () => {
  expect(Object.keys(stored).toSorted()).toEqual(Object.keys(configurationKeys).toSorted());
});

// (promise P-errors, P-printable)
test("reads a random configuration, or names each wrong key and shows no value", testOptions, async () => {
  await checkProperty(fc.tuple(values, environments), 5_000, ([record, environment]) => {
    const read = configurationOf(isBag(record) ? record : {}, onlyTexts(environment));
    if (!(read instanceof InputError)) return works(read);
    expect(read.failures.filter(({ property }) => !nameable.has(property.replace(/^resourceshare:/, "").split(/[.[]/)[0] ?? ""))).toEqual(
      [],
    );
    expect(read.message).not.toContain(canary);
    expect(read.message).toMatch(/^[^\p{Cc}]+$/u);
  });
});

function configurationOf(record: Readonly<Record<string, unknown>>, environment: Record<string, string>): Configuration | InputError {
  try {
    return readConfiguration(record, environment);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

/** A valid configuration makes clients, and plain HTTP goes to this machine only. */
function works(configuration: Configuration): void {
  const clients = createClients(configuration);
  for (const name of [undefined, ...configuration.accounts.keys()]) clients.client(name);
  for (const endpoint of [configuration.endpoint, configuration.stsEndpoint, configuration.deviceEndpoint]) {
    if (endpoint === undefined) continue;
    const { protocol, hostname } = new URL(endpoint);
    expect(protocol === "https:" || isLoopback(hostname)).toBe(true);
  }
  expect(configuration.timeoutMs > 0 && configuration.requestTimeoutMs > 0 && Number.isInteger(configuration.maxAttempts)).toBe(true);
}

function isBag(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function onlyTexts(environment: unknown): Record<string, string> {
  const entries = isBag(environment) ? Object.entries(environment) : [];
  return Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : [])));
}
