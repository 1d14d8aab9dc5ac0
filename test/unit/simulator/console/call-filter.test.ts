import { expect, test } from "vitest";
import type { CallRecord } from "../../../../simulator/index.ts";
import { allCalls, type CallFilter, filteredCalls } from "../../../../simulator/console/page/tabs/call-filter.ts";

const record = (number: number, changed: Partial<CallRecord>): CallRecord => ({
  number,
  at: 0,
  account: "1",
  operation: "ListResourceShares",
  parameters: {},
  status: 200,
  requestId: "R",
  tookEffect: true,
  ...changed,
});

const calls = [
  record(1, { operation: "CreateResourceShare", parameters: { ResourceShareName: "network" } }),
  record(2, { parameters: { ResourceShareIds: ["rs-1", "rs-2"] } }),
  record(3, { account: "2", status: 400, code: "Throttling.User", fault: "throttled" }),
  record(4, { parameters: { ResourceShareId: "rs-10" } }),
  record(5, { account: "2", status: 0, fault: "lost" }),
];

test.for<[string, Partial<CallFilter>, number[]]>([
  ["every call", {}, [1, 2, 3, 4, 5]],
  ["the calls of an account", { account: "2" }, [3, 5]],
  ["the calls of an operation", { operation: "CreateResourceShare" }, [1]],
  ["the calls that name a share, not those of a share with a longer id", { share: "rs-1" }, [2]],
  ["failed calls", { outcome: "failed" }, [3, 5]],
  ["throttled calls", { outcome: "throttled" }, [3]],
  ["calls with a fault", { outcome: "with a fault" }, [3, 5]],
])("shows %s", ([, filter, numbers]) => {
  expect(filteredCalls(calls, { ...allCalls, ...filter }, undefined).map(({ number }) => number)).toEqual(numbers);
});
