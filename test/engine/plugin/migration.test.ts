import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demo } from "../../../simulator/index.ts";
import { resources } from "../../../provider/resources/index.ts";
import { resourceTypeOf } from "../../../provider/kernel/type-tokens.ts";
import { plannedResourcesOf } from "../../../access/diff/planned-resource.ts";
import { readPreview } from "../../../access/diff/preview.ts";
import { readState } from "../../../access/stack-state.ts";
import { executeScene } from "../../support/device-actions.ts";
import { openKillableStack, type KillableStack, upKilledAt } from "../stack.ts";
import { buildPlugin, pluginManifest } from "./project.ts";

// The tests follow one stack with all kinds of resources, in order: dynamic, plugin, and back.
const plugin = await buildPlugin(afterAll);
let stack: KillableStack;

const kinds = resources.map(({ token }) => token).toSorted();

/** A program with all resources: protected, with dependencies, and with the options that a test adds. */
const program = ({ head = "", options = "{}", targets = `["${demo.member}"]`, more = "" } = {}) => `
const rs = require("pulumi-resourceshare");
${head}
const options = ${options};
const share = new rs.ResourceShare("net", {
  name: "network",
  allowExternalTargets: true,
  resources: [{ type: "VSwitch", id: "vsw-demo01" }],
  targets: ["${demo.folders.apps}", "${demo.consumer}"],
  tags: { team: "net" },
}, { ...options, protect: true });
const permission = new rs.SharePermission("read", {
  shareId: share.id,
  permissionName: "AliyunRSPermissionVSwitchReadOnly",
}, { ...options, deletedWith: share });
new rs.ShareAssociation("more", { shareId: share.id, targets: ${targets} }, { ...options, dependsOn: [permission] });
new rs.ShareTags("tags", { shareId: share.id, tags: { stage: "test" } }, { ...options, protect: true });
new rs.InvitationAcceptor("accepted", { shareId: share.id, senderAccountId: "${demo.owner}", account: "consumer" }, options);
new rs.DirectorySharing("directory", {}, { ...options, dependsOn: [share] });
new rs.DeviceAction("scene", ${JSON.stringify(executeScene)}, options);
${more}
exports.shareId = share.id;
`;

const pack = `
const { ResourceShareGuard } = require("pulumi-resourceshare/policy");
new ResourceShareGuard({
  all: "mandatory", "external-targets": "disabled", "credentials-in-program": "disabled",
  "required-tags": { enforcementLevel: "mandatory", tags: ["team"] }, "critical-shares": { enforcementLevel: "mandatory", tag: "team=net" },
});`;

beforeAll(async () => {
  stack = await openKillableStack({
    files: {
      "Pulumi.yaml": pluginManifest(plugin),
      "index.js": program(),
      "pack/PulumiPolicy.yaml": "runtime: nodejs\n",
      "pack/package.json": JSON.stringify({ name: "pack", version: "1.0.0", main: "index.js" }),
      "pack/index.js": pack,
    },
  });
});
afterAll(() => stack?.[Symbol.asyncDispose]());

const usePlugin = (isUsed: boolean) => stack.project.succeed(["config", "set", "resourceshare:plugin", String(isUsed)]);

/** The resources of this package, as the state has them. */
const own = () => stack.project.resources().filter(({ type }) => resourceTypeOf(type) !== undefined);
const bindings = () => [...new Set(own().map(({ type }) => resourceTypeOf(type)?.binding))];
const idsByName = () => Object.fromEntries(own().map(({ urn, id }) => [urn.split("::").at(-1), id]));

/** The changes of a preview on resources of this package. */
const planned = async () => {
  const { stdout } = await stack.project.succeed(["preview", "--json", "--policy-pack", "pack"]);
  const preview = readPreview(stdout);
  const state = readState(stack.project.stateText()).resources;
  // Under whichever URN the preview and the state have a resource, `diff --state` counts it once.
  expect(plannedResourcesOf(preview, state)).toHaveLength(state.length);
  return [...new Set(preview.steps.filter(({ op }) => op !== "same").map(({ op }) => op))];
};

/** Runs a command, and returns the operations that it calls and that change something. */
async function changingCalls(run: () => Promise<unknown>): Promise<string[]> {
  stack.service.takeOperations();
  await run();
  return stack.service.takeWrites();
}

