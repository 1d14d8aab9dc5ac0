import { beforeAll, expect, test } from "vitest";
import { demo, demoWorld } from "../../simulator/index.ts";
import { commandLines } from "./processes.ts";
import { openStackOfFile } from "./fixture.ts";

const CANARY = "canary-5f1d-secret";
const OTHER_CANARY = "canary-77aa-secret";

// The credentials come from the stack's configuration, where they are secrets.
const output: string[] = [];

const program = (args: string) => `
const rs = require("pulumi-resourceshare");
new rs.ResourceShare("net", { name: "network", ${args} }, { customTimeouts: { create: "20s" } });
new rs.ResourceShare("theirs", { name: "theirs", allowExternalTargets: true, account: "consumer" });
`;

const accounts = demoWorld.accounts?.map((account) => ({
  ...account,
  keys: account.keys?.map((key) => ({ ...key, accessKeySecret: account.id === demo.consumer ? OTHER_CANARY : CANARY })),
}));
const { service, project } = await openStackOfFile({
  simulator: { world: { ...demoWorld, accounts } },
  env: ({ address }) => address,
  files: { "index.js": program(`targets: ["fd-apps01"]`) },
});
beforeAll(async () => {
  await project.succeed(["config", "set", "resourceshare:accessKeyId", "LTAI-owner"]);
  await project.succeed(["config", "set", "--secret", "resourceshare:accessKeySecret", CANARY]);
  await project.succeed(["config", "set", "--path", "resourceshare:accounts.consumer.accessKeyId", "LTAI-consumer"]);
  await project.succeed(["config", "set", "--secret", "--path", "resourceshare:accounts.consumer.accessKeySecret", OTHER_CANARY]);
});

async function run(words: readonly string[]): Promise<number | null> {
  const { code, stdout, stderr } = await project.run(words);
  output.push(stdout, stderr, project.stateText());
  return code;
}

// (promise P-process-arguments)
test("reads plain and nested secrets of the configuration, and shows them in no process list", async () => {
  const seen: string[] = [];
  const timer = setInterval(() => seen.push(...commandLines().values()), 20);
  const code = await run(["up", "--yes", "--skip-preview", "--diff"]);
  clearInterval(timer);
  expect(code, output.join("\n")).toBe(0);
  expect(seen.some((line) => line.includes("dynamic-provider"))).toBe(true);
  // The CLI that sets the configuration was given them by us, before this.
  expect(seen.filter((line) => line.includes("canary"))).toEqual([]);
});

test("shows no credential in an error of the service", async () => {
  const fault = { kind: "error", status: 400, code: "SignatureDoesNotMatch", message: `server string to sign: …${CANARY}…` } as const;
  service.simulator.faults.add({ operation: "AssociateResourceShare", times: 100, fault });
  project.write({ "index.js": program(`targets: ["fd-apps01", "1000000000000003"]`) });
  expect(await run(["up", "--yes", "--skip-preview"])).not.toBe(0);
  expect(output.some((text) => text.includes("SignatureDoesNotMatch"))).toBe(true);
  service.simulator.faults.clear();
});

// (promise P-secret-entities)
test("keeps secret targets and resources secret in the outputs that repeat them, also after a refresh", async () => {
  const resources = (hides: boolean) =>
    hides ? `pulumi.secret([{ type: "VSwitch", id: "vsw-demo01" }])` : `[{ type: "VSwitch", id: "vsw-demo01" }]`;
  const of = (hides: boolean) => `
    const pulumi = require("@pulumi/pulumi");
    const rs = require("pulumi-resourceshare");
    const targets = ["fd-apps01", ${hides ? `pulumi.secret("${demo.consumer}")` : `"${demo.consumer}"`}];
    const share = new rs.ResourceShare("net", { name: "network", allowExternalTargets: true, resources: ${resources(hides)}, targets });
    new rs.ShareAssociation("more", { shareId: share.id, targets: [${hides ? `pulumi.secret("${demo.member}")` : `"${demo.member}"`}] });
    new rs.InvitationAcceptor("theirs", { account: "consumer", shareId: share.id });
  `;
  const shown = () =>
    ["net", "more", "theirs"].flatMap((name) => {
      const { id, inputs, outputs: { receiverAccountId: _, accountId: __, ...outputs } = {} } = project.resource(name);
      const text = JSON.stringify({ id, inputs, outputs });
      return [demo.consumer, demo.member, "vsw-demo01"].filter((entity) => text.includes(entity)).map((entity) => `${name} ${entity}`);
    });
  project.write({ "index.js": of(false) });
  expect(await run(["up", "--yes", "--skip-preview"]), output.at(-3)).toBe(0);
  expect(shown().length).toBeGreaterThan(3);
  project.write({ "index.js": of(true) });
  expect(await run(["up", "--yes", "--skip-preview"])).toBe(0);
  expect(shown()).toEqual([]);
  expect(await run(["refresh", "--yes", "--skip-preview"])).toBe(0);
  expect(shown()).toEqual([]);
});

test("prefers rotated keys of the environment to those of the stack", async () => {
  const { code, stdout } = await project.run(["refresh", "--yes", "--skip-preview"], {
    env: { ALIBABA_CLOUD_ACCESS_KEY_ID: "LTAI-owner", ALIBABA_CLOUD_ACCESS_KEY_SECRET: "rotated" },
  });
  output.push(stdout);
  expect(code).not.toBe(0);
  expect(stdout).toContain("SignatureDoesNotMatch");
});

test("destroys a stack with the credentials of its configuration", async () => {
  expect(await run(["destroy", "--yes", "--skip-preview"])).toBe(0);
});

// (promise P-state)
test("keeps every secret of the configuration out of states, output and errors", () => {
  expect(output.length).toBeGreaterThan(6);
  expect(output.filter((text) => text.includes("canary"))).toEqual([]);
});
