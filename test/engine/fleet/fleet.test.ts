import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import { demo } from "../../../simulator/index.ts";
import { openStack, type Stack } from "../stack.ts";
import { fleetEnvironment, files, runFleet } from "./fleet-project.ts";

const words = (action: string) => [action, "--file", "fleet.mts"];

function open(options: Parameters<typeof openStack>[0] = {}): Promise<Stack> {
  return openStack({ env: ({ address }) => address, files, ...options });
}

/** The calls since the last time that change something, each with its account. */
function writesOf({ service: { simulator } }: Stack): string[] {
  const writes = simulator.calls
    .filter(({ operation }) => !/^(List|Get)/.test(operation))
    .map(({ account, operation }) => `${account} ${operation}`);
  simulator.forgetCalls();
  return writes;
}

describe.concurrent("a fleet of owners and an acceptor in two accounts", () => {
  test("updates owners of a fleet before acceptors, reports access, repeats without a write, and destroys in the opposite order", async ({
    expect,
  }) => {
    await using stack = await open();
    const { service, project } = stack;
    const env = fleetEnvironment(project, service);
    const updated = await runFleet(project, words("up"), env);
    expect(updated).toMatchObject({ code: 0 });
    expect(updated.stdout).toMatch(/share-cn-hangzhou +\+ gained +2000000000000001/);
    expect(updated.stdout).not.toContain("pending");
    expect(updated.stderr).toContain("up of 4 stacks of network: 4 succeeded.");
    expect(updated.stderr.indexOf("accept-consumer-cn-hangzhou: started")).toBeGreaterThan(
      updated.stderr.indexOf("share-cn-hangzhou: succeeded"),
    );
    const writes = writesOf(stack);
    expect(writes.at(-1)).toBe(`${demo.consumer} AcceptResourceShareInvitation`);
    expect(writes.filter((write) => write.endsWith(" CreateResourceShare"))).toEqual([
      `${demo.owner} CreateResourceShare`,
      `${demo.owner} CreateResourceShare`,
    ]);

    const repeated = await runFleet(project, [...words("up"), "--format", "json"], env);
    expect(JSON.parse(repeated.stdout)).toMatchObject({
      stacks: Array.from({ length: 4 }, () => ({ status: "succeeded" })),
    });
    expect(writesOf(stack)).toEqual([]);

    const status = await runFleet(project, words("status"), env);
    expect(status.stdout).toMatch(/accept-consumer-cn-hangzhou +consumer +cn-hangzhou +update .* succeeded\n/);
    expect(status.stdout).toMatch(/^ok {7}owner: Quotas: 1 of 1,000 shares, 1 of 1,000 shared resources .* in cn-hangzhou$/m);
    expect(status.stdout).not.toContain("consumer: Quotas");
    expect(status.stderr).toContain("4 stacks of network: all are deployed and finished.");
    const refreshed = await runFleet(project, words("refresh"), env);
    expect(refreshed).toMatchObject({ code: 0, stdout: expect.not.stringContaining("in force") });
    const withoutAcceptors = (files["fleet.mts"] ?? "").replace(/ {4}\{\n {6}name: "accept[^]*?\n {4}\},\n/, "");
    writeFileSync(join(project.folder, "fewer.mts"), withoutAcceptors.replace("regions,", 'regions: ["cn-hangzhou"],'));
    const fewer = await runFleet(project, ["status", "--file", "fewer.mts"], env);
    expect(fewer.stdout).toContain("Project of share-cn-hangzhou: 1 stack with resources not in the description: share-cn-beijing\n");

    const destroyed = await runFleet(project, words("destroy"), env);
    expect(destroyed).toMatchObject({ code: 0 });
    expect(destroyed.stdout).toMatch(/share-cn-hangzhou +- lost +2000000000000001/);
    expect(destroyed.stdout).not.toContain("pending");
    const removals = writesOf(stack);
    const edge = removals.indexOf(`${demo.consumer} DisassociateResourceShare`);
    expect(edge).toBeGreaterThanOrEqual(0);
    expect(removals.lastIndexOf(`${demo.owner} DeleteResourceShare`)).toBeGreaterThan(edge);
    expect(service.simulator.grants()).toEqual([]);
    expect(readdirSync(join(project.folder, "owner")).toSorted()).toEqual(["Pulumi.yaml", "index.ts"]);
  });

  test("updates no stack of a fleet that violates a mandatory policy for whole stacks, and reports the finding", async ({ expect }) => {
    const guard = `import { ResourceShareGuard } from "pulumi-resourceshare/policy";
      new ResourceShareGuard({ "external-targets": { enforcementLevel: "mandatory", allow: ["2000000000000002"] } });`;
    await using stack = await open({
      files: {
        ...files,
        "fleet.mts": (files["fleet.mts"] ?? "").replace('name: "network",', 'name: "network", policyPacks: ["./guard"],'),
        "guard/PulumiPolicy.yaml": "runtime: nodejs\n",
        "guard/package.json": JSON.stringify({ name: "guard", version: "1.0.0", main: "index.mjs" }),
        "guard/index.mjs": guard,
      },
    });
    const env = fleetEnvironment(stack.project, stack.service);
    const stopped = await runFleet(stack.project, [...words("up"), "--only", "share-cn-hangzhou", "--fail-on", "policy"], env);
    expect(stopped).toMatchObject({ code: 3 });
    expect(stopped.stdout).toContain("the policy external-targets stops it");
    expect(stopped.stdout).toMatch(/share-cn-hangzhou +mandatory +external-targets +ResourceShare edge/);
    expect(stopped.stdout).not.toContain("gained");
    expect(writesOf(stack)).toEqual([]);

    writeFileSync(join(stack.project.folder, "guard/index.mjs"), guard.replace("external-targets", "external-target"));
    const misspelt = await runFleet(stack.project, [...words("preview"), "--only", "share-cn-hangzhou"], env);
    expect(misspelt.stdout).toContain('There is no policy "external-target"; did you mean "external-targets"?');
  });

  test("updates no stack of a fleet with credentials of another account, skips its dependents, and reports one cause", async ({
    expect,
  }) => {
    await using stack = await open();
    const { service, project } = stack;
    const env = fleetEnvironment(project, service);
    const wrong = { ...env, OWNER_KEY_ID: env["CONSUMER_KEY_ID"] ?? "", OWNER_KEY_SECRET: env["CONSUMER_KEY_SECRET"] ?? "" };
    const { code, stdout, stderr } = await runFleet(project, [...words("up"), "--format", "json"], wrong);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      stacks: [
        { status: "failed" },
        { status: "failed" },
        { name: "accept-consumer-cn-hangzhou", status: "skipped", because: ["share-cn-hangzhou"] },
        { name: "accept-consumer-cn-beijing", status: "skipped", because: ["share-cn-beijing"] },
      ],
      failures: [{ cause: expect.stringContaining(demo.owner), stacks: ["share-cn-hangzhou", "share-cn-beijing"] }],
    });
    expect(stderr).toContain("accept-consumer-cn-hangzhou: skipped (because of share-cn-hangzhou)");
    expect(writesOf(stack)).toEqual([]);
    expect(stdout + stderr).not.toContain(wrong.OWNER_KEY_SECRET);
  });

  test("lets running stacks of a fleet finish after one interrupt, starts no other, and ends in the same world in the next `up`", async ({
    expect,
  }) => {
    await using stack = await open({ simulator: { pace: { associate: 600_000 } } });
    const { service, project } = stack;
    const env = fleetEnvironment(project, service);
    let interrupt = () => {};
    const running = runFleet(project, words("up"), env, (child) => (interrupt = () => void child.kill("SIGINT")));
    const waits = () => service.simulator.calls.filter(({ operation }) => operation === "CreateResourceShare").length === 2;
    await expect.poll(waits, { timeout: 100_000 }).toBe(true);
    interrupt();
    service.simulator.outOfBand.settleNow();
    const interrupted = await running;
    expect(interrupted.code).toBe(130);
    expect(interrupted.stderr).toContain("Interrupted: no further stack starts");
    expect(interrupted.stderr).toContain("accept-consumer-cn-hangzhou: not started");

    service.simulator.outOfBand.settleNow();
    const resumed = await runFleet(project, words("up"), env);
    expect(resumed).toMatchObject({ code: 0 });
    expect(writesOf(stack).filter((write) => write.endsWith(" CreateResourceShare"))).toHaveLength(2);
    expect(service.simulator.grants().map(({ shareName, pending }) => ({ shareName, pending }))).toContainEqual({
      shareName: "edge-cn-hangzhou",
      pending: false,
    });
  });
});
