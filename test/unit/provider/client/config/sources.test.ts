import { expect, it } from "vitest";
import { readConfiguration } from "../../../../../provider/client/config/configuration.ts";

it("records where the configuration's account, region and credentials are from", () => {
  const environment = { ALIBABA_CLOUD_PROFILE: "p", RESOURCESHARE_ACCOUNTS: '{"consumer":{"profile":"q"}}' };
  const values = { "resourceshare:region": "cn-beijing", "resourceshare:accountId": "111", "resourceshare:accounts": { b: {} } };
  const { account, accounts, accountsSource } = readConfiguration(values, environment);
  const sources = { credentials: "ALIBABA_CLOUD_PROFILE", accountId: "resourceshare:accountId", region: "resourceshare:region" };
  expect(account.sources).toEqual(sources);
  expect(accounts.get("consumer")?.sources.credentials).toBe("RESOURCESHARE_ACCOUNTS.consumer");
  expect(accountsSource).toBe("RESOURCESHARE_ACCOUNTS, which hides resourceshare:accounts");
});

it.each([
  [{ accounts: { b: { profile: "p" } } }, "arguments", "the provider's argument accounts, which hides RESOURCESHARE_ACCOUNTS"],
  [{}, "stack", "RESOURCESHARE_ACCOUNTS"],
] as const)("names where `accounts` comes from, for the values %j stored as %s", (values, storedAs, place) => {
  const environment = { RESOURCESHARE_ACCOUNTS: '{"consumer":{"profile":"q"}}' };
  expect(readConfiguration(values, environment, { storedAs }).accountsSource).toBe(place);
});
