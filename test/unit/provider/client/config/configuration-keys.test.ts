import { expect, test } from "vitest";
import { accountMembers, configurationKeys } from "../../../../../provider/client/config/configuration-keys.ts";
import { readConfiguration } from "../../../../../provider/client/config/configuration.ts";
import { rejectionsOf } from "./rejections.ts";

/** Returns a record without values that remembers the names that were read. */
function recorder(): { readonly names: Set<string>; readonly record: Record<string, undefined> } {
  const names = new Set<string>();
  const record = new Proxy<Record<string, undefined>>(
    {},
    {
      get: (_, name) => {
        names.add(String(name));
        return undefined;
      },
    },
  );
  return { names, record };
}

test("lists every key and variable that the configuration reads, and no other", () => {
  const values = recorder();
  const environment = recorder();
  readConfiguration(values.record, environment.record);
  const keys = [...values.names].filter((name) => !name.includes(":"));
  expect(Object.keys(configurationKeys).toSorted()).toEqual(keys.toSorted());
  const variables = Object.values(configurationKeys).map(({ variable }) => variable);
  expect(variables.toSorted()).toEqual([...environment.names].toSorted());
});

test("lists the defaults of the configuration's keys as the configuration applies them", () => {
  const { region, timeoutMs, requestTimeoutMs, maxAttempts, trace } = readConfiguration({}, {});
  const read = { region, timeoutSeconds: timeoutMs / 1000, requestTimeoutSeconds: requestTimeoutMs / 1000, maxAttempts, trace };
  const stated = Object.entries(configurationKeys).flatMap(([name, key]) => (key.default === undefined ? [] : [[name, key.default]]));
  expect(Object.fromEntries(stated)).toEqual(read);
});

test("lists every field that an account of the configuration may have", () => {
  const members = Object.fromEntries(Object.keys(accountMembers).map((name) => [name, 1]));
  const unknownIn = (one: object) => rejectionsOf({ accounts: { one } }).filter(({ reason }) => reason.startsWith("is not known"));
  expect(unknownIn(members)).toEqual([]);
  expect(unknownIn({ ...members, other: "x" })).toHaveLength(1);
});
