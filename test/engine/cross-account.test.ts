import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ListSharedResources } from "../../provider/api/associations.ts";
import { ListResourceShares } from "../../provider/api/shares.ts";
import { createClients } from "../../provider/client/client-registry.ts";
import { readConfiguration } from "../../provider/client/config/configuration.ts";
import { demo } from "../../simulator/index.ts";
import { openStackOfFile } from "./fixture.ts";
import { repository } from "./pulumi.ts";
import { isReadOperation } from "../support/is-read-operation.ts";

// The tests of this file are steps of one lifecycle, in order.

const folder = join(repository, "examples/cross-account");

const files = readdirSync(folder).map((name) => [
  name,
  readFileSync(join(folder, name), "utf8").replace("name: cross-account", "name: engine"),
]);
const { service, project } = await openStackOfFile({ files: Object.fromEntries(files) });

/** What the other account sees, by its own calls: the shares it was given, and the resources in them. */
async function seenByConsumer() {
  const client = createClients(readConfiguration({}, service.env)).client("consumer");
  const question = { ResourceOwner: "OtherAccounts" } as const;
  const shares = await client.all(ListResourceShares, question, (page) => page.ResourceShares);
  const resources = await client.all(ListSharedResources, question, (page) => page.SharedResources);
  return {
    shares: shares.map((share) => `${share.ResourceShareName} ${share.ResourceShareStatus}`),
    resources: resources.map((resource) => `${resource.ResourceType} ${resource.ResourceId} ${resource.ResourceStatus}`),
  };
}

test("shares, invites and accepts in one up, so that both accounts list the switch", async () => {
  expect(await seenByConsumer()).toEqual({ shares: [], resources: [] });
  await project.up();
  const [grant, ...others] = service.simulator.grants();
  expect(others).toEqual([]);
  expect(grant).toMatchObject({
    owner: demo.owner,
    shareName: "edge",
    target: { id: demo.consumer, external: true },
    resource: { type: "VSwitch", id: "vsw-demo01" },
    pending: false,
  });
  expect(project.outputs()).toMatchObject({
    shareId: service.shareId("edge"),
    status: "Accepted",
    sharedResources: [{ type: "VSwitch", id: "vsw-demo01", status: "Available" }],
  });
  expect(project.resources().find(({ type }) => type.endsWith(":InvitationAcceptor"))?.outputs).toMatchObject({
    senderAccountId: demo.owner,
    receiverAccountId: demo.consumer,
    accountId: demo.consumer,
    shareName: "edge",
  });
  expect(await seenByConsumer()).toEqual({ shares: ["edge Active"], resources: ["VSwitch vsw-demo01 Available"] });
});

test("shows no change in a preview and a refresh, and makes no call in an up", async () => {
  service.operations();
  expect((await project.preview()).filter(({ op }) => op !== "same")).toEqual([]);
  await project.up(["--expect-no-changes"]);
  expect(service.operations()).toEqual([]);
  await project.succeed(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]);
});

test("keeps the share when the acceptor names the account in another way, and when its replacement is forced", async () => {
  const program = readFileSync(join(project.folder, "index.ts"), "utf8");
  const accounts = service.env["RESOURCESHARE_ACCOUNTS"] ?? "";
  const env = { RESOURCESHARE_ACCOUNTS: accounts.replace(/^\{("consumer":(.*))\}$/, '{$1,"same":$2}') };
  service.operations();
  project.write({ "index.ts": program.replace('account: "consumer"', 'account: "same"') });
  await project.up([], { env });
  project.write({ "index.ts": program });
  await project.up([], { env });
  const acceptor = project.resources().find(({ type }) => type.endsWith(":InvitationAcceptor"));
  await project.up(["--replace", acceptor?.urn ?? ""]);
  expect(service.writes()).toEqual([]);
  expect(await seenByConsumer()).toEqual({ shares: ["edge Active"], resources: ["VSwitch vsw-demo01 Available"] });
});

test("leaves the share before it deletes it in a destroy, and leaves nothing in either account", async () => {
  service.simulator.forgetCalls();
  await project.destroy();
  const writes = service.simulator.calls.filter(({ operation }) => !isReadOperation(operation));
  expect(writes.map(({ operation, account }) => `${account} ${operation}`)).toEqual([
    `${demo.consumer} DisassociateResourceShare`,
    `${demo.owner} DeleteResourceShare`,
  ]);
  expect(project.resources().filter(({ type }) => type.includes("resourceshare"))).toEqual([]);
  expect(service.simulator.grants()).toEqual([]);
  expect([...service.simulator.world.shares.values()].map(({ status }) => status)).toEqual(["Deleted"]);
  expect(await seenByConsumer()).toEqual({ shares: [], resources: [] });
  expect(service.simulator.invariants()).toEqual([]);
});
