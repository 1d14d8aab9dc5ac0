import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demo } from "../../../../../simulator/index.ts";
import { readQuotas } from "../../../../../sdk/headroom/quotas.ts";
import type { Fleet } from "../../../../../sdk/fleet/fleet.ts";
import { examineOwners } from "../../../../../sdk/fleet/run/owner-headroom.ts";
import { runFleet } from "../../../../../sdk/fleet/run/run-fleet.ts";
import { served, type Served, share } from "../../../cli/fixture.ts";
import { stackOf } from "../sample.ts";
import { type Answers, fakeOpener, fleetOf, noProgress } from "./fake-pulumi.ts";

let service: Served;
beforeAll(async () => {
  service = await served();
  await share(service.client(), { name: "one", resources: [["VSwitch", "vsw-demo01"]] });
});
afterAll(() => service[Symbol.asyncDispose]());

/** Three shares, and an association that the next update adds to a share. */
const sharing = readFileSync(join(import.meta.dirname, "../../../cli/previews/first.json"), "utf8");
const accepting = JSON.stringify({
  steps: [
    {
      op: "create",
      urn: "urn:pulumi:accept::network::pulumi-nodejs:dynamic/resourceshare:InvitationAcceptor::invitation",
      newState: { type: "pulumi-nodejs:dynamic/resourceshare:InvitationAcceptor", inputs: { shareId: "rs-1" } },
    },
  ],
});
const keys = { ALIBABA_CLOUD_ACCESS_KEY_ID: { env: "KEY_ID" }, ALIBABA_CLOUD_ACCESS_KEY_SECRET: { env: "KEY_SECRET" } };
const owner = (name: string, region = "cn-hangzhou") => stackOf(name, { region, accountId: demo.owner, environment: keys });

/** An opener of a fleet whose stacks store the address of the service, with the key of their owner. */
function opened(fleet: Fleet, answers: Answers) {
  const { RESOURCESHARE_ENDPOINT: endpoint, ...key } = service.environment();
  const config = { "resourceshare:endpoint": { value: endpoint }, "resourceshare:stsEndpoint": { value: endpoint } };
  return fakeOpener(fleet, (command, ...rest) => (command.startsWith("config") ? JSON.stringify(config) : answers(command, ...rest)), {
    KEY_ID: key["ALIBABA_CLOUD_ACCESS_KEY_ID"],
    KEY_SECRET: key["ALIBABA_CLOUD_ACCESS_KEY_SECRET"],
  });
}

/** The lines about quotas of a preview of stacks. */
async function previewed(fleet: Fleet, answers: Answers, quotas: readonly string[] = []) {
  const run = { operation: "preview", selection: {}, progress: noProgress, quotas: readQuotas(quotas) } as const;
  return (await runFleet(opened(fleet, answers), run)).headroom.map(({ level, subject, message }) => `${level} ${subject}: ${message}`);
}

test("compares what the next updates of all a fleet's stacks of an account need with its quotas", async () => {
  const fleet = fleetOf([owner("share-a"), owner("share-b", "cn-beijing")]);
  const lines = await previewed(fleet, (command) => (command.startsWith("preview") ? sharing : undefined), ["shares=6"]);
  expect(lines).toEqual([
    "ok owner: Quotas: 1 of 6 shares, 1 of 1,000 shared resources and 0 open invitations in cn-hangzhou",
    "ok owner: Quotas: 0 of 6 shares, 0 of 1,000 shared resources and 0 open invitations in cn-beijing",
    "ok owner: Next update: adds 6 shares, 10 shared resources and up to 4 open invitations",
    "problem owner: Next update: needs 7 shares, and the quota is 6 (1 used, 6 added): the service will refuse it",
  ]);
});

