import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { checks, undecided } from "../../../cli/verify/checks.ts";
import { run } from "../../../cli/run.ts";
import { createSimulator, demo, serve, type Simulator } from "../../../simulator/index.ts";
import { served } from "./fixture.ts";
import { sharesLeft } from "./verify/fixture.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder(afterAll);

const withPartner = {
  RESOURCESHARE_ACCOUNTS: JSON.stringify({ partner: { accessKeyId: "LTAI-partner", accessKeySecret: "secret-of-partner" } }),
};
const writing = ["--allow-writes", "--account-id", demo.owner];

test("prints account and region first in `verify`, then the assumptions", async () => {
  await using service = await served();
  const { code, out, err } = await service.run(["verify"]);
  expect(err.split("\n")).toEqual([
    `Account ${demo.owner}, region cn-hangzhou, ${service.url}.`,
    "It only reads, with at most 500 calls.",
    expect.stringMatching(/^\d+ hold, 0 differ, \d+ not tried\.$/),
    "",
  ]);
  const ids = out.match(/\b[SD]-[a-z][\w-]+/g) ?? [];
  expect(ids.toSorted()).toEqual([...checks.map(({ id }) => id), ...Object.keys(undecided)].toSorted());
  expect(code).toBe(0);
});

test("exits `verify` with 3 when an assumption differs, deletes its shares, and writes what it has read", { timeout: 60_000 }, async () => {
  await using service = await served();
  const { simulator } = service;
  const fault = { kind: "error", status: 400, code: "InvalidParameter.TagKey" } as const;
  simulator.faults.add({ operation: "UntagResources", times: 1, fault });
  const file = join(folder, "verify.json");
  const { code, out, err } = await service.run(["verify", ...writing, "--output", file]);
  expect([code, sharesLeft(simulator)]).toEqual([3, []]);
  expect(out).toMatch(/^S-untag +differs .* refused \(400 InvalidParameter\.TagKey\)$/m);
  expect(out).toMatch(/^until a new share is listed: \d+ ms$/m);
  expect(err).toMatch(/at most 4 shares named resourceshare-verify-[0-9a-f]{8}-…, nothing is shared, makes at most 500 calls/);
  expect(readFileSync(file, "utf8")).toContain('{"id":"S-untag","result":"differs","seen":"refused (400 InvalidParameter.TagKey)"}');
});

test("exits `verify` with 1 when no call gets an answer, and reports that once", async () => {
  await using service = await served();
  const unreachable = "http://127.0.0.1:1";
  const env = { RESOURCESHARE_ENDPOINT: unreachable, RESOURCESHARE_STS_ENDPOINT: unreachable };
  const { code, out, err } = await service.run(["verify"], { env });
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/^resourceshare: the service answers nothing, and nothing was done: DescribeRegions got no answer: .*\n$/);
});

test("reports why `verify --clean` deletes nothing when the account is not known", async () => {
  await using service = await served();
  const { code, err } = await service.run(["verify", ...writing, "--clean"], { env: { ALIBABA_CLOUD_ACCESS_KEY_SECRET: "wrong" } });
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(
      /^resourceshare: the service refuses the credentials with 400 SignatureDoesNotMatch, and nothing was done: .*\n$/,
    ),
  ]);
});

test.each([[[]], [writing]])("exits `verify` with 1 when the secret is wrong (%j), and compares nothing", async (words) => {
  await using service = await served();
  const { code, out, err } = await service.run(["verify", ...words], { env: { ALIBABA_CLOUD_ACCESS_KEY_SECRET: "wrong" } });
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/the service refuses the credentials with 400 SignatureDoesNotMatch, and nothing was done: /);
});

test("writes nothing in `verify` in an account that is not the one of --account-id", async () => {
  await using service = await served();
  const { code, err } = await service.run(["verify", "--allow-writes", "--account-id", demo.member]);
  expect(code).toBe(2);
  expect(err).toContain(
    `the credentials belong to ${demo.owner}, but --account-id names ${demo.member}: nothing was written; use credentials of`,
  );
  expect(service.simulator.calls.map(({ operation }) => operation)).toEqual(["GetCallerIdentity"]);
});

