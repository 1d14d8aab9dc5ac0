import { expect, test } from "vitest";
import { runFleet } from "../../../../../sdk/fleet/run/run-fleet.ts";
import type { Selection } from "../../../../../sdk/fleet/run/selection.ts";
import { stackOf } from "../sample.ts";
import { type Answers, fakeOpener, fleetOf, noProgress } from "./fake-pulumi.ts";

const share = stackOf("acme/share");
const listed =
  (...stacks: readonly object[]) =>
  (command: string) =>
    command === "stack ls" ? JSON.stringify(stacks) : undefined;
const leftover = { name: "acme/sample/old", resourceCount: 3 };

async function findings(answers: Answers, selection: Selection = {}, operation: "up" | "refresh" = "up") {
  const opener = fakeOpener({ ...fleetOf([share]), backend: "file:///state" }, answers);
  const { headroom } = await runFleet(opener, { operation, selection, progress: noProgress, quotas: {} });
  return headroom;
}

test("warns at the end of an `up` of stacks with resources that a fleet's description does not name, and of no other", async () => {
  const described = { name: "acme/sample/share", resourceCount: 3 };
  const destroyed = { name: "acme/sample/gone", resourceCount: 0 };
  expect(await findings(listed(described, destroyed))).toEqual([]);
  expect(await findings(listed(described, destroyed, leftover))).toEqual([
    {
      level: "warning",
      subject: "Project of acme/share",
      message: "1 stack with resources not in the description: acme/sample/old",
      fix: "put one that has left the description back, or run `PULUMI_BACKEND_URL=file:///state pulumi destroy --stack acme/sample/old` with its account's credentials",
    },
  ]);
});

test("lists the other stacks of a fleet's projects once: in the first shard, and in no refresh", async () => {
  const count = 2;
  const inShard = (index: number) => findings(listed(leftover), { shard: { index, count } });
  expect(await inShard(1)).toHaveLength(1);
  expect(await inShard(2)).toEqual([]);
  expect(await findings(listed(leftover), {}, "refresh")).toEqual([]);
});

test("reports why the other stacks of a fleet's project cannot be listed", async () => {
  const answers: Answers = (command) => {
    if (command === "stack ls") throw new Error("error: access denied");
    return undefined;
  };
  expect(await findings(answers)).toMatchObject([{ level: "warning", message: "its other stacks are not read: access denied" }]);
});