test("reports a fleet's region that the service does not know as a problem", async () => {
  const fleet = fleetOf([owner("share", "cn-shangai")]);
  const lines = await previewed(fleet, (command) => (command.startsWith("preview") ? sharing : undefined));
  expect(lines).toEqual([
    expect.stringMatching(/^problem owner: Account: .*cn-shangai does not exist; it is from `regions` of the fleet;/),
  ]);
});

test("reads no quotas of a fleet's accounts that only accept shares, and for previews without a change", async () => {
  service.simulator.forgetCalls();
  const fleet = fleetOf([owner("accept"), owner("unchanged")]);
  const unchanged = JSON.stringify({ steps: [], changeSummary: {} });
  const answers: Answers = (command, stack) => (command.startsWith("preview") ? (stack === "accept" ? accepting : unchanged) : undefined);
  expect(await previewed(fleet, answers)).toEqual([]);
  expect(service.simulator.calls).toEqual([]);
});

// (promise P-trusted-endpoints)
test("calls no endpoint of a stack's configuration file with the credentials of the fleet", async () => {
  const fleet = fleetOf([owner("share")]);
  const config = JSON.stringify({ "resourceshare:endpoint": { value: "https://service.example" } });
  const opener = fakeOpener(fleet, (command) => (command.startsWith("config") ? config : undefined), {
    KEY_ID: "id",
    KEY_SECRET: "secret",
  });
  const [finding, ...others] = await examineOwners(opener, [{ stack: owner("share"), needs: [] }], readQuotas([]));
  expect(others).toEqual([]);
  expect(finding?.message).toMatch(/resourceshare:endpoint: leads to https:\/\/service\.example, .*nothing was sent/);
});

test("reports for how many stacks of a fleet the needed quotas are unknown, and why", async () => {
  const failing: Answers = (command, stack) => {
    if (!command.startsWith("preview")) return command === "stack export" ? '{"deployment":{}}' : undefined;
    const needed = "Required output 'shareId' does not exist on stack 'organization/network/absent'.";
    throw new Error(stack.startsWith("accept") ? needed : "the program has an error");
  };
  const previewedOf = (...names: string[]) => previewed(fleetOf([...names, "absent"].map((name) => owner(name))), failing);
  expect(await previewedOf("a")).toEqual([
    "warning Next update: what 2 stacks will need is not known, because the preview did not succeed",
  ]);
  expect(await previewedOf("accept-a", "accept-b")).toEqual([
    "warning Next update: what 1 stack will need is not known, because the preview did not succeed",
    "warning Next update: what 2 stacks will need is not known, because they need outputs of stacks that are not deployed",
  ]);
  expect((await previewedOf("accept-a")).at(-1)).toBe(
    "warning Next update: what 1 stack will need is not known, because it needs outputs of stacks that are not deployed",
  );
});

test("reports an account of a fleet whose id is wrong as a problem without secrets, beside the others", async () => {
  const other = stackOf("other", { account: "other", accountId: demo.consumer, environment: keys });
  const stacks = [owner("share-a"), other];
  const opener = opened(fleetOf(stacks), () => undefined);
  const needs = stacks.map((stack) => ({ stack, needs: [] }));
  const findings = await examineOwners(opener, needs, {});
  expect(findings.map(({ level, subject }) => `${level} ${subject}`)).toEqual(["ok owner: Quotas", "problem other: Account"]);
  expect(findings.at(-1)?.fix).toBeUndefined();
  expect(findings.at(-1)?.message).toContain(`the \`id\` of account other of the fleet names ${demo.consumer}`);
});

test("reads no quotas of a fleet with a credential chain that cannot read the variables of the stack", async () => {
  const stack = stackOf("chained", { environment: { ALIBABA_CLOUD_ECS_METADATA: { env: "KEY_ID" } } });
  const opener = opened(fleetOf([stack]), () => undefined);
  expect(await examineOwners(opener, [{ stack, needs: [] }], {})).toMatchObject([
    { level: "warning", subject: "owner: Quotas", message: expect.stringContaining("the default credential chain") },
  ]);
});