describe("a stack of dynamic resources", () => {
  test("continues a stack of dynamic resources with the plugin, without a replacement and without a write", async () => {
    await stack.project.up();
    expect(bindings()).toEqual(["dynamic"]);
    const ids = idsByName();
    await usePlugin(true);
    expect(await planned()).toEqual([]);
    expect(await changingCalls(() => stack.project.up(["--policy-pack", "pack"]))).toEqual([]);
    expect(bindings()).toEqual(["plugin"]);
    expect(
      own()
        .map(({ type }) => resourceTypeOf(type)?.kind)
        .toSorted(),
    ).toEqual(kinds);
    expect(idsByName()).toEqual(ids);
    expect(stack.project.resource("net")).toMatchObject({ protect: true });
    expect(await planned()).toEqual([]);
  });

  test("refreshes and updates with the plugin a stack that dynamic resources have created", async () => {
    await stack.project.succeed(["refresh", "--yes"]);
    expect(own().filter(({ outputs = {} }) => "__provider" in outputs)).toEqual([]);
    stack.project.write({ "index.js": program({ targets: `["${demo.network}"]` }) });
    expect(await planned()).toEqual(["update"]);
    await stack.project.up();
    expect(stack.project.resource("more").outputs).toMatchObject({ targets: [demo.network] });
  });
});

describe("a stack of the plugin", () => {
  test("continues a stack of the plugin with dynamic resources, without a replacement and without a write", async () => {
    const ids = idsByName();
    await usePlugin(false);
    expect(await planned()).toEqual(["update"]);
    expect(await changingCalls(() => stack.project.up(["--policy-pack", "pack"]))).toEqual([]);
    expect(bindings()).toEqual(["dynamic"]);
    expect(idsByName()).toEqual(ids);
    expect(await planned()).toEqual([]);
    await stack.project.succeed(["refresh", "--yes"]);
    expect(await planned()).toEqual([]);
  });

  test("continues a stack of the plugin with an explicit provider, and without one again", async () => {
    const ids = idsByName();
    stack.project.write({
      "index.js": program({
        targets: `["${demo.network}"]`,
        head: `const provider = new rs.Provider("explicit", { region: "cn-hangzhou", timeoutSeconds: 60 });`,
        options: "{ provider }",
      }),
    });
    expect(await planned()).toEqual([]);
    expect(await changingCalls(() => stack.project.up())).toEqual([]);
    expect(bindings()).toEqual(["plugin"]);
    expect(stack.project.resource("net").provider).toContain("pulumi:providers:resourceshare::explicit::");
    expect(await planned()).toEqual([]);
    stack.project.write({ "index.js": program({ targets: `["${demo.network}"]` }) });
    expect(await changingCalls(() => stack.project.up())).toEqual([]);
    expect(bindings()).toEqual(["dynamic"]);
    expect(idsByName()).toEqual(ids);
  });
});

describe("an interrupted update", () => {
  test("completes an unfinished update of dynamic resources with the plugin", async () => {
    stack.project.write({ "index.js": program({ targets: `["${demo.network}", "${demo.member}"]` }) });
    await upKilledAt(stack, { operation: "AssociateResourceShare", nth: 1, moment: "after", target: "engine" });
    expect(stack.project.pending()).toEqual([stack.project.resource("more").urn]);
    await usePlugin(true);
    await stack.project.up();
    expect(bindings()).toEqual(["plugin"]);
    expect(stack.project.resource("more").outputs).toMatchObject({ targets: [demo.member, demo.network].toSorted() });
    expect(await planned()).toEqual([]);
  });

  test("completes an unfinished update of the plugin with dynamic resources, also a creation", async () => {
    const targets = `["${demo.network}", "${demo.member}"]`;
    const more = `new rs.ResourceShare("second", { name: "second", tags: { team: "net" }, targets: ["${demo.member}"] }, { protect: true });`;
    stack.project.write({ "index.js": program({ targets, more }) });
    await upKilledAt(stack, { operation: "CreateResourceShare", nth: 1, moment: "after", target: "engine" });
    await usePlugin(false);
    await stack.project.up();
    expect(bindings()).toEqual(["dynamic"]);
    expect(stack.project.resource("second").id).toBe(stack.service.shareId("second"));
    expect(await planned()).toEqual([]);
  });

  test("leaves nothing behind when a stack that both bindings have updated is destroyed", async () => {
    await stack.project.succeed(["state", "unprotect", "--all", "--yes"]);
    await stack.project.destroy();
    expect(stack.service.simulator.grants()).toEqual([]);
    expect(stack.service.simulator.invariants()).toEqual([]);
  });
});
