import { expect, test } from "vitest";
import { openKillableStack, upKilledAt } from "./stack.ts";

const PROGRAM = `const rs = require("pulumi-resourceshare");
const share = new rs.ResourceShare("net", { name: "network", resources: [{ type: "VSwitch", id: "vsw-demo01" }] });
new rs.ShareTags("tags", { shareId: share.id, tags: { team: "network" } });
`;

// The share is complete when its tags are written: only the checkpoint between the two operations has its id.
test.each([
  ["one share", "writes its checkpoints", {}, 1],
  ["two shares", "skips its checkpoints", { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" }, 2],
] as const)("leaves %s after the kill of an engine that %s, followed by a second `up`", async (_shares, _does, env, shares) => {
  await using stack = await openKillableStack({ files: { "index.js": PROGRAM } });
  const { service, project } = stack;
  await upKilledAt(stack, { operation: "TagResources", nth: 1, moment: "before", target: "both" }, { env });
  expect(project.resources().filter(({ type }) => type.endsWith(":ResourceShare"))).toHaveLength(shares === 1 ? 1 : 0);
  await project.up();
  const present = service.simulator.save().shares;
  expect(present.map(({ name }) => name)).toEqual(Array.from({ length: shares }, () => "network"));
  // The surplus share has no create tag, so only its name shows whose it is.
  const surplus = present.filter(({ id }) => id !== project.resource("net").id);
  expect(surplus.map(({ tags }) => tags)).toEqual(Array.from({ length: shares - 1 }, () => ({})));
});