test.each([
  ["goes with an external account", ["--receiver", "partner"], "--receiver goes with --external"],
  ["goes with a named external account", ["--external", "", "--receiver", "partner"], "--receiver goes with --external"],
  ["is configured", ["--external", demo.partner, "--receiver", "hub"], "--receiver hub is not configured; known are partner"],
  ["is not misspelt", ["--external", demo.partner, "--receiver", "partnr"], "known are partner; did you mean partner?"],
])("makes no call in `verify` unless the receiver %s", async (_title, words, message) => {
  await using service = await served();
  const { code, err } = await service.run(["verify", ...writing, ...words], { env: withPartner });
  expect([code, service.simulator.calls]).toEqual([2, []]);
  expect(err).toContain(message);
});

test("writes nothing in `verify` when the credentials of --receiver are not those of --external", async () => {
  await using service = await served();
  const words = ["--external", demo.consumer, "--receiver", "partner"];
  const { code, err } = await service.run(["verify", ...writing, ...words], { env: withPartner });
  expect(code).toBe(2);
  expect(err).toContain(
    `the credentials of --receiver partner belong to ${demo.partner}, but --external names ${demo.consumer}: nothing was written`,
  );
  expect([...new Set(service.simulator.calls.map(({ operation }) => operation))]).toEqual(["GetCallerIdentity"]);
});

test("needs no credentials of a receiver in `verify` when a pipeline sets the variable to an empty text", async () => {
  await using service = await served();
  const words = ["--external", demo.partner, "--receiver", "", "--dry-run"];
  const { out } = await service.run(["verify", ...writing, ...words], { env: withPartner });
  expect(out).toContain("It creates at most 4 shares");
});

test("prints the calls of a dry run of `verify`, and makes none", async () => {
  await using service = await served();
  const words = ["--resource", "VSwitch:vsw-1", "--target", "fd-1", "--external", demo.partner, "--receiver", "partner"];
  const { code, out, err } = await service.run(["verify", ...writing, ...words, "--dry-run"], { env: withPartner });
  expect([code, service.simulator.calls]).toEqual([0, []]);
  const lines = out.split("\n");
  expect(lines.filter((line) => /^ {2}(?:2 × )?CreateResourceShare /.test(line))).toHaveLength(3);
  expect(out).toMatch(
    /^S-untag: UntagResources of a tag that it has and one that it lacks: accepted, no such tag\n {2}UntagResources ResourceId/m,
  );
  expect(out).toMatch(/^ {2}TagResources ResourceId\.1=<share 1> ResourceType=ResourceShare Tag=<19 entries>$/m);
  expect(out).toMatch(/^ {2}AssociateResourceShare ResourceShareId=<share \d+> Targets\.1=fd-1$/m);
  expect(out).toContain(`Targets.1=${demo.partner}`);
  expect(out).toMatch(/^S-leaving: .*\n(?: .*\n)* {2}AcceptResourceShareInvitation ResourceShareInvitationId=<invitation \d+>$/m);
  expect(out).not.toMatch(/=(?:rs|i)-\d/);
  expect(out).toContain("for each of its own shares: DeleteResourceShare");
  expect([err, ...lines.slice(0, lines.indexOf(""))]).toEqual([
    "",
    "This is a dry run: it makes no call. Without --dry-run, verify compares 35 assumptions (docs/assumptions.md) with the service.",
    `It creates at most 4 shares named resourceshare-verify-<run>-…, with VSwitch:vsw-1, fd-1, ${demo.partner} in them, one after another, makes at most 500 calls, and then deletes the shares. ${demo.partner} rejects the first invitation, accepts the second and leaves.`,
    expect.stringMatching(
      /^It calls AcceptResourceShareInvitation, .*, GetCallerIdentity, .*, NoSuchOperation, .*, UpdateResourceShare\.$/,
    ),
    `It needs credentials of account ${demo.owner} that may do this; VSwitch:vsw-1, which this account owns; fd-1 in its resource directory; ${demo.partner} outside the directory; credentials of ${demo.partner}, as the configured account partner.`,
    "Not tried, needs --throttle: S-throttling, S-retry-after, S-window, S-limits",
  ]);
  const reading = await service.run(["verify", "--throttle", "--dry-run"]);
  expect(reading.out).toMatch(/^S-throttling: 25 calls of .*\n {2}25 × CheckSharingWithResourceDirectoryStatus$/m);
  expect([reading.code, reading.out.includes("DeleteResourceShare")]).toEqual([0, false]);
  expect(reading.out).toContain("It only reads, with at most 500 calls.\nIt calls CheckSharing");
  expect(reading.out).toContain("\nIt needs credentials that may do this.\nNot tried, needs ");
});

