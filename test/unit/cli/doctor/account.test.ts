import { expect, test } from "vitest";
import { examineAccount } from "../../../../cli/doctor/account.ts";
import { sharing } from "../../../../provider/api/operations.ts";
import { isReadOperation } from "../../../support/is-read-operation.ts";
import { served, share } from "../fixture.ts";

/** Reads of the sharing API that it does not try, and why. docs/commands.md names those that resources and `access` need. */
const UNTRIED: Readonly<Record<string, string>> = {
  DescribeRegions: "only a function of programs and `verify` call it",
  GetPermission: "it needs the name of a permission",
  ListPermissionVersions: "only a function of programs calls it",
  ListSharedTargets: "only `access --side received` calls it",
  ListTagResources: "only a function of programs calls it",
};

test("tries every read that resources need", async () => {
  await using service = await served();
  const client = service.client();
  await share(client, { name: "network" });
  const { findings } = await examineAccount(client, undefined);
  expect(findings.filter(({ level }) => level !== "ok")).toEqual([]);
  const called = new Set(service.simulator.calls.map(({ operation }) => operation));
  const untried = Object.keys(sharing).filter((name) => isReadOperation(name) && !called.has(name));
  expect(untried.toSorted()).toEqual(Object.keys(UNTRIED));
});
