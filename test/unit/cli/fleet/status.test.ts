import { expect, test } from "vitest";
import { readStatuses } from "../../../../cli/fleet/status.ts";
import { stackOf } from "../../sdk/fleet/sample.ts";
import { type Answers, fakeOpener, fleetOf } from "../../sdk/fleet/run/fake-pulumi.ts";

const stacks = [stackOf("share-cn-hangzhou"), stackOf("share-cn-beijing", { region: "cn-beijing" })];
const read = (answers: Answers) => readStatuses(fakeOpener(fleetOf(stacks), answers), stacks);

test("names the one cause and its remedy once when no status of a fleet can be read", async () => {
  const loggedOut = read(() => {
    throw new Error("error: PULUMI_ACCESS_TOKEN must be set for login during non-interactive CLI sessions");
  });
  await expect(loggedOut).rejects.toThrow(
    "fleet network: no stack can be read: PULUMI_ACCESS_TOKEN must be set for login during non-interactive CLI sessions: run pulumi login, or pulumi login --local, or set PULUMI_BACKEND_URL",
  );
});

test("reports each status of a fleet that cannot be read when there are several causes, or another can be read", async () => {
  const failsFor = (names: readonly string[]) =>
    read((_command, stack) => {
      throw new Error(names.includes(stack) ? `the state of ${stack} is ${stack.length}` : "no stack named 'x' found");
    });
  expect((await failsFor(["share-cn-beijing"])).map(({ unfinished }) => unfinished)).toEqual([
    ["was never updated"],
    ["its status cannot be read: the state of share-cn-beijing is 16"],
  ]);
  const own = await read((_command, stack) => {
    throw new Error(stack === "share-cn-beijing" ? "no permission" : "no such bucket");
  });
  expect(own.map(({ unfinished }) => unfinished)).toEqual([
    ["its status cannot be read: no such bucket"],
    ["its status cannot be read: no permission"],
  ]);
});