test("prints the calls of a dry run of `verify` whose target is the external account", async () => {
  await using service = await served();
  const { code } = await service.run(["verify", ...writing, "--target", demo.partner, "--external", demo.partner, "--dry-run"]);
  expect(code).toBe(0);
});

test("deletes the shares of a killed run with `verify --clean`, and no share with another name", { timeout: 30_000 }, async () => {
  await using service = await served();
  const create = (name: string) =>
    service.simulator.load({ ...service.simulator.save(), shares: [...service.simulator.save().shares, shareOf(name)] });
  create("resourceshare-verify-0a1b2c3d-1");
  create("resourceshare-verify-team");
  create("resourceshare-network");
  const { code, err } = await service.run(["verify", ...writing, "--clean"]);
  expect(err.split("\n").slice(1)).toEqual([
    "It deletes the shares named resourceshare-verify-…, and nothing else.",
    "No share is left.",
    "",
  ]);
  expect(code).toBe(0);
  const live = [...service.simulator.world.shares.values()].filter(({ status }) => status === "Active");
  expect(live.map(({ name }) => name)).toEqual(["resourceshare-verify-team", "resourceshare-network"]);
});

test(
  "deletes the shares of `verify` after Ctrl-C, writes no file, and exits with the exit code of a shell",
  { timeout: 30_000 },
  async () => {
    const simulator = createSimulator({ limits: false });
    const file = join(folder, "interrupted.json");
    const { code, text } = await interruptedAt(["TagResources"], simulator, ["--output", file]);
    expect([code, sharesLeft(simulator), existsSync(file)]).toEqual([130, [], false]);
    expect(simulator.calls.some(({ operation }) => operation === "TagResources")).toBe(true);
    expect(text).toMatch(/^Interrupted: the shares are deleted\. Ctrl-C again leaves them\.\nNo share is left\.$/m);
  },
);

test("ends `verify` at the second Ctrl-C, and names the shares that are left", { timeout: 30_000 }, async () => {
  const simulator = createSimulator({ limits: false, pace: { deleteShare: 60_000 } });
  const { code, text } = await interruptedAt(["TagResources", "DeleteResourceShare"], simulator);
  expect(code).toBe(130);
  expect(text).toContain(`These shares are left: ${sharesLeft(simulator).join(", ")}. Run`);
  expect(sharesLeft(simulator)).not.toEqual([]);
});

test("ends `verify --clean` with the exit code of a shell after Ctrl-C, at its end or at the second one", { timeout: 30_000 }, async () => {
  for (const operations of [["ListResourceShares"], ["ListResourceShares", "DeleteResourceShare"]]) {
    const simulator = createSimulator({ limits: false, pace: { deleteShare: operations.length === 2 ? 60_000 : 0 } });
    const name = "resourceshare-verify-0a1b2c3d-1";
    simulator.load({ ...simulator.save(), shares: [shareOf(name)] });
    const { code, text } = await interruptedAt(operations, simulator, ["--clean"]);
    expect(code).toBe(130);
    expect(text).toContain(operations.length === 2 ? `These shares are left: ${name}. Run` : "No share is left.");
  }
});

/** Runs the command, and interrupts it when the service is called: at the first operation, then at the second. */
async function interruptedAt(operations: readonly string[], simulator: Simulator, words: readonly string[] = []) {
  const { url, close } = await serve(simulator);
  const interruptions = operations.map((operation) => ({ operation, ...Promise.withResolvers<void>() }));
  const waiting = [...interruptions];
  const awaited = [...interruptions];
  const deliver = simulator.deliver.bind(simulator);
  Object.assign(simulator, {
    deliver: (request: Parameters<typeof deliver>[0]) => {
      if (request.headers["x-acs-action"] === waiting[0]?.operation) waiting.shift()?.resolve();
      return deliver(request);
    },
  });
  const lines: string[] = [];
  vi.stubEnv("RESOURCESHARE_ENDPOINT", url);
  vi.stubEnv("ALIBABA_CLOUD_ACCESS_KEY_ID", "LTAI-owner");
  vi.stubEnv("ALIBABA_CLOUD_ACCESS_KEY_SECRET", "secret-of-owner");
  const print = (line: string) => void lines.push(line);
  const code = await run(["verify", ...writing, ...words], {
    out: print,
    err: print,
    get interrupted() {
      return awaited.shift()?.promise ?? new Promise<void>(() => undefined);
    },
  });
  vi.unstubAllEnvs();
  await close();
  return { code, text: lines.join("\n") };
}

test.each([
  ["a word", ["now"], 'verify takes no "now"'],
  ["writes without an account", ["--allow-writes"], "--allow-writes needs --account-id"],
  ["writes with the empty variable of a pipeline", ["--allow-writes", "--account-id", ""], "--allow-writes needs --account-id"],
  ["a target without writes", ["--target", "fd-1"], "--target goes with --allow-writes"],
  ["an id alone as a resource, without writes", ["--resource", "vsw-1"], "--resource vsw-1 is neither TYPE:ID"],
  ["--clean without writes", ["--clean"], "--clean goes with --allow-writes"],
  ["a resource without its type", [...writing, "--resource", "vsw-1"], "--resource vsw-1 is neither TYPE:ID"],
  [
    "an ARN without an id",
    [...writing, "--resource", "acs:vpc:cn-hangzhou:1:vswitch"],
    "--resource acs:vpc:cn-hangzhou:1:vswitch is neither",
  ],
  ["a target that cannot be one", [...writing, "--target", "fd"], "--target fd is not the id of an account, folder"],
  ["a service as the target", [...writing, "--target", "ipam.aliyuncs.com"], "--target ipam.aliyuncs.com is not the id of an account"],
  ["an account of too few digits", [...writing, "--target", "12345"], '--target: "12345" is probably not the id of an account'],
  [
    "a misspelt type",
    [...writing, "--resource", "VSwich:vsw-1"],
    '--resource: "VSwich" is not a documented type, so the service will probably refuse it; did you mean VSwitch?',
  ],
  ["a type in another case", [...writing, "--resource", "vswitch:vsw-1"], '--resource: "vswitch" must be written VSwitch'],
  [
    "an output in no folder",
    ["--output", join(folder, "absent/x")],
    `--output ${join(folder, "absent/x")} cannot be written: there is no such folder`,
  ],
  ["an output that exists", ["--output", "package.json"], "--output package.json exists already: choose another name, or remove it"],
  ["an account that is none", ["--account-id", "123"], "--account-id 123 is no account: give 16 digits"],
  ["an external target that is no account", [...writing, "--external", "fd-1"], "--external fd-1 is no account"],
])("rejects `verify` with %s", async (_title, words, explanation) => {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  expect(await run(["verify", ...words], { out: print, err: print, interrupted: new Promise(() => undefined) })).toBe(2);
  expect(lines.join("\n")).toContain(explanation);
});

function shareOf(name: string) {
  const at = "2025-01-01T00:00:00.000Z";
  return { id: `rs-${name}`, sequence: 1, name, owner: demo.owner, status: "Active" as const, createdAt: at, updatedAt: at };
}
